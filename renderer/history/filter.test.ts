import { expect, it } from 'vitest'
import { DAY } from '../../shared/base/time.ts'
import { filterOf, heightOf, placeOfRow, rowAtScroll, scrollAtRow, searchOf, toggled } from './filter.ts'

it('maps the scrollbar to every row and back, however many there are', () => {
  for (const total of [10, 5000, 222_222, 1_000_000, 50_000_000]) {
    const scale = { total, rowPx: 36, viewPx: 540 }
    expect(heightOf(scale)).toBeLessThanOrEqual(8_000_000)
    expect(rowAtScroll(0, scale)).toBe(0)
    expect(rowAtScroll(heightOf(scale), scale)).toBe(Math.max(0, total - 15))
    for (const share of [0.1, 0.5, 0.77]) {
      const row = Math.floor(Math.max(0, total - 15) * share)
      expect(Math.abs(rowAtScroll(scrollAtRow(row, scale), scale) - row)).toBeLessThan(1e-3)
    }
  }
  const days = [
    [3 * DAY, 5],
    [2 * DAY, 2],
    [DAY, 4],
  ] as const
  expect([0, 4, 5, 6, 7, 10, 11].map((row) => placeOfRow(row, days))).toEqual([
    { below: 3 * DAY, skip: 0 },
    { below: 3 * DAY, skip: 4 },
    { below: 2 * DAY, skip: 0 },
    { below: 2 * DAY, skip: 1 },
    { below: DAY, skip: 0 },
    { below: DAY, skip: 3 },
    null,
  ])
})

it('reads back every filter it writes into an address, and leaves out what is none', () => {
  const filter = filterOf(
    new URLSearchParams(
      'outcomes=alert&outcomes=nonsense&threads=thr_1&threads=7&from=5&to=x&q=main+red&tiers=daily',
    ),
  )
  expect(filter).toEqual({
    outcomes: ['alert'],
    threads: ['thr_1'],
    from: 5,
    text: 'main red',
    tiers: ['daily'],
  })
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter)
  expect(toggled(toggled(filter, 'outcomes', 'urgent'), 'outcomes', 'alert').outcomes).toEqual(['urgent'])
  expect(toggled(filter, 'outcomes', 'alert').outcomes).toBeUndefined()
})
