import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { retyped, shownText } from './line-endings.ts'

const someText = fc.array(fc.constantFrom('\r\n', '\n', '\r', 'a', 'b', ' ', '- [ ] c')).map((parts) => parts.join(''))

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
    fc.assert(fc.property(someText, (text) => { expect(retyped(text, shownText(text))).toBe(text) }))
  })
  it('shows what was typed', () => {
    fc.assert(fc.property(someText, someText.map(shownText), (text, typed) => { expect(shownText(retyped(text, typed))).toBe(typed) }))
  })
})
