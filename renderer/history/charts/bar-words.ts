import { DAY, HOUR } from '../../../shared/base/time.ts'
import { count } from '../../kit/text/amounts.ts'
import { money } from '../../../shared/base/amounts.ts'
import { clockTime, localDate, runTime } from '../../kit/time.ts'
import { CHART_COPY as COPY } from '../copy.ts'
import { PART_WORD, PARTS, type Bar } from './chart-data.ts'

export const VIEWS = { rows: 'Rows', length: 'Length', cost: 'Cost', year: 'Year' } as const
export type View = keyof typeof VIEWS

const longDay = (at: number): string => localDate(at, { year: true })

/** "12 Nov 14:00", "12 Nov 2026" or "12 Nov – 18 Nov 2026". */
export const barWords = (bar: Bar): string => {
  if (bar.to - bar.from < DAY - 2 * HOUR) return `${localDate(bar.from)} ${clockTime(bar.from)}`
  if (bar.to - bar.from < 2 * DAY - 1) return longDay(bar.from)
  return `${localDate(bar.from)} – ${longDay(bar.to - 1)}`
}

export const barText = (bar: Bar, view: View): string => {
  if (view === 'cost')
    return `${money(bar.usd)}, ${COPY.starts(bar.starts)}${bar.byRunner.length < 2 ? '' : `; ${bar.byRunner.map(([runner, usd]) => `${runner} ${money(usd)}`).join(', ')}`}`
  if (view === 'length') {
    if (bar.medianMs === null) return COPY.nothingRan
    return COPY.took(runTime(bar.medianMs), runTime(bar.p95Ms ?? 0))
  }
  if (bar.rows === 0) return COPY.noRows
  return PARTS.filter((p) => bar.parts[p] > 0)
    .map((p) => `${count(bar.parts[p])} ${PART_WORD[p]}`)
    .join(', ')
}
