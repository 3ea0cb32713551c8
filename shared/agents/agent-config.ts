import * as z from 'zod'
import type { Tier } from '../schedule/tier.ts'
import { CLI_NAMES } from './agent-names.ts'

/** What a run is for: a heartbeat of its highest tier, or a message. */
export const TURNS = ['quick', 'hourly', 'daily', 'message'] as const
export type Turn = Tier | 'message'

export const EFFORTS = ['low', 'medium', 'high'] as const
export type Effort = (typeof EFFORTS)[number]

/**
 * What an agent may do: look only; also edit files of the repository; or everything inside it. In plain
 * words: permission.ts.
 */
export const PROFILES = ['look', 'tidy', 'full'] as const
export type Profile = (typeof PROFILES)[number]

/** Who pays: a subscription, where only starts are scarce, or an API key, where each token costs. */
export type Billing = 'plan' | 'api'

const environment = z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/), z.string().max(8192)).default({})
/** Never begins with a dash: it stands behind an option on a command line. */
const model = z
  .string()
  .regex(/^[A-Za-z0-9][\w.:/@[\]-]*$/, 'a model name holds letters, digits and . : / @ - _')
  .max(120)
const perTurn = <T extends z.ZodType>(value: T) =>
  z
    .strictObject({
      quick: value.optional(),
      hourly: value.optional(),
      daily: value.optional(),
      message: value.optional(),
    })
    .default({})

/**
 * Who works a thread. `local`: built-in checks, no model. `cli`: a known agent CLI. `command`: any program
 * that reads the prompt from stdin.
 */
export const agentConfigSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('local') }),
  z.strictObject({
    kind: z.literal('cli'),
    cli: z.enum(CLI_NAMES),
    /** Absolute path; absent: found by itself. */
    program: z.string().min(1).max(4096).optional(),
    /** What stands behind the program; for `acp` only, of the others it is known. */
    args: z.array(z.string().min(1).max(4096)).max(64).optional(),
    env: environment,
    /** Absent for a turn: the preset's choice (smallest for quick … the CLI's own default for messages). */
    models: perTurn(model),
    /** Tried in this order when the model is not available. */
    fallbackModels: z.array(model).max(5).default([]),
    efforts: perTurn(z.enum(EFFORTS)),
    /** Absent for a turn: `look` for heartbeats, `tidy` for messages. */
    profiles: perTurn(z.enum(PROFILES)),
    /** Absent: `api` when the environment carries the CLI's key, else `plan`. */
    billing: z.enum(['plan', 'api']).optional(),
    /** Until this instant the CLI's own permission checks are switched off; null: never. */
    bypassUntil: z.number().int().nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal('command'),
    argv: z.array(z.string().min(1).max(4096)).min(1).max(64),
    /**
     * Dotted path to the reply in the JSON that the program prints ("result", "items.0.text"); absent: all
     * it prints is the reply.
     */
    replyPath: z
      .string()
      .regex(/^[^.\s]+(\.[^.\s]+)*$/)
      .max(200)
      .optional(),
    /** It is meant to change the repository in beats; absent: a beat that did is an alert. */
    mayChange: z.boolean().optional(),
    env: environment,
  }),
])
export type AgentConfig = z.infer<typeof agentConfigSchema>
export type CliConfig = Extract<AgentConfig, { kind: 'cli' }>

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
