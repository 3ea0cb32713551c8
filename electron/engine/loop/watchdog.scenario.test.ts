import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { oneThread, openAlerts } from '../testing/one-thread.ts'

describe('the watchdog', () => {
  it('plans a thread and a job again that lost their due time, and tells each once', async () => {
    const { s, id } = await oneThread({ agent: false })
    const spec = jobSpecSchema.parse({
      name: 'build',
      schedule: { kind: 'every', everyMs: DAY, anchorAt: 0 },
      action: { kind: 'command', argv: ['make'] },
    })
    s.store.jobs.save('job_1' as never, id, spec, { nextDueAt: null, problem: null }, s.clock.now())
    s.store.threads.change(id, { nextDueAt: null })
    await s.clock.advance(61 * SECOND)
    expect([s.store.threads.get(id)!.nextDueAt !== null, s.store.jobs.list()[0]!.nextDueAt !== null]).toEqual(
      [true, true],
    )
    expect(s.watchdog.view()).toMatchObject({
      ok: false,
      text: expect.stringContaining(
        '2 schedules had no due time and were planned again: api, job build',
      ) as string,
    })
    expect(openAlerts(s)).toEqual([
      'The schedule of this thread had no due time ahead; it was planned again.',
    ])
    await s.clock.advance(2 * MINUTE)
    expect([s.watchdog.view().ok, openAlerts(s)]).toEqual([true, []])
  })

  it('notices that nobody ticks any more, ticks itself, and that it goes on', async () => {
    const { s } = await oneThread({ agent: false })
    const { setTimer } = s.clock
    s.clock.setTimer = () => () => {} // the timer that this tick arms is lost
    s.engine.tick()
    s.clock.setTimer = setTimer
    await s.clock.advance(3 * MINUTE)
    expect(s.watchdog.view()).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^Found: no tick for [23] min/) as string,
    })
    expect(s.clock.now() - s.engine.live.lastTickAt()!).toBeLessThan(MINUTE)
    await s.clock.advance(2 * MINUTE)
    expect([s.watchdog.view().ok, s.clock.armed > 0]).toEqual([true, true])
  })

  it('gives up a run that is older than its limit, also where the timer of that was lost', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: DAY })
    s.hangs = (call) => call === 'files.read'
    const { setTimer } = s.clock
    s.clock.setTimer = () => () => {}
    s.engine.wake(id, 'manual')
    s.engine.tick()
    await s.clock.settle()
    s.clock.setTimer = setTimer
    expect(s.store.runs.running()).toHaveLength(1)
    await s.clock.advance(6 * MINUTE)
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'broken', fault: { code: 'run.overdue' } })
  })

  it('tells of a thread that runs far more often than planned, once', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: DAY })
    s.store.settings.change({ noisyRuns: 10 })
    for (let i = 0; i < 14; i++) {
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.settle()
      await s.clock.advance(2 * MINUTE)
    }
    expect(s.notices.map((n) => n.body)).toEqual([
      expect.stringMatching(/^1[0-9] runs within an hour, where the schedule asks for 1\./),
    ])
    await s.clock.advance(2 * HOUR)
    expect(openAlerts(s)).toEqual([])
  })

  it('tells of it also where nothing runs any more', async () => {
    const { s, id } = await oneThread({ agent: false, intervalMs: DAY })
    s.store.settings.change({ noisyRuns: 10 })
    for (let i = 0; i < 14; i++) {
      s.engine.wake(id, 'manual')
      s.engine.tick()
      await s.clock.settle()
    }
    const before = s.runs(id).length
    await s.clock.advance(2 * MINUTE)
    expect(s.runs(id)).toHaveLength(before)
    expect(s.notices.map((n) => n.body)).toEqual([expect.stringContaining('runs within an hour') as string])
  })
})
