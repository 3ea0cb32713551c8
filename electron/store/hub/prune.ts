import { DAY, HOUR, type Instant } from '../../../shared/base/time.ts'
import { rollUp, type KeptFact } from '../../../shared/hub/roll-up.ts'
import type { Connection } from '../connection/connection.ts'
import { flag, number, shape, type Codec } from '../connection/table.ts'
import { HUB_OUTBOX } from './tables.ts'

/** Also what the hub has: one that is restored from an older copy of itself is filled again. */
const KEPT_MS = 30 * DAY
/** About 20 MB. */
const ROWS_KEPT = 50_000
/** In one go, so that nobody waits for it. */
const ROWS_AT_ONCE = 500

interface Limits {
  readonly keptMs: number
  readonly rows: number
}

/** Inside the caller's transaction; true: there is more. */
export function prune(
  connection: Connection,
  epoch: string,
  now: Instant,
  { keptMs, rows }: Limits = { keptMs: KEPT_MS, rows: ROWS_KEPT },
): boolean {
  const { run, count } = connection
  run('DELETE FROM hub_mail WHERE (is_settled = 1 OR ended IS NULL) AND expires_at < ?', now - keptMs)
  const old = takeAway(connection, epoch, now, `${NO_LIST} AND at < ?`, now - keptMs)
  const over = count('SELECT count(*) FROM hub_outbox') - rows
  if (over <= 0) return old === ROWS_AT_ONCE
  const gone =
    rollUpOldest(connection, now) ||
    run(
      `DELETE FROM hub_outbox WHERE seq IN (SELECT seq FROM hub_outbox o WHERE ${SUPERSEDED} LIMIT ?)`,
      ROWS_AT_ONCE,
    ) ||
    takeAway(connection, epoch, now, `NOT (${IS_STATE}) AND ${NO_LIST} AND at < ?`, now)
  return gone > 0 && gone < over
}

/** The newest of each thread stays: by it is known what is to be taken back. */
const NO_LIST = `kind <> 'list'`
const IS_STATE = `kind = 'thread'`
/** A newer state of the same thread is there; of states only the newest counts. */
const SUPERSEDED = `o.kind = 'thread' AND EXISTS (
  SELECT 1 FROM hub_outbox n WHERE n.kind = 'thread' AND n.thread_id = o.thread_id AND n.seq > o.seq)`

const KEPT_FACT: Codec<KeptFact> = {
  read: ({ isSent, ...row }) => ({ ...HUB_OUTBOX.read(row), isSent: isSent === 1 }),
}

/** Returns how many rows are fewer. */
function rollUpOldest({ query, run }: Connection, now: Instant): number {
  const oldest = query(
    KEPT_FACT,
    `SELECT o.seq, o.epoch, o.at, o.kind, o.thread_id AS "thread", o.body, o.seq <= e.acked AS "isSent"
      FROM hub_outbox o JOIN hub_epochs e ON e.epoch = o.epoch
      WHERE o.kind = 'outcome' AND o.at < ? AND o.body ->> '$.rolled' IS NULL ORDER BY o.seq LIMIT ?`,
    now - HOUR,
    ROWS_AT_ONCE,
  )
  let fewer = 0
  for (const { seq, body, gone } of rollUp(oldest)) {
    run('UPDATE hub_outbox SET body = ? WHERE seq = ?', JSON.stringify(body), seq)
    for (const one of gone) fewer += run('DELETE FROM hub_outbox WHERE seq = ?', one)
  }
  return fewer
}

const LEAVING = shape({ seq: number(), at: number(), isSent: flag() })

/** The oldest rows of which `which` says so. Where the hub never had some of them, a row says how many, and of when. */
function takeAway(
  { query, run, insert }: Connection,
  epoch: string,
  now: Instant,
  which: string,
  value: number,
): number {
  const leaving = query(
    LEAVING,
    `SELECT o.seq, o.at, o.seq <= e.acked AS "isSent" FROM hub_outbox o JOIN hub_epochs e ON e.epoch = o.epoch
      WHERE o.body ->> '$.cut' IS NULL AND ${which} ORDER BY o.seq LIMIT ?`,
    value,
    ROWS_AT_ONCE,
  )
  for (const { seq } of leaving) run('DELETE FROM hub_outbox WHERE seq = ?', seq)
  const unsent = leaving.filter(({ isSent }) => !isSent).map(({ at }) => at)
  if (unsent.length > 0)
    insert(HUB_OUTBOX, {
      epoch,
      at: now,
      kind: 'report',
      thread: null,
      body: { from: 'app', cut: unsent.length, since: Math.min(...unsent), until: Math.max(...unsent) },
    })
  return leaving.length
}
