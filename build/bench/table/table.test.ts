import { describe, expect, it } from 'vitest'
import { inParts, intervalOf } from './interval.ts'
import { pageWith } from './page.ts'
import type { Suite } from './suites.ts'
import { tableText } from './table.ts'

const upTo = (n: number): number[] => Array.from({ length: n }, (_, i) => i + 1)

describe('where the median of another run lies', () => {
  it.each([
    [upTo(15), [2, 14]],
    [upTo(11).reverse(), [1, 11]],
    [upTo(21), [3, 19]],
  ])('is told by the order of the values: %j', (values, interval) => {
    expect(intervalOf(values)).toEqual(interval)
  })

  it.each([[[]], [[1]], [upTo(8)]])('is not told where there are too few: %j', (values) => {
    expect(intervalOf(values)).toBeNull()
  })

  it('is told of thousands, and lies close to the middle', () => {
    const [low, high] = intervalOf(upTo(8000))!
    expect([low + high, low > 3500, high < 4500, low < high]).toEqual([8001, true, true, true])
  })

  it('holds the median of a second run as often as it says, whatever the distribution', () => {
    let seed = 1
    const next = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647
    const run = (): number[] => Array.from({ length: 15 }, () => 1 / next())
    let held = 0
    for (let i = 0; i < 4000; i++) {
      const [low, high] = intervalOf(run())!
      const median = run().sort((a, b) => a - b)[7]!
      if (low <= median && median <= high) held++
    }
    expect(held / 4000).toBeGreaterThan(0.975)
    expect(held / 4000).toBeLessThan(0.995)
  })
})

it('takes neighbours of one go together', () => {
  expect(inParts(upTo(21))).toEqual(upTo(21))
  expect(inParts(upTo(63))).toEqual(upTo(21).map((n) => 3 * n - 1))
})

it('writes a table that is read in a terminal as well', () => {
  const rows = [
    { figure: 'a | b', against: 'peer 1.0', ratios: upTo(15).map((n) => n / 10) },
    { figure: 'one', against: 'floor', ratios: [123.4] },
  ]
  expect(tableText(rows).split('\n')).toEqual([
    '| what   | beside   | ratio | 98 of 100 runs | pairs |',
    '| ------ | -------- | ----- | -------------- | ----- |',
    '| a \\| b | peer 1.0 | 0.800 | 0.200 – 1.40   | 15    |',
    '| one    | floor    | 123   | –              | 1     |',
  ])
})

describe('the page', () => {
  const suite = (name: string): Suite => ({
    name,
    file: `${name}.ts`,
    how: `How ${name} is.`,
    hindrance: () => null,
  })
  const SUITES = ['a', 'b', 'c'].map(suite)
  const measured = (name: string, ratio: number, bad: readonly string[] = []) => ({
    suite: suite(name),
    report: { rows: [{ figure: 'it', against: 'that', ratios: [ratio] }], notes: ['Noted.'], bad },
    machine: '2 cores',
  })

  it('takes new sections in their order, and keeps those of other suites', () => {
    const first = pageWith('', SUITES, [measured('c', 0.25)], [])
    const both = pageWith(
      first,
      SUITES,
      [measured('a', 0.5)],
      [{ suite: suite('b'), why: 'there is no screen' }],
    )
    expect([...both.matchAll(/^## (.*)$/gm)].map(([, name]) => name)).toEqual(['a', 'b', 'c'])
    expect(both).toContain('0.250')
    expect(both).toContain('Not run: there is no screen.')
    expect(pageWith(both, SUITES, [], [])).toBe(both)
    const later = pageWith(both, SUITES, [measured('b', 0.75)], [{ suite: suite('a'), why: 'lost' }])
    expect(later).not.toMatch(/Not run|lost/)
    expect(later).toContain('0.500')
  })

  it('says what a suite does not find as it should be, and below each table what it was measured on', () => {
    const page = pageWith('', SUITES, [measured('a', 2, ['too slow', 'lost one'])], [])
    expect(page).toContain('Noted.\n\n**Not as it should be:** too slow; lost one.\n\nMeasured on 2 cores.')
  })
})
