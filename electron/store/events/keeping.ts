import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { EVENTS_KEPT, EVENTS_LISTED, type SystemEvent } from '../../../shared/events/system-event.ts'
import type { Connection } from '../connection/connection.ts'
import { RUNS } from '../runs/tables.ts'
import { EVENT } from './tables.ts'

/* Who has an event: the queue, or one run (ARCHITECTURE I7). */

/** How many made room and were not told yet. */
export const droppedOf = ({ count }: Connection, threadId: ThreadId): number =>
  count('SELECT events_dropped FROM threads WHERE id = ?', threadId)

/** Beyond the newest 20 that wait the oldest make room; how many is told in the next prompt. */
export function makeRoom({ run }: Connection, threadId: ThreadId): void {
  const gone = run(
    `DELETE FROM events WHERE seq IN (
      SELECT seq FROM events WHERE thread_id = ? AND state = 'waiting' ORDER BY seq DESC LIMIT -1 OFFSET ?)`,
    threadId,
    EVENTS_KEPT,
  )
  if (gone > 0) run('UPDATE threads SET events_dropped = events_dropped + ? WHERE id = ?', gone, threadId)
}

/** A program that tells a fact with each line of its log fills no disk: the newest are kept. */
export function makeRoomAmongListed({ run }: Connection, threadId: ThreadId): void {
  run(
    `DELETE FROM events WHERE seq IN (
      SELECT seq FROM events WHERE thread_id = ? AND state IN ('told', 'listed')
        ORDER BY at DESC, seq DESC LIMIT -1 OFFSET ?)`,
    threadId,
    EVENTS_LISTED,
  )
}

/** Inside the claim's transaction: what waits is in this run's keeping now. */
export function attachEvents(
  connection: Connection,
  threadId: ThreadId,
  runId: RunId,
): { readonly events: readonly SystemEvent[]; readonly dropped: number } {
  const { list, run, update } = connection
  const dropped = droppedOf(connection, threadId)
  const attached = run(
    `UPDATE events SET state = 'shown', run_id = ? WHERE thread_id = ? AND state = 'waiting'`,
    runId,
    threadId,
  )
  if (attached === 0 && dropped === 0) return { events: [], dropped: 0 }
  update(RUNS, { id: runId }, { droppedShown: dropped })
  return { events: list(EVENT, 'WHERE run_id = ? ORDER BY seq', runId), dropped }
}

/** Inside the ending's transaction: used up, or waiting again as if the run had not been. */
export function releaseEvents(
  connection: Connection,
  threadId: ThreadId,
  runId: RunId,
  consumed: boolean,
): void {
  const { run } = connection
  if (!consumed) {
    run(`UPDATE events SET state = 'waiting', run_id = NULL WHERE run_id = ? AND state = 'shown'`, runId)
    makeRoom(connection, threadId)
    return
  }
  run(`UPDATE events SET state = 'consumed' WHERE run_id = ? AND state = 'shown'`, runId)
  run(
    `UPDATE threads SET events_dropped =
        max(0, events_dropped - (SELECT dropped_shown FROM runs WHERE id = ?)) WHERE id = ?`,
    runId,
    threadId,
  )
}
