import { expect, it } from 'vitest'
import { isOlderCopy } from './older-copy.ts'

const EPOCHS = [
  { epoch: 'a', firstSeq: 1, lastSeq: 10 },
  { epoch: 'b', firstSeq: 11, lastSeq: null },
]

it.each([
  [false, 'nothing', {}],
  [false, 'all that is here', { a: 10, b: 40 }],
  [false, 'less: it is the hub that was restored', { a: 4 }],
  [true, 'a start that never was here: a copy that ran elsewhere', { a: 10, c: 3 }],
  [true, 'rows of a start that had ended here before them', { a: 11 }],
])('says %s where the hub has %s', (is, _, known) => {
  expect(isOlderCopy(new Map(Object.entries(known)), EPOCHS)).toBe(is)
})
