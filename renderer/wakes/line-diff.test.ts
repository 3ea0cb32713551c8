import { describe, expect, it } from 'vitest'
import { byDay, dayHeading } from './days.ts'
import { lineDiff } from './line-diff.ts'

describe('a diff of whole files', () => {
  it.each([
    ['a new file', null, '#!/bin/sh\nexit 0\n', '+ #!/bin/sh\n+ exit 0'],
    ['lines behind', 'a\nb\n', 'a\nb\nc\n', '  a\n  b\n+ c'],
    ['lines in between', 'a\nc\n', 'a\nb\nc\n', '  a\n+ b\n  c'],
    ['lines gone', 'a\nb\nc\n', 'a\nc\n', '  a\n- b\n  c'],
    ['one replaced', 'a\nold\nc\n', 'a\nnew\nc\n', '  a\n- old\n+ new\n  c'],
    ['nothing', 'a\n', 'a\n', '  a'],
  ])('shows %s', (_, before, after, diff) => expect(lineDiff(before, after)).toBe(diff))
  it('loses no line of either side', () => {
    const before = 'x\na\ny\nb\nx\n'
    const after = 'b\nx\nz\na\n'
    const lines = lineDiff(before, after).split('\n')
    expect(
      lines
        .filter((l) => l[0] !== '+')
        .map((l) => l.slice(2))
        .join('\n'),
    ).toBe(before.trimEnd())
    expect(
      lines
        .filter((l) => l[0] !== '-')
        .map((l) => l.slice(2))
        .join('\n'),
    ).toBe(after.trimEnd())
  })
})

describe('days', () => {
  const now = new Date(2026, 10, 22, 9, 41).getTime()
  it.each([
    [new Date(2026, 10, 22, 0, 0), 'Today'],
    [new Date(2026, 10, 21, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 20, 12), 'Friday 20 November'],
    [new Date(2025, 11, 31, 12), 'Wednesday 31 December 2025'],
  ])('%s is %s', (at, words) => expect(dayHeading(at.getTime(), now)).toBe(words))
  it('group what is in order', () => {
    const at = (day: number, hour: number): { at: number } => ({
      at: new Date(2026, 10, day, hour).getTime(),
    })
    expect(byDay([at(22, 9), at(22, 1), at(21, 20)], now).map((d) => [d.heading, d.entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
    ])
  })
})
