import { plural } from '../../shared/base/amounts.ts'

/** What the small window at the tray icon says. */
export const POPOVER = {
  title: 'Threadbeat at a glance',
  noScheduler: 'The scheduler does not answer. Trying again…',
  pin: 'Keep this open',
  unpin: 'Close when I click elsewhere',
  needsYou: 'Needs you',
  running: 'Running',
  next: 'Next due',
  noThreads: 'No threads yet. Add a repository in the main window.',
  more: (n: number) => `${n} more in the main window`,
  alsoAlerts: (n: number) => `and ${plural(n, 'more alert')}`,
  threads: (n: number) => plural(n, 'thread'),
  open: 'Open',
  acknowledge: 'Acknowledge',
  snooze: 'Snooze…',
  openWhat: (name: string) => `Open ${name}`,
  acknowledgeWhat: (name: string) => `Acknowledge ${name}`,
  snoozeWhat: (name: string) => `Snooze ${name}…`,
  checks: (done: number, total: number) => `${done} of ${total} done`,
  of: (elapsed: string, typical: string | null) => (typical === null ? elapsed : `${elapsed} of ~${typical}`),
  runs: (name: string, elapsed: string) => `${name} has run for ${elapsed}. Open the run`,
  due: (name: string, when: string) => `${name}, ${when}. Open the thread`,
  noneDue: 'No beat is planned.',
  pausedUntil: (when: string | null) =>
    when === null
      ? 'Paused until you resume it. Beats you ask for still run.'
      : `Paused until ${when}. Beats you ask for still run.`,
  halted: 'The scheduler stopped. Open the window to restart it.',
  beatDue: 'Beat due now',
  pause: 'Pause',
  resume: 'Resume',
  window: 'Open window',
  settings: 'Settings',
} as const
