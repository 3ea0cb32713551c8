import { expect, it } from 'vitest'
import { outcomeOf, ratioOf } from './outcome.ts'
import { windowsOf, type Window } from './windows.ts'

const window = (name: string, added: readonly string[], removed: readonly string[] = []): Window => ({
  name,
  at: 0,
  have: new Set(),
  added: new Set(added),
  removed: new Set(removed),
})
const WINDOWS = [window('a', ['x', 'y']), window('b', ['x'], ['z'])]

it('a place left empty is a miss, and what was made is told apart', () => {
  expect(outcomeOf(WINDOWS, [['x'], ['z', 'x']])).toEqual({
    precision: 2 / 6,
    recall: 0.75,
    precisionMade: 2 / 3,
    made: 3,
    ofRemoved: 1,
  })
  expect(outcomeOf(WINDOWS, [[], []]).precisionMade).toBeNull()
})

it('the ratio of the same picks is one, however repositories are drawn', () => {
  const picks = [['x'], ['x']]
  expect(ratioOf(WINDOWS, picks, picks, 7)).toEqual({ value: 1, low: 1, high: 1 })
})

it('a window is a repository of a fleet of eight that took something up', () => {
  const state = (...checks: readonly string[]) => ({
    checks,
    files: [],
    languages: {},
    tools: [],
    scripts: [],
    active: 0,
  })
  const dates = ['1', '2', '3', '4']
  const quiet = [state(), state(), state(), state()]
  const fleet = new Map([
    ...Array.from({ length: 7 }, (_, i) => [`quiet${i}`, quiet] as const),
    ['one', [state('a'), state('a', 'x'), state('a'), state('b')]] as const,
  ])
  expect(windowsOf({ dates, fleet })).toEqual([
    { name: 'one', at: 0, have: new Set(['a']), added: new Set(['b']), removed: new Set() },
  ])
  fleet.delete('quiet0')
  expect(windowsOf({ dates, fleet })).toEqual([])
})
