import type { Settings } from '../../../shared/settings/settings.ts'

export interface CloseFacts {
  readonly setting: Settings['closeToTray']
  readonly hasTray: boolean // a panel shows our icon; unknown counts as no
}
type ClosePlan = 'ask' | 'hide' | 'minimise' | 'quit'

/** Without an icon the app must stay reachable, so the window stays in the task bar. */
export function planClose({ setting, hasTray }: CloseFacts): ClosePlan {
  if (setting === 'quit') return 'quit'
  return hasTray ? setting : 'minimise'
}
