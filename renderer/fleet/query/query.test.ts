import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EVERYTHING, GROUPINGS, queryWords, readQuery, writeQuery, type FleetQuery } from './query.ts'
import { FACETS, FLEET_FILTERS } from './filter.ts'

describe('the query in the address', () => {
  const word = fc.stringMatching(/^[\p{L}\d ?&#=+%"/-]{0,12}$/u)
  const query: fc.Arbitrary<FleetQuery> = fc.record({
    state: fc.constantFrom(...FLEET_FILTERS),
    tags: fc.uniqueArray(
      word.filter((w) => w !== ''),
      { maxLength: 4 },
    ),
    runner: fc.option(
      word.filter((w) => w !== ''),
      { nil: null },
    ),
    has: fc.subarray([...FACETS]),
    q: word,
    sort: fc.option(
      fc.record({
        by: fc.constantFrom('name' as const, 'last' as const, 'git' as const),
        down: fc.boolean(),
      }),
      { nil: null },
    ),
    group: fc.constantFrom(...GROUPINGS),
  })
  it('comes back as it was written, whatever stands in it', () => {
    fc.assert(
      fc.property(query, (q) => {
        expect(readQuery(new URLSearchParams(writeQuery(q)))).toEqual(q)
      }),
    )
  })
  it('is empty for everything, and leaves out what it does not know', () => {
    expect(writeQuery(EVERYTHING)).toBe('')
    expect(readQuery(new URLSearchParams('state=on-fire&has=wings&sort=strip&group=colour&tag='))).toEqual(
      EVERYTHING,
    )
  })
  it('says in words what is asked for', () => {
    expect(queryWords({ ...EVERYTHING, state: 'overdue', tags: ['infra'], has: ['dirty'], q: 'red' })).toBe(
      'Overdue + tag infra + dirty + “red”',
    )
  })
})
