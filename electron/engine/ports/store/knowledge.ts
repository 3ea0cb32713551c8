import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { KnowledgePage } from '../../../../shared/contract/jobs.ts'
import type { Found } from '../records.ts'

export interface KnowledgeRoom {
  pages(threadId: ThreadId): readonly KnowledgePage[]
  writePages(
    threadId: ThreadId,
    pages: readonly { readonly title: string; readonly text: string }[],
    now: Instant,
  ): void
  /** Replaces what is known of a thread's notes. */
  learnNotes(threadId: ThreadId, text: string, now: Instant): void
  search(text: string, limit: number): readonly Found[]
}
