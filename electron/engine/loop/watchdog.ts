import type { WatchView } from '../../../shared/views/snapshot.ts'
import { plural } from '../../../shared/base/plural.ts'
import { formatDuration, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { createTimer } from '../pulse/timers.ts'
import type { Engine } from './engine.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

const LOOK_EVERY_MS = MINUTE
/** Ticks come at least each half minute; a longer silence without a sleep means that nobody schedules. */
const SILENCE_MS = 2 * MINUTE

export interface Watchdog {
  view(): WatchView
  close(): void
}

/**
 * Looks at the schedule apart from the ticks that keep it: every enabled thread and job has a due time
 * ahead, or a stated reason for having none; ticks happen; no thread runs far more often than it should.
 * What it can mend it mends; what it finds is one alert.
 */
export function createWatchdog(ports: Ports, store: Store, engine: Engine): Watchdog {
  const { clock } = ports
  let view: WatchView = { lookedAt: null, ok: true, text: 'Not looked at yet.' }
  let lastAt = clock.now()
  const timer = createTimer(clock, 'watchdog')
  timer.setAfter(LOOK_EVERY_MS, run)

  function run(): void {
    try {
      look()
    } catch (error) {
      view = {
        lookedAt: clock.now(),
        ok: false,
        text: `The schedule could not be looked at: ${error instanceof Error ? error.message : String(error)}`,
      }
      ports.log('error', 'bug.caught', { where: 'watchdog', message: view.text })
    } finally {
      timer.setAfter(LOOK_EVERY_MS, run)
    }
  }

  function look(): void {
    const now = clock.now()
    const slept = now - lastAt > 2 * LOOK_EVERY_MS || now < lastAt
    lastAt = now
    const found: string[] = engine.live.failingDuties().map((name) => `the duty "${name}" failed`)
    const tickAt = engine.live.lastTickAt()
    const silent = !slept && tickAt !== null && now - tickAt > SILENCE_MS
    if (silent) found.push(`no tick for ${formatDuration(now - tickAt)}`)

    const threads = store.threads.list().filter((t) => t.trustedAt !== null && t.intervalMs > 0)
    const lost = threads.filter((t) => t.nextDueAt === null && engine.slots.planOf(t, now).nextDueAt !== null)
    for (const thread of lost) engine.slots.replan(thread.id)
    const lostJobs = store.jobs
      .list()
      .filter(
        (j) =>
          j.pause === null &&
          j.problem === null &&
          j.nextDueAt === null &&
          engine.jobs.planOf(j, now).nextDueAt !== null,
      )
    for (const job of lostJobs) store.jobs.change(job.id, engine.jobs.planOf(job, now))
    const named = [...lost.map((t) => t.name), ...lostJobs.map((j) => `job ${j.name}`)]
    if (named.length > 0)
      found.push(
        `${plural(named.length, 'schedule')} had no due time and ` +
          `${named.length === 1 ? 'was' : 'were'} planned again: ` +
          `${named.slice(0, 5).join(', ')}${named.length > 5 ? ' …' : ''}`,
      )
    if (found.length > 0)
      ports.log('warn', 'schedule.repaired', {
        silent,
        threads: lost.map((t) => t.id),
        jobs: lostJobs.map((j) => j.id),
      })
    for (const thread of lost)
      alert(thread.id, 'schedule', `The schedule of this thread had no due time ahead; it was planned again.`)
    // A tick that throws arms the next one; one that never comes back is started from here.
    if (silent) engine.tick()

    const { noisyRuns } = engine.settings()
    const noisy = threads.flatMap((t) => {
      const starts = store.runs.recentStarts(t.id, now - HOUR, now).length
      const planned = Math.ceil(HOUR / engine.slots.intervalOf(t))
      return starts > Math.max(noisyRuns, 2 * planned) ? [{ t, starts, planned }] : []
    })
    for (const { t, starts, planned } of noisy)
      alert(
        t.id,
        'noise',
        `${starts} runs within an hour, where the schedule asks for ${planned}. Its activity shows ` +
          'what asked for them.',
      )
    for (const t of threads)
      if (!noisy.some((n) => n.t.id === t.id))
        store.alerts.resolve(t.id, ['noise', ...(lost.includes(t) ? [] : ['schedule'])], now)
    if (noisy.length > 0) found.push(`${plural(noisy.length, 'thread')} ran far more often than planned`)

    const jobs = store.jobs.list().filter((j) => j.pause === null && j.nextDueAt !== null).length
    const beat =
      tickAt === null ? 'no tick yet' : `last tick ${formatDuration(Math.max(SECOND, now - tickAt))} ago`
    view = {
      lookedAt: now,
      ok: found.length === 0,
      text:
        found.length === 0
          ? `${plural(threads.length, 'thread')} and ${plural(jobs, 'job')} have a due time ahead; ${beat}.`
          : `Found: ${found.join('; ')}.`,
    }
  }

  const alert = (id: Parameters<Store['alerts']['raise']>[0], key: string, text: string): void =>
    store.alerts.raise(id, { key, severity: 'warning', text }, clock.now())

  return { view: () => view, close: timer.clear }
}
