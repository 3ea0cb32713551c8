import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readOffered } from './offered.ts'
import type { RemoteAdvice } from './status.ts'

const told = (body: RemoteAdvice['body'], kind: RemoteAdvice['kind'] = 'suggestion'): RemoteAdvice => ({
  machine: 'm',
  kind,
  id: '7',
  rev: 1,
  at: 5,
  body,
})
const BODY = { number: 7, state: 'declined', tier: 'daily', text: 'Look', threadName: 'api', reason: 'no' }

it('is read as it was told, without what is not known here', () => {
  expect(readOffered(told({ ...BODY, offeredBy: 'x', because: 'y' }))).toEqual({
    machine: 'm',
    number: 7,
    thread: 'api',
    tier: 'daily',
    text: 'Look',
    replaces: null,
    state: 'declined',
    reason: 'no',
    toldAt: 5,
  })
  expect(
    readOffered(told({ ...BODY, replaces: { tier: 'quick', text: 'Look\n there', x: 1 } })),
  ).toMatchObject({
    replaces: { tier: 'quick', text: 'Look there' },
  })
  expect(readOffered(told({ ...BODY, replaces: { tier: 'weekly', text: 'x' } }))).toMatchObject({
    replaces: null,
  })
  expect(readOffered(told({ ...BODY, reason: null }))).toMatchObject({ reason: '' })
})

it.each<[string, RemoteAdvice]>([
  ['a state that is not known', told({ ...BODY, state: 'obeyed' })],
  ['no number', told({ ...BODY, number: '7' })],
  ['no text', told({ ...BODY, text: null })],
  ['a list', told(BODY, 'list')],
])('is none with %s', (_what, advice) => {
  expect(readOffered(advice)).toBeNull()
})

it('is read whatever comes, with texts that have an end', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: 'binary' }), fc.jsonValue(), (text, other) => {
      const read = readOffered(told({ ...BODY, text: text.repeat(500), reason: other, threadName: text }))!
      expect(read.text.length).toBeLessThanOrEqual(1100) // with how much more there was
      expect(`${read.text}${read.thread}`).not.toMatch(/[\r\n]/)
    }),
  )
})
