import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lines } from './lines.ts'

function cut(chunks: readonly Buffer[], longest = 1000): { lines: string[]; tooLong: number } {
  const seen = { lines: [] as string[], tooLong: 0 }
  const input = lines(
    (line) => seen.lines.push(line),
    () => seen.tooLong++,
    longest,
  )
  for (const chunk of chunks) input.push(chunk)
  input.end()
  return seen
}

describe('lines of a stream', () => {
  it.each<[string, string, string[]]>([
    ['end at newlines', 'a\nb\n', ['a', 'b']],
    ['may lack the last newline', 'a\nb', ['a', 'b']],
    ['may be empty', '\n\na\n', ['', '', 'a']],
    ['may come from Windows', 'a\r\nb\r\n', ['a', 'b']],
    ['are none in nothing', '', []],
  ])('%s', (_, text, expected) => expect(cut([Buffer.from(text)]).lines).toEqual(expected))

  it('are the same wherever the stream is cut, also inside a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constant('\n'), fc.string({ unit: 'grapheme' }), fc.constant('ж€😀')), {
          maxLength: 30,
        }),
        fc.array(fc.nat(200), { maxLength: 12 }),
        (parts, cuts) => {
          const whole = Buffer.from(parts.join(''))
          const at = [0, ...cuts.map((c) => Math.min(c, whole.length)).sort((a, b) => a - b), whole.length]
          const pieces = at.slice(1).map((end, i) => whole.subarray(at[i], end))
          expect(cut(pieces)).toEqual(cut([whole]))
        },
      ),
      { seed: 20261122, numRuns: 500 },
    )
  })

  it('that are too long are counted and passed over to their end', () => {
    expect(
      cut([
        Buffer.from('ok\n'),
        Buffer.from('x'.repeat(700)),
        Buffer.from('x'.repeat(700)),
        Buffer.from('x\nafter\n'),
        Buffer.from('y'.repeat(1001)),
      ]),
    ).toEqual({ lines: ['ok', 'after'], tooLong: 2 })
  })

  it('of a flood of single bytes take bounded memory', () => {
    const one = Buffer.from('x')
    expect(
      cut([...Array.from({ length: 5000 }, () => one), Buffer.from('\n')], 10_000).lines[0],
    ).toHaveLength(5000)
  })
})
