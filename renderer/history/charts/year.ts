import {
  localDay,
  startOfLocalDay,
  type HistoryFigure,
  type HistoryNote,
} from '../../../shared/history/history.ts'
import { count } from '../../kit/text/amounts.ts'
import { localDate } from '../../kit/time.ts'
import { NOTE_COPY } from '../../notes/copy.ts'
import { HISTORY_COPY as COPY, CHART_COPY } from '../copy.ts'

export const WEEKS = 53
/** Days are numbered since 1970, of the zone that is shown. */
export interface Year {
  readonly monday: number
  readonly today: number
  readonly days: readonly number[] // from Monday to today
  readonly byDay: ReadonlyMap<number, HistoryFigure>
}

const SHADE = [
  'fill-[var(--broken-fill)]',
  'fill-[var(--alert-fill)]',
  'fill-[var(--quiet-fill)] opacity-45',
  'fill-[var(--quiet-fill)] opacity-70',
  'fill-[var(--quiet-fill)]',
] as const
const LEVELS = [0.5, 0.8, 0.95, 0.999] as const

/** What a day's rows came to: the share of beats that were quiet among those that ran. null: none ran. */
const quietShare = (f: HistoryFigure): number | null => {
  const of = (o: keyof HistoryFigure['byOutcome']): number => f.byOutcome[o] ?? 0
  const ran = f.rows - of('skipped') - of('missed') - of('merged') - of('stopped')
  return ran <= 0 ? null : (of('quiet') + of('unchanged')) / ran
}
export const cellText = (
  day: number,
  figure: HistoryFigure | undefined,
  notes: readonly HistoryNote[],
): string => {
  const texts = notes.filter((note) => localDay(note.at) === day).map((note) => note.text)
  const urgent = figure?.byOutcome.urgent ?? 0
  return (
    `${localDate(startOfLocalDay(day), { weekday: 'short', year: true })}: ${figureWords(figure)}` +
    `${urgent > 0 ? `, ${count(urgent)} urgent` : ''}${texts.length === 0 ? '' : `; ${NOTE_COPY.mark(texts)}`}`
  )
}
function figureWords(figure: HistoryFigure | undefined): string {
  if (figure === undefined) return CHART_COPY.nothingOnRecord
  const share = quietShare(figure)
  const rows = count(figure.rows)
  return share === null ? CHART_COPY.dueTimes(rows) : CHART_COPY.quietOf(Math.floor(share * 100), rows)
}
/** How a day is filled. */
export function shadeOf(figure: HistoryFigure | undefined): string {
  if (figure === undefined) return 'fill-[var(--sunken)]'
  const share = quietShare(figure)
  return share === null ? 'fill-[var(--tick)]' : SHADE[LEVELS.filter((l) => share >= l).length]!
}

export function yearSummary(days: readonly HistoryFigure[]): string {
  const shares = days.map(quietShare).filter((s) => s !== null)
  return COPY.yearSummary(
    days.length,
    shares.filter((s) => s >= LEVELS[2]).length,
    days.filter((f) => (f.byOutcome.urgent ?? 0) > 0).length,
  )
}

export const notedDays = (notes: readonly HistoryNote[]): ReadonlySet<number> =>
  new Set(notes.map((note) => localDay(note.at)))
