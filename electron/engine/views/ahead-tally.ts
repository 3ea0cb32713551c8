import { HOUR, MINUTE, type Instant } from '../../../shared/base/time.ts'
import type { AheadCount, Foreseen, Foresight, ThreadAhead } from '../../../shared/contract/beats.ts'
import type { Thread } from '../../../shared/threads/thread.ts'

/** So many are listed one by one; all are counted. */
const ENTRIES_LISTED = 500
const MINUTES_COUNTED = 120

interface AheadTally {
  /** What one thread does; `startsAgent`: an agent will start for it unless something holds it. */
  add(thread: Thread, entries: readonly Foreseen[], startsAgent: (entry: Foreseen) => boolean): void
  foresight(): Foresight
}

/** Counts what is foreseen, and keeps the soonest of it, however much there is. */
export function createAheadTally(from: Instant, to: Instant): AheadTally {
  const hours = Math.max(1, Math.ceil((to - from) / HOUR))
  const minutes = counts(Math.min(MINUTES_COUNTED, Math.ceil((to - from) / MINUTE)))
  const rows: { readonly first: Instant; readonly ahead: ThreadAhead }[] = []
  let listed: Foreseen[] = []
  let all = 0
  let agentStarts = 0
  const soonest = (): Foreseen[] => listed.sort((a, b) => a.at - b.at).slice(0, ENTRIES_LISTED)
  return {
    add(thread, entries, startsAgent) {
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
      all += entries.length
      listed.push(...entries)
      if (listed.length > 10 * ENTRIES_LISTED) listed = soonest()
      rows.push({
        first,
        ahead: {
          threadId: thread.id,
          threadName: thread.name,
          hours: byHour,
          held: [...held].map(([reason, n]) => ({ reason, n })).sort((a, b) => b.n - a.n),
        },
      })
    },
    foresight() {
      const entries = soonest()
      return {
        from,
        to,
        entries,
        more: all - entries.length,
        threads: rows.sort((a, b) => a.first - b.first).map(({ ahead }) => ahead),
        minutes,
        agentStarts,
      }
    },
  }
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
