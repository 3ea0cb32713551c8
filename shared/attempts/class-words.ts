import type { AttemptClass } from './counters.ts'

/** What a run is called that does not count in full. */
export const CLASS_WORDS = {
  tune: 'exploratory',
  grader_error: 'measuring broke',
  meter_touched: 'metric touched',
  killed: 'ended by the machine',
} as const satisfies Record<Exclude<AttemptClass, 'real'>, string>
