import { expect, it } from 'vitest'
import { isNewState } from './thread-body.ts'

it.each([
  [true, 'nothing was told', null, { state: 'quiet' }],
  [
    false,
    'it is as it was, whatever the order of its fields',
    { state: 'quiet', a: { b: 1, c: [2] } },
    { a: { c: [2], b: 1 }, state: 'quiet' },
  ],
  [true, 'the sentence changed', { state: 'alert', because: 'x' }, { state: 'alert', because: 'y' }],
  [
    false,
    'it is later than it was',
    { state: 'overdue', because: '2 min late' },
    { state: 'overdue', because: '3 min late' },
  ],
  [
    true,
    'it is late from now on',
    { state: 'quiet', because: 'x' },
    { state: 'overdue', because: '3 min late' },
  ],
  [true, 'it is late and was renamed', { state: 'overdue', name: 'a' }, { state: 'overdue', name: 'b' }],
])('a state is news: %s where %s', (is, _, told, now) => {
  expect(isNewState(told, now)).toBe(is)
})
