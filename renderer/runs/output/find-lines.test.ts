import { expect, it } from 'vitest'
import { printedLines } from '../../../shared/base/hidden-text.ts'
import { findLines } from './log.tsx'

it('a log is searched whatever the case, without the colours of a terminal', () => {
  const lines = printedLines('one\r\n\u001b[31mERROR two\u001b[0m\nthree error\n')
  expect(lines).toEqual(['one', 'ERROR two', 'three error'])
  expect(findLines(lines, 'error')).toEqual([1, 2])
  expect(findLines(lines, '')).toEqual([])
})
