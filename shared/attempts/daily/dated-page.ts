import { cut } from '../../base/hidden-text.ts'
import { PAGE_TEXT_CHARS } from '../../knowledge/page.ts'

// A page of knowledge that grows by dated entries, the newest first. What a person wrote above them stays.

/** Of one entry. */
const ENTRY_CHARS = 6000
const MOST_ENTRIES = 31

const HEADING = /^## (\d{4}-\d{2}-\d{2} \d{2}:\d{2})$/

/**
 * The page with one more entry; the oldest go where it grows too long. The new one stays also where what a person wrote
 * leaves no room for it. `at`: "YYYY-MM-DD HH:MM".
 */
export function withEntry(page: string, at: string, text: string): string {
  const { above, entries } = split(page)
  // A heading of its own would look like the next entry.
  const body = cut(text.trim(), ENTRY_CHARS).replace(/^##? /gm, '### ')
  const kept = [`## ${at}\n${body}`, ...entries.map(({ lines }) => lines.join('\n').trim())].slice(
    0,
    MOST_ENTRIES,
  )
  const chars = (): number => above.length + kept.reduce((sum, entry) => sum + entry.length + 2, 0)
  while (kept.length > 1 && chars() > PAGE_TEXT_CHARS) kept.pop()
  return [...(above === '' ? [] : [above]), ...kept].join('\n\n')
}

/** The entries of the page, the newest first; `on`: as `at` in `withEntry`. */
export const entriesOf = (page: string): readonly { readonly on: string; readonly text: string }[] =>
  split(page).entries.map(({ lines: [heading = '', ...lines] }) => ({
    on: heading.slice('## '.length),
    text: lines.join('\n').trim(),
  }))

interface PageEntry {
  readonly lines: readonly string[] // the first is its heading
}

function split(page: string): { readonly above: string; readonly entries: readonly PageEntry[] } {
  const above: string[] = []
  const entries: { lines: string[] }[] = []
  for (const line of page.split(/\r?\n/)) {
    if (HEADING.test(line)) entries.push({ lines: [line] })
    else (entries.at(-1)?.lines ?? above).push(line)
  }
  return { above: above.join('\n').trim(), entries }
}
