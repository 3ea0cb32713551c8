import * as z from 'zod'
import { TOOL_LIMITS as MAX } from '../../../shared/agents/tool-limits.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'

// What several tools take.

export const text = (max: number) => z.string().min(1).max(max)
export const line = (of: string) => text(MAX.textChars).describe(of)
const key = text(MAX.keyChars).describe('as heartbeat_read shows it')
export const tier = z.enum(TIERS).describe('quick: under 10 s; hourly; daily: thorough')
export const edit = z.discriminatedUnion('do', [
  z.strictObject({ do: z.literal('addTask'), tier, text: line('one line, no box') }),
  z.strictObject({ do: z.literal('removeTask'), key }),
  z.strictObject({ do: z.literal('tick'), key, on: z.boolean().describe('done in this run') }),
  z.strictObject({ do: z.literal('moveTask'), key, to: z.enum(TIERS) }),
  z.strictObject({
    do: z.literal('rewordTask'),
    key,
    text: line('the new wording'),
  }),
  z.strictObject({ do: z.literal('addFlag'), text: line('one line') }),
  z.strictObject({ do: z.literal('clearFlag'), text: line('the flag as it stands in the file') }),
  z.strictObject({ do: z.literal('appendNote'), text: line('one line') }),
  z.strictObject({
    do: z.literal('moveWork'),
    id: text(MAX.keyChars).describe('of the work item'),
    to: z.enum(['in-progress', 'done', 'failed']),
    note: text(MAX.textChars).optional().describe('what came of it'),
  }),
])
