import { addressProblem, kindProblem } from './webhook-address.ts'
import * as z from 'zod'
import { stripHidden } from '../base/hidden-text.ts'
import type { AlertId, IncidentId, RunId } from '../base/ids.ts'
import type { Severity } from '../base/severity.ts'
import { EVENT_CHARS } from '../events/system-event.ts'
import { SECOND, type Instant } from '../base/time.ts'

export const WEBHOOK_KINDS = ['json', 'ntfy', 'slack', 'discord', 'telegram'] as const
export const WEBHOOK_NEWS = ['urgent', 'alert', 'broken', 'recovered'] as const
export type WebhookKind = (typeof WEBHOOK_KINDS)[number]
export type WebhookNews = (typeof WEBHOOK_NEWS)[number]

/**
 * Where news go besides this machine. Its address and secret are credentials: neither is logged or shown in
 * errors.
 */
export const webhookTargetSchema = z
  .strictObject({
    id: z.string().min(1).max(40),
    name: z.string().trim().min(1).max(60),
    kind: z.enum(WEBHOOK_KINDS),
    url: z
      .string()
      .max(2000)
      .superRefine((url, context) => {
        const problem = addressProblem(url)
        if (problem !== null) context.addIssue({ code: 'custom', message: problem })
      }),
    /** Key of the signature for json, access token for ntfy; the others have theirs in the address. */
    secret: z
      .string()
      .min(1)
      .max(500)
      .regex(/^[\x21-\x7e]+$/, 'must be letters, digits and signs without spaces')
      .nullable(),
    chat: z.string().trim().min(1).max(100).nullable(), // Telegram's chat id, or @name of a channel
    on: z.array(z.enum(WEBHOOK_NEWS)).min(1).max(WEBHOOK_NEWS.length),
    enabled: z.boolean(),
  })
  .superRefine((target, context) => {
    const problem = kindProblem(target)
    if (problem !== null)
      context.addIssue({ code: 'custom', path: [problem.field], message: problem.message })
  })
export type WebhookTarget = z.infer<typeof webhookTargetSchema>

export interface WebhookEvent {
  readonly kind: WebhookNews
  readonly threadNumber: number
  readonly threadName: string
  readonly severity: Severity
  readonly title: string // one line
  readonly text: string
  readonly at: Instant
  readonly runId: RunId | null
  readonly alertId: AlertId | null
  readonly incidentId?: IncidentId // news of several threads; not sent
}

export const wantsNews = (target: Pick<WebhookTarget, 'enabled' | 'on'>, kind: WebhookNews): boolean =>
  target.enabled && target.on.includes(kind)

/** What a caller of the local webhook may send. `key` is its own name for the news, told on as it is. */
export const webhookBodySchema = z.strictObject({
  thread: z.union([z.number().int().min(1).max(1_000_000), z.string().trim().min(1).max(200)]),
  text: z
    .string()
    .max(EVENT_CHARS)
    .refine((text) => stripHidden(text).trim() !== '', 'must not be empty'),
  wake: z.enum(['now', 'next']).default('next'),
  urgent: z.boolean().default(false),
  key: z.string().trim().min(1).max(100).optional(),
})

/** Waits before the second, third and fourth try. */
export const WEBHOOK_RETRY_MS: readonly number[] = [5 * SECOND, 30 * SECOND, 120 * SECOND]
