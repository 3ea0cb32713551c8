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
  /**
   * Who wrote it last; unknown: it is older than that was kept. No agent replaces what a person wrote or corrected, or
   * may have.
   */
  readonly by: 'agent' | 'person' | 'unknown'
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

/** Titles that look the same but for letters' case and white space mean one page. */
export const sameTitle = (a: string, b: string): boolean => foldTitle(a) === foldTitle(b)
const foldTitle = (title: string): string => plainLine(title.normalize('NFKC')).toLowerCase()

/** What daily beats learnt, of each thread. */
export const REFLECTIONS_PAGE = 'Daily reflections'
/** What the master made of them each week. */
export const CONCLUSIONS_PAGE = 'Weekly conclusions'

/** The app alone writes it, entry by entry. */
export const isAppsPage = (title: string): boolean =>
  [REFLECTIONS_PAGE, CONCLUSIONS_PAGE].some((own) => sameTitle(own, title))

/** Who wrote a page last, as its person is told. */
export const WRITTEN_BY: Readonly<Record<PageContent['by'], string>> = {
  agent: 'by an agent',
  person: 'by you',
  unknown: 'from before',
}
