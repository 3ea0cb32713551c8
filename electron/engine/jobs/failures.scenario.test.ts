import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { jobBackoffMs } from '../../../shared/jobs/job-schedule.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { CLAUDE } from '../testing/with-agent.ts'

const MAKE = { kind: 'command', argv: ['make'] } as const

const FAILS: Script = () => ({
  status: 'failed',
  fault: fault('agent.exit_nonzero', 'exit 2'),
  output: 'make: no rule',
})

async function bench(
  script: Script = () => ({ text: 'HEARTBEAT_OK' }),
): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}

type Draft = Partial<Record<keyof JobSpec, unknown>>

function job(s: Scenario, threadId: ThreadId, draft: Draft = {}, id = s.ports.ids<JobId>('job')): JobId {
  const spec = jobSpecSchema.parse({
    name: 'build',
    schedule: { kind: 'every', everyMs: HOUR, anchorAt: s.clock.now() },
    action: MAKE,
    ...draft,
  })
  s.store.jobs.save(id, threadId, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  s.engine.tick()
  return id
}

const rows = (s: Scenario, id: JobId) => [...s.store.jobs.runs(id, 100)].reverse()

const states = (s: Scenario, id: JobId) => rows(s, id).map((r) => r.state)

const at = (s: Scenario, ms: number) => ({ kind: 'at', at: s.clock.now() + ms })

describe('a job that fails', () => {
  it('due once is tried three times, with growing pauses, and told from the second failure on', async () => {
    const { s, id } = await bench(FAILS)
    s.store.threads.change(id, {
      pause: { reason: 'test', until: null, by: 'person' },
      sources: { job: 'next' },
    })
    s.store.threads.change(id, { pause: null })
    const j = job(s, id, { schedule: at(s, MINUTE) })
    await s.clock.advance(HOUR)
    const started = rows(s, j).map((r) => r.startedAt!)
    expect(rows(s, j).map((r) => [r.attempt, r.state])).toEqual([
      [1, 'failed'],
      [2, 'failed'],
      [3, 'failed'],
    ])
    expect(started.slice(1).map((x, i) => x - started[i]!)).toEqual([30 * SECOND, MINUTE])
    expect(s.notices.map((n) => n.body)).toEqual([
      expect.stringContaining('The job "build" failed 2 times in a row'),
    ])
  })

  it('by a bug of ours is broken like any other, on record, and closes the tools', async () => {
    const { s, id } = await bench(() => {
      s.looks.get = () => {
        throw new Error('boom')
      }
      return {}
    })
    const look = job(s, id, { action: { kind: 'agent', prompt: 'Look' } })
    await s.clock.advance(HOUR + MINUTE)
    expect([states(s, look), s.openRuns()]).toEqual([['failed', 'failed', 'waiting'], []])
    expect(s.runs(id).map((r) => [r.kind, r.outcome])).toEqual([
      ['job', 'broken'],
      ['heartbeat', 'broken'],
      ['job', 'broken'],
    ]) // what became of the first woke the thread
    expect(s.logs.filter((l) => l.event === 'bug.caught')).toHaveLength(3)
  })

  it('ten times in a row is paused with one notice, and goes on when a person resumes it', async () => {
    const { s, id } = await bench(FAILS)
    s.store.threads.change(id, { sources: { job: 'next' } })
    const j = job(s, id, { schedule: { kind: 'every', everyMs: 6 * HOUR, anchorAt: s.clock.now() } })
    await s.clock.advance(2 * DAY)
    expect([states(s, j).length, s.store.jobs.get(j)!.pause?.by, s.store.jobs.get(j)!.nextDueAt]).toEqual([
      10,
      'failures',
      null,
    ])
    expect(
      s.store.alerts
        .list('open', 9, s.clock.now())
        .filter((a) => a.key === `job:${j}`)
        .map((a) => a.text),
    ).toEqual([expect.stringContaining('It is paused after 10 failures in a row.')])
    s.script = () => ({})
    s.engine.jobs.resume(s.store.jobs.get(j)!)
    await s.clock.advance(7 * HOUR)
    expect([
      states(s, j).at(-1),
      s.store.jobs.get(j)!.failures,
      s.store.alerts.list('open', 9, s.clock.now()).filter((a) => a.key === `job:${j}`),
    ]).toEqual(['ok', 0, []])
  })

  it('because its repository is gone is settled like any failure, and runs again when it is back', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { sources: { job: 'next' } })
    const j = job(s, id)
    s.missing.add('/api')
    await s.clock.advance(HOUR + 10 * SECOND)
    expect(states(s, j)).toEqual(['failed', 'waiting'])
    s.missing.clear()
    await s.clock.advance(MINUTE)
    expect(states(s, j)).toEqual(['failed', 'ok'])
  })
})

it('a job of a thread without an agent is an alert from its first failure on, told once, and over with its success', async () => {
  let isFixed = false
  const { s, id } = await bench((spec) => (isFixed ? { text: 'done' } : FAILS(spec)))
  s.store.threads.change(id, { agent: { kind: 'local' } })
  job(s, id, { schedule: at(s, MINUTE) })
  const open = () => s.store.alerts.list('open', 9, s.clock.now()).filter((a) => a.key?.startsWith('job:'))
  await s.clock.advance(MINUTE + SECOND)
  expect(open().map((a) => [a.severity, a.seen])).toEqual([['warning', 1]])
  await s.clock.advance(HOUR)
  expect(open().map((a) => [a.text.includes('3 times in a row'), a.seen])).toEqual([[true, 3]])
  expect(s.notices.filter((n) => n.body.includes('The job'))).toHaveLength(1)
  const events = s.store.events
    .timeline(id, undefined, 50)
    .entries.flatMap((e) => (e.kind === 'event' && e.event.source === 'job' ? [e.event] : []))
  expect(events.map((event) => [event.state, event.count])).toEqual([['told', 3]])
  isFixed = true
  job(s, id, { schedule: at(s, MINUTE) }, s.store.jobs.list()[0]!.id)
  await s.clock.advance(HOUR)
  expect(open()).toEqual([])
})

it('found by a user: a job that failed is foreseen when its delay is over, not at due times that are skipped', async () => {
  const { s, id } = await bench(FAILS)
  const everyMinute = { kind: 'every', everyMs: MINUTE, anchorAt: s.clock.now() }
  const j = job(s, id, { schedule: everyMinute })
  const foreseen = (): number => s.foresight.foresee(id, 2).entries.find((e) => e.kind === 'job')!.at
  // Also in the minute between a failure and the due time that waits for the end of the delay.
  for (let at = 0; at < 20 * 60; at += 10) {
    await s.clock.advance(10 * SECOND)
    const failed = s.store.jobs.runs(j, 1)[0]
    const backOff = jobBackoffMs(s.store.jobs.get(j)!.failures)
    if (failed?.state === 'failed') expect(foreseen()).toBeGreaterThanOrEqual(failed.finishedAt! + backOff)
  }
  const waiting = s.store.queue.waiting().find((item) => item.jobId === j)
  expect(waiting!.notBefore).toBeGreaterThan(s.clock.now() + MINUTE)
  expect(foreseen()).toBe(waiting!.notBefore)
})
