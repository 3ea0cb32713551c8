import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
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

describe('a job and its thread', () => {
  it(
    'never overlap: two jobs and a beat of one thread run one after the other, and a due time during ' +
      'the job’s own run is skipped by name',
    async () => {
      const { s, id } = await bench(() => ({ takesMs: 10 * MINUTE }))
      s.store.settings.change({ maxRuns: 4, maxHeartbeats: 3 })
      const often = job(s, id, {
        schedule: { kind: 'every', everyMs: MINUTE, anchorAt: s.clock.now() },
        action: { ...MAKE, limitMs: HOUR },
      })
      job(s, id, { name: 'b', action: MAKE, schedule: at(s, MINUTE) })
      s.message(id, 'hello')
      await s.clock.advance(45 * MINUTE)
      const runs = s.runs(id).filter((r) => r.outcome !== null)
      expect(runs.length).toBeGreaterThanOrEqual(4)
      expect(runs.slice(1).every((r, i) => r.startedAt >= runs[i]!.startedAt + runs[i]!.durationMs!)).toBe(
        true,
      )
      const mine = rows(s, often)
      expect(mine.filter((r) => r.state === 'waiting' || r.state === 'running').length).toBeLessThanOrEqual(1)
      expect(mine.find((r) => r.state === 'skipped')!.summary).toMatch(
        /^Skipped: the start of .* was not over\.$/,
      )
    },
  )

  it('waits while the thread is paused, untrusted, or its runner has no budget, and then runs', async () => {
    const { s, id } = await bench()
    const agent = { kind: 'agent', prompt: 'Look' }
    for (const [change, back, why] of [
      [
        () => s.store.threads.change(id, { pause: { reason: 'x', until: null, by: 'person' } }),
        () => s.store.threads.change(id, { pause: null }),
        'paused',
      ],
      [
        () => s.store.threads.change(id, { trustedAt: null }),
        () => s.store.threads.change(id, { trustedAt: 1 }),
        'untrusted',
      ],
      [
        () =>
          s.store.settings.change({
            caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }],
          }),
        () => s.store.settings.change({ caps: [] }),
        'over_budget',
      ],
    ] as const) {
      const j = job(s, id, { schedule: at(s, MINUTE), action: agent })
      change()
      await s.clock.advance(2 * MINUTE)
      expect(s.store.queue.waiting().map(s.engine.holds())).toEqual([why])
      back()
      await s.clock.advance(MINUTE)
      expect([why, states(s, j)]).toEqual([why, ['ok']])
    }
  })

  it(
    'that is edited, paused or removed while it waits does not run under the old words, and ' +
      'the row says so',
    async () => {
      const { s, id } = await bench()
      const start = s.clock.now()
      s.store.threads.change(id, { pause: { reason: 'x', until: null, by: 'person' } })
      const edited = job(s, id)
      const paused = job(s, id)
      const removed = job(s, id)
      await s.clock.advance(61 * MINUTE)
      expect(s.store.queue.waiting()).toHaveLength(3)
      job(
        s,
        id,
        { name: 'other words', schedule: { kind: 'every', everyMs: 3 * HOUR, anchorAt: start } },
        edited,
      )
      s.engine.jobs.pause(paused, 'person')
      s.store.jobs.remove(removed)
      s.store.threads.change(id, { pause: null })
      await s.clock.advance(HOUR)
      expect([states(s, edited), states(s, paused), s.starts]).toEqual([['skipped'], ['skipped'], []])
      s.engine.jobs.resume(s.store.jobs.get(paused)!)
      await s.clock.advance(HOUR)
      expect([states(s, edited), states(s, paused)]).toEqual([
        ['skipped', 'ok'],
        ['skipped', 'ok'],
      ])
    },
  )

  it('that a person paused or removed during its run is not tried again, though it failed', async () => {
    for (const change of ['pause', 'remove'] as const) {
      const { s, id } = await bench(() => ({ takesMs: MINUTE, ...(FAILS({} as never) as object) }))
      s.store.threads.change(id, { sources: { job: 'next' } })
      const j = job(s, id, { schedule: at(s, MINUTE) })
      await s.clock.advance(90 * SECOND)
      if (change === 'pause') s.engine.jobs.pause(j, 'person')
      else s.store.jobs.remove(j)
      await s.clock.advance(HOUR)
      expect([change, s.starts.length, s.store.queue.waiting()]).toEqual([change, 1, []])
    }
  })

  it('goes with its thread, also while it waits', async () => {
    const { s, id } = await bench(() => ({ takesMs: HOUR }))
    job(s, id, { schedule: at(s, MINUTE) })
    job(s, id, { schedule: at(s, MINUTE) })
    await s.clock.advance(2 * MINUTE)
    s.store.threads.remove(id)
    await s.clock.advance(3 * HOUR)
    expect([
      s.store.jobs.list(),
      s.store.queue.waiting(),
      s.store.runs.running(),
      s.logs.filter((l) => l.level === 'error'),
    ]).toEqual([[], [], [], []])
  })

  it('runs when a person asks, also a paused one, and keeps its own times', async () => {
    const { s, id } = await bench()
    const j = job(s, id)
    const due = s.store.jobs.get(j)!.nextDueAt
    s.engine.jobs.start(s.store.jobs.get(j)!)
    s.engine.tick()
    await s.clock.settle()
    expect([rows(s, j).map((r) => [r.byHand, r.state]), s.store.jobs.get(j)!.nextDueAt]).toEqual([
      [[true, 'ok']],
      due,
    ])
    s.engine.jobs.pause(j, 'person')
    await s.clock.advance(1)
    s.engine.jobs.start(s.store.jobs.get(j)!)
    s.engine.tick()
    await s.clock.settle()
    expect([states(s, j), s.store.jobs.get(j)!.pause?.by]).toEqual([['ok', 'ok'], 'person'])
  })

  it('that is cut short by an orderly quit begins anew, and that is no failure', async () => {
    const { s, id } = await bench(() => ({ takesMs: 10 * MINUTE }))
    const j = job(s, id, { schedule: at(s, MINUTE) })
    await s.clock.advance(2 * MINUTE)
    await s.engine.stop('stop')
    s.script = () => ({})
    await s.crash()
    await s.clock.advance(MINUTE)
    expect([rows(s, j).map((r) => [r.attempt, r.state]), s.store.jobs.get(j)!.failures]).toEqual([
      [
        [1, 'skipped'],
        [2, 'ok'],
      ],
      0,
    ])
  })
})
