import type { RunId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Run, RunDetail, RunOutcome } from '../../../shared/runs/run.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { RunFilter } from '../../engine/ports/records.ts'
import type { RunsRoom } from '../../engine/ports/store/runs.ts'
import type { Connection } from '../connection/connection.ts'
import { number, numberOrNull, shape, word, wordOrNull } from '../connection/table.ts'
import { SLOTS } from '../queue/tables.ts'
import { THREADS } from '../threads/tables.ts'
import { asPlanned } from './running.ts'
import { RUN, RUN_DETAILS, RUNS } from './tables.ts'

/** Newest first, by (started_at, id), so that a page costs the same anywhere in the history. */
export function runPage(
  connection: Connection,
  { threadId, outcomes, before, limit }: RunFilter,
): { readonly runs: readonly Run[]; readonly next: string | null } {
  const [at, id] = before === undefined ? [Number.MAX_SAFE_INTEGER, ''] : placeOf(before)
  const conditions = ['(started_at, id) < (?, ?)']
  const values: (string | number)[] = [at, id]
  if (threadId !== undefined) {
    conditions.push('thread_id = ?')
    values.push(threadId)
  }
  if (outcomes !== undefined && outcomes.length > 0) {
    conditions.push(`outcome IN (${outcomes.map(() => '?').join(', ')})`)
    values.push(...outcomes)
  }
  const rows = connection.list(
    RUN,
    `WHERE ${conditions.join(' AND ')} ORDER BY started_at DESC, id DESC LIMIT ?`,
    ...values,
    limit + 1,
  )
  const runs = rows.slice(0, limit).map((run) => asPlanned(connection, run))
  const last = runs.at(-1)
  return { runs, next: rows.length > limit && last !== undefined ? `${last.startedAt}/${last.id}` : null }
}
const placeOf = (cursor: string): [number, string] => {
  const [at, id] = cursor.split('/')
  return [Number(at), id ?? '']
}

const PAGE = RUNS.pick(
  'runner',
  'prompt',
  'exitCode',
  'reply',
  'message',
  'sender',
  'model',
  'effort',
  'profile',
  'billing',
  'asked',
)
const NAME = THREADS.pick('name')
const DUE = SLOTS.pick('dueAt')

export function runDetail(connection: Connection, id: RunId): RunDetail | null {
  const { find, list } = connection
  const run = find(RUN, 'WHERE id = ?', id)
  const page = find(PAGE, 'WHERE id = ?', id)
  const thread = run === null ? null : find(NAME, 'WHERE id = ?', run.threadId)
  if (run === null || page === null || thread === null) return null
  const { runId: _, ...details } = find(RUN_DETAILS, 'WHERE run_id = ?', id) ?? GONE
  return {
    ...asPlanned(connection, run),
    ...page,
    ...details,
    threadName: thread.name,
    resume: null, // whether it can be resumed is known to the engine
    slots: list(DUE, 'WHERE item_id = ? ORDER BY due_at', run.itemId).map((s) => s.dueAt),
  }
}
/** Of a run that is not over, or whose details were deleted. */
const GONE = {
  runId: null,
  tasks: [],
  output: '',
  turn: null,
  report: null,
  attachments: [],
  touched: null,
}

const COST = shape({ tier: wordOrNull<Tier>(), runs: number(), averageMs: number(), usd: numberOrNull() })
const COSTS = `
  SELECT json_extract(r.tiers, '$[#-1]') AS tier, count(*) AS runs, avg(r.duration_ms) AS "averageMs",
    sum((SELECT sum(s.usd) FROM spent s WHERE s.run_id = r.id AND s.billing = 'api')) AS usd
  FROM runs r
  WHERE r.thread_id = ? AND r.kind = 'heartbeat' AND r.started_at >= ? AND r.duration_ms > 0
    AND r.outcome NOT IN ('skipped', 'unchanged', 'stopped', 'interrupted')
  GROUP BY 1`

export const tierCosts =
  ({ query }: Connection): RunsRoom['tierCosts'] =>
  (id, since) =>
    query(COST, COSTS, id, since).flatMap(({ tier, runs, averageMs, usd }) =>
      tier === null ? [] : [{ tier, runs, averageMs, usd: usd === null ? null : usd / runs }],
    )

/** Heartbeats of threads with an agent that had no need to start it; in the terms of the index `runs_counted`. */
export const WITHOUT_AGENT = `kind = 'heartbeat' AND (outcome = 'unchanged' OR
  (outcome IN ('quiet', 'alert', 'urgent') AND (prompt IS NOT NULL) = 0 AND (runner = 'Local checks') = 0))`

const COUNT = shape({ outcome: word<RunOutcome>(), n: number(), agents: number(), saved: number() })
type Count = ReturnType<typeof COUNT.read>
const counts = (from: string): string => `
  SELECT outcome, count(*) AS n, sum(prompt IS NOT NULL) AS agents, sum(${WITHOUT_AGENT}) AS saved
    FROM ${from} AND started_at >= ? AND kind = 'heartbeat' AND outcome IS NOT NULL GROUP BY outcome`
/** In the order of record. */
const COUNTS_UP_TO = counts('runs WHERE rowid <= ?')
const COUNTS_AFTER = counts(`(SELECT * FROM runs NOT INDEXED WHERE rowid > ?
  UNION ALL SELECT * FROM runs WHERE rowid IN (SELECT value FROM json_each(?))) WHERE true`)
const NOT_OVER = 'SELECT json_group_array(rowid) FROM runs WHERE outcome IS NULL'
/** What is over changes no more but by these. */
const CHANGES_COUNTED = /^\s*(DELETE FROM (runs|threads)\b|UPDATE runs SET started_at\b)/
/** So many are counted each time before they belong to what was counted. */
const COUNTED_ANEW = 200

interface Counted {
  readonly since: Instant
  readonly upTo: number
  readonly notOver: string // those of them, as JSON
  readonly rows: readonly Count[]
}

/** Asked for at each turn, and a day of a large fleet has tens of thousands: what is over is counted once. */
export function countsSince({ query, count, value, remembered }: Connection): RunsRoom['countsSince'] {
  const counted = remembered<Counted | null>(() => null, CHANGES_COUNTED)
  const later = ({ since, upTo, notOver }: Counted): readonly Count[] =>
    query(COUNT, COUNTS_AFTER, upTo, notOver, since)
  function countAnew(since: Instant): Counted {
    const upTo = count('SELECT max(rowid) FROM runs')
    const now = {
      since,
      upTo,
      notOver: String(value(NOT_OVER)),
      rows: query(COUNT, COUNTS_UP_TO, upTo, since),
    }
    counted.becomes(now)
    return now
  }
  return (at) => {
    const before = counted()
    const known = before?.since === at ? before : countAnew(at)
    const newer = later(known)
    const rows = sumOf(newer, 'n') > COUNTED_ANEW ? countAnew(at).rows : [...known.rows, ...newer]
    const byOutcome: Record<string, number> = {}
    for (const { outcome, n } of rows) byOutcome[outcome] = (byOutcome[outcome] ?? 0) + n
    return {
      beats: sumOf(rows, 'n'),
      agentStarts: sumOf(rows, 'agents'),
      startsSaved: sumOf(rows, 'saved'),
      byOutcome,
    }
  }
}

const sumOf = (rows: readonly Count[], what: 'n' | 'agents' | 'saved'): number =>
  rows.reduce((sum, row) => sum + row[what], 0)
