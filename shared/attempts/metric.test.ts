import { NO_LIMITS } from './limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../base/time.ts'
import { metricProblem, readScore, type MetricSpec } from './metric.ts'
import { isJump, measureAgain, NO_NOISE, noiseFloor, withGroup } from './noise.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
const last = (text: string) => readScore(text, { kind: 'last number' })
const json = (text: string, path: string) => readScore(text, { kind: 'json', path })

describe('a score', () => {
  it.each<[string, number | null]>([
    ['1\n2\nscore: 3.5 (of 10)\n', 10],
    ['cycles 1,847', 847],
    ['-1.5e-3\n\n', -0.0015],
    ['took 5 s\nno number here', null],
    ['1e999', null],
    ['', null],
    ['.5', 0.5],
    [`0.${'7'.repeat(300)}`, 7 / 9],
    [`${'7'.repeat(5000)}`, null],
    [`${'x'.repeat(5000)} 12`, 12],
    [`0.${'0'.repeat(400)}`, 0],
    ['loss 12 NaN', null],
    ['score 5 inf', null],
    ['info 5', 5],
    ['\u22127', -7],
    ['v7-beta.12 => -0', -0],
  ])('is the last number of the last line of %j', (text, score) => {
    expect(last(text)).toBe(score)
  })
  it.each<[string, string, number | null]>([
    ['{"a":{"b":[1,2.5]}}', 'a.b.1', 2.5],
    ['{"a":"5"}', 'a', null],
    ['{"a":1}', 'constructor.length', null],
    ['{"a":null}', 'a.b', null],
    ['no json', 'a', null],
  ])('stands in %j at %s', (text, path, score) => {
    expect(json(text, path)).toBe(score)
  })
  it(`is read from anything in no time (seed ${seed})`, () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('1', '9.', 'e', '-', '\n'), (text, filler) => {
        const score = last(text + filler.repeat(200_000))
        expect(score === null || Number.isFinite(score)).toBe(true)
      }),
      { seed, numRuns: 30 },
    )
  })
})

describe('noise', () => {
  it('is nothing where two measurements agree, and then a candidate is measured once more, or until three are there', () => {
    const noise = withGroup(NO_NOISE, [5, 5])
    expect(noiseFloor(noise)).toBe(0)
    const again = (scores: readonly number[]) => measureAgain(scores, 5, 'lower', noise)
    expect([[6], [4], [4, 4], [4, 4.5], [4, 4.5, 4]].map(again)).toEqual([false, true, false, true, false])
  })
  it('has the first run measured twice, and a candidate for the best up to three times', () => {
    expect([measureAgain([5], null, 'lower', null), measureAgain([5, 6], null, 'lower', null)]).toEqual([
      true,
      false,
    ])
    const noise = withGroup(NO_NOISE, [5, 6])
    const again = (scores: readonly number[]) => measureAgain(scores, 5, 'lower', noise)
    expect([again([4]), again([4, 4]), again([4, 4, 4]), again([6]), again([4, 9])]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
  it('is surer the more was measured', () => {
    const groups = Array.from({ length: 20 }, () => [0, 1] as const)
    const floors = groups.map((_, i) => noiseFloor(groups.slice(0, i + 1).reduce(withGroup, NO_NOISE)))
    expect(floors[0]).toBeGreaterThan(10)
    expect(floors.at(-1)).toBeCloseTo(3.5 * Math.SQRT1_2)
    expect(floors).toEqual(floors.toSorted((a, b) => b - a))
  })
  it('a jump is far beyond the usual step, and only known after some', () => {
    expect(isJump(10, [100, 95, 91, 86], 'lower')).toBe(true)
    expect(isJump(80, [100, 95, 91, 86], 'lower')).toBe(false)
    expect(isJump(10, [100, 95], 'lower')).toBe(false)
    expect(isJump(200, [100, 95, 91, 86], 'lower')).toBe(false)
  })
})

describe('a metric', () => {
  const good: MetricSpec = {
    mayChange: false,
    team: 'cycles',
    command: 'make bench',
    place: { kind: 'last number' },
    direction: 'lower',
    minGain: { kind: 'auto' },
    timeoutMs: MINUTE,
    files: [],
    inARow: 1,
    graceMs: null,
    folder: null,
    limits: NO_LIMITS,
  }
  it.each<[Partial<MetricSpec>, string | null]>([
    [{}, null],
    [{ team: '../x' }, 'cannot be used'],
    [{ command: 'a`b' }, 'without backticks'],
    [{ minGain: { kind: 'percent', by: NaN } }, 'from 0'],
    [{ minGain: { kind: 'absolute', by: -1 } }, 'from 0'],
    [{ timeoutMs: NaN }, 'time limit'],
    [{ inARow: 0 }, 'in a row'],
    [{ place: { kind: 'json', path: 'a..b' } }, 'no path'],
  ])('with %j', (change, problem) => {
    const found = metricProblem({ ...good, ...change })
    if (problem === null) expect(found).toBeNull()
    else expect(found).toContain(problem)
  })
})
