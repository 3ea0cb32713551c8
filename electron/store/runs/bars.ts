import { FOREVER } from '../../../shared/alerts/alert.ts'
import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { RunOutcome } from '../../../shared/runs/run.ts'
import { slotCause, slotOutcome, type BeatView, type SlotRecord } from '../../../shared/runs/slot-view.ts'
import type { Connection } from '../connection/connection.ts'
import { json, number, shape, word, wordOrNull, type Codec } from '../connection/table.ts'

type Due = readonly [at: Instant, SlotRecord['fate'], cause: string | null, count: number, ItemId | null]
type Began = readonly [RunId, ItemId, startedAt: Instant, RunOutcome | null]
const RECORDS = shape({
  threadId: word<ThreadId>(),
  due: json<readonly Due[]>(),
  ahead: json<readonly (readonly [at: Instant, ItemId])[]>(),
  began: json<readonly Began[]>(),
})

/**
 * A row of a thread holds its newest due times and beats as two texts: handing over each of them as a row of its own
 * takes three times as long. Due times ahead of the next one are of a clock that was set back since: they have not
 * come yet, and what ran for them stands among the beats.
 */
const NEWEST = `
  SELECT t.id AS "threadId",
    (SELECT json_group_array(json_array(due_at, fate, cause, count, item_id)) FROM
      (SELECT * FROM slots WHERE thread_id = t.id AND due_at < coalesce(t.next_due_at, ${FOREVER})
        ORDER BY due_at DESC LIMIT ?1)) AS due,
    (SELECT json_group_array(json_array(due_at, item_id)) FROM slots
      WHERE thread_id = t.id AND due_at >= coalesce(t.next_due_at, ${FOREVER}) AND item_id IS NOT NULL) AS ahead,
    (SELECT json_group_array(json_array(id, item_id, started_at, outcome)) FROM
      (SELECT id, item_id, started_at, outcome FROM runs
        WHERE thread_id = t.id AND kind = 'heartbeat' AND skip_reason IS NOT 'cancelled'
        ORDER BY started_at DESC, id DESC LIMIT ?1)) AS began
  FROM threads t`

/**
 * The newest due times of each thread and the beats that had none, in the order in which they began. So many
 * statements, however many threads: `of` 'all', or one of them.
 */
export function barsOf(
  connection: Connection,
  of: ThreadId | 'all',
  limit: number,
): ReadonlyMap<ThreadId, readonly BeatView[]> {
  const rows =
    of === 'all'
      ? connection.query(RECORDS, NEWEST, limit)
      : connection.query(RECORDS, `${NEWEST} WHERE t.id = ?2`, limit, of)
  const matched = rows.map((row) => matchedOf(row, limit))
  const items = itemsOf(connection, matched)
  return new Map(matched.map((one) => [one.row.threadId, barsIn(one, items, limit)]))
}

type Records = ReturnType<(typeof RECORDS)['read']>
/** Most due times and most runs that are read belong together. */
interface Matched {
  readonly row: Records
  /** Of each due time its run, by its place in `began`; null: none of these. */
  readonly runOfDue: readonly (number | null)[]
  /** Of each run its newest due time; null: none of these; undefined: it may have one that is not read. */
  readonly dueOfRun: readonly (Instant | null | undefined)[]
  /** What due times without a run became. */
  readonly runless: readonly ItemId[]
}

function matchedOf(row: Records, limit: number): Matched {
  const { due, ahead, began } = row
  const places = new Map(began.map(([, itemId], place) => [itemId, place]))
  const dueOfRun = began.map((): Instant | null | undefined => (due.length < limit ? null : undefined))
  const runless: ItemId[] = []
  const runOfDue = due.map(([at, , , , itemId]) => {
    if (itemId === null) return null
    const place = places.get(itemId)
    if (place === undefined) runless.push(itemId)
    else dueOfRun[place] = Math.max(dueOfRun[place] ?? at, at)
    return place ?? null
  })
  for (const [at, itemId] of ahead) {
    const place = places.get(itemId)
    if (place !== undefined) dueOfRun[place] = Math.max(dueOfRun[place] ?? at, at)
  }
  return { row, runOfDue, dueOfRun, runless }
}

