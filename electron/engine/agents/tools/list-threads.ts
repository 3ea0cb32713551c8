import { answeredOf, isOpen, worstOf } from '../../../../shared/alerts/alert.ts'
import { inQuotes } from '../../../../shared/base/hidden-text.ts'
import { ok } from '../../../../shared/base/result.ts'
import { formatDuration, type Instant } from '../../../../shared/base/time.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { readsPrompts } from '../../../../shared/events/recipient.ts'
import { jobNeedsAgent } from '../../../../shared/jobs/job.ts'
import type { Run } from '../../../../shared/runs/run.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { stateOf, type StateFacts } from '../../../../shared/views/thread-state.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { OUTCOME_WORD } from '../../../../shared/runs/outcome-words.ts'
import { STATE_WORD } from '../../../../shared/views/words.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import type { ToolParts } from './caller.ts'

const THREADS_SHOWN = 200

/** Number, name and state of each thread; neither its folder nor what it found. */
export function listThreads(parts: ToolParts, own: Thread): ToolAnswer {
  const { ports, store } = parts
  const now = ports.clock.now()
  const threads = store.threads.list()
  const waiting = waitingThreads(parts)
  const running = new Set(store.runs.running().map((run) => run.threadId))
  const lines = threads.slice(0, THREADS_SHOWN).map((thread) => {
    const { last } = store.threads.facts(thread.id)
    const { state } = stateOf({
      ...stateFacts(parts, thread, now),
      running: running.has(thread.id),
      waiting: waiting.has(thread.id),
    })
    const marks = `${thread.role === 'master' ? ', master' : ''}${thread.id === own.id ? ' (this thread)' : ''}`
    return `${thread.number} ${inQuotes(thread.name)}: ${STATE_WORD[state].toLowerCase()}, ${lastRun(last, now)}${marks}`
  })
  const more = threads.length - THREADS_SHOWN
  const gap = more > 0 ? [`… and ${more} more threads (not shown)`] : []
  return ok([`${plural(threads.length, 'thread')}:`, ...lines, ...gap].join('\n'))
}

/** Threads of which something waits for its turn; what waits for an agent that is not there has none. */
function waitingThreads({ store }: ToolParts): ReadonlySet<ThreadId> {
  const found = new Set<ThreadId>()
  for (const { threadId, kind, jobId } of store.queue.waiting()) {
    const thread = store.threads.get(threadId)
    const job = jobId === null ? null : store.jobs.get(jobId)
    const needsAgent = kind === 'message' || (job !== null && jobNeedsAgent(job))
    if (thread !== null && (readsPrompts(thread.agent) || !needsAgent)) found.add(threadId)
  }
  return found
}

/** Without texts and lateness, which no other thread is told. */
function stateFacts(
  { store, documents }: ToolParts,
  thread: Thread,
  now: Instant,
): Omit<StateFacts, 'running' | 'waiting'> {
  const { last, alerts } = store.threads.facts(thread.id)
  return {
    trusted: thread.trustedAt !== null,
    exchanged: null,
    off: thread.intervalMs === 0,
    pause: thread.pause,
    quiet: null,
    failures: thread.failures,
    worstAlert: worstOf(alerts.filter((a) => isOpen(a, now)))?.severity ?? null,
    alertText: null,
    answered: answeredOf(alerts, now),
    last: last?.outcome == null ? null : { outcome: last.outcome, skipReason: last.skipReason, summary: '' },
    lateMs: 0,
    lateBecause: null,
    unseenSlot: null,
    scheduleProblem: thread.scheduleProblem,
    missingFolder: documents.missingFolder(thread.id),
    approvalsWanted: documents.approvalsWanted(thread),
    permissionsWanted: store.permissions.wanted(thread.id),
  }
}

function lastRun(last: Run | null, now: Instant): string {
  if (last?.outcome == null) return 'never run'
  const ago = formatDuration(now - (last.finishedAt ?? last.startedAt))
  return `last ${OUTCOME_WORD[last.outcome].toLowerCase()} ${ago} ago`
}
