import fc from 'fast-check'
import { expect, it } from 'vitest'
import { PAGE_KINDS, replaceable, sameTitle, type PageContent } from './page.ts'

const title = fc.constantFrom('A', 'a', ' A', 'B', 'Flaky tests', 'flaky  TESTS')
const page = fc.record({ title, text: fc.string() })
const there = fc.uniqueArray(
  fc.record({
    title,
    text: fc.string(),
    kind: fc.constantFrom(...PAGE_KINDS),
    by: fc.constantFrom<PageContent['by'][]>('agent', 'person'),
  }),
  { comparator: (a, b) => sameTitle(a.title, b.title) },
)

it('an agent’s pages replace those of an agent alone, keep title and kind of what they replace, and none gets lost', () => {
  fc.assert(
    fc.property(fc.array(page), there, (pages, before) => {
      const { written, left } = replaceable(pages, before)
      expect(written.length + left.length).toBe(pages.length)
      for (const one of written) {
        const place = before.find((other) => sameTitle(other.title, one.title))
        expect(place?.by ?? 'agent').toBe('agent')
        expect([one.title, one.kind]).toEqual([place?.title ?? one.title, place?.kind ?? 'note'])
      }
      for (const one of left) expect(before.find(({ title: t }) => t === one.title)?.by).toBe('person')
    }),
  )
})
