import { describe, expect, it } from 'vitest'
import { estimateOf, type EstimateAsk } from '../../../shared/views/estimate.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { PLAYBOOK, scenario } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

describe('the estimate beside the engine', () => {
  it.each([
    [30 * MINUTE, null, 3],
    [8 * MINUTE, null, 1],
    [30 * MINUTE, { start: '08:00', end: '18:00', timeZone: 'UTC' }, 2],
  ] as const)('foresees as many starts as the engine, at %i ms', async (intervalMs, activeHours, threads) => {
    const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
    s.store.settings.change({ caps: [] })
    for (let i = 0; i < threads; i++) {
      const id = s.add(`repo-${i}`, { playbook: PLAYBOOK, intervalMs })
      s.store.threads.change(id, { agent: CLAUDE, activeHours })
      s.engine.slots.replan(id)
      await s.sources.look(id)
    }
    const ask: EstimateAsk = {
      threads,
      intervalMs,
      worker: { kind: 'cli', cli: 'claude', billing: 'plan' },
      activeHours,
      quietHours: null,
      caps: [],
      from: s.clock.now(),
      timeZone: s.clock.timeZone,
      playbook: PLAYBOOK,
    }
    const { agentStarts } = s.foresight.foresee(undefined, 24)
    // a slot on the edge of the day
    expect(Math.abs(estimateOf(ask).busy.starts - agentStarts)).toBeLessThanOrEqual(threads)
  })

  it('counts on a quiet day the lines that need an agent', async () => {
    const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
    s.store.settings.change({ caps: [] })
    const intervalMs = 2 * HOUR
    const playbook =
      '## Quick Tasks\n- [ ] Run `git status`; report uncommitted or untracked files\n\n## Hourly ' +
      'Tasks\n- [ ] Is the CDN warm?\n\n## Daily ' +
      'Tasks\n- [ ] Flag branches without commits for more than 7 days\n'
    const id = s.add('api', { playbook, intervalMs })
    s.store.threads.change(id, { agent: CLAUDE })
    s.prints.set('/api', { tree: 'a', refs: 'a', remote: 'a', hosting: 'a' })
    await s.sources.look(id)
    await s.clock.advance(DAY)
    const before = s.starts.length
    await s.clock.advance(DAY)
    const started = s.starts.length - before
    expect(started).toBeGreaterThan(10)
    const { quiet } = estimateOf({
      threads: 1,
      intervalMs,
      worker: { kind: 'cli', cli: 'claude', billing: 'plan' },
      activeHours: null,
      quietHours: null,
      caps: [],
      from: s.clock.now(),
      timeZone: s.clock.timeZone,
      playbook,
    })
    expect(Math.abs(quiet.starts - started)).toBeLessThanOrEqual(1)
  })
})
