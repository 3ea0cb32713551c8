import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BUILT_INS, isProtected, MOST_STRETCHED, builtInOf } from './action.ts'
import {
  actionsInForce,
  DEFAULT_LISTS,
  readList,
  readProject,
  removeAction,
  setAction,
  type ActionLists,
} from './action-lists.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const code = (change: Record<string, unknown>, lists = DEFAULT_LISTS): string => {
  const set = setAction(lists, change)
  return set.ok ? 'ok' : set.error.code
}
const taken = (lists: ActionLists, change: Record<string, unknown>): ActionLists => {
  const set = setAction(lists, change)
  if (!set.ok) throw new Error(set.error.message)
  return { ...lists, ...set.value }
}
const names = (lists: ActionLists): readonly string[] =>
  actionsInForce(lists).map(({ name, scope }) => `${name}/${scope}`)

describe('a change of one action', () => {
  it.each([0, -1, 1.5, NaN, Infinity, -0, '5', null, true, 1e300, 2 ** 53])(
    'with the interval %s is refused',
    (every) => {
      expect(code({ name: 'pivot', every })).toBe('interval')
      expect(code({ name: 'reflect', every })).toMatch(/interval|protected/)
    },
  )
  it.each<[string, Record<string, unknown>, string]>([
    ['a new one without a prompt', { name: 'reflct', every: 2 }, 'prompt'],
    ['a blank prompt', { name: 'reflect', prompt: ' \n' }, 'prompt'],
    ['a new one without an interval', { name: 'gpu', prompt: 'Look.' }, 'interval'],
    ['a field that is not there', { name: 'pivot', evry: 3 }, 'field'],
    ['a name that is none', { name: '__proto__', every: 3, prompt: 'x' }, 'name'],
    ['a trigger that is none', { name: 'pivot', trigger: 'plateau' }, 'trigger'],
    ['a protected one stretched', { name: 'reflect', every: 11 }, 'protected'],
    ['a protected one retyped', { name: 'consolidate', trigger: 'stagnation' }, 'protected'],
    ['a protected one moved', { name: 'reflect', scope: 'team' }, 'protected'],
    ['a protected one switched off', { name: 'reflect', enabled: false }, 'protected'],
    ['a protected one declared unprotected', { name: 'reflect', protected: false }, 'protected'],
    ['a protected one at its last bound', { name: 'consolidate', every: 100 }, 'ok'],
    ['a new one', { name: 'gpu', every: 3, prompt: 'Look.' }, 'ok'],
  ])('%s', (_what, change, expected) => {
    expect(code(change)).toBe(expected)
  })
  it('moves one that is not protected, and it counts once', () => {
    const moved = taken(DEFAULT_LISTS, { name: 'pivot', scope: 'team' })
    expect(names(moved)).toEqual(['reflect/agent', 'consolidate/team', 'tidy_knowledge/team', 'pivot/team'])
    const other: ActionLists = { ...moved, agent: null }
    expect(names(other).filter((n) => n.startsWith('pivot'))).toEqual(['pivot/team'])
  })
  it('keeps what it does not name', () => {
    const set = taken(taken(DEFAULT_LISTS, { name: 'pivot', every: 3 }), { name: 'pivot', prompt: 'Turn.' })
    expect(actionsInForce(set).find(({ name }) => name === 'pivot')).toMatchObject({
      every: 3,
      prompt: 'Turn.',
    })
  })
  it('takes one away, but none that is protected or not there', () => {
    expect(removeAction(DEFAULT_LISTS, 'pivot', null)).toMatchObject({
      value: { agent: [{ name: 'reflect' }] },
    })
    expect(removeAction(DEFAULT_LISTS, 'reflect', null)).toMatchObject({ error: { code: 'protected' } })
    expect(removeAction(DEFAULT_LISTS, 'pivto', null)).toMatchObject({ error: { code: 'unknown' } })
  })
})

describe('a list that may hold anything', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.record(
      {
        name: fc.oneof(fc.constantFrom('reflect', 'consolidate', 'pivot', 'own'), fc.anything()),
        every: fc.oneof(fc.integer({ min: -5, max: 300 }), fc.anything()),
        trigger: fc.oneof(fc.constantFrom('interval', 'stagnation'), fc.anything()),
        scope: fc.oneof(fc.constantFrom('agent', 'team'), fc.anything()),
        prompt: fc.oneof(fc.string(), fc.anything()),
        protected: fc.boolean(),
      },
      { requiredKeys: ['name'] },
    ),
  )
  it(`always has its protected actions, within their bounds (seed ${seed})`, () => {
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 8 }),
        fc.constantFrom('agent', 'team'),
        (entries, scope) => {
          const { actions } = readList(entries, scope, BUILT_INS)
          for (const own of BUILT_INS.filter((a) => isProtected(a.name) && a.scope === scope)) {
            const kept = actions.filter(({ name }) => name === own.name)
            expect(kept).toHaveLength(1)
            expect(kept[0]).toMatchObject({ trigger: own.trigger, scope })
            expect(kept[0]!.every).toBeLessThanOrEqual(own.every * MOST_STRETCHED)
          }
          for (const { every, prompt } of actions) {
            expect(Number.isSafeInteger(every) && every >= 1).toBe(true)
            expect(prompt.trim()).not.toBe('')
          }
        },
      ),
      { seed, numRuns: 500 },
    )
  })
  it('refuses a bad entry alone; a protected one stays as it was', () => {
    const current = [{ ...builtInOf('reflect')!, every: 4 }]
    const { actions, notices } = readList(
      [{ name: 'reflect', every: 0 }, { name: 'pivot', every: 3 }, 7],
      'agent',
      current,
    )
    expect(actions).toMatchObject([
      { name: 'reflect', every: 4 },
      { name: 'pivot', every: 3 },
    ])
    expect(notices.map((n) => n.code)).toEqual(['interval', 'field', 'protected'])
  })
  it('of the project has exactly what it lists', () => {
    expect(readProject([{ name: 'pivot' }, { name: 'x' }])).toMatchObject({
      actions: [{ name: 'pivot', every: 5, trigger: 'stagnation', scope: 'agent' }],
      notices: [{ code: 'interval' }],
    })
  })
})
