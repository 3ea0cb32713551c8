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
  /** false: there is no such page. */
  removePage(threadId: ThreadId, title: string): boolean
  /** Pages of trusted threads with that title, in any case of letters; those of `first` before others. */
  titled(title: string, first: ThreadId): readonly (KnowledgePage & { readonly threadId: ThreadId })[]
  /** Replaces what is known of a thread's notes. */
  learnNotes(threadId: ThreadId, text: string, now: Instant): void
  search(text: string, limit: number): readonly Found[]
}
