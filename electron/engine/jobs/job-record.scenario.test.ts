import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { CLAUDE } from '../testing/with-agent.ts'

const OK: Script = () => ({ text: 'HEARTBEAT_OK' })

async function bench(script: Script = OK, intervalMs = DAY): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}

function job(s: Scenario, threadId: ThreadId, draft: Partial<Record<keyof JobSpec, unknown>> = {}): JobId {
  const id = s.ports.ids<JobId>('job')
  const spec = jobSpecSchema.parse({
    name: 'build',
    schedule: { kind: 'every', everyMs: 5 * MINUTE, anchorAt: s.clock.now() },
    action: { kind: 'command', argv: ['make'] },
    ...draft,
  })
  s.store.jobs.save(id, threadId, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  s.engine.tick()
  return id
}

const openKeys = (s: Scenario) => s.store.alerts.list('open', 20, s.clock.now()).map((a) => a.key)

describe('the record of a job', () => {
  it('a job goes on at once after the clock was set back', async () => {
    const { s, id } = await bench()
    const made = job(s, id)
    await s.clock.advance(3 * HOUR)
    await s.clock.set(s.clock.now() - 2 * HOUR)
    s.engine.tick()
    await s.clock.settle()
    const before = s.starts.length
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.length - before).toBeGreaterThanOrEqual(5)
    expect(s.store.jobs.runs(made, 200).every((r) => r.dueAt <= s.clock.now())).toBe(true)
  })

  it('a job goes on by its own minutes when the clock was set back to before it was made', async () => {
    const { s, id } = await bench()
    const made = job(s, id)
    await s.clock.advance(HOUR)
    const { schedule, ...before } = s.store.jobs.get(made)!
    await s.clock.set(s.clock.now() - 3 * DAY - MINUTE)
    s.engine.tick()
    await s.clock.settle()
    const starts = s.starts.length
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.length - starts).toBeGreaterThanOrEqual(5)
    const { schedule: now, nextDueAt } = s.store.jobs.get(made)!
    if (schedule.kind !== 'every' || now.kind !== 'every') throw new Error('another schedule')
    expect([now.everyMs, (schedule.anchorAt - now.anchorAt) % now.everyMs]).toEqual([schedule.everyMs, 0])
    expect(nextDueAt! - s.clock.now()).toBeLessThanOrEqual(now.everyMs)
    expect(s.store.jobs.get(made)).toMatchObject({ name: before.name, action: before.action, failures: 0 })
  })

  it('a job that is to begin later still does when the clock was set back', async () => {
    const { s, id } = await bench()
    const anchorAt = s.clock.now() + 2 * DAY
    const made = job(s, id, { schedule: { kind: 'every', everyMs: 5 * MINUTE, anchorAt } })
    await s.clock.advance(HOUR)
    await s.clock.set(s.clock.now() - 3 * DAY)
    await s.clock.advance(HOUR)
    expect(s.store.jobs.get(made)!.nextDueAt).toBe(anchorAt)
  })

  it('a job run that a person stops leaves its failures and its alert as they were', async () => {
    const { s, id } = await bench(() => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'exit 2') }))
    const made = job(s, id)
    await s.clock.advance(20 * MINUTE)
    const { failures } = s.store.jobs.get(made)!
    expect(openKeys(s)).toContain(`job:${made}`)
    s.script = () => ({ hangs: true })
    while (s.store.runs.running().length === 0) await s.clock.advance(30 * SECOND)
    s.engine.stopRun(s.store.runs.running()[0]!.id)
    await s.clock.settle()
    expect([s.store.jobs.get(made)!.failures, openKeys(s).includes(`job:${made}`)]).toEqual([failures, true])
  })

  it('a cancelled start of a job is on record as such', async () => {
    const { s, id } = await bench()
    const made = job(s, id, { schedule: { kind: 'at', at: s.clock.now() + MINUTE } })
    s.store.threads.change(id, { pause: { reason: 'x', until: null, by: 'person' } })
    await s.clock.advance(2 * MINUTE)
    s.store.queue.cancel([s.store.queue.waiting().find((i) => i.jobId === made)!.id], s.clock.now())
    expect(s.store.jobs.runs(made, 5).map((r) => [r.state, r.summary])).toEqual([
      ['skipped', 'Cancelled by you before it started.'],
    ])
  })

  it('a job that was due once while it was paused is made up for when it is resumed', async () => {
    const { s, id } = await bench()
    const made = job(s, id, { schedule: { kind: 'at', at: s.clock.now() + HOUR } })
    s.engine.jobs.pause(made, 'person')
    await s.clock.advance(2 * HOUR)
    s.engine.jobs.resume(s.store.jobs.get(made)!)
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(s.store.jobs.runs(made, 5).map((r) => r.state)).toEqual(['ok'])
  })

  it('a busy job is no noise of its thread', async () => {
    const { s, id } = await bench()
    job(s, id, { schedule: { kind: 'every', everyMs: MINUTE, anchorAt: s.clock.now() } })
    await s.clock.advance(2 * HOUR)
    expect(openKeys(s)).not.toContain('noise')
  })
})
