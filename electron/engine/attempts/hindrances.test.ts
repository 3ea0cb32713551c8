import { expect, it } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { Hindrance } from '../../../shared/attempts/hindrance.ts'
import { CLAUDE, TEMPLATE, withAgent } from '../testing/with-agent.ts'
import { hindrancesOf } from './hindrances.ts'

const WRITES: AgentConfig = { ...CLAUDE, profiles: { ...CLAUDE.profiles, daily: 'tidy' } }
const WORK = '## Daily Tasks\n- [ ] Make it faster\n'
const CHECKS = '## Daily Tasks\n- [ ] Run `git status`\n- [ ] Run `make`\n'
const MAKE = {
  kind: 'argv',
  argv: ['make'],
  text: 'make',
  fileHash: null,
  files: [],
  limits: [],
  hash: 'h',
} as const

async function hindrances(
  agent: AgentConfig,
  playbook: string,
  gate?: 'changes',
): Promise<readonly Hindrance[]> {
  const { s, id } = await withAgent(undefined, agent, playbook, gate)
  s.commands = (tasks) => tasks.flatMap(({ text }) => (text.includes('`make`') ? [MAKE] : []))
  return hindrancesOf(s.store.threads.get(id)!, { folder: null }, s.ports)
}

it.each<[string, AgentConfig, string, readonly Hindrance[]]>([
  ['local checks', { kind: 'local' }, WORK, ['no agent']],
  ['an agent that may write and a line that needs it', WRITES, WORK, []],
  [
    'a program that is not meant to write',
    { kind: 'command', argv: ['x'], env: {}, mayChange: false },
    WORK,
    ['no change expected'],
  ],
  ['an agent that may only look', CLAUDE, WORK, ['look only']],
  ['nothing but a check and a command', WRITES, CHECKS, ['no line']],
  ['the template, with the rights that a new thread has', CLAUDE, TEMPLATE, ['look only', 'no line']],
  ['a command with a line below it', WRITES, `${CHECKS}  and mend what fails\n`, []],
])('tells what keeps beats from making attempts: %s', async (_what, agent, playbook, expected) => {
  expect(await hindrances(agent, playbook)).toEqual(expected)
})
it('names no line where the agent works all lines', async () => {
  expect(await hindrances(WRITES, CHECKS, 'changes')).toEqual([])
})
