import type { AgentResult, AgentSpec } from '../../../engine/ports/agents.ts'
import type { RunOutputs } from '../../../engine/ports/disk.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { never, realClock } from './specs.ts'

/** A run of one call, with its whole output kept as the engine keeps it. */
export async function withWholeOutput(outputs: RunOutputs, spec: AgentSpec): Promise<AgentResult> {
  const whole = outputs.begin(spec.runId)
  const result = await createAgentRunner(realClock).run({ ...spec, onBytes: whole.push }, never)
  await whole.end()
  return result
}
