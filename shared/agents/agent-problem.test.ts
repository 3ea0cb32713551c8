import { expect, it } from 'vitest'
import { agentConfigSchema } from './agent-config.ts'
import { agentProblem } from './agent-problem.ts'

const problem = (more: object): string | null =>
  agentProblem(agentConfigSchema.parse({ kind: 'cli', ...more }), 0)

it('an agent that is not known by name needs its program, and only that one takes arguments', () => {
  expect(problem({ cli: 'acp' })).toContain('needs its program')
  expect(problem({ cli: 'acp', program: 'my-agent' })).toContain('absolute path')
  expect(problem({ cli: 'acp', program: '/opt/my-agent', args: ['--stdio'] })).toBeNull()
  expect(problem({ cli: 'opencode', args: ['acp'] })).toContain('how opencode is started is known')
  expect(problem({ cli: 'opencode' })).toBeNull()
})

it('a local model needs the address of its server, and a model for each turn', () => {
  const server = { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' }
  const models = { quick: 'a', hourly: 'a', daily: 'a', message: 'b:8b' }
  expect(problem({ cli: 'local-model' })).toMatch(
    /needs the address of its server in OPENAI_BASE_URL.*not set/,
  )
  for (const address of ['localhost:11434', 'file:///etc', 'x'])
    expect(problem({ cli: 'local-model', env: { OPENAI_BASE_URL: address } })).toContain(`got "${address}"`)
  expect(problem({ cli: 'local-model', env: server })).toContain('quick has none')
  expect(problem({ cli: 'local-model', env: server, models: { ...models, message: undefined } })).toContain(
    'message has none',
  )
  expect(problem({ cli: 'local-model', env: server, models })).toBeNull()
})
