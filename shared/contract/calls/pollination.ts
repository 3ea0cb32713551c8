import { type } from '@orpc/contract'
import * as z from 'zod'
import type { ListedText } from '../../pollination/lines/life.ts'
import { RULE_SCOPES } from '../../pollination/rules.ts'
import { TIERS, type Tier } from '../../schedule/tier.ts'
import type { Protection } from '../../pollination/backtest/tried.ts'
import type { PollinationView, ProposedView, SuggestionView, WeighedView } from '../pollination.ts'
import { base, nothing, text, threadId } from './inputs.ts'

const pattern = z.string().regex(/^[a-z][a-z0-9-]{0,60}$/)

const reason = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'a reason is one line')
const task = text(500).regex(/^[^\r\n]*$/, 'a task is one line')
/** A line that a person proposes to many threads. */
const ownLine = z.strictObject({
  text: task,
  tier: z.enum(TIERS),
  ids: z.array(threadId).min(1).max(1000),
})
const ruleId = z.int().min(1)
const WIDE_SCOPES = RULE_SCOPES.filter((scope) => scope !== 'thread')

export const pollinationCalls = {
  pollination: {
    /** Reads all trusted repositories; takes some seconds where there are many. */
    view: base.output(type<PollinationView>()),
    /**
     * Writes the line, as it is or as the person made it, where it is still suggested; CONFLICT: it is not any more, and
     * nothing was written.
     */
    accept: base
      .input(
        z.strictObject({
          id: threadId,
          pattern,
          tier: z.enum(TIERS).optional(),
          text: task.optional(),
        }),
      )
      .output(
        type<{
          readonly number: number
          readonly tier: Tier
          readonly text: string
          /** Git tracks the list, so that this is a change to commit. */
          readonly tracked: boolean
          /** What is suspicious about a line that the person changed, as the end of a sentence; null: nothing is. */
          readonly caution: string | null
          readonly replaces: ListedText | null // an edit: the line in whose place it stands
        }>(),
      ),
    /**
     * It is not suggested to this thread again for 30 days; with a scope, a rule keeps it away from there until the rule
     * is removed. An idea is declined for its thread, or with a scope. INVALID: the scope does not take in the thread.
     */
    decline: base
      .input(
        z.strictObject({
          id: threadId,
          pattern,
          reason: reason.default(''),
          scope: z.enum(RULE_SCOPES).optional(),
        }),
      )
      .output(
        type<{
          /** null: it was an idea, which has none. */
          readonly suggestion: number | null
          readonly rule: number | null // the rule that it made; null: none
          readonly text: string
          readonly where: string | null
        }>(),
      ),
    /** Whether a line would be proposed to these threads, thread by thread. INVALID: it is passed on to nobody. */
    weigh: base.input(ownLine).output(type<readonly WeighedView[]>()),
    /** Proposes it as a suggestion to those that can have it at this moment; it is written nowhere. */
    propose: base.input(ownLine).output(type<readonly ProposedView[]>()),
    /** Takes the line out again, as it was written; CONFLICT: it does not stand there any more. */
    retire: base
      .input(z.strictObject({ suggestion: z.int().min(1) }))
      .output(type<{ readonly name: string; readonly text: string }>()),
    /**
     * What was accepted, declined or retired is open again: a line goes out as it was written, where it is not gone, and a
     * rule that was made of the no is removed. CONFLICT: the line does not stand as it was written, or there is nothing to undo; nothing was changed.
     */
    undo: base.input(z.strictObject({ suggestion: z.int().min(1) })).output(
      type<{
        readonly name: string
        readonly text: string
        readonly replaces: ListedText | null // of an edit: the line as it was before
        readonly taken: boolean // the line was taken out, or is as it was before
        readonly again: boolean // false: the list has another line for the same, so that it is not suggested again
      }>(),
    ),
    /** A no for a while holds for good. INVALID: the scope does not take in its thread. CONFLICT: it is none, or a rule keeps the check away from there already. */
    makeRule: base
      .input(
        z.strictObject({
          suggestion: z.int().min(1),
          scope: z.enum(RULE_SCOPES),
          reason: reason.optional(), // absent: that of the no
        }),
      )
      .output(type<{ readonly text: string; readonly where: string }>()),
    /** Of a rule for more than one thread. */
    changeRule: base
      .input(
        z.strictObject({ rule: ruleId, scope: z.enum(WIDE_SCOPES).optional(), reason: reason.optional() }),
      )
      .output(nothing),
    removeRule: base.input(z.strictObject({ rule: ruleId })).output(nothing),
    /** Whether suggestions for this thread may be tried, and how that would be done on this machine. */
    trials: base
      .input(z.strictObject({ id: threadId }))
      .output(type<{ readonly allowed: boolean; readonly protection: Protection }>()),
    /** Allows something to be executed: only from the window, or from the CLI after a confirmation (`confirmed`). */
    allowTrials: base
      .input(z.strictObject({ id: threadId, on: z.boolean(), confirmed: z.literal(true) }))
      .output(nothing),
    /** Answers when it was tried, after minutes at most. CONFLICT: it is not suggested any more. */
    tried: base.input(z.strictObject({ id: threadId, pattern })).output(type<SuggestionView>()),
  },
}
