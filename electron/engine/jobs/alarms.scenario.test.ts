import { describe, expect, it } from 'vitest'
import type { JobId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

/** Between two pulses, so that only an alarm can be on time. */
const START = Date.UTC(2026, 2, 10, 8, 0, 20)

async function bench(expr: string): Promise<{ s: Scenario; job: JobId }> {
  const s = await scenario({ start: START, script: () => ({ text: 'HEARTBEAT_OK' }) })
  const thread = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  const job = s.ports.ids<JobId>('job')
  const spec = jobSpecSchema.parse({
    name: 'build',
    schedule: { kind: 'cron', expr, timeZone: 'UTC' },
    action: { kind: 'command', argv: ['make'] },
    spread: false,
  })
  s.store.jobs.save(job, thread, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  s.engine.jobs.arm()
  s.engine.tick()
  await s.clock.settle()
  return { s, job }
}
const starts = (s: Scenario, job: JobId) =>
  s.store.jobs
    .runs(job, 100)
    .map((r) => [r.dueAt, r.startedAt! - r.dueAt])
    .reverse()

describe('a cron job', () => {
  it('starts at its time, because its alarm rings', async () => {
    const { s, job } = await bench('*/15 * * * *')
    await s.clock.advance(HOUR)
    const dues = [15, 30, 45, 60].map((minute) => Date.UTC(2026, 2, 10, 8, minute))
    expect(starts(s, job)).toEqual(dues.map((due) => [due, 0]))
    await s.stop()
  })

  it('whose alarm is lost starts with the next pulse, and once', async () => {
    const { s, job } = await bench('*/15 * * * *')
    s.alarmsRing = false
    await s.clock.advance(HOUR)
    const late = starts(s, job).map(([, ms]) => ms!)
    expect(late).toHaveLength(4)
    expect(late.every((ms) => ms > 0 && ms <= 30 * SECOND)).toBe(true)
    await s.stop()
  })

  it('whose alarm comes after the pulse has started it is not started again', async () => {
    const { s, job } = await bench('*/15 * * * *')
    s.alarmsRing = false
    await s.clock.advance(15 * MINUTE)
    s.engine.tick()
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(starts(s, job)).toHaveLength(1)
    await s.stop()
  })

  it('that is paused has no alarm', async () => {
    const { s, job } = await bench('*/15 * * * *')
    s.engine.jobs.pause(job, 'person')
    await s.clock.advance(HOUR)
    expect(starts(s, job)).toEqual([])
    s.engine.jobs.resume(s.store.jobs.get(job)!)
    await s.clock.advance(15 * MINUTE)
    expect(starts(s, job)).toEqual([[Date.UTC(2026, 2, 10, 9, 15), 0]])
    await s.stop()
  })
})
