import { runnerKey } from '../../../shared/agents/presets.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { SCHEDULED_BEAT, type Ask, type QueueFacts } from '../../../shared/queue/gates.ts'
import { isDue, isScheduledOnly, type QueueItem, type QueueView } from '../../../shared/queue/queue.ts'
import { beatsRestUntil } from '../../../shared/queue/quiet-hours.ts'
import { jobNeedsAgent, type Job } from '../../../shared/jobs/job.ts'
import { isActive } from '../../../shared/schedule/schedule.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { gateModeOf, type Pause, type Thread } from '../../../shared/threads/thread.ts'
import type { Budget } from '../agents/budget.ts'
import type { Resting } from '../agents/resting.ts'
import type { Ports } from '../ports/ports.ts'
import { isPerson } from '../agents/rights.ts'

/** What the facts of the gates are gathered from. */
export interface GateSources {
  readonly ports: Ports
  readonly budget: Budget
  readonly resting: Resting
  readonly settings: () => Settings
  readonly pause: () => Pause | null
  readonly power: () => 'run' | 'calm' | 'hold'
}

/** `job`: of an item of kind job; null: it is gone, or the item is none. */
export const askOf = (item: Pick<QueueItem, 'kind' | 'from' | 'reasons'>, job: Job | null): Ask => ({
  kind: item.kind,
  byPerson: item.kind === 'message' ? isPerson(item.from) : item.reasons.includes('manual'),
  isUrgent: item.reasons.includes('urgent'),
  isScheduled: isScheduledOnly(item.reasons),
  isDue: isDue(item.reasons),
  isFirst: item.reasons.includes('added'),
  needsAgent: item.kind === 'message' || (job !== null && jobNeedsAgent(job)),
})

export const askOfJob = (job: Pick<Job, 'action'>): Ask => ({
  ...SCHEDULED_BEAT,
  kind: 'job',
  needsAgent: jobNeedsAgent(job),
})

/** `isBusy`: another run of the same runner is on; after a rest one at a time tries. */
export function queueFacts(
  thread: Thread,
  isUrgent: boolean,
  isBusy: () => boolean,
  now: Instant,
  { ports, budget, resting, settings, pause, power }: GateSources,
): QueueFacts {
  return {
    hasAgent: thread.agent.kind !== 'local',
    hasAppPart: gateModeOf(thread) === 'needed',
    isTrusted: thread.trustedAt !== null,
    isResting: () => resting.holds(thread.agent, isBusy(), now),
    isOn: thread.intervalMs > 0,
    isPaused: () => (thread.pause ?? pause()) !== null,
    isPowerHeld: () => power() === 'hold',
    quietUntil: () => beatsRestUntil(settings(), now, ports.clock.timeZone),
    isActive: () => isActive(thread.activeHours, now, ports.clock.timeZone),
    isOverBudget: () => budget.objection(thread, isUrgent, settings()) !== null,
  }
}

/** Whether a run of the same runner, of another thread, is on. */
export const isRunnerBusy = (
  thread: Thread,
  running: QueueView['running'],
  threadOf: (id: Thread['id']) => Thread | null,
): boolean =>
  running.some((run) => run.threadId !== thread.id && sharesRunner(threadOf(run.threadId), thread))

const sharesRunner = (a: Thread | null, b: Thread): boolean =>
  a !== null && runnerKey(a.agent) !== null && runnerKey(a.agent) === runnerKey(b.agent)
