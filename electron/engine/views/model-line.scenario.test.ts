import { expect, it } from 'vitest'
import { agentConfigSchema, type AgentConfig } from '../../../shared/agents/agent-config.ts'
import { CLAUDE } from '../testing/with-agent.ts'
import { scenario } from '../testing/scenario.ts'

const codex = agentConfigSchema.parse({ kind: 'cli', cli: 'codex' })
const command = agentConfigSchema.parse({ kind: 'command', argv: ['my-agent'] })

it.each<[string, AgentConfig, string, string]>([
  ['local checks', { kind: 'local' }, 'none', 'built in'],
  ['Claude Code', CLAUDE, 'haiku', 'built in'],
  ['Codex', codex, 'gpt-6-luna, effort low', 'built in'],
  [
    'a model chosen for one tier',
    { ...CLAUDE, models: { daily: 'opus' } },
    'quick haiku; hourly haiku; daily opus',
    'this thread',
  ],
  ['a command', command, 'the command’s own; Threadbeat cannot choose it', 'this thread'],
])('says what beats run on: %s', async (_, agent, value, source) => {
  const s = await scenario()
  const id = s.add('api')
  s.store.threads.change(id, { agent })
  const { settings } = await s.foresight.explain(s.store.threads.get(id)!)
  expect(settings.find(({ label }) => label === 'Model')).toEqual({ label: 'Model', value, source })
})
