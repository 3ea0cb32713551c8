import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { sentenceOf } from './errors.ts'
import { shellWord } from './shell-word.ts'
import { exact, indented, shownLine, plain, relative } from './text.ts'
import { money } from '../../../shared/base/amounts.ts'

describe('text', () => {
  it('stands as it is where a person decides about it', () =>
    expect(exact('rm\u200b -rf\n\u001b[31m\u202e')).toBe('rm<U+200B> -rf<U+000A><U+001B>[31m<U+202E>'))
  it('of several lines is indented', () => expect(indented('a\n\n\u001b[2Jb')).toBe('  a\n\n  [2Jb'))
  it.each([
    [0, '$0.00'],
    [0.0012, '$0.0012'],
    [0.426, '$0.43'],
    [12, '$12.00'],
  ])('%d dollars are %s', (usd, words) => expect(money(usd)).toBe(words))
  it.each([
    ['claude', 'claude'],
    ['--resume', '--resume'],
    ["it's", `'it'\\''s'`],
    ['a b; rm', "'a b; rm'"],
    ['', "''"],
  ])('the word %j is %s for a shell', (word, quoted) => expect(shellWord(word)).toBe(quoted))

  it.each([
    [0, 'now'],
    [-5000, '5 s ago'],
    [-90_000, '2 min ago'],
    [5 * MINUTE, 'in 5 min'],
    [-(2 * HOUR + 61_000), '2 h 1 min ago'],
  ])('%d ms away is "%s"', (ms, words) => {
    expect(relative(10 * HOUR + ms, 10 * HOUR)).toBe(words)
  })
  it('cannot move the cursor or colour a terminal', () => {
    expect(plain('a\u001b[31mred\u001b]0;title\u0007\r\nnext\u202e\u009b2J')).toBe('a[31mred]0;title\nnext2J')
    expect(shownLine(' two\n\tlines ')).toBe('two lines')
  })
  it('says what the contract refused', () => {
    const refused = Object.assign(new Error('Input validation failed'), {
      code: 'BAD_REQUEST',
      data: { issues: [{ path: ['theme'], message: 'Invalid option' }] },
    })
    expect(sentenceOf(refused)).toBe('theme: Invalid option')
  })
})
