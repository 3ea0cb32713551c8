import type { RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { cut } from '../../../shared/base/hidden-text.ts'
import { masterOf } from '../../../shared/threads/master.ts'
import { tierDueAt } from '../../../shared/schedule/tier.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { silentSince, type DailyReport } from '../../../shared/threads/silent.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { paceOf } from '../schedule/pace.ts'

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
  return kept === null ? null : read(kept)
}

/** A history may come from elsewhere: what is not as the app writes it is no report. */
function read(kept: string): Kept | null {
  try {
    const { runId, at, text, by } = JSON.parse(kept) as Partial<Record<keyof Kept, unknown>>
    const isWhole = typeof runId === 'string' && typeof at === 'number' && typeof text === 'string'
    if (!isWhole || (by !== 'agent' && by !== 'app')) return null
    return { runId: runId as RunId, at, text: cut(text, REPORT_CHARS), by }
  } catch {
    return null
  }
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

interface SilenceParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads'>
  readonly settings: Settings
}

/** As `silentSince`, of a thread with so many lines in its daily tier. */
export function silenceOf(
  thread: Thread,
  dailyTasks: number,
  now: Instant,
  { ports, store, settings }: SilenceParts,
): Instant | null {
  const pace = paceOf(thread, ports, settings)
  const { last, oldestUnserved } = store.threads.facts(thread.id)
  return silentSince(
    {
      thread,
      intervalMs: pace.intervalMs,
      dueAt: tierDueAt('daily', thread.tiers, now, pace),
      dailyTasks,
      lastRunAt: last?.startedAt ?? null,
      lateMs: oldestUnserved === null ? 0 : Math.max(0, now - oldestUnserved),
    },
    now,
  )
}
