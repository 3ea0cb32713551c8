import { expect, it } from 'vitest'
import { limitsProblem, NO_LIMITS, reachedOf } from './limits.ts'

const USED = { best: 10, runs: 5, usd: 1, workMs: 60_000 }

it.each([
  ['lower', 10, ['target']],
  ['lower', 9, []],
  ['higher', 10, ['target']],
  ['higher', 11, []],
] as const)('a target counts as reached from it on, %s is better: %d', (direction, target, names) => {
  expect(reachedOf({ ...NO_LIMITS, target }, USED, direction).map(({ name }) => name)).toEqual(names)
})

it('nothing is reached without limits, nor a target without a score', () => {
  expect(reachedOf(NO_LIMITS, USED, 'lower')).toEqual([])
  expect(reachedOf({ ...NO_LIMITS, target: 1 }, { ...USED, best: null }, 'higher')).toEqual([])
})

it('each limit that is reached is told with what was used', () => {
  const limits = { ...NO_LIMITS, runs: 5, usd: 0.5, workMs: 60_000 }
  expect(reachedOf(limits, USED, 'lower').map(({ text }) => text)).toEqual([
    'The limit of 5 runs is reached.',
    'The limit of $0.5 is reached: $1.00.',
    'The limit of 1 min of work is reached.',
  ])
})

it.each([
  [{ target: NaN }, 'The target is a number, not NaN.'],
  [{ runs: 0 }, 'The limit of runs is a whole number from 1 to 1000000, not 0.'],
  [{ runs: 1.5 }, 'The limit of runs is a whole number from 1 to 1000000, not 1.5.'],
  [{ usd: 0 }, 'The limit of money is from $0.01 to $1000000, not $0.'],
  [{ workMs: 1000 }, 'The limit of work is between 1 min and 8760 h.'],
])('what cannot be a limit is named: %o', (limits, problem) => {
  expect(limitsProblem({ ...NO_LIMITS, ...limits })).toBe(problem)
})
