import { plural } from '../../shared/base/amounts.ts'
import type { AheadCount, Foreseen, Foresight, ThreadAhead } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import { HOURS_COPY as COPY } from '../queue/copy.ts'
import { clockTime } from '../kit/time.ts'
import { kindWords } from '../parts/foreseen-words.ts'

/** Foresight arranged for the eye: one row a thread, one cell an hour. */

export interface HourRow {
  readonly threadId: ThreadId
  readonly name: string
  readonly entries: readonly Foreseen[] // as far as they are listed
  /** By the hour that has begun at `from` + index hours. */
  readonly cells: readonly HourCell[]
}
interface HourCell extends AheadCount {
  readonly entries: readonly Foreseen[]
  /** Each of its entries is listed; else it is known by its counts. */
  readonly isListed: boolean
}

export const hoursOf = ({ from, to }: Pick<Foresight, 'from' | 'to'>): number =>
  Math.max(1, Math.ceil((to - from) / HOUR))

/** Rows in the order in which something happens first. */
export function rowsOf({ from, threads, entries }: Foresight): readonly HourRow[] {
  const listed = new Map<ThreadId, Foreseen[]>()
  for (const e of entries) listed.set(e.threadId, [...(listed.get(e.threadId) ?? []), e])
  return threads.map(({ threadId, threadName, hours }) => {
    const own = listed.get(threadId) ?? []
    const last = hours.length - 1
    const hourOf = (at: Instant): number => Math.min(last, Math.max(0, Math.floor((at - from) / HOUR)))
    const cells = hours.map((counted, hour): HourCell => {
      const within = own.filter((e) => hourOf(e.at) === hour)
      return { ...counted, entries: within, isListed: within.length === amountOf(counted) }
    })
    return { threadId, name: threadName, entries: own, cells }
  })
}

export const amountOf = ({ beats, jobs, timed }: AheadCount): number => beats + jobs + timed

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

/** "14:00 to 15:00: 7 beats, job Nightly command. 2 held: paused." */
export function cellText(cell: HourCell, from: Instant, hour: number): string {
  const start = from + hour * HOUR
  const what = cell.isListed ? namesIn(cell.entries) : countsIn(cell)
  return COPY.cell(clockTime(start), clockTime(start + HOUR), what.join('; ') || 'nothing') + heldIn(cell)
}

function namesIn(entries: readonly Foreseen[]): readonly string[] {
  const beats = entries.filter((e) => e.kind === 'beat').map((e) => clockTime(e.at))
  const named = entries
    .filter((e) => e.kind !== 'beat')
    .map((e) => COPY.at(kindWords(e).toLowerCase(), e.text, clockTime(e.at)))
  const times = [...beats.slice(0, 4), ...(beats.length > 4 ? ['…'] : [])].join(', ')
  return [...(beats.length === 0 ? [] : [COPY.beats(beats.length, times)]), ...named]
}

const countsIn = ({ beats, jobs, timed }: AheadCount): readonly string[] => [
  ...(beats === 0 ? [] : [plural(beats, 'beat')]),
  ...(jobs === 0 ? [] : [plural(jobs, 'job')]),
  ...(timed === 0 ? [] : [COPY.timed(timed)]),
]

function heldIn(cell: HourCell): string {
  const { held, entries } = cell
  if (held === 0) return ''
  const isAll = held === amountOf(cell)
  const reasons = [...new Set(entries.flatMap((e) => e.held ?? []))]
  const why = reasons.length === 0 ? null : reasons.join('; ')
  return isAll ? COPY.allHeld(why) : COPY.someHeld(held, why)
}

/** The full hours of the clock in that time. */
export const fullHours = (from: Instant, hours: number): readonly Instant[] => {
  const first = new Date(from).setMinutes(60, 0, 0)
  return Array.from({ length: hours }, (_, i) => first + i * HOUR).filter((at) => at < from + hours * HOUR)
}
export const isNumbered = (at: Instant): boolean => new Date(at).getHours() % 3 === 0
