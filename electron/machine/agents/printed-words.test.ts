import { expect, it } from 'vitest'
import { printedWords } from './printed-words.ts'

const rpc = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message })
const update = (told: object): string =>
  rpc({ method: 'session/update', params: { sessionId: 's1', update: told } })
const says = (text: string): string =>
  update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } })
const printed = (...lines: readonly string[]): string => `${lines.join('\n')}\n`

it('has what an agent says by the Agent Client Protocol, and nothing that is for programs', () => {
  const output = printed(
    'Loading extensions',
    rpc({ id: 0, result: { protocolVersion: 1 } }),
    says('Of an earlier turn.'),
    rpc({ id: 1, result: { sessionId: 's1' } }),
    says('I look'),
    says(' at it.'),
    'a warning',
    update({ sessionUpdate: 'tool_call', toolCallId: 'a', title: 'npm test' }),
    rpc({ id: 2, result: { stopReason: 'end_turn' } }),
  )
  expect(printedWords(output)).toEqual({
    text: 'Loading extensions\nI look at it.\na warning\n',
    leftOut: 5,
  })
})

it('has what a CLI that prints events says', () => {
  const message = { type: 'assistant', message: { content: [{ type: 'text', text: 'All is well.\n' }] } }
  expect(printedWords(printed(JSON.stringify(message), JSON.stringify({ type: 'result' })))).toEqual({
    text: 'All is well.\n',
    leftOut: 1,
  })
})

it('names the gap of an output that was too long, without the events that it cut', () => {
  const gap = '… 1,234 bytes left out …'
  const output = printed(
    rpc({ id: 0, result: {} }),
    '{"jsonrpc":"2.0","me',
    gap,
    'thod":"x"}',
    rpc({ id: 1 }),
  )
  expect(printedWords(output)).toEqual({ text: `${gap}\n`, leftOut: 4 })
  expect(printedWords(printed('one', gap, 'two'))).toEqual({ text: `one\n${gap}\ntwo\n`, leftOut: 0 })
})
