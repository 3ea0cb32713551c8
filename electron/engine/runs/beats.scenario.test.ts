import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { openAlerts } from '../testing/one-thread.ts'
import { outcomes, PLAYBOOK, QUICK_ONLY, scenario } from '../testing/scenario.ts'

describe('a thread that is on', () => {
  it('beats at its slots, the first with every tier', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(17 * MINUTE)
    expect(s.runs(id).map((r) => ({ tiers: r.tiers, outcome: r.outcome, reasons: r.reasons }))).toEqual([
      { tiers: ['quick', 'hourly', 'daily'], outcome: 'quiet', reasons: ['interval'] },
      { tiers: ['quick'], outcome: 'quiet', reasons: ['interval'] },
    ])
  })

  it('gives every slot one fate and one outcome', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(2 * HOUR)
    const slots = s.store.runs.slots(id, 100)
    expect(slots).toHaveLength(15)
    expect(new Set(slots.map((x) => x.outcome))).toEqual(new Set(['quiet']))
    expect(new Set(slots.map((x) => x.runId)).size).toBe(15)
  })

  it('runs the hourly tier strictly after 60 minutes and the daily tier after 24 hours', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: 10 * MINUTE })
    await s.clock.advance(25 * HOUR)
    const hourly = s
      .runs(id)
      .filter((r) => r.tiers.includes('hourly') && r.startedAt < s.runs(id)[0]!.startedAt + DAY)
      .map((r) => r.startedAt)
    const gaps = hourly.slice(1).map((at, i) => at - hourly[i]!)
    expect(Math.min(...gaps)).toBeGreaterThan(HOUR)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(70 * MINUTE + SECOND)
    expect(
      s.store.runs.page({ threadId: id, limit: 200 }).runs.filter((r) => r.tiers.includes('daily')),
    ).toHaveLength(2)
  })

  it('mirrors the start of the run into Timestamps and ticks what passed', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(9 * MINUTE)
    const text = s.files.get('/api')!
    expect(text).not.toContain('(never)')
    expect(text.match(/- \[x\]/g)).toHaveLength(3)
  })

  it('makes a tier due once when somebody puts (never) back', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace(/Last daily: .*/, 'Last daily: (never)'))
    await s.clock.advance(17 * MINUTE)
    expect(
      s
        .runs(id)
        .map((r) => r.tiers.length)
        .slice(0, 3),
    ).toEqual([3, 3, 1])
  })

  it('never writes into a file that git tracks, and takes its (never) for no gesture', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.tracked.add('/api')
    await s.clock.advance(25 * MINUTE)
    expect(s.files.get('/api')).toBe(PLAYBOOK)
    expect(s.runs(id).map((r) => r.tiers.length)).toEqual([3, 1, 1])
  })

  it('creates a missing HEARTBEAT.md from the template and then runs it', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.files.delete('/api')
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('## Quick Tasks')
    expect(s.runs(id)[0]!.outcome).toBe('quiet')
  })

  it('found by a user: a HEARTBEAT.md that was deleted is written anew, and that is told', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(9 * MINUTE)
    expect(openAlerts(s)).toEqual([])
    s.files.delete('/api')
    await s.clock.advance(9 * MINUTE)
    expect(openAlerts(s)).toEqual([expect.stringContaining('HEARTBEAT.md was gone when a beat began')])
    await s.clock.advance(20 * MINUTE)
    expect(openAlerts(s)).toHaveLength(1)
    // And again, also where the first was acknowledged.
    s.files.delete('/api')
    await s.clock.advance(9 * MINUTE)
    expect(openAlerts(s)).toHaveLength(2)
  })

  it('skips an effectively empty file and says so', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n\n## Quick Tasks\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'empty' }])
    expect(s.starts).toHaveLength(0)
  })

  it('spreads threads over the interval', async () => {
    const s = await scenario()
    for (let i = 0; i < 8; i++) s.add(`t${i}`, { playbook: QUICK_ONLY })
    await s.clock.advance(8 * MINUTE)
    const gaps = s.starts
      .map((x) => x.at)
      .slice(1)
      .map((at, i) => at - s.starts[i]!.at)
    expect(Math.min(...gaps)).toBeGreaterThan(20 * SECOND)
  })

  it('starts no beat while it is not trusted, and ends a beat asked for by hand as blocked', async () => {
    const s = await scenario()
    const id = s.add('api', { trusted: false })
    await s.clock.advance(HOUR)
    expect(s.runs(id)).toEqual([])
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(outcomes(s)).toEqual(['blocked'])
    expect(s.starts).toHaveLength(0)
  })
})

describe('when beats fail', () => {
  const broken = {
    status: 'failed' as const,
    fault: { code: 'agent.exit_nonzero' as const, message: 'exit 1' },
  }

  it('tells it after two failures, doubles the delay from the third, pauses at the fifth with one alert', async () => {
    const s = await scenario({ script: () => broken })
    const id = s.add('api')
    await s.clock.advance(DAY)
    expect(outcomes(s)).toEqual(['broken', 'broken', 'broken', 'broken', 'broken'])
    const starts = s.runs(id).map((r) => r.startedAt)
    expect(starts.slice(1).map((at, i) => Math.round((at - starts[i]!) / MINUTE))).toEqual([8, 8, 16, 32])
    expect(s.notices.map((n) => n.body.startsWith('Paused'))).toEqual([false, true])
    expect(s.store.threads.get(id)!.pause).toMatchObject({ by: 'failures' })
    expect(s.views.snapshot().threads[0]).toMatchObject({ state: 'broken' })
  })

  it('keeps a failed tier due', async () => {
    let fail = true
    const s = await scenario({ script: () => (fail ? broken : {}) })
    const id = s.add('api')
    await s.clock.advance(9 * MINUTE)
    fail = false
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).map((r) => r.tiers.length)).toEqual([3, 3])
    expect(s.store.threads.get(id)!.failures).toBe(0)
  })

  it('tells a missing folder once, never counts it as a failure, and goes on when the folder is back', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.missing.add('/api')
    await s.clock.advance(2 * HOUR)
    expect(s.notices).toHaveLength(1)
    expect(s.store.threads.get(id)).toMatchObject({ failures: 0, pause: null })
    s.missing.clear()
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.store.alerts.list('resolved', 10, s.clock.now())).toHaveLength(1)
  })
})
