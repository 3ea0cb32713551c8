import type { PermissionDecision } from '../../../shared/agents/permission.ts'
import type { PermissionsRoom } from '../../engine/ports/store/permissions.ts'
import type { Connection } from '../connection/connection.ts'
import { APPROVALS, PERMISSIONS } from './tables.ts'

const PERMISSION = PERMISSIONS.pick('rule', 'label', 'allowable', 'decision', 'askedAt', 'runId')

export function permissionsRoom({ list, count, run, insert, verb }: Connection): PermissionsRoom {
  return {
    list: (threadId) => list(PERMISSION, 'WHERE thread_id = ? ORDER BY asked_at DESC, rule', threadId),
    decide: (threadId, rule, decision) =>
      verb((touch) => {
        touch(threadId)
        const decided = run(
          `UPDATE permissions SET decision = ?1
            WHERE thread_id = ?2 AND rule = ?3 AND (allowable = 1 OR ?1 = 'never')`,
          decision,
          threadId,
          rule,
        )
        return decided > 0
      }),
    wanted: (threadId) =>
      count(`SELECT count(*) FROM permissions WHERE thread_id = ? AND decision = 'asked'`, threadId),
    rules(threadId) {
      const rows = list(PERMISSION, 'WHERE thread_id = ? ORDER BY rule', threadId)
      const of = (decision: PermissionDecision): readonly string[] =>
        rows.filter((row) => row.decision === decision).map((row) => row.rule)
      return { once: of('once'), always: of('always'), never: of('never') }
    },
    approvals: (threadId) =>
      new Map(
        list(APPROVALS, 'WHERE thread_id = ?', threadId).map(({ hash, approvedAt, text, files }) => [
          hash,
          { approvedAt, text, files },
        ]),
      ),
    approve: (threadId, { hash, text, files }, approvedAt) =>
      verb((touch) => {
        insert(APPROVALS, { threadId, hash, text, files, approvedAt }, 'ON CONFLICT DO NOTHING')
        touch(threadId)
      }),
    revoke: (threadId, hash) =>
      verb((touch) => {
        run('DELETE FROM approvals WHERE thread_id = ? AND hash = ?', threadId, hash)
        touch(threadId)
      }),
    clear: (threadId) =>
      verb((touch) => {
        run('DELETE FROM approvals WHERE thread_id = ?', threadId)
        run('DELETE FROM permissions WHERE thread_id = ?', threadId)
        run('DELETE FROM trial_consents WHERE thread_id = ?', threadId)
        touch(threadId)
      }),
  }
}
