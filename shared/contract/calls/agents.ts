import { eventIterator, type } from '@orpc/contract'
import * as z from 'zod'
import { agentConfigSchema } from '../../agents/agent-config.ts'
import type { PermissionView, RunnerTest, RunnerView, SpendReport } from '../agents.ts'
import type { ConversationPage, SessionView } from '../conversation.ts'
import type { ApprovalList } from '../../agents/approval.ts'
import type { ItemId } from '../../base/ids.ts'
import { PERMISSION_DECISIONS } from '../../agents/permission.ts'
import { base, threadId, runId, text, nothing } from './inputs.ts'

export const agentCalls = {
  agents: {
    list: base.output(type<readonly RunnerView[]>()),
    rescan: base.output(type<readonly RunnerView[]>()),
    /**
     * Runs a harmless prompt with this configuration: only from the window, or from the CLI after a
     * confirmation.
     */
    test: base
      .input(z.strictObject({ agent: agentConfigSchema, confirmed: z.literal(true) }))
      .output(type<RunnerTest>()),
    /** A resting runner is tried again at once. */
    wake: base.input(z.strictObject({ key: text(300) })).output(nothing),
    spend: base.output(type<SpendReport>()),
  },

  /** Tool calls that were refused. What is allowed here is passed to the CLI as one of its own rules. */
  permissions: {
    list: base.input(z.strictObject({ id: threadId })).output(type<readonly PermissionView[]>()),
    decide: base
      .input(
        z.strictObject({
          id: threadId,
          rule: text(3000),
          decision: z.enum(PERMISSION_DECISIONS),
          confirmed: z.literal(true),
        }),
      )
      .output(nothing),
  },

  /**
   * Threadbeat's tools for a person's own agent session in this repository (`threadbeat mcp`). Changes
   * nothing of what is executed.
   */
  tools: {
    call: base
      .input(
        z.strictObject({ id: threadId, tool: z.string().max(60), input: z.record(z.string(), z.unknown()) }),
      )
      .output(type<{ ok: boolean; text: string }>()),
  },

  approvals: {
    list: base.input(z.strictObject({ id: threadId })).output(type<ApprovalList>()),
    /** Hashes must come from `list`, so that exactly what was shown is approved. */
    set: base
      .input(
        z.strictObject({
          id: threadId,
          hashes: z.array(z.string().length(64)).max(200),
          approved: z.boolean(),
          /** What is approved is run at once, by a beat; false: by the next one. */
          beat: z.boolean().default(true),
          confirmed: z.literal(true),
        }),
      )
      .output(nothing),
  },

  /**
   * Held open by a person's own agent session in the repository (`threadbeat mcp`): its beginning and end
   * are facts.
   */
  attach: base.input(z.strictObject({ id: threadId })).output(eventIterator(type<null>())),

  messages: {
    send: base
      .input(z.strictObject({ to: threadId, text: text(100_000) }))
      .output(type<{ itemId: ItemId }>()),
    /** The message of an interrupted or failed run, once more, because a person says so. */
    again: base.input(z.strictObject({ runId })).output(type<{ itemId: ItemId }>()),
  },

  /**
   * What was said between people, other threads and this thread's agent, newest page first, each page
   * oldest first.
   */
  conversation: {
    page: base
      .input(
        z.strictObject({
          id: threadId,
          before: z.string().max(100).optional(),
          limit: z.number().int().min(1).max(100).default(30),
        }),
      )
      .output(type<ConversationPage>()),
    /** Ends the stored session: the next message begins a new one. */
    forget: base.input(z.strictObject({ id: threadId })).output(nothing),
    session: base.input(z.strictObject({ id: threadId })).output(type<SessionView | null>()),
  },
}
