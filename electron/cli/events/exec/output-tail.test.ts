import { describe, expect, it } from 'vitest'
import { credentials } from '../../../../shared/base/secrets/testing/credentials.ts'
import { outputTail } from './output-tail.ts'

const lines = (...pieces: readonly (readonly [number, string | Buffer])[]): readonly string[] => {
  const tail = outputTail()
  for (const [stream, piece] of pieces) tail.add(stream, Buffer.from(piece as string))
  return tail.lines()
}

describe('the end of an output', () => {
  it('keeps the order of two streams by the beginnings of their lines', () =>
    expect(lines([1, 'one '], [2, 'bad\n'], [1, 'two\nthree'], [2, 'worse'])).toEqual([
      'one two',
      'bad',
      'three',
      'worse',
    ]))
  it('keeps the newest forty lines of each stream', () => {
    const found = lines([2, 'warning\n'], [1, Array.from({ length: 1000 }, (_, i) => `line ${i}\n`).join('')])
    expect(found).toHaveLength(41)
    expect([found[0], found[1], found.at(-1)]).toEqual(['warning', 'line 960', 'line 999'])
  })
  it('keeps no more than its share of letters, whole lines first', () => {
    expect(lines([1, `${'a'.repeat(1000)}\n${'b'.repeat(1000)}\n`])).toEqual(['b'.repeat(1000)])
    expect(lines([1, 'x'.repeat(100_000)])[0]).toBe(`…${'x'.repeat(1800)}`)
  })
  it('does not show half of a line whose beginning is gone', () =>
    expect(lines([1, 'secret-beginning '.repeat(5000)], [1, '\nend'])).toEqual(['end']))
  it('reads a letter that came in two pieces', () =>
    expect(lines([1, Buffer.from([0xc3])], [1, Buffer.from([0xa9, 10])])).toEqual(['é']))
  it('is as a person read it: without colours, hidden signs and overwritten bars', () => {
    expect(
      lines([1, '10%\r50%\r100%\r\n\u001b[31mred\u001b[0m \u202Eevil\u001b]0;title\u0007\n\n\n']),
    ).toEqual(['100%', 'red evil'])
  })
  it('shows neither bytes nor credentials', () => {
    expect(lines([1, Buffer.from([1, 0, 2, 10, 65])], [2, 'fine'])).toEqual([
      '(binary output, not shown)',
      'fine',
    ])
    expect(lines([1, `export TOKEN=ghp_${'a'.repeat(36)}\nok\n`])).toEqual([
      '(a line that seems to hold a GitHub token, not shown)',
      'ok',
    ])
  })
  it('shows no line of a private key, also of one whose beginning is gone', () => {
    const key = credentials('a').find((secret) => secret.includes('\n')) ?? ''
    expect(lines([1, `one\n${key}\ntwo\n`])).toEqual([
      'one',
      '(a line that seems to hold a private key, not shown)',
      'two',
    ])
    expect(lines([1, `${key.split('\n').slice(1).join('\n')}\ntwo\n`])).toEqual(['two'])
  })
  it('shows no secret value of its own variables', () => {
    const tail = outputTail({ MY_TOKEN: 'plum-orchard-9', EDITOR: 'vim-with-9-plugins' })
    tail.add(1, Buffer.from('plum-orchard-9 in vim-with-9-plugins\n'))
    expect(tail.lines()).toEqual(['[redacted] in vim-with-9-plugins'])
  })
  it('stays small', () => {
    const tail = outputTail()
    for (let i = 0; i < 20_000; i++) tail.add(1, Buffer.from(`line ${i}\n`))
    expect(tail.lines().at(-1)).toBe('line 19999')
  })
})
