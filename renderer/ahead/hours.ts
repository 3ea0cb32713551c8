import type { Foreseen, Foresight } from '../../shared/contract/beats.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { HOUR, type Instant } from '../../shared/base/time.ts'
import { TIER_WORD } from '../../shared/views/words.ts'
import { AHEAD_COPY, HOURS_COPY as COPY } from '../queue/copy.ts'
import { clockTime } from '../kit/time.ts'

/** Foresight arranged for the eye: one row a thread, one cell an hour. */

export interface HourRow {
  readonly threadId: ThreadId
  readonly name: string
  readonly entries: readonly Foreseen[]
  /** By the hour that has begun at `from` + index hours. */
  readonly cells: readonly (readonly Foreseen[])[]
}

export const hoursOf = ({ from, to }: Pick<Foresight, 'from' | 'to'>): number =>
  Math.max(1, Math.ceil((to - from) / HOUR))

/** Rows in the order in which something happens first. */
export function rowsOf(foresight: Pick<Foresight, 'from' | 'to' | 'entries'>): readonly HourRow[] {
  const hours = hoursOf(foresight)
  const rows = new Map<ThreadId, { name: string; entries: Foreseen[]; cells: Foreseen[][] }>()
  for (const e of foresight.entries) {
    let row = rows.get(e.threadId)
    if (row === undefined)
      rows.set(
        e.threadId,
        (row = { name: e.threadName, entries: [], cells: Array.from({ length: hours }, () => []) }),
      )
    row.entries.push(e)
    row.cells[Math.min(hours - 1, Math.max(0, Math.floor((e.at - foresight.from) / HOUR)))]!.push(e)
  }
  return [...rows].map(([threadId, row]) => ({ threadId, ...row }))
}

const count = (entries: readonly Foreseen[], kind: Foreseen['kind']): number =>
  entries.filter((e) => e.kind === kind).length

interface Totals {
  readonly beats: number
  readonly jobs: number
  readonly timed: number
  readonly held: number
}
export const totalsOf = (entries: readonly Foreseen[]): Totals => ({
  beats: count(entries, 'beat'),
  jobs: count(entries, 'job'),
  timed: count(entries, 'timed'),
  held: entries.filter((e) => e.held !== null).length,
})

/** Distinct reasons, most entries first. */
export function heldOf(entries: readonly Foreseen[]): readonly {
  readonly reason: string
  readonly threads: readonly { readonly id: ThreadId; readonly name: string; readonly n: number }[]
  readonly n: number
}[] {
  const reasons = new Map<string, Map<ThreadId, { id: ThreadId; name: string; n: number }>>()
  for (const e of entries) {
    if (e.held === null) continue
    const of = reasons.get(e.held) ?? new Map<ThreadId, { id: ThreadId; name: string; n: number }>()
    const thread = of.get(e.threadId)
    of.set(e.threadId, { id: e.threadId, name: e.threadName, n: (thread?.n ?? 0) + 1 })
    reasons.set(e.held, of)
  }
  return [...reasons]
    .map(([reason, of]) => ({
      reason,
      threads: [...of.values()],
      n: [...of.values()].reduce((n, t) => n + t.n, 0),
    }))
    .sort((a, b) => b.n - a.n)
}

export const kindWords = (e: Foreseen): string => {
  if (e.kind === 'beat') {
    if (e.tier === null) return 'beat'
    return AHEAD_COPY.tierBeat(TIER_WORD[e.tier])
  }
  if (e.kind === 'job') return 'Job'
  return AHEAD_COPY.timed
}

/** "14:00 to 15:00: 7 beats, job Nightly command. 2 held: paused." */
export function cellText(cell: readonly Foreseen[], from: Instant, hour: number): string {
  const start = from + hour * HOUR
  const named = cell
    .filter((e) => e.kind !== 'beat')
    .map((e) => COPY.at(kindWords(e).toLowerCase(), e.text, clockTime(e.at)))
  const beats = cell.filter((e) => e.kind === 'beat')
  const what = [
    ...(beats.length === 0
      ? []
      : [
          COPY.beats(
            beats.length,
            [...beats.slice(0, 4).map((e) => clockTime(e.at)), ...(beats.length > 4 ? ['…'] : [])].join(', '),
          ),
        ]),
    ...named,
  ]
  const held = heldOf(cell)
  return `${COPY.cell(clockTime(start), clockTime(start + HOUR), what.length === 0 ? 'nothing' : what.join('; '))}${held.map((h) => (h.n === cell.length ? COPY.allHeld(h.reason) : COPY.someHeld(h.n, h.reason))).join('')}`
}

/** The full hours of the clock in that time. */
export const fullHours = (from: Instant, hours: number): readonly Instant[] => {
  const first = new Date(from).setMinutes(60, 0, 0)
  return Array.from({ length: hours }, (_, i) => first + i * HOUR).filter((at) => at < from + hours * HOUR)
}
export const isNumbered = (at: Instant): boolean => new Date(at).getHours() % 3 === 0
