import { plural } from '../../../shared/base/amounts.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { formatDuration, HOUR, MINUTE, SECOND, type Instant } from '../../../shared/base/time.ts'
import type { Job } from '../../../shared/jobs/job.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { WatchView } from '../../../shared/views/snapshot.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Engine } from './engine.ts'
import { tellSilentAgents } from './silent-agents.ts'

const LOOK_EVERY_MS = MINUTE
/** Ticks come at least each half minute; a longer silence without a sleep means that nobody schedules. */
const SILENCE_MS = 2 * MINUTE
const NAMED_SCHEDULES = 5

export interface Watchdog {
  view(): WatchView
  close(): void
}

interface WatchParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'threads' | 'runs' | 'jobs' | 'alerts'>
  readonly engine: Engine
}

/**
 * Looks at the schedule apart from the ticks that keep it: every enabled thread and job has a due time
 * ahead, or a stated reason for having none; ticks happen; runs end; no thread runs far more often than it
 * should, and no agent has gone silent.
 * What it can mend it mends; what it finds is one alert.
 */
export function createWatchdog(
  ports: Ports,
  store: Pick<Store, 'threads' | 'runs' | 'jobs' | 'alerts'>,
  engine: Engine,
): Watchdog {
  const { clock } = ports
  const timer = createTimer(clock, 'watchdog')
  let view: WatchView = { lookedAt: null, ok: true, text: 'Not looked at yet.' }
  let lastAt = clock.now()

  function run(): void {
    const now = clock.now()
    const slept = now - lastAt > 2 * LOOK_EVERY_MS || now < lastAt
    lastAt = now
    try {
      view = look({ ports, store, engine }, now, slept)
    } catch (error) {
      const why = messageOf(error)
      view = { lookedAt: clock.now(), ok: false, text: `The schedule could not be looked at: ${why}` }
      ports.log('error', 'bug.caught', { where: 'watchdog', message: view.text })
    } finally {
      timer.setAfter(LOOK_EVERY_MS, run)
    }
  }
  timer.setAfter(LOOK_EVERY_MS, run)
  return { view: () => view, close: timer.clear }
}

function look(parts: WatchParts, now: Instant, slept: boolean): WatchView {
  const { ports, store, engine } = parts
  const tickAt = engine.live.lastTickAt()
  const silentMs = !slept && tickAt !== null && now - tickAt > SILENCE_MS ? now - tickAt : null
  const threads = store.threads.list().filter((t) => t.trustedAt !== null && t.intervalMs > 0)
  const failing = engine.live.failingDuties()
  const lost = threads.filter((t) => t.nextDueAt === null && engine.slots.planOf(t, now).nextDueAt !== null)
  const lostJobs = jobsWithoutDueTime(parts, now)
  if (silentMs !== null || lost.length > 0 || lostJobs.length > 0)
    ports.log('warn', 'schedule.repaired', {
      silent: silentMs !== null,
      threads: lost.map((t) => t.id),
      jobs: lostJobs.map((j) => j.id),
    })
  planAnew(parts, lost, lostJobs, now)
  // A tick that throws arms the next one; one that never comes back is started from here.
  if (silentMs !== null) engine.tick()
  const overdue = engine.giveUpOverdue()
  const noisy = alertNoise(parts, threads, now)
  settle(store, 'noise', noisy, now)
  tellSilentAgents(store, engine.live, now)
  settle(store, 'schedule', new Set(lost.map((t) => t.id)), now)
  if (store.alerts.undelivered().length > 0) engine.settleBanners()

  const findings = [
    ...failing.map((name) => `the duty "${name}" failed`),
    ...(silentMs === null ? [] : [`no tick for ${formatDuration(silentMs)}`]),
    ...lostText([...lost.map((t) => t.name), ...lostJobs.map((j) => `job ${j.name}`)]),
    ...(overdue === 0 ? [] : [`${plural(overdue, 'run')} had not ended long after the limit`]),
    ...(noisy.size === 0 ? [] : [`${plural(noisy.size, 'thread')} ran far more often than planned`]),
  ]
  const text =
    findings.length === 0 ? fineText(store, threads.length, tickAt, now) : `Found: ${findings.join('; ')}.`
  return { lookedAt: now, ok: findings.length === 0, text }
}

const jobsWithoutDueTime = ({ store, engine }: WatchParts, now: Instant): readonly Job[] =>
  store.jobs
    .list()
    .filter(
      (j) =>
        j.pause === null &&
        j.problem === null &&
        j.nextDueAt === null &&
        engine.jobs.planOf(j, now).nextDueAt !== null,
    )

function planAnew(
  { store, engine }: WatchParts,
  threads: readonly Thread[],
  jobs: readonly Job[],
  now: Instant,
): void {
  for (const job of jobs) store.jobs.change(job.id, engine.jobs.planOf(job, now))
  for (const { id } of threads) {
    engine.slots.replan(id)
    raise(
      store,
      id,
      'schedule',
      'The schedule of this thread had no due time ahead; it was planned again.',
      now,
    )
  }
}

/** The threads that ran far more often within the hour than planned; each has an alert. */
function alertNoise(
  { store, engine }: WatchParts,
  threads: readonly Thread[],
  now: Instant,
): ReadonlySet<ThreadId> {
  const { noisyRuns } = engine.settings()
  const noisy = new Set<ThreadId>()
  const startsOf = store.runs.startsOfEach(now - HOUR, now)
  for (const thread of threads) {
    const starts = startsOf.get(thread.id) ?? 0
    if (starts <= noisyRuns) continue
    const planned = Math.ceil(HOUR / engine.slots.intervalOf(thread))
    if (starts <= 2 * planned) continue
    noisy.add(thread.id)
    const text =
      `${starts} runs within an hour, where the schedule asks for ${planned}. Its activity shows ` +
      'what asked for them.'
    raise(store, thread.id, 'noise', text, now)
  }
  return noisy
}

type AlertCause = 'schedule' | 'noise'

const raise = (
  store: Pick<Store, 'alerts'>,
  id: ThreadId,
  key: AlertCause,
  text: string,
  now: Instant,
): void => void store.alerts.raise(id, { key, severity: 'warning', text }, now)

/** Of each thread that the cause holds for no more. */
function settle(
  { alerts }: Pick<Store, 'alerts'>,
  key: AlertCause,
  still: ReadonlySet<ThreadId>,
  now: Instant,
): void {
  for (const id of alerts.threadsWith(key)) if (!still.has(id)) alerts.resolve(id, [key], now)
}

function lostText(names: readonly string[]): readonly string[] {
  if (names.length === 0) return []
  const were = names.length === 1 ? 'was' : 'were'
  const list = `${names.slice(0, NAMED_SCHEDULES).join(', ')}${names.length > NAMED_SCHEDULES ? ' …' : ''}`
  return [`${plural(names.length, 'schedule')} had no due time and ${were} planned again: ${list}`]
}

function fineText(store: Pick<Store, 'jobs'>, threads: number, tickAt: Instant | null, now: Instant): string {
  const jobs = store.jobs.list().filter((j) => j.pause === null && j.nextDueAt !== null).length
  const tick =
    tickAt === null ? 'no tick yet' : `last tick ${formatDuration(Math.max(SECOND, now - tickAt))} ago`
  return `${plural(threads, 'thread')} and ${plural(jobs, 'job')} have a due time ahead; ${tick}.`
}
