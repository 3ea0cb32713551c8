import { type AgentConfig, agentConfigSchema, type CliConfig } from '../../../shared/agents/agent-config.ts'
import type { AgentTurn } from '../../../shared/agents/agent-turn.ts'
import type { GateMode } from '../../../shared/threads/modes.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { seedText } from '../../../shared/playbook/templates/template.ts'
import { scenario, type Scenario } from './scenario.ts'
import type { Script } from './world/world.ts'

export const CLAUDE = agentConfigSchema.parse({ kind: 'cli', cli: 'claude' }) as CliConfig
export const TURN: AgentTurn = {
  sessionId: null,
  model: 'haiku',
  unavailable: [],
  usage: { input: 900, cached: 0, output: 100 },
  costUsd: 0.01,
  totals: null,
  calls: [],
  callCount: 0,
  refusals: [],
  resetsAt: null,
  malformedLines: 0,
  toolsReached: true,
}
/** Nothing but what the gate can see. */
export const CHECKS =
  '## Urgent Flags\n(none)\n## Quick Tasks\n- [ ] Run `git status`\n## Hourly Tasks\n- [ ] Run `git ' +
  'fetch origin`\n## Daily Tasks\n- [ ] Summarise the week\n'
/** The default list of a usual repository. */
export const TEMPLATE = seedText({
  defaultBranch: 'main',
  remote: 'origin',
  hasGh: true,
  threadName: 'api',
  masterNumber: null,
  bare: false,
})
export const STILL = { tree: 'a', refs: 'b', remote: 'c', hosting: 'd' }

/** One more thread with that agent, in a repository where nothing changes. */
export function addWithAgent(
  s: Scenario,
  name: string,
  agent: AgentConfig,
  playbook = CHECKS,
  gate: GateMode = 'needed',
): ThreadId {
  const id = s.add(name, { playbook })
  s.store.threads.change(id, { agent, gate })
  s.prints.set(`/${name}`, STILL)
  return id
}

/** A scenario of one such thread, at `/api`. */
export async function withAgent(
  script: Script = () => ({ turn: TURN }),
  agent: AgentConfig = CLAUDE,
  playbook = CHECKS,
  gate: GateMode = 'needed',
): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  return { s, id: addWithAgent(s, 'api', agent, playbook, gate) }
}

/** The same, where the agent works all due lines once something changed. */
export const withAllLines = (script: Script = () => ({ turn: TURN }), agent = CLAUDE, playbook = CHECKS) =>
  withAgent(script, agent, playbook, 'changes')
