import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { oneThread, openAlerts, saveConfig } from '../testing/one-thread.ts'

describe('HEARTBEAT.json', () => {
  it('overrides the thread’s own settings from its saving on, and gives them back when it goes', async () => {
    const { s, id } = await oneThread()
    await saveConfig(s, id, {
      interval: '30m',
      model: 'opus',
      dailyAt: '07:30',
      session: 'resume',
      showOk: true,
    })
    expect(s.store.threads.get(id)).toMatchObject({
      intervalMs: 30 * MINUTE,
      dailyAt: '07:30',
      session: 'resume',
      agent: { models: { quick: 'opus' } },
    })
    expect(s.store.threads.get(id)!.nextDueAt! - s.clock.now()).toBeLessThanOrEqual(30 * MINUTE)
    await saveConfig(s, id, { enabled: false })
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.nextDueAt]).toEqual([0, null])
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toEqual([])
    await saveConfig(s, id, null)
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.nextDueAt !== null]).toEqual([
      8 * MINUTE,
      true,
    ])
  })

  it('names the keys that do not count, also those that would execute something, and the rest counts', async () => {
    const { s, id } = await oneThread()
    await saveConfig(s, id, { interval: '15m', command: ['rm'], activeHours: 'always', nonsense: 1 })
    const { config: read } = s.store.threads.get(id)!
    expect(read!.values).toEqual({ intervalMs: 15 * MINUTE })
    expect(read!.problems.join('\n')).toMatch(/command[^]*nonsense|nonsense[^]*command/)
    expect(openAlerts(s)).toEqual([
      expect.stringMatching(/^Not all of HEARTBEAT\.json counts\.\n[^]*nonsense/),
    ])
    await saveConfig(s, id, '{ not json')
    // Perhaps it is being written just now: what was read last still counts.
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.config!.problems]).toEqual([
      15 * MINUTE,
      [expect.stringContaining('is not JSON; what it said before counts.')],
    ])
    expect(openAlerts(s).join()).toContain('is not JSON')
    await saveConfig(s, id, { interval: '15m' })
    expect(openAlerts(s)).toEqual([])
  })

  it('with playbook "ignore" nothing runs but what is asked for or what happened', async () => {
    const { s, id } = await oneThread()
    await saveConfig(s, id, { playbook: 'ignore' })
    await s.clock.advance(20 * MINUTE)
    expect(new Set(s.runs(id).map((r) => `${r.outcome} ${r.skipReason}`))).toEqual(new Set(['skipped off']))
    s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'now' })
    await s.clock.advance(SECOND)
    expect(s.starts[0]!.prompt).toMatch(/The build is red[^]*The list in HEARTBEAT.md is not worked now/)
    expect(s.store.threads.get(id)!.tiers.quick.lastDoneAt).toBe(null)
  })

  it('playbook "ignore" holds for local checks too, and stands in why, dry run and the runs', async () => {
    const { s, id } = await oneThread({ agent: false })
    await s.clock.advance(20 * MINUTE)
    expect(s.runs(id).some((run) => run.outcome === 'quiet')).toBe(true)
    await saveConfig(s, id, { playbook: 'ignore' })
    const before = s.runs(id).length
    await s.clock.advance(20 * MINUTE)
    await apiClient(s).beat.start({ id, anyway: true })
    await s.clock.advance(SECOND)
    const after = s.runs(id).slice(before)
    expect(after.map((run) => run.outcome)).toContain('skipped')
    for (const run of after)
      expect([run.outcome, run.summary]).toEqual([
        'skipped',
        'Skipped: HEARTBEAT.json has the list ignored, and nothing else is to be done.',
      ])
    const client = apiClient(s)
    const { gates } = await client.explain({ id })
    expect(gates.find(({ gate }) => gate === 'Tasks')).toMatchObject({
      open: false,
      text: 'HEARTBEAT.json has the list ignored: local checks have nothing to do.',
    })
    expect((await client.dryRun({ id })).because).toBe(
      'HEARTBEAT.json has the list ignored, and nothing else is to be done.',
    )
  })

  it('its time zone counts by itself, for times of day', async () => {
    const { s, id } = await oneThread({
      playbook: '## Quick Tasks\n- [ ] @09:20 Read the mail\n',
      agent: false,
    })
    await saveConfig(s, id, { timeZone: 'Europe/Berlin' })
    await s.clock.advance(HOUR)
    const done = s
      .runs(id)
      .filter((r) => s.store.runs.detail(r.id)!.tasks.length > 0)
      .map((r) => r.startedAt)
    expect(done.length).toBe(1)
    expect(done[0]! - Date.UTC(2026, 2, 10, 8, 20)).toBeLessThanOrEqual(8 * MINUTE)
  })
})
