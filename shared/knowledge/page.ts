import type { ThreadId } from '../base/ids.ts'
import { plainLine } from '../base/one-line.ts'
import type { Instant } from '../base/time.ts'

/** note: what was learnt; skill: a technique, told so that an agent that was not there can follow it. */
export const PAGE_KINDS = ['note', 'skill'] as const
export type PageKind = (typeof PAGE_KINDS)[number]

export const PAGE_TITLE_CHARS = 80
export const PAGE_TEXT_CHARS = 20_000

export interface PageContent {
  readonly title: string // one line; of a thread each is there once
  readonly text: string // Markdown
  readonly kind: PageKind
  /** Who wrote it last: what a person wrote or corrected is not replaced by an agent. */
  readonly by: 'agent' | 'person'
}

export interface KnowledgePage extends PageContent {
  readonly at: Instant
}

/** note: of HEARTBEAT.md, here; page: a page that is no skill. */
export const KNOWLEDGE_KINDS = ['report', 'answer', 'note', 'page', 'skill'] as const

/** A passage that holds the words that were looked for. */
export interface Found {
  readonly kind: (typeof KNOWLEDGE_KINDS)[number]
  readonly threadId: ThreadId
  readonly title: string | null // of a page; null: it has none
  readonly at: Instant
  readonly excerpt: string
}
export const FOUND_AT_MOST = 20
export const QUERY_CHARS = 300

/** Titles that differ in letters' case or white space alone mean one page. */
export const sameTitle = (a: string, b: string): boolean => foldTitle(a) === foldTitle(b)
const foldTitle = (title: string): string => plainLine(title).toLowerCase()

/** What an agent's pages do to those that are there: a page takes the place of an agent's of that title, never of a person's. */
export function replaceable(
  pages: readonly Pick<PageContent, 'title' | 'text'>[],
  there: readonly PageContent[],
): { readonly written: readonly PageContent[]; readonly left: readonly PageContent[] } {
  const merged = pages.map(({ title, text }) => {
    const before = there.find((one) => sameTitle(one.title, title))
    return { title: before?.title ?? title, text, kind: before?.kind ?? 'note', by: before?.by ?? 'agent' }
  })
  return {
    written: merged.filter(({ by }) => by === 'agent'),
    left: merged.filter(({ by }) => by === 'person'),
  }
}
