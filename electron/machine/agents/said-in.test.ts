import { expect, it } from 'vitest'
import { callLog } from './call-log.ts'
import { saidIn, withBegins } from './said-in.ts'

it.each([
  [
    'Claude Code',
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'text', text: 'I look.' },
          { type: 'tool_use', id: 'a', name: 'Bash' },
          { type: 'text', text: 'Done.' },
        ],
      },
    },
    'I look.\nDone.',
  ],
  [
    'Codex',
    { type: 'item.completed', item: { type: 'agent_message', text: 'All is well.' } },
    'All is well.',
  ],
  ['Codex, thinking', { type: 'item.completed', item: { type: 'reasoning', text: 'Hm.' } }, ''],
  ['Copilot', { type: 'assistant.message', data: { content: 'Quiet.' } }, 'Quiet.'],
  ['what is no message', { type: 'result', result: 'x' }, ''],
  ['nonsense', { type: 'assistant', message: { content: [null, 7, { type: 'text', text: 7 }] } }, ''],
])('tells who watches what the agent says, and nothing that is for programs: %s', (_, event, said) => {
  expect(saidIn(event)).toBe(said)
})

it('tells of a call as it begins, once, however often its begin is told', () => {
  const told: string[] = []
  const calls = withBegins(
    callLog(
      { toolCalls: 10, repeats: 5 },
      () => undefined,
      () => undefined,
    ),
    (text) => told.push(text),
  )
  calls.begin('a', { name: 'Bash', input: {}, kind: 'command', shown: 'npm test\nnpm run lint' })
  calls.begin('a', { name: 'Bash', input: {}, kind: 'command', shown: 'npm test' })
  calls.begin('b', { name: 'Read', input: { file: 'x' }, kind: 'read' })
  calls.end('a', { ok: true, exitCode: 0 })
  expect(told).toEqual(['▸ Bash npm test\n', '▸ Read {"file":"x"}\n'])
  expect([calls.count(), calls.calls.length]).toEqual([2, 1])
})
