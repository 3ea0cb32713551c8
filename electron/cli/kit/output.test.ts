import { describe, expect, it } from 'vitest'
import { layTable, outputTo, readable } from './output.ts'

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

describe('the words of a command', () => {
  const printed = (isColored: boolean, print: (out: ReturnType<typeof outputTo>) => void): string => {
    let text = ''
    const add = (more: string): void => void (text += more)
    print(outputTo(readable({ isTerminal: isColored, isColored, width: 80, out: add, err: add })))
    return text
  }
  it('hold nothing that a terminal obeys or that hides, but for colours', () => {
    const said = 'a\u202eb\u200bc\u001b[2J\u001b]0;t\u0007'
    expect(printed(true, (out) => out.line(out.colors.red(said)))).toBe('\u001b[31mabc[2J]0;t\u001b[39m\n')
    expect(printed(false, (out) => out.line(`${said}\u001b[31m`))).toBe('abc[2J]0;t[31m\n')
  })
  it('are exact in JSON', () => {
    const text = printed(false, (out) => out.json({ 'a\u202e': 'b\u{E0041}\u007f👩‍💻' }))
    expect(text).not.toMatch(/[\p{Cf}\u007f]/u)
    expect(JSON.parse(text)).toEqual({ 'a\u202e': 'b\u{E0041}\u007f👩‍💻' })
  })
})
