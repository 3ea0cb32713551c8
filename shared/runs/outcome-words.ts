import type { SlotOutcome } from './run.ts'

/** Words for people, one entry per code: the same in window, tray and command line. */
export type SlotFate = SlotOutcome | 'merged' | 'waiting' | 'running'

export const OUTCOME_WORD: Record<SlotFate, string> = {
  quiet: 'Quiet',
  unchanged: 'Unchanged',
  skipped: 'Skipped',
  alert: 'Alert',
  unproven: 'Unproven',
  urgent: 'Urgent',
  broken: 'Broken',
  blocked: 'Needs permission',
  stopped: 'Stopped',
  interrupted: 'Interrupted',
  missed: 'Missed',
  merged: 'Merged',
  waiting: 'Waiting',
  running: 'Running',
}

/** What the outcome means; shown where a run or a due time is explained. */
export const OUTCOME_MEANING: Record<SlotFate, string> = {
  quiet: 'The beat ran and nothing needs you.',
  unchanged: 'Nothing changed since the last quiet beat, so no agent was started.',
  skipped: 'This beat was deliberately not run.',
  alert: 'The beat found something you should see.',
  unproven: 'The reply says all is well, but the evidence does not show it.',
  urgent: 'An urgent flag is raised.',
  broken: 'The beat itself failed; the repository may be fine.',
  blocked: 'Something needs your permission first. Nothing was run without it.',
  stopped: 'A person, or quitting the app, ended this beat.',
  interrupted: 'The app or the machine went down during this beat.',
  missed: 'This due time passed while nothing could run.',
  merged: 'This due time was merged into a beat that was already waiting.',
  waiting: 'This beat is waiting for its turn.',
  running: 'This beat is running now.',
}
