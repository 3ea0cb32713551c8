import { describe, expect, it } from 'vitest'
import { cappedOutput } from './capped-output.ts'

const fed = (pieces: readonly (string | Buffer)[], head: number, tail: number): string => {
  const output = cappedOutput(head, tail)
  for (const piece of pieces) output.push(Buffer.from(piece))
  return output.text()
}

describe('capped output', () => {
  it.each<[string, readonly (string | Buffer)[], string]>([
    ['keeps all of a short output', ['ab', 'c'], 'abc'],
    ['is empty when nothing came', [], ''],
    ['keeps all when head and tail just suffice', ['12345678'], '12345678'],
    ['names the bytes between head and tail', ['1234567890'], '1234\n… 2 bytes left out …\n7890'],
    ['gives the same for single bytes', [...'1234567890'], '1234\n… 2 bytes left out …\n7890'],
    [
      'keeps the newest bytes of many pieces',
      ['12345', '67', '890ab', 'cdefghijk', 'l'],
      '1234\n… 14 bytes left out …\nijkl',
    ],
    [
      'drops the halves of characters that the cut went through',
      ['abcé12345é789'],
      'abc\n… 7 bytes left out …\n789',
    ],
    [
      'shows invalid bytes and NULs as replacement characters',
      [Buffer.from([0x61, 0xff, 0x00])],
      'a\uFFFD\uFFFD',
    ],
  ])('%s', (_, pieces, text) => expect(fed(pieces, 4, 4)).toBe(text))

  it('writes large gaps so that they can be read', () => {
    expect(fed(['x'.repeat(1_234_575)], 4, 4)).toBe('xxxx\n… 1,234,567 bytes left out …\nxxxx')
  })
})
