import { describe, expect, it } from 'vitest'
import { layTable } from './output.ts'

describe('a table', () => {
  it('stands in columns, the last one cut', () => {
    expect(
      layTable(
        [
          ['1', 'a', 'short'],
          ['10', 'bb', 'a rather long last column'],
        ],
        20,
      ),
    ).toBe('1   a   short\n10  bb  a rather lo…\n')
  })
  it('lets one long name push its own line alone', () => {
    const long = 'a-repository-with-a-name-that-nobody-would-type'
    expect(
      layTable(
        [
          ['1', 'api', 'quiet'],
          ['2', long, 'quiet'],
        ],
        120,
      ),
    ).toBe(`1  api${' '.repeat(31)}quiet\n2  ${long}  quiet\n`)
  })
  it('leaves as many columns as a terminal takes for wide letters, and one for a sign that is text', () => {
    expect(
      layTable(
        [
          ['▶', '日本', 'long enough to be cut'],
          ['✓', 'api', '日本語の長い名前'],
          ['👩‍👩‍👧', '#1', 'e\u0301te\u0301'],
        ],
        20,
      ),
    ).toBe('▶   日本  long enou…\n✓   api   日本語の…\n👩‍👩‍👧  #1    e\u0301te\u0301\n')
  })
})
