import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { Found, KnowledgePage, PageContent } from '../../../../shared/knowledge/page.ts'

export interface PageOfThread extends KnowledgePage {
  readonly threadId: ThreadId
}

export interface KnowledgeRoom {
  pages(threadId: ThreadId): readonly KnowledgePage[]
  /** Of a title that is there a page takes the place, whoever wrote it. */
  writePages(threadId: ThreadId, pages: readonly PageContent[], now: Instant): void
  /** false: there is no such page. */
  removePage(threadId: ThreadId, title: string): boolean
  /** Pages of trusted threads with that title, in any case of letters; those of `first` before others. */
  titled(title: string, first: ThreadId): readonly PageOfThread[]
  /** Skills of the other trusted threads of a team, the newest first. */
  skills(team: string, except: ThreadId): readonly PageOfThread[]
  /** Replaces what is known of a thread's notes. */
  learnNotes(threadId: ThreadId, text: string, now: Instant): void
  /** Of trusted threads alone, where it is for an agent. */
  search(text: string, limit: number, whose: 'trusted' | 'all'): readonly Found[]
}
