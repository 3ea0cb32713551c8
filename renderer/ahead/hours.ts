import { plural } from '../../shared/base/amounts.ts'
import type { AheadCount, BeatSeries, Foreseen, Foresight, ThreadAhead } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import type { Span } from '../../shared/schedule/closed-spans.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { clockTime } from '../kit/time.ts'
import { kindWords } from '../parts/foreseen-words.ts'

/** Foresight arranged for the eye: one row a thread, one cell an hour. */

export interface HourRow {
  readonly threadId: ThreadId
  readonly name: string
  readonly closed: readonly Span[]
  /** By the hour that has begun at `from` + index hours. */
  readonly cells: readonly HourCell[]
}
interface HourCell extends AheadCount {
  readonly beatsAt: readonly Instant[]
  readonly isDaily: boolean
  readonly rare: readonly Foreseen[] // jobs and timed tasks, as far as they are listed
  readonly why: string | null // what holds whatever is held; null: nothing, or it is one of several reasons
}

export const hoursOf = ({ from, to }: Pick<Foresight, 'from' | 'to'>): number =>
  Math.max(1, Math.ceil((to - from) / HOUR))

/** Rows in the order in which something happens first. */
export function rowsOf({ from, threads, apart }: Foresight): readonly HourRow[] {
  const named = new Map<ThreadId, Foreseen[]>()
  for (const e of apart) if (e.kind !== 'beat') named.set(e.threadId, [...(named.get(e.threadId) ?? []), e])
  return threads.map(({ threadId, threadName, hours, beats, dailyAt, held, closed }) => {
    const cells = hours.map((counted) => ({
      ...counted,
      beatsAt: [] as Instant[],
      isDaily: false,
      rare: [] as Foreseen[],
      why: counted.held > 0 && held.length === 1 ? held[0]!.reason : null,
    }))
    const cellAt = (at: Instant): (typeof cells)[number] =>
      cells[Math.min(cells.length - 1, Math.max(0, Math.floor((at - from) / HOUR)))]!
    for (const at of beats.flatMap(timesOf)) cellAt(at).beatsAt.push(at)
    for (const at of dailyAt) cellAt(at).isDaily = true
    for (const e of named.get(threadId) ?? []) cellAt(e.at).rare.push(e)
    return { threadId, name: threadName, closed, cells }
  })
}

const timesOf = ({ first, stepMs, n }: BeatSeries): readonly Instant[] =>
  Array.from({ length: n }, (_, i) => first + i * stepMs)

const areAllHeld = ({ beats, jobs, timed, held }: AheadCount): boolean =>
  held > 0 && held === beats + jobs + timed

/** Beats that are held; what else is held is known by name, as far as it is listed. */
export const heldBeatsOf = ({ beats, held, rare }: HourCell): number =>
  Math.min(beats, held - rare.filter((e) => e.held !== null).length)

/** How a mark of jobs, or of timed tasks, is drawn; null: there are none. */
export function markOf(cell: HourCell, kind: 'job' | 'timed'): 'held' | 'due' | null {
  if ((kind === 'job' ? cell.jobs : cell.timed) === 0) return null
  const own = cell.rare.filter((e) => e.kind === kind)
  return areAllHeld(cell) || (own.length > 0 && own.every((e) => e.held !== null)) ? 'held' : 'due'
}

/** The fewest beats of an hour that get each ink. */
export const INK_FROM = [1, 2, 4, 7, 12] as const
/** 0: no ink. */
export const inkOf = (beats: number): number => INK_FROM.filter((fewest) => beats >= fewest).length

export const totalsOf = (counted: readonly AheadCount[]): AheadCount => {
  const sum = (of: (c: AheadCount) => number): number => counted.reduce((n, c) => n + of(c), 0)
  return {
    beats: sum((c) => c.beats),
    jobs: sum((c) => c.jobs),
    timed: sum((c) => c.timed),
    held: sum((c) => c.held),
  }
}

/** Distinct reasons, most entries first. */
export function heldOf(threads: readonly Pick<ThreadAhead, 'threadId' | 'threadName' | 'held'>[]): readonly {
  readonly reason: string
  readonly threads: readonly { readonly id: ThreadId; readonly name: string }[]
  readonly n: number
}[] {
  const reasons = new Map<string, { threads: { id: ThreadId; name: string }[]; n: number }>()
  for (const { threadId, threadName, held } of threads)
    for (const { reason, n } of held) {
      const of = reasons.get(reason) ?? { threads: [], n: 0 }
      of.threads.push({ id: threadId, name: threadName })
      of.n += n
      reasons.set(reason, of)
    }
  return [...reasons].map(([reason, of]) => ({ reason, ...of })).sort((a, b) => b.n - a.n)
}

const TIMES_NAMED = 8

/** "14:00 to 15:00: 2 beats (14:12, 14:42), daily; Job Nightly at 14:30. 2 held: paused." */
export function cellText(cell: HourCell, from: Instant, hour: number): string {
  const start = from + hour * HOUR
  const what = [...beatsIn(cell), ...rareIn(cell)].join('; ')
  return COPY.cell(clockTime(start), clockTime(start + HOUR), what || COPY.nothing) + heldIn(cell)
}

function beatsIn({ beats, beatsAt, isDaily }: HourCell): readonly string[] {
  if (beats === 0) return []
  const times = beatsAt.slice(0, TIMES_NAMED).map(clockTime)
  const named = [...times, ...(beatsAt.length > TIMES_NAMED ? ['…'] : [])].join(', ')
  return [COPY.beats(beats, named) + (isDaily ? COPY.withDaily : '')]
}

/** By name where each of them is listed, else how many. */
function rareIn({ jobs, timed, rare }: HourCell): readonly string[] {
  if (rare.length === jobs + timed)
    return rare.map((e) => COPY.at(kindWords(e).toLowerCase(), e.text, clockTime(e.at)))
  return [...(jobs === 0 ? [] : [plural(jobs, 'job')]), ...(timed === 0 ? [] : [COPY.timed(timed)])]
}

function heldIn(cell: HourCell): string {
  if (cell.held === 0) return ''
  return areAllHeld(cell) ? COPY.allHeld(cell.why) : COPY.someHeld(cell.held, cell.why)
}

/** The full hours of the clock in that time. */
export const fullHours = (from: Instant, hours: number): readonly Instant[] => {
  const first = new Date(from).setMinutes(60, 0, 0)
  return Array.from({ length: hours }, (_, i) => first + i * HOUR).filter((at) => at < from + hours * HOUR)
}
export const isMidnight = (at: Instant): boolean => new Date(at).getHours() === 0
export const isNumbered = (at: Instant): boolean => new Date(at).getHours() % 3 === 0
