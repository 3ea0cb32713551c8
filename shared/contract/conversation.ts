import type { ConversationEntry } from '../runs/conversation-entry.ts'

/* Of what was said to and by a thread’s agent. */

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
