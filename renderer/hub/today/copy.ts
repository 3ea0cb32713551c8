import { plural } from '../../../shared/base/amounts.ts'

/** What Today says of other machines. */
export const OTHER_TODAY = {
  title: 'Today',
  quiet: (machines: number, not: Readonly<Record<'asleep' | 'away' | 'stopped', number>>): string => {
    const words = { asleep: 'asleep', away: 'asleep or off', stopped: 'stopped' }
    const notThere = (['asleep', 'away', 'stopped'] as const)
      .filter((is) => not[is] > 0)
      .map((is) => `${not[is]} ${words[is]}`)
      .join(', ')
    return `${plural(machines, 'other machine')}, nothing open${notThere === '' ? '' : ` (${notThere})`}.`
  },
  open: (machine: string): string => `Show ${machine}`,
  threads: 'Threads',
  needs: 'Needs somebody',
  calm: 'Nothing there needs anybody, as far as it told.',
} as const
