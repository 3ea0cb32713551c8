import { plural } from '../../../shared/base/amounts.ts'

/** What is said of the history of other machines. */
export const OTHER_HISTORY = {
  title: 'History',
  list: 'Beats of other machines',
  time: 'Time',
  machine: 'Machine',
  thread: 'Thread',
  outcome: 'Outcome',
  came: 'What came of it',
  cost: 'Cost',
  gone: 'a thread that is gone',
  none: 'No beat of another machine is on record at the hub.',
  failed: 'The hub could not be asked for the history of other machines.',
  again: 'Try again',
  refresh: 'Ask again',
  older: 'Show older',
  asking: 'Asking the hub…',
  count: (n: number, more: boolean): string =>
    `${plural(n, 'beat')}${more ? ', newest first' : ', all there are'}`,
} as const
