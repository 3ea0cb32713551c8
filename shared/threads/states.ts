/** What a thread is like right now, derived from facts; worst first. */
export const THREAD_STATES = [
  'urgent',
  'missing', // its folder is not there, or is no repository
  'broken',
  'blocked',
  'alert',
  'unproven',
  'overdue',
  'running',
  'acknowledged',
  'snoozed',
  'waiting',
  'new',
  'idle', // its last beat had nothing to check, or could check nothing
  'quiet',
  'paused',
  'off',
] as const

export type ThreadState = (typeof THREAD_STATES)[number]
