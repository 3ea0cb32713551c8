import { describe, expect, it } from 'vitest'
import { BUILT_INS, type Action } from './action.ts'
import { counterOf, newCounters, owedTo, reduce, type AttemptEvent, type Counters } from './counters.ts'
import { lateFor } from './intervention-prompt.ts'
import type { MinGain } from './gain.ts'

const pivot = BUILT_INS.filter(({ name }) => name === 'pivot')
type Settled = Extract<AttemptEvent, { kind: 'settled' }>
const settled = (score: unknown, more: Partial<Settled> = {}): Settled => ({
  kind: 'settled',
  agent: 'a',
  score,
  class: 'real',
  actions: pivot,
  minGain: { kind: 'absolute', by: 0 },
  noise: null,
  unseen: 0,
  ...more,
})
const play = (state: Counters, events: readonly AttemptEvent[]) => {
  const fired: (readonly string[])[] = []
  let now = state
  for (const event of events) {
    const reduced = reduce(now, event)
    now = reduced.state
    fired.push(reduced.fired)
  }
  return { state: now, fired }
}

describe('progress', () => {
  const creep = (minGain: MinGain, noise: number | null) =>
    play(
      newCounters('higher'),
      Array.from({ length: 12 }, (_, i) => settled(100 + i * 0.05, { minGain, noise })),
    )
  it('is strict without a least gain: gains that creep for ever keep a stagnation action off', () => {
    expect(creep({ kind: 'absolute', by: 0 }, null).fired.flat()).toEqual([])
  })
  it.each<[string, MinGain, number | null]>([
    ['auto and no noise', { kind: 'auto' }, 0],
    ['auto and noise', { kind: 'auto' }, 2],
    ['absolute', { kind: 'absolute', by: 1 }, null],
    ['percent', { kind: 'percent', by: 1 }, null],
  ])('is measured from the last real step, so that such gains do not, %s', (_name, minGain, noise) => {
    const { state, fired } = creep(minGain, noise)
    expect(fired.map((names) => names.length)).toEqual([0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0])
    expect(counterOf(state, 'a')).toMatchObject({ step: 100, best: noise === 2 ? 100 : 100.55 })
  })
  it('adds small gains up until together they are a real step', () => {
    const by = { kind: 'absolute', by: 1 } as const
    const { state } = play(
      newCounters('lower'),
      [10, 9.5, 9, 8.5].map((s) => settled(s, { minGain: by })),
    )
    expect(counterOf(state, 'a')).toMatchObject({ step: 8.5, stalled: 0 })
  })
  it('is past the best by more than the metric varies, also where small gains left the last step behind', () => {
    const { state } = play(
      newCounters('lower'),
      [1400, 1372, 1365].map((score) => settled(score, { minGain: { kind: 'auto' }, noise: 20 })),
    )
    expect(counterOf(state, 'a')).toMatchObject({ step: 1400, best: 1372, stalled: 2 })
  })
  it('of a run that changed the metric’s own files is none, and it stalls', () => {
    const { state } = play(newCounters('higher'), [settled(1), settled(9, { class: 'meter_touched' })])
    expect(counterOf(state, 'a')).toMatchObject({ best: 1, stalled: 1 })
  })
  it('of a run that the machine ended is none, and it does not stall', () => {
    const { state } = play(newCounters('higher'), [settled(1), settled(null, { class: 'killed' })])
    expect(counterOf(state, 'a')).toMatchObject({ runs: 2, stalled: 0 })
  })
})

describe('what came due by a stall', () => {
  const stalled = [5, 5, 5, 5, 5, 5].map((s) => settled(s))
  const lateAfter = (...events: AttemptEvent[]): readonly string[] =>
    lateFor(play(newCounters('higher'), [...stalled, ...events]).state, 'a').map(({ name }) => name)
  it('is late once that stall has ended, and not late any more once it came due again', () => {
    expect(lateAfter()).toEqual([])
    expect(lateAfter(settled(6))).toEqual(['pivot'])
    expect(lateAfter(settled(6), settled(6))).toEqual(['pivot'])
    expect(lateAfter(settled(6), ...[6, 6, 6, 6, 6].map((s) => settled(s)))).toEqual([])
    expect(lateAfter(settled(6), { kind: 'delivered', agent: 'a' })).toEqual([])
  })
})

describe('what did not reach its agent', () => {
  it('is owed again before what came due since, and once', () => {
    const actions = BUILT_INS.filter(({ scope }) => scope === 'agent').map((action) => ({
      ...action,
      every: 1,
    }))
    const first = play(newCounters('higher'), [settled(5, { actions }), settled(5, { actions })]).state
    const owed = owedTo(first, 'a')
    const { state } = play(first, [
      { kind: 'delivered', agent: 'a' },
      settled(5, { actions }),
      settled(5, { agent: 'b', actions }),
      { kind: 'returned', agent: 'a', actions: owed },
    ])
    expect(owed.map(({ name }) => name)).toEqual(['reflect', 'pivot'])
    expect(owedTo(state, 'a')).toEqual(owed)
    expect(owedTo(state, 'b').map(({ name }) => name)).toEqual(['reflect'])
  })
})

describe('a team', () => {
  const forTeam: readonly Action[] = pivot.map((action) => ({ ...action, scope: 'team' }))
  it('stalls as a whole: one better run of anybody clears it', () => {
    const runs = ['a', 'b', 'a', 'b', 'a', 'b'].map((agent, i) =>
      settled(i === 0 ? 5 : 5, { agent, actions: forTeam }),
    )
    expect(play(newCounters('higher'), runs).fired.map((f) => f.length)).toEqual([0, 0, 0, 0, 0, 1])
    const better = [...runs.slice(0, 5), settled(6, { agent: 'b', actions: forTeam })]
    expect(play(newCounters('higher'), better).fired.flat()).toEqual([])
  })
})

describe('a direction', () => {
  it('that is set again as it is changes nothing; turned round it forgets bests and stalls and keeps the rest', () => {
    const { state } = play(
      newCounters('higher'),
      [1, 1, 1, 1, 1, 1].map((s) => settled(s)),
    )
    expect(reduce(state, { kind: 'direction', direction: 'higher', from: 9 }).state).toBe(state)
    const turned = reduce(state, { kind: 'direction', direction: 'lower', from: 9 }).state
    expect(counterOf(turned, 'a')).toEqual({ runs: 6, best: null, step: null, stalled: 0, given: [] })
    expect(turned.owed).toEqual(state.owed)
  })
})
