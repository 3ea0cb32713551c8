import { expect, it } from 'vitest'
import { agentConfigSchema } from '../../agents/agent-config.ts'
import { isBeyondIt, withWayOut } from './larger-model.ts'

const agent = (more: object) => agentConfigSchema.parse({ kind: 'cli', cli: 'local-model', ...more })

it('a prompt tells of the way out only where a larger model is asked then', () => {
  const small = { models: { quick: 'small' } }
  const told = withWayOut('Work.', agent({ ...small, fallbackModels: ['large'] }), 'quick')
  expect(told).toMatch(/^Work\.\n\n.*NEEDS_LARGER_MODEL/)
  expect(withWayOut('Work.', agent(small), 'quick')).toBe('Work.')
  expect(withWayOut('Work.', agent({ ...small, fallbackModels: ['small'] }), 'quick')).toBe('Work.')
  expect(withWayOut('Work.', agent({ cli: 'claude', fallbackModels: ['opus'] }), 'quick')).toBe('Work.')
})

it.each([
  ['NEEDS_LARGER_MODEL', true],
  [' **NEEDS_LARGER_MODEL**.\n', true],
  ['I would say NEEDS_LARGER_MODEL here', false],
  ['needs larger model', false],
  ['', false],
  [`NEEDS_LARGER_MODEL${'.'.repeat(300)}`, false],
])('a reply says that the work is beyond it: %j', (reply, is) => expect(isBeyondIt(reply)).toBe(is))
