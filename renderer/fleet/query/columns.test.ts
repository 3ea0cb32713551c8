import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenColumns, COLUMN_KEYS, layoutOf, USUAL_COLUMNS } from './columns.ts'

describe('columns', () => {
  const settings = { columns: null, density: 'comfortable' as const }
  it('are those a person chose, in their order; unknown names are left out', () => {
    expect(chosenColumns({ columns: null })).toEqual(USUAL_COLUMNS)
    expect(chosenColumns({ columns: ['git', 'nonsense', 'last', 'git', 'name'] })).toEqual(['git', 'last'])
  })
  it('never need more room than there is, whatever is chosen', () => {
    fc.assert(
      fc.property(
        fc.subarray([...COLUMN_KEYS]),
        fc.constantFrom('comfortable' as const, 'compact' as const),
        fc.integer({ min: 400, max: 2000 }),
        (columns, density, width) => {
          const { template, keys } = layoutOf({ columns, density }, width)
          const least = [...template.matchAll(/(\d+)px/g)].reduce((sum, [, px]) => sum + Number(px), 0)
          expect(keys[0]).toBe('name')
          expect(least).toBeLessThanOrEqual(width)
        },
      ),
    )
  })
  it('all stand in the smallest window, with fewer bars and without the letters of the tiers', () => {
    const table = 900 - 60 - 2 * 20 - 12 - 2 // the rail, the page's own edges, its scroll bar, the table's frame
    for (const density of ['comfortable', 'compact'] as const) {
      const { keys, bars } = layoutOf({ columns: null, density }, table)
      expect(keys).toEqual(['name', ...USUAL_COLUMNS])
      expect(bars).toBe(16)
    }
  })
  it('leave out what is worth least first, and show more of the past where there is room', () => {
    expect(layoutOf(settings, 620).keys).toEqual(['name', 'strip', 'next', 'status'])
    const arranged = { ...settings, columns: [...USUAL_COLUMNS, 'git', 'path'] }
    expect(layoutOf(arranged, 950).keys).not.toContain('path')
    expect([
      layoutOf(settings, 1018).bars,
      layoutOf(settings, 1400).bars,
      layoutOf({ ...settings, density: 'compact' }, 1400).bars,
    ]).toEqual([32, 48, 32])
    expect([
      layoutOf(settings, 900).rowHeight,
      layoutOf({ ...settings, density: 'compact' }, 900).rowHeight,
    ]).toEqual([46, 34])
  })
})
