import { expect, it } from 'vitest'
import { parse, serialize } from '../doc.ts'
import type { Tier } from '../../schedule/tier.ts'
import { changeLine } from './change-line.ts'

const LIST = '## Quick Tasks\n- [x] Look at flags\n  how: by eye\n- Other\n\n## Daily Tasks\n- [x] Prune\n'
function changed(was: { tier: Tier; text: string }, line: { tier: Tier; text: string }): string {
  const after = changeLine(parse(LIST), was, line)
  return after.ok ? serialize(after.value) : after.error.code
}
const LOOK = { tier: 'quick', text: 'Look at flags' } as const

it('what is another task by its new words, or in another tier, has an empty box', () => {
  expect(changed(LOOK, { tier: 'quick', text: 'Look at labels' })).toBe(
    LIST.replace('[x] Look at flags', '[ ] Look at labels'),
  )
  expect(changed(LOOK, { tier: 'daily', text: 'Look at labels' })).toBe(
    '## Quick Tasks\n- Other\n\n## Daily Tasks\n- [x] Prune\n- [ ] Look at labels\n  how: by eye\n',
  )
  expect(changed(LOOK, { tier: 'daily', text: 'Look at flags' })).toContain('- [ ] Look at flags\n  how')
})

it('what is the same task keeps its box, and one without a box gets none', () => {
  expect(changed(LOOK, { tier: 'quick', text: 'look at **flags**' })).toContain('- [x] look at **flags**\n')
  expect(changed({ tier: 'quick', text: 'Other' }, { tier: 'daily', text: 'Another' })).toContain(
    '- Another\n',
  )
})

it('a line that is not there is told, and nothing is changed', () => {
  expect(changed({ tier: 'daily', text: 'Look at flags' }, LOOK)).toBe('no_such_task')
  expect(changed(LOOK, { tier: 'daily', text: 'Prune' })).toBe('duplicate_task')
})
