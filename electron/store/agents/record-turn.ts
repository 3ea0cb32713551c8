import { QUESTIONS_KEPT } from '../../../shared/agents/permission.ts'
import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { RunRecord } from '../../engine/ports/run-record.ts'
import type { Connection } from '../connection/connection.ts'
import { countTurn } from './spending.ts'
import { GATE_MARKS, PERMISSIONS, SESSIONS } from './tables.ts'

/** Inside the ending's transaction: what an agent's run leaves behind besides its outcome. */
export function recordTurn(
  connection: Connection,
  threadId: ThreadId,
  runId: RunId,
  { turn, conversation, marks }: RunRecord,
  now: Instant,
): void {
  const { insert, run } = connection
  if (turn.agent !== null) countTurn(connection, runId, turn.agent)
  for (const [tier, mark] of Object.entries(marks.proven))
    insert(
      GATE_MARKS,
      { threadId, tier: tier as Tier, mark },
      'ON CONFLICT DO UPDATE SET mark = excluded.mark',
    )
  askAbout(connection, threadId, runId, turn.refused, now)
  for (const rule of turn.usedRules)
    run(`DELETE FROM permissions WHERE thread_id = ? AND rule = ? AND decision = 'once'`, threadId, rule)
  keepSession(connection, threadId, conversation.session)
}

/** A decision that a person has made stays: the same refusal is not asked about again. */
function askAbout(
  { insert, run }: Connection,
  threadId: ThreadId,
  runId: RunId,
  refused: RunRecord['turn']['refused'],
  now: Instant,
): void {
  if (refused.length === 0) return
  for (const { rule, label, allowable } of refused.slice(0, QUESTIONS_KEPT))
    insert(
      PERMISSIONS,
      { threadId, rule, label, allowable, decision: 'asked', askedAt: now, runId },
      `ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, run_id = excluded.run_id
        WHERE decision = 'asked'`,
    )
  run(
    `DELETE FROM permissions WHERE thread_id = ?1 AND decision = 'asked' AND rule NOT IN (
      SELECT rule FROM permissions WHERE thread_id = ?1 AND decision = 'asked'
      ORDER BY asked_at DESC, rule LIMIT ?2)`,
    threadId,
    QUESTIONS_KEPT,
  )
}

function keepSession(
  { insert, update, run }: Connection,
  threadId: ThreadId,
  session: RunRecord['conversation']['session'],
): void {
  if (session === 'keep') return
  if (session === null) {
    run('DELETE FROM sessions WHERE thread_id = ?', threadId)
    return
  }
  const { resumed, ...kept } = session
  // One that a person ended while it was being resumed stays ended.
  if (resumed !== null) {
    const { id, lastActivityAt, totals } = kept
    update(SESSIONS, { threadId, id: resumed }, { id, lastActivityAt, totals })
    return
  }
  insert(
    SESSIONS,
    { threadId, ...kept },
    `ON CONFLICT DO UPDATE SET runner = excluded.runner, session_id = excluded.session_id,
      last_activity_at = excluded.last_activity_at, totals = excluded.totals`,
  )
}
