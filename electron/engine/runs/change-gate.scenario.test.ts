import { beforeAll, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { outcomes, PLAYBOOK, scenario } from '../testing/scenario.ts'
import { addWithAgent, CLAUDE, STILL, TURN, withAllLines } from '../testing/with-agent.ts'

describe('the change gate', () => {
  it('starts no agent while nothing changed since it proved everything quiet, and stamps the tier', async () => {
    const { s, id } = await withAllLines()
    await s.clock.advance(3 * HOUR)
    expect(s.starts).toHaveLength(1)
    expect(new Set(outcomes(s, id).slice(1))).toEqual(new Set(['unchanged']))
    expect(s.store.threads.get(id)!.tiers.hourly.lastDoneAt).toBeGreaterThan(s.starts[0]!.at + HOUR)
    expect(s.views.snapshot().fleet.spend).toMatchObject({ starts: 1, startsSaved: s.runs(id).length - 1 })
  })

  it('counts apart what a plan covered: an estimate by the prices of the API, that is no money', async () => {
    const { s } = await withAllLines()
    await s.clock.advance(20 * MINUTE)
    expect(s.views.snapshot().fleet.spend).toMatchObject({ starts: 1, usd: 0, planUsd: 0.01 })
  })

  it('starts it when something a due task depends on changed, or HEARTBEAT.md did', async () => {
    const { s } = await withAllLines()
    await s.clock.advance(20 * MINUTE)
    s.prints.set('/api', { ...STILL, tree: 'changed' })
    await s.clock.advance(16 * MINUTE)
    expect(s.starts).toHaveLength(2)
    s.files.set('/api', s.files.get('/api')!.replace('git status`', 'git status` and look twice'))
    await s.clock.advance(8 * MINUTE)
    expect(s.starts.length).toBeGreaterThan(2)
  })

  it('runs a tier that somebody asked for by putting (never) back', async () => {
    const { s } = await withAllLines(undefined, CLAUDE, PLAYBOOK)
    await s.clock.advance(20 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace(/Last hourly: .*/, 'Last hourly: (never)'))
    await s.clock.advance(8 * MINUTE)
    expect(s.starts).toHaveLength(2)
  })

  it('looks at the remote only for tasks that depend on it', async () => {
    const { s } = await withAllLines()
    await s.clock.advance(20 * MINUTE)
    s.prints.set('/api', { ...STILL, remote: 'moved' })
    await s.clock.advance(16 * MINUTE)
    expect(s.starts).toHaveLength(1)
    await s.clock.advance(HOUR)
    expect(s.starts).toHaveLength(2)
  })

  it('always runs what it cannot classify, and what a person asks for', async () => {
    const free = await withAllLines(undefined, CLAUDE, '## Quick Tasks\n- [ ] Is the CDN warm?\n')
    await free.s.clock.advance(33 * MINUTE)
    expect(free.s.starts).toHaveLength(4)
    const { s, id } = await withAllLines()
    await s.clock.advance(20 * MINUTE)
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.starts).toHaveLength(2)
  })

  it('looks at a standing alert hourly, not at each beat, and at once when something changes', async () => {
    const { s, id } = await withAllLines(() => ({ turn: TURN, text: 'Uncommitted work since Monday' }))
    await s.clock.advance(59 * MINUTE)
    expect(s.starts).toHaveLength(1)
    expect(s.views.snapshot().threads[0]!.state).toBe('alert')
    s.prints.set('/api', { ...STILL, tree: 'changed' })
    await s.clock.advance(8 * MINUTE)
    expect(s.starts).toHaveLength(2)
    await s.clock.advance(2 * HOUR)
    expect(s.starts.length).toBeLessThanOrEqual(4)
    expect(outcomes(s, id)).toContain('unchanged')
  })

  it('is one switch for each thread', async () => {
    const { s, id } = await withAllLines()
    s.store.threads.change(id, { gate: 'always' })
    await s.clock.advance(33 * MINUTE)
    expect(s.starts).toHaveLength(4)
  })

  it('takes no unproven or broken run for a proof', async () => {
    const { s } = await withAllLines(() => ({ turn: TURN, silent: true }))
    await s.clock.advance(33 * MINUTE)
    expect(s.starts).toHaveLength(4)
  })

  describe('a day of 50 repositories with nothing changing', () => {
    let s: Awaited<ReturnType<typeof scenario>>
    let ids: readonly ThreadId[]
    beforeAll(async () => {
      s = await scenario({ script: () => ({ turn: TURN }) })
      ids = Array.from({ length: 50 }, (_, i) => addWithAgent(s, `r${i}`, CLAUDE, undefined, 'changes'))
      // 3,600 looks show it as well as 9,000
      for (const id of ids) s.store.threads.change(id, { intervalMs: 20 * MINUTE })
    })
    it.each(['night', 'morning', 'afternoon', 'evening'])(
      'costs one start each, seen after the %s',
      async () => {
        await s.clock.advance(6 * HOUR - MINUTE)
        expect(s.starts.length).toBeLessThanOrEqual(50)
        expect(new Set(s.starts.map((x) => x.threadId)).size).toBe(50)
        expect(ids.every((id) => s.store.runs.slots(id, 5).every((x) => x.outcome === 'unchanged'))).toBe(
          true,
        )
      },
    )
  })

  it('misses no change planted at a random moment', async () => {
    const seed = Date.now() % 100_000
    console.log(`gate seed ${seed}`)
    let x = seed
    const random = (n: number): number => ((x = (x * 1_103_515_245 + 12_345) % 2 ** 31), x % n)
    const { s } = await withAllLines()
    await s.clock.advance(9 * MINUTE)
    for (let i = 0; i < 60; i++) {
      await s.clock.advance(random(40) * MINUTE)
      const before = s.starts.length
      const what = (['tree', 'remote'] as const)[random(2)]!
      s.prints.set('/api', { ...s.prints.get('/api'), [what]: `change ${i}` })
      await s.clock.advance(what === 'tree' ? 9 * MINUTE : 70 * MINUTE)
      expect([i, what, s.starts.length > before]).toEqual([i, what, true])
    }
  })
})
