import { expect, it } from 'vitest'
import { withEntry } from './dated-page.ts'

const day = (n: number): string => `2026-03-${String(n).padStart(2, '0')} 09:00`

it('puts the newest entry first, below what a person wrote above them', () => {
  const page = withEntry('Read by all.\n\n## 2026-03-01 09:00\nold', day(2), ' new \n')
  expect(page).toBe('Read by all.\n\n## 2026-03-02 09:00\nnew\n\n## 2026-03-01 09:00\nold')
})

it('is bounded: 31 entries, and no more characters than a person can save', () => {
  let page = 'Mine.'
  for (let i = 0; i < 40; i++) page = withEntry(page, day(1 + (i % 28)), `${i} of ${'x'.repeat(100)}`)
  expect(page.match(/^## /gm)).toHaveLength(31)
  for (let i = 0; i < 40; i++) page = withEntry(page, day(1), 'y'.repeat(5000))
  expect(page.length).toBeLessThanOrEqual(20_000)
  expect(page.startsWith('Mine.\n\n## ')).toBe(true)
})

it('lets no text pass for an entry of another day', () => {
  const page = withEntry('', day(2), 'x\n## 2020-01-01 00:00\n# y')
  expect(page).toBe('## 2026-03-02 09:00\nx\n### 2020-01-01 00:00\n### y')
})
