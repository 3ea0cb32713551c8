import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { ConversationPage } from '../../../../shared/contract/conversation.ts'
import type { RunOutcome } from '../../../../shared/runs/run.ts'

export interface ConversationRoom {
  /**
   * What a heartbeat last had to tell, and whether a later prompt has carried it; null: nothing since then.
   */
  lastReport(
    threadId: ThreadId,
    since: Instant,
  ): { readonly runId: RunId; readonly at: Instant; readonly text: string; readonly told: boolean } | null
  noteReportTold(threadId: ThreadId, runId: RunId): void
  page(threadId: ThreadId, before: string | undefined, limit: number): ConversationPage
  messageOf(runId: RunId): {
    readonly threadId: ThreadId
    readonly text: string
    readonly sender: string
    readonly outcome: RunOutcome | null
  } | null
  /** Messages a thread has sent to others since then. */
  sentSince(from: string, at: Instant): number
}
