import { plural } from '../../../shared/base/amounts.ts'

/** What Today says of other machines. */
export const OTHER_TODAY = {
  title: 'Today',
  quiet: (machines: number, asleep: number, stopped: number): string => {
    const away = [
      ...(asleep === 0 ? [] : [`${asleep} asleep`]),
      ...(stopped === 0 ? [] : [`${stopped} stopped`]),
    ]
    return `${plural(machines, 'other machine')}, nothing open${away.length === 0 ? '' : ` (${away.join(', ')})`}.`
  },
  open: (machine: string): string => `Show ${machine}`,
  threads: 'Threads',
  needs: 'Needs somebody',
  calm: 'Nothing there needs anybody, as far as it told.',
} as const
