import { describe, expect, it } from 'vitest'
import { CliError } from '../kit/errors.ts'
import { byNumber, numbered } from './permission-number.ts'

describe('a permission’s number', () => {
  const list = Array.from({ length: 200 }, (_, i) => ({ rule: `Bash(npm run step-${i})` }))
  it('is short, differs, and stays with its rule whatever else is refused', () => {
    const few = numbered(list.slice(0, 3))
    expect(few.map(({ number }) => number.length)).toEqual([4, 4, 4])
    const many = numbered(list)
    expect(new Set(many.map(({ number }) => number)).size).toBe(200)
    expect(many.slice(0, 3).map(({ number }, i) => number.startsWith(few[i]?.number ?? '-'))).toEqual([
      true,
      true,
      true,
    ])
    for (const { number, permission } of many) expect(byNumber(list, number)).toBe(permission)
  })
  it('is never guessed', () => {
    expect(numbered(list)[0]?.number.length).toBeGreaterThan(4) // so that some four digits fit two of them
    const four = numbered(list).map(({ number }) => number.slice(0, 4))
    const twice = four.find((digits, i) => four.indexOf(digits) !== i) ?? ''
    for (const number of [twice, '12', 'abcd', '']) expect(() => byNumber(list, number)).toThrow(CliError)
    expect(() => byNumber([], '1234')).toThrow(CliError)
  })
})
