import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { err } from '../../../shared/base/result.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

/** A world in which it is seen who is looked at, whole ('state') or by the outline alone. */
async function bench(names: readonly string[] = ['api']) {
  const asked: string[] = []
  let isFailing = false
  const s = await scenario({
    ports: (usual) => ({
      ...usual,
      repositories: {
        ...usual.repositories,
        outline: (path) => (asked.push(`outline ${path}`), usual.repositories.outline(path)),
        gitState: async (path) => {
          asked.push(`state ${path}`)
          if (isFailing) return err(fault('git.timed_out', 'git took longer than 20 s'))
          return usual.repositories.gitState(path)
        },
      },
    }),
  })
  const ids: ThreadId[] = names.map((name) => s.add(name, { playbook: QUICK_ONLY, intervalMs: 0 }))
  for (const name of names) s.outlines.set(`/${name}`, { git: 'as it was', files: 'as they were' })
  await s.clock.advance(MINUTE)
  await s.clock.settle()
  return {
    s,
    ids,
    fail: (now: boolean) => (isFailing = now),
    taken: () => asked.splice(0),
    states: () => asked.splice(0).filter((call) => call.startsWith('state')),
  }
}

/** Without a hint of any watch. */
const commit = (s: Scenario, head: string, outline: string): void => {
  s.git.set('/api', { ...s.store.events.gitState(s.store.threads.list()[0]!.id)!, head })
  s.outlines.set('/api', { git: outline, files: 'as they were' })
}

describe('the round over all repositories', () => {
  it('looks at none whose outline is the same, and finds what no watch told', async () => {
    const { s, ids, states } = await bench()
    states()
    await s.clock.advance(5 * MINUTE)
    expect(states()).toEqual([])
    commit(s, 'c0ffee2', 'another')
    await s.clock.advance(10 * MINUTE)
    expect(states()).toEqual(['state /api'])
    expect(s.store.events.gitState(ids[0]!)?.head).toBe('c0ffee2')
    await s.clock.advance(HOUR)
    expect(states()).toEqual([])
  })

  it('asks more and more seldom, once an hour at least, and soon again where it found what no watch told', async () => {
    const { s, ids, taken } = await bench()
    const outlinesIn = async (minutes: number): Promise<number> => {
      taken()
      await s.clock.advance(minutes * MINUTE)
      return taken().filter((call) => call === 'outline /api').length
    }
    expect(await outlinesIn(60)).toBe(3) // after 5, 15 and 35 minutes
    expect(await outlinesIn(60)).toBe(1) // after 75
    expect(await outlinesIn(24 * 60)).toBe(24)
    commit(s, 'c0ffee2', 'another')
    const isFound = (head: string): boolean => s.store.events.gitState(ids[0]!)?.head === head
    for (let minutes = 0; minutes < 60 && !isFound('c0ffee2'); minutes += 5) await outlinesIn(5)
    expect(isFound('c0ffee2')).toBe(true)
    commit(s, 'c0ffee3', 'a third')
    await outlinesIn(5)
    expect(isFound('c0ffee3')).toBe(true)
  })

  it('looks at those for which nobody can vouch', async () => {
    const { s, states } = await bench()
    s.outlines.delete('/api')
    states()
    await s.clock.advance(15 * MINUTE)
    expect(states()).toEqual(['state /api', 'state /api', 'state /api'])
  })

  it('does not look at git where nobody can vouch for HEARTBEAT.md alone', async () => {
    const { s, states } = await bench()
    states()
    s.outlines.set('/api', { git: 'as it was', files: null })
    await s.clock.advance(15 * MINUTE)
    expect(states()).toEqual([])
    s.outlines.set('/api', { git: null, files: 'as they were' })
    await s.clock.advance(15 * MINUTE)
    expect(states()).not.toEqual([])
  })

  it('looks again where a look saw nothing', async () => {
    const { s, ids, fail, states } = await bench()
    fail(true)
    commit(s, 'c0ffee2', 'another')
    await s.clock.advance(10 * MINUTE)
    fail(false)
    await s.clock.advance(5 * MINUTE)
    expect(states()).toHaveLength(4) // the first of all, two in vain, one that saw it
    expect(s.store.events.gitState(ids[0]!)?.head).toBe('c0ffee2')
  })

  it('rests on battery, and goes on where there is power', async () => {
    const { s, ids, taken } = await bench()
    s.power = { onBattery: true, metered: null }
    commit(s, 'c0ffee2', 'another')
    taken()
    await s.clock.advance(DAY)
    expect(taken()).toEqual([])
    s.power = { onBattery: false, metered: null }
    await s.clock.advance(5 * MINUTE)
    expect(s.store.events.gitState(ids[0]!)?.head).toBe('c0ffee2')
  })

  it('is spread over its time', async () => {
    const { s, taken } = await bench(Array.from({ length: 20 }, (_, n) => `r${n}`))
    taken()
    const passed: number[] = []
    for (let i = 0; i < 9; i++) {
      // the first two within the minute before
      await s.clock.advance(30 * SECOND)
      passed.push(new Set(taken()).size)
    }
    expect(passed).toEqual(Array(9).fill(2))
  })
})
