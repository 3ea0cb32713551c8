import { runnerName } from '../../../shared/agents/presets.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, nextLocalTime, type Instant } from '../../../shared/base/time.ts'
import type { Foreseen, Foresight } from '../../../shared/contract/beats.ts'
import { nextJobDue } from '../../../shared/jobs/job-schedule.ts'
import { describeSchedule } from '../../../shared/jobs/describe-schedule.ts'
import { SCHEDULED_BEAT, type Ask } from '../../../shared/queue/gates.ts'
import { quietSpans } from '../../../shared/queue/quiet-hours.ts'
import { closedSpans } from '../../../shared/schedule/closed-spans.ts'
import { slotsSince } from '../../../shared/schedule/schedule.ts'
import { dueTiers, highest, type Tier, type TierState } from '../../../shared/schedule/tier.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { HOLD_WORD } from '../../../shared/views/words.ts'
import { askOfJob } from '../queue/gate-facts.ts'
import { jobNeedsAgent } from '../../../shared/jobs/job.ts'
import { startsNext } from '../jobs/due-times.ts'
import { paceOf, zoneOf } from '../schedule/pace.ts'
import { createAheadTally } from './ahead-tally.ts'
import type { ForesightSources } from './foresight-sources.ts'
import { gateReport, gateReportAt, heldAhead } from './gate-report.ts'
import { isHalted } from './is-halted.ts'

/** Of one thread: two days of a beat a minute. */
const ENTRIES_MADE = 2 * 24 * 60

/** What happens by itself within so many hours; `id` undefined: in every thread. */
export function foresee(id: ThreadId | undefined, hours: number, sources: ForesightSources): Foresight {
  const { ports, store, engine } = sources
  const from = ports.clock.now()
  const to = from + hours * HOUR
  const threads = store.threads.list().filter((thread) => id === undefined || thread.id === id)
  const withAgent = new Set<JobId>(
    store.jobs
      .list()
      .filter(jobNeedsAgent)
      .map((job) => job.id),
  )
  const tally = createAheadTally(from, to)
  const halted = isHalted(sources) ? { held: 'the scheduler is failing' } : {}
  for (const thread of threads)
    tally.add(
      thread,
      [
        ...beatsAhead(thread, to, sources),
        ...timedTasksAhead(thread, to, sources),
        ...jobsAhead(thread, to, sources),
      ].map((entry) => ({ ...entry, ...halted })),
      closedSpans(thread.activeHours, from, to, ports.clock.timeZone),
      ({ kind, jobId }) =>
        kind === 'beat' ? thread.agent.kind !== 'local' : jobId !== null && withAgent.has(jobId),
    )
  return tally.foresight(quietSpans(engine.settings().quietHours, from, to, ports.clock.timeZone))
}

function beatsAhead(thread: Thread, until: Instant, sources: ForesightSources): readonly Foreseen[] {
  const { ports, engine } = sources
  const intervalMs = engine.slots.intervalOf(thread)
  if (thread.nextDueAt === null || intervalMs === 0) return []
  const heldAt = holdsAhead(thread, SCHEDULED_BEAT, sources)
  const pace = paceOf(thread, ports, engine.settings())
  const grid = { ...thread, intervalMs }
  const { slots } = slotsSince(grid, thread.nextDueAt, until, ENTRIES_MADE, ports.clock.timeZone)
  const hasTasks = tiersWithTasks(thread, sources)
  let tiers: TierState = thread.tiers
  return slots.map((at) => {
    const due = dueTiers(tiers, [], at, pace)
    const held = heldAt(at)
    if (held === null) tiers = doneAt(tiers, due, at)
    return {
      ...entryOf(thread, at),
      kind: 'beat',
      tier: highest(due.filter(hasTasks)),
      text: runnerName(thread.agent),
      held: held ?? (due.length === 0 ? 'its tiers are snoozed' : null),
    }
  })
}

/** Local checks do nothing more where a tier is due that has no lines; an agent is asked for more than lines. */
function tiersWithTasks(thread: Thread, { documents }: ForesightSources): (tier: Tier) => boolean {
  const tasks = thread.agent.kind === 'local' ? documents.facts(thread.id)?.tasks : undefined
  return (tier) => tasks === undefined || tasks[tier] > 0
}

function timedTasksAhead(thread: Thread, until: Instant, sources: ForesightSources): readonly Foreseen[] {
  const { ports, engine, documents } = sources
  if (thread.nextDueAt === null || engine.slots.intervalOf(thread) === 0) return []
  const heldAt = holdsAhead(thread, SCHEDULED_BEAT, sources)
  const zone = zoneOf(thread, ports)
  return documents.timed(thread.id).flatMap(({ text, times }) =>
    times
      .flatMap((time) =>
        allUntil(until, nextLocalTime(time, ports.clock.now(), zone), (at) => nextLocalTime(time, at, zone)),
      )
      .map((at) => ({
        ...entryOf(thread, at),
        kind: 'timed',
        text: `At the first beat from then on: ${text}`,
        held: heldAt(at),
      })),
  )
}

function jobsAhead(thread: Thread, until: Instant, sources: ForesightSources): readonly Foreseen[] {
  const { ports, store } = sources
  const { timeZone } = ports.clock
  return store.jobs.list(thread.id).flatMap((job) => {
    const heldAt = job.pause === null ? holdsAhead(thread, askOfJob(job), sources) : () => HOLD_WORD.paused
    const next = startsNext(job, store, ports.clock.now())
    const times = allUntil(until, next, (at) => nextJobDue(job.schedule, at, timeZone))
    return times.slice(0, ENTRIES_MADE).map((at) => ({
      ...entryOf(thread, at),
      kind: 'job',
      jobId: job.id,
      text: `${job.name} (${describeSchedule(job.schedule, ports.clock)})`,
      held: heldAt(at),
    }))
  })
}

/** Why what is due at an instant would not start then, as far as is known now; null: it would. */
function holdsAhead(thread: Thread, ask: Ask, sources: ForesightSources): (at: Instant) => string | null {
  const now = gateReport(thread, null, sources)
  const known = new Map<string, string | null>()
  return (at) => {
    const facts = gateReportAt(thread, at, now, sources)
    const key = [facts.isPaused(), facts.isResting(), facts.quietUntil()].join()
    if (!known.has(key)) known.set(key, heldAhead(ask, facts))
    return known.get(key) ?? null
  }
}

const entryOf = (
  thread: Thread,
  at: Instant,
): Pick<Foreseen, 'at' | 'threadId' | 'threadName' | 'tier' | 'jobId'> => ({
  at,
  threadId: thread.id,
  threadName: thread.name,
  tier: null,
  jobId: null,
})

const doneAt = (tiers: TierState, due: readonly Tier[], at: Instant): TierState => {
  const next = { ...tiers }
  for (const tier of due) next[tier] = { ...next[tier], lastDoneAt: at }
  return next
}

/** At most as many as are made of one thread. */
function allUntil(
  until: Instant,
  first: Instant | null,
  next: (at: Instant) => Instant | null,
): readonly Instant[] {
  const times: Instant[] = []
  for (let at = first; at !== null && at <= until && times.length < ENTRIES_MADE; at = next(at))
    times.push(at)
  return times
}
