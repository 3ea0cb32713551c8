import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { OK, oneThread } from '../testing/one-thread.ts'
import type { Scenario } from '../testing/scenario.ts'

describe('a task with times of day', () => {
  const TIMED = '## Quick Tasks\n- [ ] Look\n- [ ] @09:00 @17:30 Read the mail\n'
  const doneAt = (s: Scenario, id: ThreadId) =>
    s
      .runs(id)
      .filter((r) => s.store.runs.detail(r.id)!.tasks.some((t) => t.text.includes('mail')))
      .map((r) => new Date(r.startedAt).toISOString().slice(8, 16))

  it('is worked at the first beat after each of them, once a day', async () => {
    const { s, id } = await oneThread({ playbook: TIMED, agent: false, intervalMs: 20 * MINUTE })
    await s.clock.advance(2 * DAY)
    const done = doneAt(s, id)
    expect(done.map((d) => d.slice(0, 5))).toEqual(['10T09', '10T17', '11T09', '11T17'])
    expect(done.every((d) => d.slice(6) < '20' || (d.slice(6) >= '30' && d.slice(6) < '50'))).toBe(true)
  })

  it('keeps the thread’s zone, also over the change of its clocks', async () => {
    const { s, id } = await oneThread({
      playbook: '## Quick Tasks\n- [ ] @09:00 Read the mail\n',
      agent: false,
      intervalMs: 20 * MINUTE,
      start: Date.UTC(2026, 2, 28, 5),
      timeZone: 'Europe/Berlin',
    })
    await s.clock.advance(2 * DAY)
    expect(doneAt(s, id).map((d) => d.slice(0, 5))).toEqual(['28T08', '29T07'])
  })

  it('is made up for once after a sleep, and an interrupted or failed run does not count', async () => {
    const { s, id } = await oneThread({ playbook: TIMED })
    s.script = () => ({ hangs: true })
    await s.clock.sleep(3 * HOUR)
    await s.crash()
    s.script = OK
    s.engine.stopRun(s.store.runs.running()[0]!.id)
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.map((x) => x.prompt!.includes('@09:00'))).toEqual([
      true,
      true,
      true,
      ...s.starts.slice(3).map(() => false),
    ])
    expect(
      s
        .runs(id)
        .slice(0, 3)
        .map((r) => r.outcome),
    ).toEqual(['interrupted', 'stopped', 'quiet'])
  })

  it('is not forgotten, and not done twice, because the list was in the middle of a merge', async () => {
    const { s, id } = await oneThread({ playbook: TIMED, agent: false, start: Date.UTC(2026, 2, 10, 9, 5) })
    await s.clock.advance(9 * MINUTE)
    const text = s.files.get('/api')!
    s.files.set('/api', '<<<<<<< HEAD\n## Quick Tasks\n=======\n>>>>>>> x\n')
    await s.clock.advance(8 * MINUTE)
    s.files.set('/api', text)
    await s.clock.advance(16 * MINUTE)
    expect(doneAt(s, id)).toHaveLength(1)
  })
})
