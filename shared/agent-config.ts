import { z } from 'zod'

/** Who works a thread's heartbeats. `local`: built-in checks, no model. `command`: any program that reads the prompt from stdin. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(z.string().min(1).max(4096)).min(1).max(64),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8192)).default({}),
  }),
])
export type AgentConfig = z.infer<typeof agentConfigSchema>

export const LOCAL_CHECKS: AgentConfig = { kind: 'local' }
export const runnerName = (agent: AgentConfig): string => (agent.kind === 'local' ? 'Local checks' : (agent.argv[0] ?? 'command'))
