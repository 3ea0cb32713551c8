import { NEW_DAILY_STATE } from '../../../shared/attempts/daily/daily-state.ts'
import type { DailyRoom } from '../../engine/ports/attempts/daily-room.ts'
import type { Connection } from '../connection/connection.ts'
import { RUNS } from '../runs/tables.ts'
import { DAILY } from './tables.ts'

export const dailyRoom = ({ find, insert, update, verb }: Connection): DailyRoom => ({
  state: (threadId) => ({ ...NEW_DAILY_STATE, ...find(DAILY, 'WHERE thread_id = ?', threadId)?.state }),
  keep: (threadId, state) =>
    verb(() => {
      insert(DAILY, { threadId, state }, 'ON CONFLICT DO UPDATE SET state = excluded.state')
    }),
  noteAsked: (id, asked) => verb(() => void update(RUNS, { id }, { asked })),
})
