import { expect, it } from 'vitest'
import { isReassurance } from './reassurance.ts'

it.each([
  ['All tasks completed. Nothing needs attention.', true],
  ['**All checks passed!**\n\nNothing needs a person’s attention.', true],
  ['Done.', true],
  ['All tasks completed. CI is red.', false],
  ['All tasks completed, but CI is red.', false],
  ['Nothing needs attention except prod.', false],
  ['No', false],
  ['', false],
  ['...', false],
  [`Done.${' '.repeat(400)}Done.`, false],
])('a reply only says that all is well: %j', (reply, is) => expect(isReassurance(reply)).toBe(is))
