import type { RunId } from '../base/ids.ts'
import { parse } from './doc.ts'
import { lineGists, type VersionAuthor } from './versions.ts'
import { matchSequences } from '../base/sequence-diff.ts'
import type { Instant } from '../base/time.ts'

export interface LineAuthor {
  readonly author: VersionAuthor
  readonly at: Instant
  readonly runId: RunId | null
}
type Written = LineAuthor & { readonly text: string }

/**
 * Who wrote each line of `text`: the author of the version in which it first stood, null where no version
 * has it. A line that was moved counts as written anew only where its words are new; blank lines, and what
 * the app ticks and stamps, change no author.
 */
export function lineAuthors(versions: readonly Written[], text: string): readonly (LineAuthor | null)[] {
  let gists: readonly string[] = []
  let authors: readonly (LineAuthor | null)[] = []
  const step = (next: readonly string[], by: LineAuthor | null): void => {
    const partner = matchSequences(next, gists)
    // lines that went from where they stood: they may have moved
    const free = new Map<string, (LineAuthor | null)[]>()
    const taken = new Set(partner)
    gists.forEach((gist, i) => {
      if (!taken.has(i) && !isBlank(gist)) free.set(gist, [...(free.get(gist) ?? []), authors[i] ?? null])
    })
    authors = next.map((gist, i) => {
      const from = partner[i] ?? -1
      if (from >= 0) return authors[from] ?? null
      const moved = free.get(gist)
      return moved !== undefined && moved.length > 0 ? (moved.shift() ?? null) : by
    })
    gists = next
  }
  for (const { text: of, author, at, runId } of versions) step(lineGists(parse(of)), { author, at, runId })
  step(lineGists(parse(text)), null)
  return authors
}

const isBlank = (gist: string): boolean => gist === 'line '
