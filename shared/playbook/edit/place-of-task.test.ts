import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse, serialize } from '../doc.ts'
import { applyEdit } from './edit.ts'
import { placeOfTask } from './place-of-task.ts'

const shown = (text: string, tier: 'quick' | 'hourly' | 'daily', task = 'Run `npm run lint`'): string => {
  const place = placeOfTask(text, { tier, text: task })
  return place.ok ? place.value.map((line) => line.sign + line.text).join('\n') : place.error
}

const LIST =
  '# HEARTBEAT\n\n## Quick Tasks\n- [ ] Run `git status`\n- [x] Look\n\n## Daily Tasks\n* [ ] Flag it\n'

it.each([
  [
    'in the middle',
    LIST,
    'quick',
    ' - [ ] Run `git status`\n - [x] Look\n+- [ ] Run `npm run lint`\n \n ## Daily Tasks',
  ],
  ['at the end', LIST, 'daily', ' ## Daily Tasks\n * [ ] Flag it\n+* [ ] Run `npm run lint`'],
  [
    'with line endings of Windows',
    LIST.replaceAll('\n', '\r\n'),
    'daily',
    ' ## Daily Tasks\n * [ ] Flag it\n+* [ ] Run `npm run lint`',
  ],
  [
    'without a last line ending',
    LIST.trimEnd(),
    'daily',
    ' ## Daily Tasks\n * [ ] Flag it\n+* [ ] Run `npm run lint`',
  ],
] as const)('shows the line that comes with those around it: %s', (_where, text, tier, place) =>
  expect(shown(text, tier)).toBe(place),
)

it('shows the heading that comes with it', () => {
  const place = shown('## Quick Tasks\n- [ ] Look\n', 'daily').split('\n')
  expect(place.slice(0, 2)).toEqual([' ## Quick Tasks', ' - [ ] Look'])
  expect(place.slice(2).join('\n')).toMatch(
    /^(\+\n)*\+## Daily Tasks.*\n(\+\n)*\+- \[ \] Run `npm run lint`$/,
  )
})

it('says why it cannot be written', () => {
  expect(shown(LIST, 'quick', 'Run `git status`')).toMatch(/git status/)
})

it('is what the edit writes, wherever it comes', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom('## Quick Tasks', '## Daily Tasks', '- [ ] a', '- [x] b', '  note', '', '# t', '* c'),
        {
          maxLength: 14,
        },
      ),
      fc.constantFrom('quick', 'hourly', 'daily'),
      (lines, tier) => {
        const text = lines.join('\n')
        const place = placeOfTask(text, { tier, text: 'new' })
        const edited = applyEdit(parse(text), { do: 'addTask', tier, text: 'new' })
        expect(place.ok).toBe(edited.ok)
        if (!place.ok || !edited.ok) return
        const after = serialize(edited.value).trimEnd().split('\n')
        const come = place.value.filter(({ sign }) => sign === '+').map((line) => line.text)
        const shownAt = place.value.map((line) => line.text)
        expect(come.filter((line) => line.endsWith('new')).length).toBe(1)
        expect(`${after.join('\n')}\n`).toContain(`${shownAt.join('\n').trimEnd()}\n`)
      },
    ),
  )
})

const signs = (
  before: string,
  ...task: Parameters<typeof placeOfTask> extends [string, ...infer T] ? T : never
) => {
  const place = placeOfTask(before, ...task)
  return place.ok ? place.value.map(({ sign, text }) => `${sign}${text}`) : place.error
}
const TWO_TIERS =
  '## Quick Tasks\n- [x] Is it up?\n  a note\n- [ ] b\n- [ ] c\n- [ ] d\n- [ ] e\n\n## Daily Tasks\n- [ ] f\n'

it('shows a line that stands in the place of another, which goes with its tick', () => {
  const replaces = { tier: 'quick', text: 'Is it up?' } as const
  expect(signs(TWO_TIERS, { tier: 'quick', text: 'Is it well?', replaces })).toEqual([
    ' ## Quick Tasks',
    '-- [x] Is it up?',
    '+- [ ] Is it well?',
    '   a note',
    ' - [ ] b',
  ])
})

it('shows both ends of a line that goes to another tier with what stands below it, and that lines are left out', () => {
  const replaces = { tier: 'quick', text: 'Is it up?' } as const
  expect(signs(TWO_TIERS, { tier: 'daily', text: 'Is it well?', replaces })).toEqual([
    ' ## Quick Tasks',
    '-- [x] Is it up?',
    '-  a note',
    ' - [ ] b',
    ' - [ ] c',
    ' …',
    ' ## Daily Tasks',
    ' - [ ] f',
    '+- [ ] Is it well?',
    '+  a note',
  ])
})

it.each([
  [{ tier: 'daily', text: 'Is it up?' }, 'the list has no line "Is it up?" among its daily tasks'],
  [{ tier: 'quick', text: 'is it up?' }, 'the list has no line "is it up?" among its quick tasks'],
] as const)('says that %o is not there to be changed', (replaces, why) => {
  expect(signs(TWO_TIERS, { tier: 'quick', text: 'Is it well?', replaces })).toBe(why)
})
