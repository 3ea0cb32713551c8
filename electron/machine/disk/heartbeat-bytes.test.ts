import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse, serialize } from '../../../shared/playbook/doc.ts'
import { decode, encode } from './heartbeat-bytes.ts'

const roundTrip = (bytes: Uint8Array): Uint8Array | null => {
  const { text, encoding } = decode(bytes)
  return encode(serialize(parse(text)), encoding)
}

describe('decode and encode', () => {
  it.each([
    ['plain text', [0x23, 0x0a]],
    ['a byte order mark', [0xef, 0xbb, 0xbf, 0x61]],
    ['NUL', [0, 0x61, 0]],
    ['invalid UTF-8', [0x61, 0xff, 0x0d, 0x0a, 0x80]],
    ['a cut character', [0xe6, 0xbc]],
    ['an encoded surrogate', [0xed, 0xa0, 0x80]],
    ['nothing', []],
  ])('give %s back byte for byte', (_, bytes) =>
    expect([...(roundTrip(Uint8Array.from(bytes)) ?? [])]).toEqual(bytes),
  )

  it('give any bytes back, through parser and all (I9)', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) =>
        Buffer.from(bytes).equals(roundTrip(bytes) ?? Buffer.from('lost')),
      ),
      { numRuns: 3000 },
    )
  })

  it('write what an edit added to a binary file as UTF-8 and leave its other bytes alone', () => {
    const { text, encoding } = decode(Uint8Array.from([0x61, 0xff, 0x0a]))
    expect(encoding).toBe('binary')
    expect([...(encode(`${text}–`, encoding) ?? [])]).toEqual([0x61, 0xff, 0x0a, 0xe2, 0x80, 0x93])
  })

  it('refuse half a character', () => expect(encode('a\ud800', 'utf-8')).toBeNull())
})
