import type { ThreadId } from '../../../shared/base/ids.ts'
import {
  isScheduledOnly,
  limitsOf,
  type Hold,
  type QueueItem,
  type QueueView,
} from '../../../shared/queue/queue.ts'
import { beatsRestUntil } from '../../../shared/queue/quiet-hours.ts'
import { runnerKey } from '../../../shared/agents/presets.ts'
import { isActive } from '../../../shared/schedule/schedule.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { effectiveIntervalMs, type Pause, type Thread } from '../../../shared/threads/thread.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { heldByActiveHours } from '../../../shared/queue/wake.ts'
import { isPerson } from '../runs/agent-turn.ts'
import type { Budget } from '../agents/budget.ts'
import type { Resting } from '../agents/resting.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

interface HoldFacts {
  readonly ports: Ports
  readonly store: Store
  readonly budget: Budget
  readonly resting: Resting
  readonly settings: () => Settings
  readonly pause: () => Pause | null
  readonly power: () => 'run' | 'calm' | 'hold'
}

/**
 * The queue with what each item waits for. Gates that make work wait, in the order in which they are asked:
 * no agent, untrusted, runner resting, off, paused, power, quiet hours, budget (a wake waits for it; a beat
 * that only the clock asked for is skipped when it starts), active hours. None of them loses a wake.
 */
export function queueView(
  { ports, store, budget, resting, settings, pause, power }: HoldFacts,
  items: readonly QueueItem[],
  running: QueueView['running'],
  now: Instant,
): QueueView {
  const everything = pause()
  const current = settings()
  const isQuiet = beatsRestUntil(current, now, ports.clock.timeZone) !== null
  const threads = new Map<ThreadId, Thread | null>()
  const threadOf = (id: ThreadId): Thread | null => {
    if (!threads.has(id)) threads.set(id, store.threads.get(id))
    return threads.get(id)!
  }
  function holdOf(item: QueueItem): Hold | null {
    const thread = threadOf(item.threadId)
    if (thread === null) return null
    const isAsked = item.reasons.includes('manual')
    const isUrgent = item.reasons.includes('urgent')
    const job = item.jobId === null ? null : store.jobs.get(item.jobId)
    const needsAgent = item.kind === 'message' || (job !== null && job.action.kind !== 'command')
    if (needsAgent && thread.agent.kind === 'local') return 'no_agent'
    if (thread.trustedAt === null && !(item.kind === 'heartbeat' && isAsked)) return 'untrusted'
    const usesRunner = item.kind !== 'job' || needsAgent
    const busy = running.some(
      (r) => r.threadId !== item.threadId && sharesRunner(threadOf(r.threadId), thread),
    )
    if (usesRunner && resting.holds(thread.agent, busy, now)) return 'runner_resting'
    // A person's own message, and what a person asks for, pass everything; what scripts and other threads
    // send waits like a beat does.
    if (item.kind === 'message' ? isPerson(item.from) : isAsked) return null
    if (item.kind !== 'job' && thread.intervalMs === 0) return 'off'
    if ((thread.pause ?? everything) !== null) return 'paused'
    if (!isUrgent && power() === 'hold') return 'power'
    if (item.kind === 'heartbeat' && !isUrgent && isQuiet) return 'quiet_hours'
    const waitsForBudget = item.kind === 'heartbeat' ? !isScheduledOnly(item.reasons) : needsAgent
    if (waitsForBudget && budget.objection(thread, isUrgent, current) !== null) return 'over_budget'
    // Active hours are for beats and for what scripts send: a job has its own times.
    if (
      item.kind !== 'job' &&
      (item.kind === 'message' || heldByActiveHours(item.reasons)) &&
      !isActive(thread.activeHours, now, ports.clock.timeZone)
    )
      return 'outside_active_hours'
    return null
  }
  const intervalOf = (id: ThreadId): number => {
    const thread = threadOf(id)
    return thread === null ? 0 : effectiveIntervalMs(thread, current.dormantAfterMs, now)
  }
  return { items, running, now, limits: limitsOf(current), intervalOf, holdOf }
}

const sharesRunner = (a: Thread | null, b: Thread): boolean =>
  a !== null && runnerKey(a.agent) !== null && runnerKey(a.agent) === runnerKey(b.agent)
