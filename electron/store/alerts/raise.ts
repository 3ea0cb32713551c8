import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import { decideNews, withUnseen } from '../../../shared/alerts/raise.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import type { AlertId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Connection } from '../connection/connection.ts'
import { mapped, number, shape, text } from '../connection/table.ts'
import { ALERTS } from './tables.ts'

const STANDING = mapped(
  ALERTS,
  ({ shape: folded, replaced: _1, reminded: _2, recoveryWanted: _3, ...alert }) => ({
    alert,
    shape: folded,
  }),
)
const { redact } = createRedactor()
const TOLD = shape({ fingerprint: text(), at: number() })

/** Inside the caller's transaction: updates the open alert of the same news (`again`), or makes a new one. */
export function raise(
  connection: Connection,
  threadId: ThreadId,
  found: RaisedAlert,
  runId: RunId | null,
  now: Instant,
): 'new' | 'again' {
  const { list, query, insert, update, run, ids } = connection
  const open = list(STANDING, 'WHERE thread_id = ? AND resolved_at IS NULL', threadId)
  // Before it is compared with what stands there, which is without credentials as well.
  const raised = { ...found, text: withUnseen({ ...found, text: redact(found.text) }, open) }
  const { again = null, times = 1 } = raised
  const toldAt = (): ReadonlyMap<string, Instant> =>
    new Map(
      query(
        TOLD,
        `SELECT fingerprint, max(delivered_at) AS at FROM alerts WHERE thread_id = ? AND key IS ?
          AND severity = ? AND replaced = 1 AND delivered_at IS NOT NULL GROUP BY fingerprint`,
        threadId,
        raised.key,
        raised.severity,
      ).map(({ fingerprint, at }) => [fingerprint, at]),
    )
  const decision = decideNews(raised, open, toldAt, now)
  if (decision.kind === 'again') {
    run(
      `UPDATE alerts SET seen = seen + ?5 * (run_id IS NOT NULL OR ?1 IS NULL), last_seen_at = ?2, run_id = ?1, text = ?3
        WHERE id = ?4`, // the run that finds what the app saw by itself is no second sighting
      runId,
      now,
      raised.text,
      decision.id,
      times,
    )
    // With the words comes what they allow: news of another origin takes the command away.
    update(ALERTS, { id: decision.id }, { again })
    return 'again'
  }
  const { replaces, ...news } = decision
  for (const id of replaces)
    update(ALERTS, { id }, { resolvedAt: now, resolvedBy: 'replaced', replaced: true })
  const { key, severity, text: words } = raised
  const { fingerprint, shape: folded, suppressedBy, snoozedUntil } = news
  insert(ALERTS, {
    id: ids<AlertId>('alt'),
    threadId,
    runId,
    key,
    severity,
    text: words,
    fingerprint,
    shape: folded,
    raisedAt: now,
    lastSeenAt: now,
    seen: times,
    suppressedBy,
    snoozedUntil,
    again,
  })
  return 'new'
}

/**
 * Inside the caller's transaction: open alerts of these causes are gone. 'text' stands for free text
 * without a key.
 */
export function resolve(
  { run }: Connection,
  threadId: ThreadId,
  cleared: readonly string[],
  now: Instant,
): void {
  for (const cause of cleared)
    run(
      `UPDATE alerts SET resolved_at = coalesce(resolved_at, ?), resolved_by = coalesce(resolved_by, 'beat'),
          replaced = 0
        WHERE thread_id = ? AND key IS ? AND (resolved_at IS NULL OR replaced = 1)`,
      now,
      threadId,
      cause === 'text' ? null : cause,
    )
}
