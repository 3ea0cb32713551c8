import { describe, expect, it } from 'vitest'
import { merge3 } from './merge.ts'

const BASE = `## Timestamps
- Last quick: 2026-11-22 09:00 +00:00
- Last daily: (never)

## Urgent Flags
(none)

## Quick Tasks
- [ ] Run \`git status\`
- [ ] Look at flags
  - carefully

## Daily Tasks
- [ ] Prune

## Notes
- old
`
const edit = (...changes: [string, string][]) =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`no "${from}"`)
    return text.replace(from, to)
  }, BASE)
const clean = (mine: string, theirs: string) => {
  const { text, conflicts } = merge3(BASE, mine, theirs)
  expect(conflicts).toEqual([])
  return text
}

describe('merge3', () => {
  it('joins ticks, stamps, tasks and notes of both sides', () => {
    const mine = edit(['- [ ] Run', '- [x] Run'], ['09:00', '09:41'], ['- old\n', '- old\n- mine\n'])
    const theirs = edit(
      ['- [ ] Look', '- [x] Look'],
      ['(never)', '2026-11-22 10:00 +00:00'],
      ['- [ ] Prune\n', '- [ ] Prune\n- [ ] Sweep\n'],
      ['- old\n', '- old\n- theirs\n'],
      ['(none)', '- main is red'],
    )
    expect(clean(mine, theirs)).toBe(
      edit(
        ['- [ ] Run', '- [x] Run'],
        ['- [ ] Look', '- [x] Look'],
        ['09:00', '09:41'],
        ['(never)', '2026-11-22 10:00 +00:00'],
        ['- [ ] Prune\n', '- [ ] Prune\n- [ ] Sweep\n'],
        ['(none)', '- main is red'],
        ['- old\n', '- old\n- mine\n- theirs\n'],
      ),
    )
  })

  it('ticks a task that the other side moved to another tier', () => {
    const mine = edit(
      ['- [ ] Run `git status`\n', ''],
      ['- [ ] Prune\n', '- [ ] Prune\n- [ ] Run `git status`\n'],
    )
    const theirs = edit(['- [ ] Run', '- [x] Run'])
    const expected = mine.replace('- [ ] Run', '- [x] Run')
    expect(clean(mine, theirs)).toBe(expected)
    expect(clean(theirs, mine)).toBe(expected)
  })

  it('ticks a task that the other side gave another case, comment or details', () => {
    const mine = edit([
      '- [ ] Look at flags\n  - carefully\n',
      '* [ ] look at **flags** <!-- always -->\n  - carefully\n  - twice\n',
    ])
    expect(clean(mine, edit(['- [ ] Look', '- [x] Look']))).toBe(mine.replace('* [ ]', '* [x]'))
  })

  it('lets a removal win over a mere tick or a new order', () => {
    const removed = edit(['- [ ] Run `git status`\n', ''])
    expect(clean(removed, edit(['- [ ] Run', '- [x] Run']))).toBe(removed)
    const reordered = edit(
      ['- [ ] Run `git status`\n', ''],
      ['  - carefully\n', '  - carefully\n- [ ] Run `git status`\n'],
    )
    expect(clean(reordered, removed)).toBe(removed)
  })

  it('keeps what one side removed and the other changed, and lists it', () => {
    const { text, conflicts } = merge3(
      BASE,
      edit(['- [ ] Look at flags\n  - carefully\n', '']),
      edit(['  - carefully', '  - with great care']),
    )
    expect(text).toContain('- [ ] Look at flags\n  - with great care\n')
    expect(conflicts).toEqual([
      {
        kind: 'removed_and_changed',
        line: 10,
        mine: '',
        theirs: '- [ ] Look at flags\n  - with great care\n',
      },
    ])
  })

  it('keeps both wordings of a line and lists them', () => {
    const { text, conflicts } = merge3(BASE, edit(['Prune', 'Prune lists']), edit(['Prune', 'Prune notes']))
    expect(text).toContain('- [ ] Prune lists\n- [ ] Prune notes\n')
    expect(conflicts).toEqual([
      { kind: 'same_line', line: 14, mine: '- [ ] Prune lists\n', theirs: '- [ ] Prune notes\n' },
    ])
  })

  it('keeps both when a task went to two tiers, and lists it', () => {
    const without: [string, string] = ['- [ ] Run `git status`\n', '']
    const mine = edit(without, ['- [ ] Prune\n', '- [ ] Prune\n- [ ] Run `git status`\n'])
    const theirs = edit(without, ['## Daily', '## Hourly Tasks\n- [ ] Run `git status`\n\n## Daily'])
    const { text, conflicts } = merge3(BASE, mine, theirs)
    expect(text.match(/git status/g)).toHaveLength(2)
    expect(conflicts.map((c) => c.kind)).toEqual(['moved_twice'])
  })

  it('adds what both sides added once', () => {
    const added = edit(['- [ ] Prune\n', '- [ ] Prune\n- [ ] Sweep\n'])
    expect(clean(added, added.replace('- old', '- old\n- more'))).toBe(
      added.replace('- old', '- old\n- more'),
    )
    const other = edit(['- [ ] Prune\n', '- [ ] Dust\n- [ ] Prune\n- [ ] Sweep\n'])
    expect(clean(added, other).match(/Sweep/g)).toHaveLength(1)
  })

  it('takes the later stamp, and (never) before any', () => {
    expect(clean(edit(['09:00', '09:08']), edit(['09:00', '09:16']))).toBe(edit(['09:00', '09:16']))
    expect(clean(edit(['2026-11-22 09:00 +00:00', '(never)']), edit(['09:00', '09:16']))).toBe(
      edit(['2026-11-22 09:00 +00:00', '(never)']),
    )
  })

  it('keeps a queue readable when both sides moved an item', () => {
    const queue = '## Work Queue\n- [in-progress] a: Do\n'
    const { text, conflicts } = merge3(
      queue,
      queue.replace('in-progress', 'failed'),
      queue.replace('in-progress', 'done'),
    )
    expect(text).toBe('## Work Queue\n- [done] a: Do\n  merged: - [failed] a: Do\n')
    expect(conflicts).toHaveLength(1)
  })

  it('merges a text without any section line by line', () => {
    expect(merge3('a\nb\nc\n', 'a\nB\nc\n', 'a\nb\nc\nd\n')).toEqual({ text: 'a\nB\nc\nd\n', conflicts: [] })
    expect(merge3('a\nb\nc', 'a\nB\nc', 'a\nβ\nc')).toEqual({
      text: 'a\nB\nβ\nc',
      conflicts: [{ kind: 'same_line', line: 2, mine: 'B\n', theirs: 'β\n' }],
    })
    expect(merge3('', 'a', 'b')).toMatchObject({ text: 'a\nb' })
  })

  it('keeps line endings, and a missing final newline until something stands below', () => {
    expect(merge3('a\r\nb\r\n', 'a\nb\n', 'a\r\nb\r\nc\r\n').text).toBe('a\nb\nc\r\n')
    expect(merge3('a\rb\rc\n', 'a\rc\n', 'a\rb\n\nc\n').text, 'found by a random round').toBe('a\n\nc\n')
    expect(merge3('## Notes\na', '## Notes\na\nb', '# T\n## Notes\na').text).toBe('# T\n## Notes\na\nb')
  })
})
