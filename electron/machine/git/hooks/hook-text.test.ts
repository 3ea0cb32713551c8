import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hookLine } from './git-hooks.ts'
import { isPlainLine, withBlock, withoutBlock } from './hook-text.ts'
import { make, planOf } from '../testing/hooks.ts'

describe('the line of a hook', () => {
  it('is quoted for a shell', () => {
    expect(hookLine(['/path/threadbeat'], 7, 'post-commit')).toBe(
      "/path/threadbeat event 7 'git hook post-commit' --source hook",
    )
    for (const words of [
      ['/it\'s here/$HOME `x` "q"', '--a=b c'],
      ['a\\b', '*'],
    ]) {
      const line = hookLine(words, 1, 'h')
      expect(isPlainLine(line)).toBe(true)
      const printed = execFileSync('/bin/sh', ['-c', `printf '%s\\n' ${line}`], { encoding: 'utf8' }).split(
        '\n',
      )
      expect(printed.slice(0, 2)).toEqual(words)
    }
  })
  it.each(['', 'a; b', 'a && b', 'a $(b)', 'a "b"', "a 'b", 'a\nb', 'a > b', 'a &'])(
    'is refused as %j',
    async (line) => {
      const plan = await planOf(await make(), () => line)
      expect(plan).toMatchObject({
        files: [],
        problem: expect.stringContaining('its line must be plain words') as string,
      })
    },
  )
  it('comes out of any text again', () => {
    for (const text of ['#!/bin/sh', '#!/bin/sh\n', '#!/bin/sh\nx', '#!/bin/sh\n\n# >>> other >>>\n']) {
      expect(withoutBlock(withBlock(text, 'x', false))).toEqual({ text, isNew: false })
      expect(withoutBlock(text)).toBeNull()
      expect(withoutBlock(withBlock(withBlock(text, 'x', true), 'x', true))).toBe('damaged')
    }
  })
})
