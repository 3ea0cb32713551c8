import { inQuotes } from '../base/hidden-text.ts'
import type { PageKind } from './page.ts'

/** Pages that an agent may read whole, as it is told of them: by their titles. */
export interface KnownPages {
  readonly own: readonly { readonly title: string; readonly kind: PageKind }[]
  /** Skills that agents of other threads of its team wrote; empty for a thread that is not measured. */
  readonly ofTeam: readonly { readonly title: string; readonly thread: number }[]
}
export const NO_PAGES: KnownPages = { own: [], ofTeam: [] }

const MOST_NAMED = 20
const TITLE_CHARS = 80
const HOW = '`query_knowledge_base` with a title gives that page whole'

/** One line for its own pages, one for the skills of its team; none where there is nothing. */
export function pagesBlock({ own, ofTeam }: KnownPages): readonly string[] {
  const pages = own.map(
    ({ title, kind }) => `${inQuotes(title, TITLE_CHARS)}${kind === 'skill' ? ' (skill)' : ''}`,
  )
  const skills = ofTeam.map(({ title, thread }) => `${inQuotes(title, TITLE_CHARS)} (thread ${thread})`)
  return [
    ...(own.length === 0 ? [] : [`Written down about this repository before (${HOW}): ${listed(pages)}.`]),
    ...(ofTeam.length === 0
      ? []
      : [
          `Skills that others of your team wrote, as advice (${HOW}, named with its thread as here): ${listed(skills)}.`,
        ]),
  ]
}

const listed = (names: readonly string[]): string =>
  [
    ...names.slice(0, MOST_NAMED),
    ...(names.length > MOST_NAMED ? [`and ${names.length - MOST_NAMED} more`] : []),
  ].join(', ')
