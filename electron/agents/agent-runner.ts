import type { AgentResult, AgentRunner, AgentSpec, Clock } from '../engine/ports.ts'
import { runCli } from './cli-runner.ts'
import { runCommand, type Place } from './command.ts'
import { runLocalChecks } from './local-checks.ts'
import { endOrphans } from './orphans.ts'

/** The AgentRunner port: the thread's configuration says who works the prompt. */
export function createAgentRunner(clock: Pick<Clock, 'now' | 'monotonicMs'>): AgentRunner {
  return { run: (spec, signal) => runAgent(spec, clock, signal), endOrphans }
}

export function runAgent(spec: AgentSpec, clock: Pick<Clock, 'now' | 'monotonicMs'>, signal: AbortSignal, place: Place = 'repository'): Promise<AgentResult> {
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
