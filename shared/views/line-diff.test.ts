import { describe, expect, it } from 'vitest'
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
