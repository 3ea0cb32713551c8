import { powerSaveBlocker } from 'electron'
import type { Snapshot } from '../../../shared/views/snapshot.ts'

/**
 * Asks the system not to go to sleep by itself while an agent works, on mains power, where the person has not
 * switched that off. The screen may go dark, and who closes the lid or chooses to sleep does.
 */
export function createStayAwake(): {
  readonly follow: (snapshot: Snapshot) => void
  readonly end: () => void
} {
  let blocker: number | null = null
  const end = (): void => {
    if (blocker !== null) powerSaveBlocker.stop(blocker)
    blocker = null
  }
  return {
    follow(snapshot) {
      if (!shouldStayAwake(snapshot)) return end()
      blocker ??= powerSaveBlocker.start('prevent-app-suspension')
    },
    end,
  }
}

/** Where nobody can tell whether it is on battery, it counts as on mains. */
const shouldStayAwake = ({ fleet, threads }: Snapshot): boolean =>
  fleet.settings.stayAwake &&
  fleet.power.onBattery !== true &&
  threads.some(({ running, agent }) => running !== null && agent.kind !== 'local')
