/** Words that are searched for; what is longer is cut, and said so. */
export const SEARCH_WORDS = 16

interface SearchQuery {
  readonly match: string | null // for the index; null: nothing in it can be searched for
  readonly note: string | null
}

/**
 * What a person typed as a query of the index, never as a command of it: every word must be there, "words
 * in quotes" beside each other; the last one may go on.
 */
export function searchQuery(text: string): SearchQuery {
  const parts = [...text.slice(0, 4000).matchAll(/"([^"]*)"|([^\s"]+)/g)]
    .map((m) => ({ words: m[1] ?? m[2] ?? '', quoted: m[1] !== undefined }))
    .filter((p) => /[\p{L}\p{N}]/u.test(p.words))
  if (parts.length === 0)
    return { match: null, note: text.trim() === '' ? null : 'There is no word in this to search for.' }
  const kept = parts.slice(0, SEARCH_WORDS)
  const clean = (words: string): string => words.replace(/[\0-\x1f"]/g, ' ').slice(0, 200)
  const match = kept
    .map((p, i) => `"${clean(p.words)}"${i === kept.length - 1 && !p.quoted && !/\s$/.test(text) ? '*' : ''}`)
    .join(' AND ')
  return {
    match,
    note:
      parts.length > kept.length || text.length > 4000
        ? `Only the first ${SEARCH_WORDS} words are searched for.`
        : null,
  }
}
