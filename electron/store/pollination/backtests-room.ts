import type { BacktestsRoom } from '../../engine/ports/backtests.ts'
import type { Connection } from '../connection/connection.ts'
import { BACKTESTS, TRIAL_CONSENTS } from './tables.ts'

export function backtestsRoom({ list, value, run, insert, verb }: Connection): BacktestsRoom {
  return {
    allowed: () => new Set(list(TRIAL_CONSENTS, '').map(({ threadId }) => threadId)),
    allow: (threadId, at) =>
      verb((touch) => {
        touch(threadId)
        if (at === null) run('DELETE FROM trial_consents WHERE thread_id = ?', threadId)
        else insert(TRIAL_CONSENTS, { threadId, at }, 'ON CONFLICT DO NOTHING')
      }),
    get: (threadId, pattern) =>
      list(BACKTESTS, 'WHERE thread_id = ? AND pattern = ?', threadId, pattern)[0] ?? null,
    keep: (backtest) =>
      verb(() => {
        if (value('SELECT 1 FROM threads WHERE id = ?', backtest.threadId) === undefined) return
        insert(
          BACKTESTS,
          backtest,
          `ON CONFLICT DO UPDATE SET
            print = excluded.print, at = excluded.at, backtest = excluded.backtest, problem = excluded.problem`,
        )
      }),
  }
}
