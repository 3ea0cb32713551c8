import type { AgentRunner, Clock } from '../engine/ports.ts'
import { runCommand } from './command.ts'
import { runLocalChecks } from './local-checks.ts'
import { endOrphans } from './orphans.ts'

/** The AgentRunner port: the thread's configuration says who works the heartbeat. */
export function createAgentRunner(clock: Pick<Clock, 'now' | 'monotonicMs'>): AgentRunner {
  return {
    run: (spec, signal) => (spec.agent.kind === 'local' ? runLocalChecks(spec, clock, signal) : runCommand(spec, spec.agent, clock, signal)),
    endOrphans,
  }
}
