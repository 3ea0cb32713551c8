import type { RunId } from '../base/ids.ts'
import type { Hold } from '../queue/queue.ts'
import type { Attachment, RunOutcome } from '../runs/run.ts'

/* Of what was said to and by a thread’s agent. */

/** One entry of a thread's conversation. */
export interface ConversationEntry {
  readonly id: string // of the run, or of the item while it waits
  readonly kind: 'message' | 'report' // report: what a heartbeat found
  readonly at: number // written, or reported
  readonly from: string // 'user', a thread's number, or 'agent' for a report
  readonly fromName: string // You, a thread's name, or the runner's
  readonly text: string // of the message; for a report: what it says
  readonly state: 'waiting' | 'running' | 'answered' | 'failed' | 'interrupted' | 'stopped' | 'reported'
  readonly hold: Hold | null // while waiting
  readonly reply: string | null // null: none yet; '' : answered without a word
  readonly repliedAt: number | null
  readonly runId: RunId | null
  readonly outcome: RunOutcome | null
  readonly summary: string | null
  readonly attachments: readonly Attachment[]
}
export interface ConversationPage {
  readonly entries: readonly ConversationEntry[]
  readonly next: string | null // cursor of older entries; null: none
}
export interface SessionView {
  readonly id: string
  readonly runner: string
  readonly lastActivityAt: number
  readonly expiresAt: number
}
