import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ackBudget, OK_TOKEN, readReply } from './reply.ts'

const heartbeat = (text: string | null, budget = 0) => readReply(text, 'heartbeat', budget)

describe('a reply', () => {
  it.each([
    ['HEARTBEAT_OK'],
    ['  HEARTBEAT_OK\n'],
    ['**HEARTBEAT_OK**'],
    ['`HEARTBEAT_OK`'],
    ['<b>HEARTBEAT_OK</b>'],
    ['HEARTBEAT_OK.'],
    ['_HEARTBEAT_OK_'],
    [''],
    ['   '],
    ['HEARTBEAT_OK HEARTBEAT_OK'],
    ['<code>HEARTBEAT_OK</code>'],
    ['heartbeat_ok'],
    ['HEARTBEAT OK'],
    ['**Heartbeat OK**.'],
    ['`heartbeat_ok`!'],
  ])('%j is OK', (text) => expect(heartbeat(text).shouldSkip).toBe(true))

  it.each([
    ['heartbeat_ok, but CI is red', 'heartbeat_ok, but CI is red'],
    ['The heartbeat ok', 'The heartbeat ok'],
    ['heartbeat okay', 'heartbeat okay'],
    ['HEARTBEAT_OKAY, disk full', 'HEARTBEAT_OKAY, disk full'],
    ['He said HEARTBEAT_OK to me', 'He said HEARTBEAT_OK to me'],
    ['HEARTBEAT_OK but CI is red', 'but CI is red'],
    ['CI is red. HEARTBEAT_OK', 'CI is red.'],
    ['HEARTBEAT_OK\n\n- CI red\n- 2 PRs', '- CI red\n- 2 PRs'],
  ])('%j is told as %j', (text, told) =>
    expect(heartbeat(text)).toMatchObject({ shouldSkip: false, text: told }),
  )

  it('may carry a few letters beside the token when the budget allows it', () => {
    expect(heartbeat('HEARTBEAT_OK all fine', 8).shouldSkip).toBe(true)
    expect(heartbeat('HEARTBEAT_OK all fine', 7).shouldSkip).toBe(false)
  })

  it('is read in time linear in its length, whatever it is', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(OK_TOKEN, '<', '>', '*', ' ', '\n', 'a', '_', '`', '.'))
          .map((a) => a.join('')),
        (text) => {
          const reply = heartbeat(text)
          expect(reply.shouldSkip ? reply.text : reply.text !== '').toBe(reply.shouldSkip ? '' : true)
        },
      ),
    )
    expect(heartbeat(`${OK_TOKEN} `.repeat(20_000)).shouldSkip).toBe(true)
  })

  it('falls back to a budget of 300 where none can be read', () => {
    expect([null, 'x', -1, Infinity, '', '12', 7].map(ackBudget)).toEqual([300, 300, 300, 300, 300, 12, 7])
  })
})
