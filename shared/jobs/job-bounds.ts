import { DAY, HOUR, MINUTE, SECOND } from '../base/time.ts'

/** What a job may be, stated once for its schema and for whoever reads one as it was typed. */
export const JOB_BOUNDS = {
  every: { leastMs: MINUTE, mostMs: 366 * DAY },
  limit: { leastMs: 5 * SECOND, mostMs: 6 * HOUR },
  grace: { leastMs: MINUTE, mostMs: 7 * DAY },
  // in characters
  name: 100,
  event: 4000,
  agent: 20_000,
  expr: 200,
  args: 64, // of a command, the program included
} as const

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * A due time that passed while nothing could run: not made up for, made up for once, or once while it is no
 * older than the grace.
 */
export const CATCH_UPS = ['skip', 'once', 'grace'] as const

export const JOB_DEFAULTS = {
  catchUp: 'once',
  graceMs: HOUR,
  spread: true,
  wake: 'next',
  limitMs: 10 * MINUTE,
} as const
