import { expect, it } from 'vitest'
import { agentConfigSchema } from './agent-config.ts'
import { billingOf, isOwnServer, isOwnServerKey, keepsSessions, runnerKey, runnerName } from './presets.ts'
import type { CliName } from './agent-names.ts'

const agent = (cli: CliName, more: object = {}) => agentConfigSchema.parse({ kind: 'cli', cli, ...more })

it('a key of its own pays by token, and so does one that tells what it cost; what a person chose counts', () => {
  expect(billingOf(agent('claude'), {})).toBe('plan')
  expect(billingOf(agent('claude'), { ANTHROPIC_API_KEY: 'x' })).toBe('api')
  expect(billingOf(agent('gemini', { env: { GEMINI_API_KEY: 'x' } }), {})).toBe('api')
  expect(billingOf(agent('goose'), {})).toBe('plan')
  expect(billingOf(agent('opencode'), {})).toBe('api')
  expect(billingOf(agent('opencode', { billing: 'plan' }), {})).toBe('plan')
})

it('says of whom messages go on (found by a user: Gemini CLI was said to)', () => {
  expect(keepsSessions(agent('opencode'))).toBe(true)
  expect(keepsSessions(agent('gemini'))).toBe(false)
  expect(keepsSessions({ kind: 'local' })).toBe(true)
})

it('what a server of the person’s own takes is not counted, by whatever name a runner goes', () => {
  expect(isOwnServer(runnerName(agent('local-model')))).toBe(true)
  for (const cli of ['claude', 'opencode', 'qwen'] as const)
    expect(isOwnServer(runnerName(agent(cli)))).toBe(false)
  expect(isOwnServer('Local checks')).toBe(false)
  const local = agent('local-model', { billing: 'api', env: { OPENAI_BASE_URL: 'http://localhost:1/v1' } })
  expect(isOwnServerKey(runnerKey(local)!)).toBe(true)
  expect(isOwnServerKey(runnerKey(agent('opencode', { program: '/local-model' }))!)).toBe(false)
  expect(billingOf(local, { OPENAI_API_KEY: 'x' }), 'no key pays, whatever was set').toBe('plan')
})
