import type { TimelineEntry } from '../../shared/contract/beats.ts'
import type { GitState } from '../../shared/events/git-events.ts'
import type { EventId, ItemId, RunId, ThreadId } from '../../shared/base/ids.ts'
import type { WakeReason } from '../../shared/queue/queue.ts'
import type { RunOutcome } from '../../shared/runs/run.ts'
import {
  EVENTS_KEPT,
  isRepeated,
  type EventSource,
  type SystemEvent,
} from '../../shared/events/system-event.ts'
import type { Verbs } from './verbs.ts'
import type { Connection } from './connection/connection.ts'
import type { Row } from './connection/driver.ts'
import { json, text } from './rows.ts'

type EventVerbs = Pick<
  Verbs,
  | 'addEvent'
  | 'waitingEvents'
  | 'waitingEventCount'
  | 'dismissEvent'
  | 'expireEvents'
  | 'timeline'
  | 'gitState'
  | 'playbookSeen'
  | 'noteSeen'
>

const toEvent = (row: Row): SystemEvent => ({
  id: row['id'] as EventId,
  threadId: row['thread_id'] as ThreadId,
  source: row['source'] as EventSource,
  ambient: row['ambient'] === 1,
  text: String(row['text']),
  trusted: row['trusted'] === 1,
  at: Number(row['at']),
  lastAt: Number(row['last_at']),
  count: Number(row['count']),
  state: row['state'] as SystemEvent['state'],
  runId: row['run_id'] as RunId | null,
})

const droppedOf = ({ sql }: Connection, threadId: ThreadId): number =>
  Number(sql('SELECT events_dropped FROM threads WHERE id = ?').get(threadId)?.['events_dropped'] ?? 0)

