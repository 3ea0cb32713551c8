import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_INS, type Action } from './action.ts'
import { ATTEMPT_CLASSES, counterOf, newCounters, owedTo, reduce, type AttemptClass } from './counters.ts'
import type { Direction } from './gain.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const STRICT = { kind: 'absolute', by: 0 } as const

interface Run {
  readonly agent: string
  readonly score: unknown
  readonly class: AttemptClass
  readonly unseen: number
  readonly delivered: boolean
}
const score = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.double(),
  fc.constantFrom<unknown>(null, NaN, Infinity, -Infinity, '5', undefined, true),
)
const run: fc.Arbitrary<Run> = fc.record({
  agent: fc.constantFrom('a', 'b', 'constructor'),
  score,
  class: fc.constantFrom(...ATTEMPT_CLASSES),
  unseen: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(25) }),
  delivered: fc.oneof(
    { weight: 4, arbitrary: fc.constant(true) },
    { weight: 1, arbitrary: fc.constant(false) },
  ),
})
const every = fc.integer({ min: 1, max: 12 })
const actions = fc
  .tuple(every, every, every, every)
  .map((numbers) => BUILT_INS.map((action, i) => ({ ...action, every: numbers[i]! })))

const usable = ({ score: of, class: kind }: Run): number | null =>
  kind === 'real' && typeof of === 'number' && Number.isFinite(of) ? of : null
const counts = ({ class: kind }: Run): boolean => kind === 'real' || kind === 'meter_touched'

/** The same rules, looked up in the whole past of each run instead of being counted along. */
function oracle(runs: readonly Run[], list: readonly Action[], direction: Direction) {
  const sign = direction === 'lower' ? -1 : 1
  const improves = (i: number, own: (r: Run) => boolean): boolean => {
    const now = usable(runs[i]!)
    if (now === null) return false
    const before = runs.slice(0, i).filter(own).map(usable)
    return before.every((other) => other === null || now * sign > other * sign)
  }
  const stallAt = (i: number, own: (r: Run) => boolean): number => {
    let stalled = 0
    for (let k = 0; k <= i; k++)
      if (own(runs[k]!) && counts(runs[k]!)) stalled = improves(k, own) ? 0 : stalled + 1
    return stalled
  }
  const runsAt = (i: number, team: boolean, own: (r: Run) => boolean): number =>
    runs.slice(0, i + 1).reduce((sum, r) => sum + (own(r) ? 1 : 0) + (team ? r.unseen : 0), 0)
  // Per agent and name: the stall at which it was due or given last, and whether an improvement came since.
  const given = new Map<string, number>()
  const owed = new Map<string, Set<string>>()
  return runs.map((r, i) => {
    const due: string[] = []
    for (const { name, trigger, every: n, scope } of list) {
      const own = scope === 'team' ? () => true : (o: Run) => o.agent === r.agent
      const key = `${scope === 'team' ? '' : r.agent}:${name}`
      if (trigger === 'interval') {
        const now = runsAt(i, scope === 'team', own)
        const step = 1 + (scope === 'team' ? r.unseen : 0)
        for (let k = now - step + 1; k <= now; k++)
          if (k % n === 0) {
            due.push(name)
            break
          }
        continue
      }
      const stalled = stallAt(i, own)
      if (counts(r) && improves(i, own)) given.delete(key)
      if (counts(r) && stalled >= n && (!given.has(key) || stalled - given.get(key)! >= n)) {
        due.push(name)
        given.set(key, stalled)
      }
    }
    const waiting = owed.get(r.agent) ?? new Set()
    due.forEach((name) => waiting.add(name))
    owed.set(r.agent, waiting)
    if (!r.delivered) return []
    const names = list.filter(({ name }) => waiting.has(name))
    owed.set(r.agent, new Set())
    for (const { name, trigger, scope } of names)
      if (trigger === 'stagnation')
        given.set(
          `${scope === 'team' ? '' : r.agent}:${name}`,
          stallAt(i, scope === 'team' ? () => true : (o) => o.agent === r.agent),
        )
    return [...names.filter((a) => a.scope === 'agent'), ...names.filter((a) => a.scope === 'team')].map(
      ({ name }) => name,
    )
  })
}

describe(`the counters, seed ${seed}`, () => {
  it('give what a reading of the whole past gives, restarts in between or not', () => {
    fc.assert(
      fc.property(
        fc.array(run, { maxLength: 40 }),
        actions,
        fc.constantFrom<Direction>('lower', 'higher'),
        fc.boolean(),
        (runs, list, direction, teamPivot) => {
          const inForce = list.map((a) =>
            a.name === 'pivot' && teamPivot ? { ...a, scope: 'team' as const } : a,
          )
          let state = newCounters(direction)
          const fired = runs.map((r) => {
            const settled = { ...r, kind: 'settled' as const, actions: inForce, minGain: STRICT, noise: null }
            state = reduce(state, settled).state
            state = JSON.parse(JSON.stringify(state)) as typeof state
            if (!r.delivered) return []
            const delivered = reduce(state, { kind: 'delivered', agent: r.agent })
            state = delivered.state
            return delivered.fired
          })
          expect(fired).toEqual(oracle(runs, inForce, direction))
        },
      ),
      { seed, numRuns: 500 },
    )
  })

  it('never owe a name twice to one agent, and never make a failed or touched run the best', () => {
    fc.assert(
      fc.property(fc.array(run, { maxLength: 40 }), (runs) => {
        let state = newCounters('higher')
        for (const r of runs) {
          const before = counterOf(state, r.agent).best
          const event = { ...r, kind: 'settled', actions: BUILT_INS, minGain: STRICT, noise: 0 } as const
          state = reduce(state, event).state
          const after = counterOf(state, r.agent)
          if (usable(r) === null) expect(after.best).toBe(before)
          const names = owedTo(state, r.agent).map(({ name }) => name)
          expect(new Set(names).size).toBe(names.length)
        }
      }),
      { seed, numRuns: 300 },
    )
  })
})
