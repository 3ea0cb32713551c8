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
