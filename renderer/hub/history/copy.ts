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
  open: (name: string, at: string): string => `Open the run of ${name} at ${at}`,
  run: {
    title: (name: string, machine: string): string => `${name} on ${machine}`,
    ask: (machine: string): string => `Ask ${machine} for its lines`,
    again: 'Ask again',
    help: 'Each line of the list that other machines may read, and what came of it in that beat.',
    waits: 'It answers as soon as it is there.',
    gone: 'It answered, but that was read elsewhere or taken back since.',
    heading: 'Lines of its list',
    by: (worker: string): string => `by ${worker}`,
    none: 'No line of the list was worked.',
    lines: (n: number): string => plural(n, 'line'),
    leftOut: (n: number): string =>
      `${plural(n, 'more line')} ${n === 1 ? 'is' : 'are'} not told: no room, or not among those that other machines may read.`,
  },
  count: (n: number, more: boolean): string =>
    `${plural(n, 'beat')}${more ? ', newest first' : ', all there are'}`,
} as const
