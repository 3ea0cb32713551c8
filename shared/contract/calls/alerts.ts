import { type } from '@orpc/contract'
import * as z from 'zod'
import { type Alert, ALERT_STATES } from '../../alerts/alert.ts'
import type { WebhookIn, WebhookView } from '../app.ts'
import type { AlertPage, WhileAway } from '../threads.ts'
import { HAND_OVER_TO, type HandedOver } from '../../alerts/hand-over.ts'
import type { AlertId } from '../../base/ids.ts'
import { webhookTargetSchema } from '../../alerts/webhook.ts'
import type { BeatTicket } from '../beats.ts'
import { base, threadId, alertId, incidentId, keptCommandSchema, nothing } from './inputs.ts'

export const alertCalls = {
  alerts: {
    list: base
      .input(
        z.strictObject({ state: z.enum(ALERT_STATES), limit: z.number().int().min(1).max(500).default(100) }),
      )
      .output(type<readonly Alert[]>()),
    /** Every open one of this thread, the worst first. */
    openOf: base.input(z.strictObject({ threadId })).output(type<readonly Alert[]>()),
    /** Worst first, then newest; resolved ones by when they ended. Every alert is on one of the pages. */
    page: base
      .input(
        z.strictObject({
          state: z.enum(ALERT_STATES),
          after: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(200).default(50),
        }),
      )
      .output(type<AlertPage>()),
    /** What beats did, and which alerts ended by themselves, from one instant to before another. */
    whileAway: base
      .input(z.strictObject({ from: z.number().int(), to: z.number().int() }))
      .output(type<WhileAway>()),
    /** Out of the way until then, or until it is other news; they come back by themselves. */
    snooze: base
      .input(
        z.strictObject({
          ids: z.array(alertId).min(1).max(500),
          until: z.union([z.number().int(), z.literal('change')]),
        }),
      )
      .output(nothing),
    acknowledge: base
      .input(
        z.strictObject({
          ids: z.array(alertId).min(1).max(500),
          note: z.string().trim().max(500).optional(),
        }),
      )
      .output(nothing),
    /** By a person's word. A beat that finds it again raises it again. */
    resolve: base.input(z.strictObject({ ids: z.array(alertId).min(1).max(500) })).output(nothing),
    /** Takes back an acknowledgement, a snooze or a resolve; returns those that are open again. */
    reopen: base
      .input(z.strictObject({ ids: z.array(alertId).min(1).max(500) }))
      .output(type<readonly AlertId[]>()),
    /**
     * Runs the command whose failure it tells once more. `command`: as it was shown to the person who
     * confirmed it. CONFLICT: it is another one by now, is under way already, or the alert is over.
     */
    runAgain: base
      .input(z.strictObject({ id: alertId, command: keptCommandSchema, confirmed: z.literal(true) }))
      .output(type<BeatTicket>()),
    /** No banners of this thread until then; null: not muted. Its alerts stay in the inbox. */
    mute: base.input(z.strictObject({ threadId, until: z.number().int().nullable() })).output(nothing),
    /**
     * Opens the agent's own program, or a shell, in the repository, with the finding and its evidence. Only
     * from the window.
     */
    handOver: base
      .input(z.strictObject({ id: alertId, to: z.enum(HAND_OVER_TO) }))
      .output(type<HandedOver>()),
  },

  /** Causes that strike many threads at once. */
  incidents: {
    acknowledge: base.input(z.strictObject({ id: incidentId })).output(nothing),
    /** Its threads beat now, also those that failures have paused. */
    retry: base.input(z.strictObject({ id: incidentId })).output(type<{ readonly beats: number }>()),
  },

  webhooks: {
    list: base.output(type<readonly WebhookView[]>()),
    /** A secret of null keeps the stored one. */
    save: base
      .input(z.strictObject({ target: webhookTargetSchema, confirmed: z.literal(true) }))
      .output(nothing),
    remove: base.input(z.strictObject({ id: z.string().max(40) })).output(nothing),
    test: base
      .input(z.strictObject({ id: z.string().max(40) }))
      .output(type<{ ok: boolean; text: string }>()),
    incoming: base.output(type<WebhookIn>()),
    /** A new token; the old one is dead at once. */
    rotate: base.output(type<WebhookIn>()),
  },
}
