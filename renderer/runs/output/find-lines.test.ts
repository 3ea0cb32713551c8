import { expect, it } from 'vitest'
import { printedLines } from '../../../shared/base/hidden-text.ts'
import { findLines } from './log.tsx'

it('a log is searched whatever the case, without the colours of a terminal', () => {
  const lines = printedLines('one\r\n\u001b[31mERROR two\u001b[0m\nthree error\n')
  expect(lines).toEqual(['one', 'ERROR two', 'three error'])
  expect(findLines(lines, 'error')).toEqual([1, 2])
  expect(findLines(lines, '')).toEqual([])
})
it('a log shows what would deceive its reader by its code, and leaves out what only a terminal obeys', () =>
  expect(printedLines('a\u202eb\u200b 👩‍💻\u0007\b\u001b(B\n')).toEqual(['a<U+202E>b<U+200B> 👩‍💻(B']))
