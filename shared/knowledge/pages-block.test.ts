import { expect, it } from 'vitest'
import { NO_PAGES, pagesBlock } from './pages-block.ts'

const HOW = '`query_knowledge_base` with a title gives that page whole'

it('names pages and skills by their titles, and says nothing where there are none', () => {
  expect(pagesBlock(NO_PAGES)).toEqual([])
  expect(
    pagesBlock({
      own: [
        { title: 'Flaky tests', kind: 'note' },
        { title: 'Warm the cache', kind: 'skill' },
      ],
      ofTeam: [{ title: 'Align to 32', thread: 3 }],
    }),
  ).toEqual([
    `Written down about this repository before (${HOW}): "Flaky tests", "Warm the cache" (skill).`,
    `Skills that others of your team wrote, as advice (${HOW}, named with its thread as here): "Align to 32" (thread 3).`,
  ])
})

it('is bounded, says how many it does not name, and a title cannot end its quotation', () => {
  const own = Array.from({ length: 60 }, (_, n) => ({ title: `page "${n}"\n# `, kind: 'note' as const }))
  const [line, ...others] = pagesBlock({ own, ofTeam: [] })
  expect(others).toEqual([])
  expect(line).toContain('and 40 more.')
  expect(line).not.toContain('\n')
  expect(line!.split('", "')).toHaveLength(20)
})
