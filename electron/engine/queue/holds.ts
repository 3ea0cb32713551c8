import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { holdAtGates } from '../../../shared/queue/gates.ts'
import {
  hasOwnPlace,
  limitsOf,
  type Hold,
  type QueueItem,
  type QueueView,
} from '../../../shared/queue/queue.ts'
import { effectiveIntervalMs, type Thread } from '../../../shared/threads/thread.ts'
import type { Store } from '../ports/store.ts'
import { askOf, isRunnerBusy, queueFacts, type GateSources } from './gate-facts.ts'

/** The queue with what each item waits for: the gates first, then the limits. */
export function queueView(
  sources: GateSources & { readonly store: Pick<Store, 'threads' | 'jobs'> },
  items: readonly QueueItem[],
  running: QueueView['running'],
  now: Instant,
): QueueView {
  const { store } = sources
  const settings = sources.settings()
  const pause = sources.pause()
  const once: GateSources = { ...sources, settings: () => settings, pause: () => pause }
  const threads = new Map<ThreadId, Thread | null>()
  const threadOf = (id: ThreadId): Thread | null => {
    if (!threads.has(id)) threads.set(id, store.threads.get(id))
    return threads.get(id)!
  }
  const quiet: { until?: Instant | null } = {}
  function holdOf(item: QueueItem): Hold | null {
    const thread = threadOf(item.threadId)
    if (thread === null) return null
    const ask = askOf(item, item.jobId === null ? null : store.jobs.get(item.jobId))
    const isBusy = (): boolean => isRunnerBusy(thread, running, threadOf)
    const facts = queueFacts(thread, ask.isUrgent, isBusy, now, once)
    // The same for every item of one look at a long queue.
    const quietUntil = (): Instant | null =>
      quiet.until === undefined ? (quiet.until = facts.quietUntil()) : quiet.until
    return holdAtGates(ask, { ...facts, quietUntil })
  }
  const intervalOf = (id: ThreadId): number => {
    const thread = threadOf(id)
    return thread === null ? 0 : effectiveIntervalMs(thread, settings.dormantAfterMs, now)
  }
  const limits = limitsOf(settings)
  const isOwn = ({ kind, threadId }: QueueItem): boolean =>
    hasOwnPlace(limits, kind, threadOf(threadId)?.agent)
  return { items, running, now, limits, intervalOf, holdOf, hasOwnPlace: isOwn }
}
