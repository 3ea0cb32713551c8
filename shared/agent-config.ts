import { z } from 'zod'

/** Who works a thread's heartbeats. `local`: built-in checks, no model. `command`: any program that reads the prompt from stdin. */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(z.string().min(1).max(4096)).min(1).max(64),
    /** Dotted path to the reply in the JSON that the program prints ("result", "items.0.text"); absent: all it prints is the reply. */
    replyPath: z.string().regex(/^[^.\s]+(\.[^.\s]+)*$/).max(200).optional(),
    env: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8192)).default({}),
  }),
])
export type AgentConfig = z.infer<typeof agentConfigSchema>

/** The text at the path in what a program printed. null: not JSON, or no text there. */
export function replyAt(printed: string, path: string): string | null {
  let value: unknown
  try {
    value = JSON.parse(printed)
  } catch {
    return null
  }
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null
    value = (value as Record<string, unknown>)[key]
  }
  return typeof value === 'string' ? value : null
}

export const LOCAL_CHECKS: AgentConfig = { kind: 'local' }
export const runnerName = (agent: AgentConfig): string => (agent.kind === 'local' ? 'Local checks' : (agent.argv[0] ?? 'command'))
