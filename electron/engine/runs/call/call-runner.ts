import type { AgentResult, AgentSpec } from '../../ports/agents.ts'
import type { Begun } from '../context.ts'

/**
 * With the time that its own limit needs, apart from that of the steps around it. `isLast`: no other call of
 * this run follows.
 */
export async function callRunner(
  { context, signal, deadline }: Begun,
  spec: AgentSpec,
  isLast = true,
): Promise<AgentResult> {
  deadline.callBegins(spec.deadlineMs)
  const result = await context.ports.agents.run(spec, signal)
  deadline.callEnded()
  if (isLast) await context.wholeOutput?.end()
  return result
}
