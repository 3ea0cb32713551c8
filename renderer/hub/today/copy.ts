import { plural } from '../../../shared/base/amounts.ts'

/** What Today says of other machines. */
export const OTHER_TODAY = {
  title: 'Today',
  quiet: (machines: number, asleep: number): string =>
    `${plural(machines, 'other machine')}, nothing open${asleep === 0 ? '' : ` (${asleep} asleep)`}.`,
  open: (machine: string): string => `Show ${machine}`,
  threads: 'Threads',
  needs: 'Needs somebody',
  calm: 'Nothing there needs anybody, as far as it told.',
} as const
