import { inQuotes, cut } from '../../../shared/base/hidden-text.ts'
import { NO_AGENT_KEY } from '../../../shared/alerts/alert.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { readsPrompts } from '../../../shared/events/recipient.ts'
import type { QueueItem } from '../../../shared/queue/queue.ts'
import { forAgentWords } from '../../../shared/queue/for-agent.ts'
import { isThreadNumber } from '../agents/rights.ts'
import type { Store } from '../ports/store.ts'
import { askOf } from './gate-facts.ts'

interface ForAgentParts {
  readonly store: Pick<Store, 'threads' | 'queue' | 'jobs' | 'alerts'>
  /** Something was raised or is over. */
  readonly changed: () => void
}

const SHOWN_CHARS = 200

/**
 * Another thread's advice, a script's message and a job's prompt wait without a word where their thread has
 * no agent: the person is told, once for each of them. What a person sends or starts is answered at once
 * where they do it, and no alert.
 */
export function tellWhatWaitsForAgents({ store, changed }: ForAgentParts): (now: Instant) => void {
  let known: string | null = null // what waited at the last look; null: not looked yet
  return (now) => {
    const waiting = waitingForAgents(store)
    const print = [...waiting.values()].flatMap((items) => items.map((item) => item.id)).join()
    if (print === known) return
    for (const id of store.alerts.threadsWith(NO_AGENT_KEY))
      if (!waiting.has(id)) store.alerts.resolve(id, [NO_AGENT_KEY], now)
    for (const [id, items] of waiting) {
      const toldAt = store.alerts.newestAt(id, NO_AGENT_KEY) ?? Number.NEGATIVE_INFINITY
      if (items.every((item) => item.enqueuedAt <= toldAt)) continue
      const text = wordsOf(items, store)
      store.alerts.raise(
        id,
        { key: NO_AGENT_KEY, severity: 'notice', text, foldedBy: 'unanswered cause' },
        now,
      )
    }
    known = print
    changed()
  }
}

function waitingForAgents({
  threads,
  queue,
  jobs,
}: ForAgentParts['store']): ReadonlyMap<ThreadId, readonly QueueItem[]> {
  const found = new Map<ThreadId, QueueItem[]>()
  for (const item of queue.waiting()) {
    if (item.kind === 'heartbeat') continue
    const ask = askOf(item, item.jobId === null ? null : jobs.get(item.jobId))
    const thread = threads.get(item.threadId)
    if (thread === null || readsPrompts(thread.agent) || !ask.needsAgent || ask.byPerson) continue
    found.set(item.threadId, [...(found.get(item.threadId) ?? []), item])
  }
  return found
}

function wordsOf(items: readonly QueueItem[], store: Pick<Store, 'threads' | 'jobs'>): string {
  const newest = items.at(-1)
  const head = `${forAgentWords(items)}: nobody reads it before you choose one for this thread.`
  return newest === undefined ? head : `${head}\n${whatOf(newest, store)}`
}

function whatOf(
  { jobId, from, text }: QueueItem,
  { threads, jobs }: Pick<Store, 'threads' | 'jobs'>,
): string {
  if (jobId !== null) return `The job ${inQuotes(jobs.get(jobId)?.name ?? '')}.`
  const sender = threads.list().find(({ number }) => String(number) === from)
  const who = isThreadNumber(from) ? `thread ${from} ${inQuotes(sender?.name ?? 'removed')}` : from
  return `From ${who ?? 'somebody'}: ${inQuotes(cut(text ?? '', SHOWN_CHARS))}`
}
