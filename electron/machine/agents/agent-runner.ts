import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentRunner, AgentSpec } from '../../engine/ports/agents.ts'
import { runCli } from './cli-runner.ts'
import { runCommand, type Place } from './clis/command.ts'
import { runLocalChecks } from './local/local-checks.ts'
import { endOrphans } from '../process/orphans.ts'
import { withoutSecrets } from './without-secrets.ts'

/** The AgentRunner port: the thread's configuration says who works the prompt. */
export const createAgentRunner = (clock: Pick<Clock, 'now' | 'monotonicMs'>): AgentRunner => ({
  run: (spec, signal) => runAgent(spec, clock, signal),
  endOrphans,
})

export async function runAgent(
  given: AgentSpec,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
  place: Place = 'repository',
): Promise<AgentResult> {
  const { spec, without } = withoutSecrets(given)
  return without(await work(spec, clock, signal, place))
}

function work(
  spec: AgentSpec,
  clock: Pick<Clock, 'now' | 'monotonicMs'>,
  signal: AbortSignal,
  place: Place,
): Promise<AgentResult> {
  const { agent } = spec
  switch (agent.kind) {
    case 'local':
      return runLocalChecks(spec, clock, signal)
    case 'cli':
      return runCli(spec, agent, clock, signal, place)
    case 'command':
      return runCommand(spec, agent, clock, signal, place)
  }
}
