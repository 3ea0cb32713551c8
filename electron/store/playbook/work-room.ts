import type { WorkRoom } from '../../engine/ports/store/playbook.ts'
import type { Connection } from '../connection/connection.ts'
import { WORK_CLAIMS } from './tables.ts'

export function workRoom(connection: Connection): WorkRoom {
  const { list, run, insert, verb } = connection
  return {
    claim: (threadId, runId, items) =>
      verb(() => {
        for (const item of items)
          insert(
            WORK_CLAIMS,
            { threadId, item, runId },
            'ON CONFLICT (thread_id, item) DO UPDATE SET run_id = excluded.run_id',
          )
      }),
    claims: (threadId) => list(WORK_CLAIMS, 'WHERE thread_id = ? ORDER BY item', threadId),
    claimants: () => [...new Set(list(WORK_CLAIMS, '').map((claim) => claim.threadId))],
    release: (threadId, items) =>
      verb(() => {
        for (const item of items)
          run('DELETE FROM work_claims WHERE thread_id = ? AND item = ?', threadId, item)
      }),
  }
}
