import { EVENT_REF } from '../../events/inbox.ts'
import { oc, type } from '@orpc/contract'
import * as z from 'zod'
import { KEPT_BOUNDS } from '../../events/command-again.ts'
import { COMMAND_NAME_CHARS, EVENT_SOURCES, SOURCE_SWITCHES, switchesOf } from '../../events/system-event.ts'
import { HISTORY_KINDS, HISTORY_OUTCOMES } from '../../history/history.ts'
import type { AlertId, EventId, IncidentId, ItemId, JobId, NoteId, RunId, ThreadId } from '../../base/ids.ts'
import { WAKE_REASONS } from '../../queue/queue.ts'
import { TIERS } from '../../schedule/tier.ts'

/** Every failure a caller can act on is one of these codes; `message` is a sentence for people. */
export const base = oc.errors({
  NOT_FOUND: { status: 404 }, // no such thread, run, alert …
  INVALID: { status: 422 }, // names the thing, the bound and the bad value
  CONFLICT: { status: 409 }, // the thing changed meanwhile; nothing was written
  UNAVAILABLE: { status: 503 }, // needs a window, a display, the running app …
})

export const threadId = z
  .string()
  .regex(/^thr_[\w-]{1,100}$/)
  .transform((s) => s as ThreadId)
export const runId = z
  .string()
  .regex(/^run_[\w-]{1,100}$/)
  .transform((s) => s as RunId)
export const itemId = z
  .string()
  .regex(/^itm_[\w.%-]{1,900}$/) // of a file from the inbox, with its name
  .transform((s) => s as ItemId)
export const alertId = z
  .string()
  .regex(/^alt_[\w-]{1,100}$/)
  .transform((s) => s as AlertId)
export const eventId = z
  .string()
  .regex(/^evt_[\w-]{1,100}$/)
  .transform((s) => s as EventId)
export const incidentId = z
  .string()
  .regex(/^inc_[\w-]{1,100}$/)
  .transform((s) => s as IncidentId)
export const noteId = z
  .string()
  .regex(/^not_[\w-]{1,100}$/)
  .transform((s) => s as NoteId)
export const jobId = z
  .string()
  .regex(/^job_[\w-]{1,100}$/)
  .transform((s) => s as JobId)
export const tier = z.enum(TIERS)
export const path = z.string().min(1).max(4096)
export const text = (max: number) => z.string().min(1).max(max)
export const activeHours = z.strictObject({
  start: z.string().max(5),
  end: z.string().max(5),
  timeZone: z.string().max(64),
})
export const nothing = type<null>()

const some = <T extends z.ZodType>(one: T) => z.array(one).min(1).max(60).optional()
export const historyFilterSchema = z.strictObject({
  threads: some(threadId),
  outcomes: some(z.enum(HISTORY_OUTCOMES)),
  tiers: some(tier),
  reasons: some(z.enum(WAKE_REASONS)),
  runners: some(z.string().max(300)),
  kinds: some(z.enum(HISTORY_KINDS)),
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  text: z.string().max(1_000_000).optional(),
})
export const historyPlaceSchema = z.union([
  z.strictObject({ after: z.string().max(60) }),
  z.strictObject({ before: z.string().max(60) }),
  z.strictObject({
    below: z.number().int(),
    skip: z.number().int().min(0).max(10_000_000).default(0),
    top: z.string().max(60).optional(),
  }),
])
export const pathMap = z
  .array(z.strictObject({ from: text(1000), to: text(1000) }))
  .max(200)
  .default([])
export const sourceSwitches = z
  .partialRecord(z.enum(EVENT_SOURCES), z.enum(SOURCE_SWITCHES))
  .superRefine((switches, cx) => {
    for (const source of EVENT_SOURCES) {
      const to = switches[source]
      if (to !== undefined && !switchesOf(source).includes(to))
        cx.addIssue({
          code: 'custom',
          path: [source],
          message: `must be one of ${switchesOf(source).join(', ')}, got ${to}`,
        })
    }
  })
export const newEvent = z.strictObject({
  to: threadId,
  text: text(100_000),
  source: z.enum(['cli', 'command', 'hook']),
  wake: z.enum(['now', 'next']),
  urgent: z.boolean().default(false),
  trusted: z.boolean().default(false),
  marker: z.string().max(100).optional(),
})
export type EventInput = z.output<typeof newEvent>

export const keptCommandSchema = z.strictObject({
  argv: z.array(z.string().max(KEPT_BOUNDS.argChars)).min(1).max(KEPT_BOUNDS.args).readonly(),
  folder: z.string().min(1).max(KEPT_BOUNDS.folderChars),
})
export const endedCommand = z.strictObject({
  to: threadId,
  text: text(100_000),
  command: z.strictObject({
    name: z.string().trim().min(1).max(COMMAND_NAME_CHARS),
    hasFailed: z.boolean(),
  }),
  /** Absent: not to be kept. */
  again: keptCommandSchema.optional(),
  wake: z.enum(['now', 'next']),
  marker: z.string().max(100).optional(),
  /** Of what may come a second time, as a file in the inbox: it counts once. */
  ref: z.string().regex(EVENT_REF).optional(),
})
export type EndedCommandInput = z.output<typeof endedCommand>
