import { HOUR, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { Span } from '../../../shared/schedule/closed-spans.ts'
import type {
  AheadCount,
  BeatSeries,
  Foreseen,
  Foresight,
  ThreadAhead,
} from '../../../shared/contract/beats.ts'
import type { Thread } from '../../../shared/threads/thread.ts'

/** So many are listed one by one; all are counted. */
const ENTRIES_LISTED = 500
const MINUTES_COUNTED = 120

interface AheadTally {
  /** What one thread does; `startsAgent`: an agent will start for it unless something holds it. */
  add(
    thread: Thread,
    entries: readonly Foreseen[],
    closed: readonly Span[],
    startsAgent: (entry: Foreseen) => boolean,
  ): void
  foresight(quiet: readonly Span[]): Foresight
}

/** Counts what is foreseen, and keeps the soonest of it, however much there is. */
export function createAheadTally(from: Instant, to: Instant): AheadTally {
  const hours = Math.max(1, Math.ceil((to - from) / HOUR))
  const minutes = counts(Math.min(MINUTES_COUNTED, Math.ceil((to - from) / MINUTE)))
  const rows: { readonly first: Instant; readonly ahead: ThreadAhead }[] = []
  const listed = soonest()
  const apart = soonest()
  let agentStarts = 0
  return {
    add(thread, entries, closed, startsAgent) {
      if (entries.length === 0) return
      const byHour = counts(hours)
      const held = new Map<string, number>()
      let first = Infinity
      for (const entry of entries) {
        first = Math.min(first, entry.at)
        count(byHour[Math.min(hours - 1, Math.max(0, Math.floor((entry.at - from) / HOUR)))]!, entry)
        const minute = minutes[Math.floor((entry.at - from) / MINUTE)]
        if (minute !== undefined && entry.kind !== 'timed') count(minute, entry)
        if (entry.held !== null) held.set(entry.held, (held.get(entry.held) ?? 0) + 1)
        else if (startsAgent(entry)) agentStarts++
      }
      listed.add(entries)
      apart.add(entries.filter((entry) => isApart(entry, startsAgent(entry))))
      const beats = entries.filter((entry) => entry.kind === 'beat')
      rows.push({
        first,
        ahead: {
          threadId: thread.id,
          threadName: thread.name,
          hours: byHour,
          held: [...held].map(([reason, n]) => ({ reason, n })).sort((a, b) => b.n - a.n),
          beats: seriesOf(beats.map(({ at }) => at)),
          dailyAt: beats.filter(({ tier }) => tier === 'daily').map(({ at }) => at),
          closed,
        },
      })
    },
    foresight: (quiet) => ({
      from,
      to,
      entries: listed.all(),
      more: listed.more(),
      apart: apart.all(),
      apartMore: apart.more(),
      quiet,
      threads: rows.sort((a, b) => a.first - b.first).map(({ ahead }) => ahead),
      minutes,
      agentStarts,
    }),
  }
}

/** A beat that is held stays due at each of its later times; that it is held is said once, with the reason. */
const isApart = ({ kind, tier, held }: Foreseen, startsAgent: boolean): boolean =>
  kind !== 'beat' || (held === null && (startsAgent || tier === 'hourly' || tier === 'daily'))

/** Keeps the soonest of what is added, and counts the others. */
function soonest(): {
  add(entries: readonly Foreseen[]): void
  all(): readonly Foreseen[]
  more(): number
} {
  let kept: Foreseen[] = []
  let count = 0
  const cut = (): Foreseen[] => kept.sort((a, b) => a.at - b.at).slice(0, ENTRIES_LISTED)
  return {
    add(entries) {
      count += entries.length
      kept.push(...entries)
      if (kept.length > 10 * ENTRIES_LISTED) kept = cut()
    },
    all: cut,
    more: () => Math.max(0, count - ENTRIES_LISTED),
  }
}

/** Instants in their order, told by few numbers. */
function seriesOf(times: readonly Instant[]): readonly BeatSeries[] {
  const series: { first: Instant; stepMs: number; n: number }[] = []
  for (const at of times) {
    const last = series.at(-1)
    if (last === undefined || (last.n > 1 && at !== last.first + last.n * last.stepMs))
      series.push({ first: at, stepMs: 0, n: 1 })
    else {
      last.stepMs = (at - last.first) / last.n
      last.n++
    }
  }
  return series
}

type Counting = { -readonly [K in keyof AheadCount]: AheadCount[K] }

const counts = (length: number): Counting[] =>
  Array.from({ length }, () => ({ beats: 0, jobs: 0, timed: 0, held: 0 }))

function count(of: Counting, { kind, held }: Foreseen): void {
  if (kind === 'beat') of.beats++
  else if (kind === 'job') of.jobs++
  else of.timed++
  if (held !== null) of.held++
}
