import type { HistoryFilter, HistoryRow } from '../../../../shared/history/history.ts'
import type { Store } from '../../ports/store.ts'

export const NEVER = Number.MAX_SAFE_INTEGER
const FAILURES = ['broken', 'interrupted'] as const

/**
 * The first failure since the last beat that was none; null: the newest beat did not fail. Of the newest
 * failing thread, where none is asked for.
 */
export function streakOf(store: Pick<Store, 'history'>, filter: HistoryFilter): HistoryRow | null {
  const beats: HistoryFilter = {
    kinds: ['heartbeat'],
    ...(filter.threads !== undefined && { threads: filter.threads }),
  }
  const failed = store.history.newest({ ...beats, outcomes: [...FAILURES] }, NEVER, 'older')
  if (failed === null) return null
  const own: HistoryFilter = { kinds: ['heartbeat'], threads: [failed.threadId] }
  const good = store.history.newest(
    { ...own, outcomes: ['quiet', 'unchanged', 'alert', 'urgent', 'unproven'] },
    NEVER,
    'older',
  )
  if (good !== null && good.at > failed.at) return null
  return good === null
    ? store.history.newest({ ...own, outcomes: [...FAILURES] }, 0, 'newer')
    : store.history.newest({ ...own, outcomes: [...FAILURES] }, good.at, 'newer')
}