/** Beyond the newest 20 that wait the oldest make room; how many is told in the next prompt. */
function makeRoom({ sql }: Connection, threadId: ThreadId): void {
  const made = sql(
    'DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE thread_id = ? AND state = ' +
      `'waiting' ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
  ).run(threadId, EVENTS_KEPT)
  if (Number(made.changes) > 0)
    sql('UPDATE threads SET events_dropped = events_dropped + ? WHERE id = ?').run(
      Number(made.changes),
      threadId,
    )
}

/** Inside the claim's transaction: what waits is in this run's keeping now (ARCHITECTURE I7). */
export function attachEvents(
  connection: Connection,
  threadId: ThreadId,
  runId: RunId,
): { events: readonly SystemEvent[]; dropped: number } {
  const { sql } = connection
  const dropped = droppedOf(connection, threadId)
  if (
    Number(
      sql(`UPDATE events SET state = 'shown', run_id = ? WHERE thread_id = ? AND state = 'waiting'`).run(
        runId,
        threadId,
      ).changes,
    ) === 0 &&
    dropped === 0
  )
    return { events: [], dropped: 0 }
  sql('UPDATE runs SET dropped_shown = ? WHERE id = ?').run(dropped, runId)
  return {
    events: sql(`SELECT * FROM events WHERE run_id = ? ORDER BY seq`).all(runId).map(toEvent),
    dropped,
  }
}

/** Inside the ending's transaction: used up, or waiting again as if the run had not been. */
export function releaseEvents(
  connection: Connection,
  threadId: ThreadId,
  runId: RunId,
  consumed: boolean,
): void {
  const { sql } = connection
  if (consumed) {
    sql(`UPDATE events SET state = 'consumed' WHERE run_id = ? AND state = 'shown'`).run(runId)
    sql(
      'UPDATE threads SET events_dropped = max(0, events_dropped - (SELECT dropped_shown FROM runs ' +
        'WHERE id = ?)) WHERE id = ?',
    ).run(runId, threadId)
    return
  }
  sql(`UPDATE events SET state = 'waiting', run_id = NULL WHERE run_id = ? AND state = 'shown'`).run(runId)
  makeRoom(connection, threadId)
}

/**
 * What happened to a thread, one row each: its place is its time, then where it stands in its own table.
 */
const TIMELINE = `
  SELECT * FROM (
    SELECT at, seq * 2 AS place, id, thread_id, source, ambient, text, trusted, last_at, count, state, run_id, NULL AS reason, NULL AS item_id, NULL AS outcome
    FROM events WHERE thread_id = ?1 AND (at, seq * 2) < (?2, ?3)
    ORDER BY at DESC, seq DESC LIMIT ?4
  ) UNION ALL SELECT * FROM (
    SELECT w.at, w.seq * 2 + 1, NULL, w.thread_id, NULL, NULL, NULL, NULL, NULL, NULL, NULL, r.id, w.reason, w.item_id, r.outcome
    FROM wakes w LEFT JOIN runs r ON r.item_id = w.item_id WHERE w.thread_id = ?1 AND (w.at, w.seq * 2 + 1) < (?2, ?3)
    ORDER BY w.at DESC, w.seq DESC LIMIT ?4
  ) ORDER BY at DESC, place DESC LIMIT ?4`

const toEntry = (row: Row): TimelineEntry =>
  row['reason'] === null
    ? { kind: 'event', at: Number(row['at']), event: toEvent(row) }
    : {
        kind: 'wake',
        at: Number(row['at']),
        reason: row['reason'] as WakeReason,
        itemId: row['item_id'] as ItemId,
        runId: row['run_id'] as RunId | null,
        outcome: row['outcome'] as RunOutcome | null,
      }

export function eventVerbs(connection: Connection): EventVerbs {
  const { sql, ids, verb } = connection
  return {
    addEvent: (threadId, draft, now) =>
      verb((touch) => {
        touch(threadId, 'fact')
        const row = sql(
          `SELECT * FROM events WHERE thread_id = ? AND state = 'waiting' ORDER BY seq DESC LIMIT 1`,
        ).get(threadId)
        const newest = row === undefined ? null : toEvent(row)
        if (newest !== null && isRepeated(newest, draft)) {
          sql('UPDATE events SET count = count + 1, last_at = max(last_at, ?) WHERE id = ?').run(
            now,
            newest.id,
          )
          return { id: newest.id, state: 'folded' as const }
        }
        const id = ids<EventId>('evt')
        sql(
          'INSERT INTO events (id, thread_id, source, ambient, text, trusted, at, last_at, state) ' +
            `VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'waiting')`,
        ).run(id, threadId, draft.source, draft.ambient ? 1 : 0, draft.text, draft.trusted ? 1 : 0, now, now)
        makeRoom(connection, threadId)
        return { id, state: 'queued' as const }
      }),
    waitingEvents: (threadId) => ({
      events: sql(`SELECT * FROM events WHERE thread_id = ? AND state = 'waiting' ORDER BY seq`)
        .all(threadId)
        .map(toEvent),
      dropped: droppedOf(connection, threadId),
    }),
    waitingEventCount: (threadId) =>
      Number(
        sql(`SELECT count(*) AS n FROM events WHERE thread_id = ? AND state = 'waiting'`).get(threadId)?.[
          'n'
        ],
      ),
    dismissEvent: (id) =>
      verb((touch) => {
        const row = sql(`SELECT thread_id FROM events WHERE id = ? AND state = 'waiting'`).get(id)
        if (row === undefined) return false
        sql(`UPDATE events SET state = 'expired' WHERE id = ?`).run(id)
        touch(row['thread_id'] as ThreadId)
        return true
      }),
    expireEvents: (before) => {
      const old = sql(
        `SELECT DISTINCT thread_id FROM events WHERE state = 'waiting' AND ambient = 1 AND last_at < ?`,
      ).all(before)
      if (old.length === 0) return
      verb((touch) => {
        for (const row of old) touch(row['thread_id'] as ThreadId)
        sql(
          `UPDATE events SET state = 'expired' WHERE state = 'waiting' AND ambient = 1 AND last_at < ?`,
        ).run(before)
      })
    },
    timeline(threadId, before, limit) {
      const [at, place] = before === undefined ? [Number.MAX_SAFE_INTEGER, 0] : before.split('/').map(Number)
      const rows = sql(TIMELINE).all(threadId, at!, place!, limit + 1)
      const shown = rows.slice(0, limit)
      const last = shown.at(-1)
      const waiting = Number(
        sql(`SELECT count(*) AS n FROM events WHERE thread_id = ? AND state = 'waiting'`).get(threadId)?.[
          'n'
        ] ?? 0,
      )
      return {
        entries: shown.map(toEntry),
        waiting,
        dropped: droppedOf(connection, threadId),
        next:
          rows.length > limit && last !== undefined ? `${Number(last['at'])}/${Number(last['place'])}` : null,
      }
    },
    gitState(threadId) {
      const seen = sql('SELECT git_state FROM threads WHERE id = ?').get(threadId)?.['git_state']
      return seen == null ? null : json<GitState>(seen)
    },
    playbookSeen: (threadId) =>
      text(sql('SELECT playbook_seen FROM threads WHERE id = ?').get(threadId)?.['playbook_seen'] ?? null),
    noteSeen: (threadId, { git, playbook }) =>
      verb(() => {
        if (git !== undefined)
          sql('UPDATE threads SET git_state = ? WHERE id = ?').run(JSON.stringify(git), threadId)
        if (playbook !== undefined)
          sql('UPDATE threads SET playbook_seen = ? WHERE id = ?').run(playbook, threadId)
      }),
  }
}
