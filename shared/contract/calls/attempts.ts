import { type } from '@orpc/contract'
import * as z from 'zod'
import type { Attempt } from '../../attempts/attempt.ts'
import { SCOPES, TRIGGERS } from '../../attempts/action.ts'
import { AT_LIMIT, NO_LIMITS } from '../../attempts/limits.ts'
import { METRIC_BOUNDS } from '../../attempts/metric.ts'
import type {
  ActionsSettings,
  AttemptDifference,
  AttemptsView,
  MetricTrial,
  MetricView,
  SavedMetric,
} from '../attempts.ts'
import { base, text, threadId } from './inputs.ts'

const spec = z.strictObject({
  team: text(60),
  command: text(1000).nullable(),
  place: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('last number') }),
    z.strictObject({ kind: z.literal('json'), path: text(300) }),
  ]),
  direction: z.enum(['lower', 'higher']),
  minGain: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('auto') }),
    z.strictObject({ kind: z.enum(['absolute', 'percent']), by: z.number() }),
  ]),
  timeoutMs: z.number(),
  files: z.array(text(500)).readonly(),
  mayChange: z.boolean().default(false),
  inARow: z.number(),
  graceMs: z.number().nullable().default(METRIC_BOUNDS.graceMs.usual),
  folder: text(300).nullable().default(null),
  limits: z
    .strictObject({
      target: z.number().nullable(),
      runs: z.number().nullable(),
      usd: z.number().nullable(),
      workMs: z.number().nullable(),
      atLimit: z.enum(AT_LIMIT),
    })
    .default(NO_LIMITS),
})
const name = text(60)
const scope = z.enum(SCOPES)
/** What is wrong with an action is said by the domain, in one sentence. */
const action = z.strictObject({
  name,
  every: z.number().optional(),
  trigger: z.enum(TRIGGERS).optional(),
  scope: scope.optional(),
  prompt: z.string().max(100_000).optional(),
})
const limit = z.int().min(1).max(10_000).default(200)

export const attemptCalls = {
  metrics: {
    list: base.output(type<readonly MetricView[]>()),
    /** What would be executed, before it is saved; saves nothing. */
    preview: base.input(z.strictObject({ id: threadId, spec })).output(type<MetricView>()),
    /**
     * With the hash of the command that a person has seen; '' where none measures. Approves it, and takes the metric's
     * own files as they are now. CONFLICT: what is executed is not what was seen.
     */
    save: base
      .input(z.strictObject({ id: threadId, spec, hash: z.string(), confirmed: z.literal(true) }))
      .output(type<SavedMetric>()),
    /**
     * One measurement by the command that a person has seen and confirmed, saved or not; it is no attempt. INVALID: no
     * command measures, or a run of the thread goes on. CONFLICT: as for `save`.
     */
    try: base
      .input(z.strictObject({ id: threadId, spec, hash: z.string(), confirmed: z.literal(true) }))
      .output(type<MetricTrial>()),
    /** Attempts stay on record. */
    remove: base.input(z.strictObject({ id: threadId })),
  },
  attempts: {
    /** Of one thread, or, with `team`, of all that share its metric's name. */
    view: base
      .input(z.strictObject({ id: threadId, team: z.boolean().default(false), limit }))
      .output(type<AttemptsView>()),
    /** To the best of its thread. NOT_FOUND: this thread has no such attempt. */
    difference: base
      .input(z.strictObject({ id: threadId, number: z.int().min(1) }))
      .output(type<AttemptDifference>()),
    /** A score that a person does not believe is no best; NOT_FOUND: this thread has no such attempt. */
    strike: base
      .input(z.strictObject({ id: threadId, number: z.int().min(1), struck: z.boolean() }))
      .output(type<Attempt>()),
    settings: base.input(z.strictObject({ id: threadId })).output(type<ActionsSettings>()),
    /** INVALID: the sentence says what is wrong, and nothing was changed. So for the two below. */
    set: base.input(z.strictObject({ id: threadId, action })).output(type<ActionsSettings>()),
    remove: base
      .input(z.strictObject({ id: threadId, name, scope: scope.optional() }))
      .output(type<ActionsSettings>()),
    reset: base
      .input(z.strictObject({ id: threadId, scope: scope.optional() }))
      .output(type<ActionsSettings>()),
  },
}