/** Of what is left. */
interface Items {
  readonly runs: ReadonlyMap<ItemId, Omit<RunRecord, 'itemId'>>
  readonly waiting: ReadonlySet<ItemId>
  /** The newest due time that it is for. */
  readonly dueAts: ReadonlyMap<ItemId, Instant>
}

const RUN = shape({
  itemId: word<ItemId>(),
  runId: word<RunId>(),
  startedAt: number(),
  outcome: wordOrNull<RunOutcome>(),
})
type RunRecord = ReturnType<(typeof RUN)['read']>
const ITEM = shape({ itemId: word<ItemId>() })
const DUE = shape({ itemId: word<ItemId>(), dueAt: number() })
const THESE = 'IN (SELECT value FROM json_each(?))'

/** Looked for all at once. */
function itemsOf({ query }: Connection, matched: readonly Matched[]): Items {
  const runless = matched.flatMap((one) => one.runless)
  const dueless = matched.flatMap(({ row, dueOfRun }) =>
    dueOfRun.flatMap((at, place) => (at === undefined ? row.began[place]![1] : [])),
  )
  const rows = <T>(of: Codec<T>, text: string, ids: readonly ItemId[]): readonly T[] =>
    ids.length === 0 ? [] : query(of, text, JSON.stringify(ids))
  return {
    runs: new Map(rows(RUN, OF_ITEMS, runless).map((run) => [run.itemId, run])),
    waiting: new Set(rows(ITEM, WAITING, runless).map(({ itemId }) => itemId)),
    dueAts: new Map(rows(DUE, DUE_BEFORE, dueless).map(({ itemId, dueAt }) => [itemId, dueAt])),
  }
}

const OF_ITEMS = `
  SELECT item_id AS "itemId", id AS "runId", started_at AS "startedAt", outcome FROM runs WHERE item_id ${THESE}`
const WAITING = `SELECT id AS "itemId" FROM queue_items WHERE id ${THESE}`
const DUE_BEFORE = `
  SELECT item_id AS "itemId", max(due_at) AS "dueAt" FROM slots WHERE item_id ${THESE} GROUP BY item_id`

const compared = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function barsIn({ row: { due, began }, runOfDue, dueOfRun }: Matched, items: Items, limit: number) {
  const scheduled = due.map(([at, fate, cause, count, itemId], i) => {
    const place = runOfDue[i] ?? null
    const run = place === null ? runOf(itemId, items) : recordOf(began[place]!)
    const isWaiting = itemId !== null && items.waiting.has(itemId)
    const bar: BeatView = {
      outcome: slotOutcome({ fate, cause, isWaiting, run }),
      cause: slotCause({ fate, cause }),
      runId: run?.runId ?? null,
      count,
      at,
      isScheduled: true,
    }
    return { began: run?.startedAt ?? at, bar }
  })
  const known = new Set(due.map(([at]) => at))
  // Those without a due time, and those that began so late that newer due times have passed meanwhile.
  const others = began.flatMap(([runId, itemId, startedAt, outcome], place) => {
    const dueAt = dueOfRun[place] === undefined ? (items.dueAts.get(itemId) ?? null) : dueOfRun[place]
    if (dueAt !== null && known.has(dueAt)) return []
    const bar: BeatView = {
      outcome: outcome ?? 'running',
      cause: null,
      runId,
      count: 1,
      at: dueAt ?? startedAt,
      isScheduled: dueAt !== null,
    }
    return { began: startedAt, bar }
  })
  return [...scheduled, ...others]
    .sort(
      (a, b) => a.began - b.began || compared(a.bar.runId ?? '', b.bar.runId ?? '') || a.bar.at - b.bar.at,
    )
    .slice(-limit)
    .map(({ bar }) => bar)
}

const recordOf = ([runId, , startedAt, outcome]: Began) => ({ runId, startedAt, outcome })
const runOf = (itemId: ItemId | null, { runs }: Items) =>
  itemId === null ? null : (runs.get(itemId) ?? null)
