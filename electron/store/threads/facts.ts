import type { Alert } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Run } from '../../../shared/runs/run.ts'
import type { BeatView } from '../../../shared/runs/slot-view.ts'
import { STRIP_LENGTH, type Strip } from '../../../shared/runs/strip.ts'
import type { ThreadFacts } from '../../engine/ports/records.ts'
import { ALERT } from '../alerts/tables.ts'
import type { Connection } from '../connection/connection.ts'
import type { Row } from '../connection/driver.ts'
import type { Codec } from '../connection/table.ts'
import { barsOf } from '../runs/bars.ts'
import { RUN, RUNS } from '../runs/tables.ts'
import { cachedThreads } from './read-threads.ts'
import { THREADS } from './tables.ts'

const DURATION = RUNS.pick('durationMs')
const GLANCE = THREADS.pick('id', 'glance')

/** What is derived of a thread: each part is read when it is first asked for, unless something touched the thread since. */
export function cachedFacts(connection: Connection, threadId: ThreadId): ThreadFacts {
  const { facts } = connection.cache
  const cached = facts.get(threadId)
  if (cached !== undefined) return cached
  const unread = factsOf(connection, threadId)
  facts.set(threadId, unread)
  return unread
}

/** Most ask for one or two of them, at each write; the bars alone are two queries of many rows. */
function factsOf(connection: Connection, threadId: ThreadId): ThreadFacts {
  const last = once(() => lastBeat(connection, threadId))
  const bars = once(() => barsOf(connection, threadId, STRIP_LENGTH).get(threadId) ?? [])
  return readOnce<ThreadFacts>({
    last,
    strip: () => stripOf(bars()),
    alerts: () => connection.list(ALERT, 'WHERE thread_id = ? AND resolved_at IS NULL', threadId),
    glance: () => connection.find(GLANCE, 'WHERE id = ?', threadId)?.glance ?? null,
    typicalMs: () => typicalDuration(connection, threadId),
    oldestUnserved: () => oldestUnserved(bars()),
  })
}

/** Of so many threads each is read by itself, and of more all at once. */
const FEW_THREADS = 8

/** The same as cachedFacts of each thread would read, by one statement for each part instead of one for each thread. */
export function cacheFactsOfAll(connection: Connection): void {
  const { facts } = connection.cache
  const unread = cachedThreads(connection).filter(({ id }) => !facts.has(id))
  if (unread.length <= FEW_THREADS) return
  const bars = barsOf(connection, 'all', STRIP_LENGTH)
  const last = new Map(connection.query(LAST, LAST_BEATS).map((run) => [run?.threadId, run]))
  const glances = new Map(connection.list(GLANCE, 'WHERE glance IS NOT NULL').map((t) => [t.id, t.glance]))
  const alerts = new Map<ThreadId, Alert[]>()
  for (const alert of connection.list(ALERT, 'WHERE resolved_at IS NULL ORDER BY thread_id, rowid'))
    alerts.set(alert.threadId, [...(alerts.get(alert.threadId) ?? []), alert])
  for (const { id } of unread) {
    const own = bars.get(id) ?? []
    const typicalMs = once(() => typicalDuration(connection, id))
    facts.set(id, {
      last: last.get(id) ?? null,
      strip: stripOf(own),
      alerts: alerts.get(id) ?? [],
      glance: glances.get(id) ?? null,
      get typicalMs() {
        return typicalMs()
      },
      oldestUnserved: oldestUnserved(own),
    })
  }
}

/** An object whose parts are read when they are first asked for. */
function readOnce<T extends object>(parts: { readonly [K in keyof T]: () => T[K] }): T {
  const object = {} as T
  for (const [name, read] of Object.entries(parts) as [string, () => unknown][])
    Object.defineProperty(object, name, { get: once(read), enumerable: true })
  return object
}

function once<T>(read: () => T): () => T {
  let value: { readonly is: T } | null = null
  return () => (value ??= { is: read() }).is
}

const lastOf = (thread: string): string =>
  `WHERE thread_id = ${thread} AND kind = 'heartbeat' AND outcome IS NOT NULL AND skip_reason IS NOT 'cancelled'
    ORDER BY started_at DESC, id DESC LIMIT 1`
const LAST_OF_ONE = lastOf('?')
const LAST_BEATS = `SELECT (SELECT ${RUN.object} FROM runs ${lastOf('t.id')}) AS run FROM threads t`
const LAST: Codec<Run | null> = {
  read: ({ run }) => (run === null ? null : RUN.read(JSON.parse(String(run)) as Row)),
}

const lastBeat = ({ find }: Connection, threadId: ThreadId): Run | null => find(RUN, LAST_OF_ONE, threadId)

/** null: no beat has taken any time yet. */
function typicalDuration({ list }: Connection, threadId: ThreadId): number | null {
  const durations = list(
    DURATION,
    `WHERE thread_id = ? AND kind = 'heartbeat' AND duration_ms > 0
      AND outcome NOT IN ('skipped', 'interrupted') ORDER BY started_at DESC, id DESC LIMIT 9`,
    threadId,
  )
    .map((run) => run.durationMs ?? 0)
    .sort((a, b) => a - b)
  return durations[Math.floor(durations.length / 2)] ?? null
}

const stripOf = (bars: readonly BeatView[]): Strip => ({
  at: bars.map((b) => b.at),
  outcome: bars.map((b) => b.outcome),
  runs: bars.map((b) => (b.isScheduled ? null : b.runId)),
})

const oldestUnserved = (bars: readonly BeatView[]): Instant | null => bars.find(isUnserved)?.at ?? null
const isUnserved = ({ isScheduled, outcome }: BeatView): boolean =>
  isScheduled && (outcome === 'waiting' || outcome === 'running')
