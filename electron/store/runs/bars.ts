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
  const matched = rows.map(matchedOf)
  const items = itemsOf(connection, matched, limit)
  return new Map(matched.map((one) => [one.row.threadId, barsIn(one, items, limit)]))
}

type Records = ReturnType<(typeof RECORDS)['read']>
/** Most due times and most runs that are read belong together. */
interface Matched {
  readonly row: Records
  /** Of each item that became one of these runs, the place of the run. */
  readonly places: ReadonlyMap<ItemId, number>
  /** Of each run its newest due time; null: none of these. */
  readonly dueOfRun: readonly (Instant | null)[]
  /** What due times without a run became. */
  readonly runless: readonly ItemId[]
}

/** Without taking records apart by patterns: at the start nothing is compiled yet, and they are what there is most of. */
function matchedOf(row: Records): Matched {
  const { due, ahead, began } = row
  const places = new Map<ItemId, number>()
  const dueOfRun: (Instant | null)[] = []
  const runless: ItemId[] = []
  for (let i = 0; i < began.length; i++) {
    places.set(began[i]![1], i)
    dueOfRun.push(null)
  }
  const note = (at: Instant, place: number): void => {
    dueOfRun[place] = Math.max(dueOfRun[place] ?? at, at)
  }
  for (let i = 0; i < due.length; i++) {
    const itemId = due[i]![4]
    if (itemId === null) continue
    const place = places.get(itemId)
    if (place === undefined) runless.push(itemId)
    else note(due[i]![0], place)
  }
  for (const [at, itemId] of ahead) {
    const place = places.get(itemId)
    if (place !== undefined) note(at, place)
  }
  return { row, places, dueOfRun, runless }
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
function itemsOf({ query }: Connection, matched: readonly Matched[], limit: number): Items {
  const runless = matched.flatMap((one) => one.runless)
  // Of a thread whose due times are all read, a run without one had none.
  const dueless = matched.flatMap(({ row: { due, began }, dueOfRun }) =>
    due.length < limit ? [] : began.flatMap(([, itemId], place) => (dueOfRun[place] === null ? itemId : [])),
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

/** A bar, and when it began. */
interface Begun {
  readonly began: Instant
  readonly bar: BeatView
}

function barsIn(one: Matched, items: Items, limit: number): readonly BeatView[] {
  const begun: Begun[] = []
  addScheduled(begun, one, items)
  addOthers(begun, one, items)
  // As a rule they are in order already.
  const isInOrder = begun.every((one, i) => i === 0 || inOrder(begun[i - 1]!, one) <= 0)
  return (isInOrder ? begun : begun.sort(inOrder)).slice(-limit).map(({ bar }) => bar)
}

const inOrder = (a: Begun, b: Begun): number =>
  a.began - b.began || compared(a.bar.runId ?? '', b.bar.runId ?? '') || a.bar.at - b.bar.at

function addScheduled(begun: Begun[], { row: { due, began }, places }: Matched, items: Items): void {
  for (let i = due.length - 1; i >= 0; i--) {
    const slot = due[i]!
    const itemId = slot[4]
    const fate = slot[1]
    const cause = slot[2]
    const place = itemId === null ? undefined : places.get(itemId)
    const run = place === undefined ? runOf(itemId, items) : recordOf(began[place]!)
    const isWaiting = itemId !== null && items.waiting.has(itemId)
    const at = slot[0]
    begun.push({
      began: run?.startedAt ?? at,
      bar: {
        outcome: slotOutcome({ fate, cause, isWaiting, run }),
        cause: slotCause({ fate, cause }),
        runId: run?.runId ?? null,
        count: slot[3],
        at,
        isScheduled: true,
      },
    })
  }
}

/** Those without a due time, and those that began so late that newer due times have passed meanwhile. */
function addOthers(begun: Begun[], { row: { due, began }, dueOfRun }: Matched, items: Items): void {
  const newest = due[0]?.[0] ?? -Infinity
  const oldest = due.at(-1)?.[0] ?? Infinity
  for (let i = 0; i < began.length; i++) {
    const run = began[i]!
    const dueAt = dueOfRun[i] ?? items.dueAts.get(run[1]) ?? null
    // A due time is of one item, so that one among those that are read stands there with this run.
    if (dueAt !== null && dueAt >= oldest && dueAt <= newest) continue
    begun.push({
      began: run[2],
      bar: {
        outcome: run[3] ?? 'running',
        cause: null,
        runId: run[0],
        count: 1,
        at: dueAt ?? run[2],
        isScheduled: dueAt !== null,
      },
    })
  }
}

const recordOf = (run: Began) => ({ runId: run[0], startedAt: run[2], outcome: run[3] })
const runOf = (itemId: ItemId | null, { runs }: Items) =>
  itemId === null ? null : (runs.get(itemId) ?? null)
