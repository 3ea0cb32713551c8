import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import { cut } from '../../../shared/base/hidden-text.ts'
import { masterOf } from '../../../shared/threads/master.ts'
import type { DailyReport } from '../../../shared/threads/silent.ts'
import type { Store } from '../ports/store.ts'

// What each thread's last daily beat told: by its agent, else by the app from the result. Only where there is a master.

/** One of each thread, the newest; it goes with its thread. */
const reportKey = (id: ThreadId): string => `report:${id}`
const REPORT_CHARS = 1500

interface Kept extends DailyReport {
  readonly runId: RunId
}

/** null: none is kept. */
export function reportOf({ meta }: Pick<Store, 'meta'>, id: ThreadId): Kept | null {
  const kept = meta.get(reportKey(id))
  return kept === null ? null : (JSON.parse(kept) as Kept)
}

/** What a thread's agent wrote stands above what the app would write of the same beat. */
export function keepReport(
  store: Pick<Store, 'meta' | 'threads'>,
  id: ThreadId,
  { runId, at, text, by }: Kept,
): void {
  const master = masterOf(store.threads.list())
  if (master === null || master.id === id) return
  const before = reportOf(store, id)
  const isBetter = before?.runId === runId && before.by === 'agent' && by === 'app'
  if (!isBetter)
    store.meta.set(
      reportKey(id),
      JSON.stringify({ runId, at, text: cut(text, REPORT_CHARS), by } satisfies Kept),
    )
}
