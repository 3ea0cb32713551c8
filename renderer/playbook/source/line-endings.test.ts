import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retyped, retypedBy, shownText } from './line-endings.ts'

const someText = fc
  .array(fc.constantFrom('\r\n', '\n', '\r', 'a', 'b', ' ', '- [ ] c'))
  .map((parts) => parts.join(''))

describe('retyped', () => {
  it('keeps the endings of lines that were not touched', () => {
    expect(retyped('one\r\ntwo\nthree\r\n', 'one\ntwo!\nthree\n')).toBe('one\r\ntwo!\nthree\r\n')
  })
  it('ends a new line as the file does', () => {
    expect(retyped('one\r\ntwo', 'one\nnew\ntwo')).toBe('one\r\nnew\r\ntwo')
    expect(retyped('one', 'one\ntwo')).toBe('one\ntwo')
  })
  it('removes lines whole', () => {
    expect(retyped('one\r\ntwo\r\nthree', 'one\nthree')).toBe('one\r\nthree')
  })
  it('changes nothing when nothing was typed', () => {
    fc.assert(
      fc.property(someText, (text) => {
        expect(retyped(text, shownText(text))).toBe(text)
      }),
    )
  })
  it('shows what was typed', () => {
    fc.assert(
      fc.property(someText, someText.map(shownText), (text, typed) => {
        expect(shownText(retyped(text, typed))).toBe(typed)
      }),
    )
  })
})

describe('retypedBy', () => {
  it('keeps the bytes between two places that change at once', () => {
    const text = 'one\r\ntwo\nthree\r\nfour'
    expect(
      retypedBy(
        text,
        [
          { from: 0, to: 4, insert: '' },
          { from: 14, to: 14, insert: 'one\n' },
        ],
        'two\nthree\none\nfour',
      ),
    ).toBe('two\nthree\r\none\r\nfour')
  })
  it('shows what was typed, whatever the changes were', () => {
    fc.assert(
      fc.property(
        someText,
        fc.array(fc.tuple(fc.nat(20), fc.nat(5), someText.map(shownText)), { maxLength: 3 }),
        (text, wanted) => {
          const shown = shownText(text)
          let at = 0
          const changes = wanted.flatMap(([skip, length, insert]) => {
            const from = at + skip
            const to = from + length
            if (to > shown.length) return []
            at = to + 1
            return [{ from, to, insert }]
          })
          const typed = changes.reduceRight(
            (after, c) => after.slice(0, c.from) + c.insert + after.slice(c.to),
            shown,
          )
          expect(shownText(retypedBy(text, changes, typed))).toBe(typed)
        },
      ),
    )
  })
})
