import UFuzzy from '@leeoniya/ufuzzy'
import type { Entry } from './entries.ts'

/** So many lines are offered; who wants another one types on. */
const SHOWN = 40

// Letters of a word may stand apart within one name ("payapi" for payments-api); words may come in any
// order.
const fuzzy = new UFuzzy({ intraIns: 8, intraChars: '[^ ]', interIns: Infinity })
const ANY_ORDER = 1

/** The texts that are searched, made once for all the keys that are pressed. */
export interface Index {
  readonly entries: readonly Entry[]
  readonly texts: readonly string[]
}
export const indexOf = (entries: readonly Entry[]): Index => ({
  entries,
  texts: entries.map((e) => `${e.title} ${e.words}`.toLowerCase()),
})

/**
 * The best first; equals keep the order of the entries, what was used lately goes before them. `recent`:
 * ids, the newest first.
 */
export function find({ entries, texts }: Index, query: string, recent: readonly string[]): Entry[] {
  const needle = query.trim().toLowerCase()
  if (needle === '') return []
  const found = idsOf(texts as string[], needle)
  const scored = found.map((i) => {
    const entry = entries[i] as Entry
    return { i, entry, score: scoreOf(entry, needle) - (recent.includes(entry.id) ? 0.5 : 0) }
  })
  return scored
    .sort((a, b) => a.score - b.score || a.entry.title.length - b.entry.title.length || a.i - b.i)
    .slice(0, SHOWN)
    .map((s) => s.entry)
}

function idsOf(texts: string[], needle: string): readonly number[] {
  // Signs outside of a–z are letters too, but not to the matcher: there every word must stand as it is.
  if (/[^\x20-\x7e]/.test(needle)) {
    const words = needle.split(/\s+/)
    return texts.flatMap((text, i) => (words.every((w) => text.includes(w)) ? [i] : []))
  }
  return fuzzy.search(texts, needle, ANY_ORDER, 0)[0] ?? []
}

/**
 * Smaller is better: a title that begins so, one that has it, what is found by its other words; the thing
 * before what can be done with it.
 */
function scoreOf({ title, kind }: Entry, needle: string): number {
  const text = title.toLowerCase()
  const words = needle.split(/\s+/)
  const weight = kind === 'thread' || kind === 'place' || kind === 'view' ? 0 : 0.3
  if (text === needle) return -1
  if (text.startsWith(needle)) return weight
  if (words.every((w) => startsAWord(text, w))) return 1 + weight
  if (words.every((w) => text.includes(w))) return 2 + weight
  return 3 + weight
}
const startsAWord = (text: string, word: string): boolean =>
  text.startsWith(word) || [' ', '-', '_', '/', '.'].some((gap) => text.includes(gap + word))

const STORED_AS = 'threadbeat:recent'
const KEPT = 8

export function readRecent(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored)
      ? stored.filter((id): id is string => typeof id === 'string').slice(0, KEPT)
      : []
  } catch {
    return [] // unreadable: it fills again by itself
  }
}
export const remember = (id: string): void =>
  localStorage.setItem(
    STORED_AS,
    JSON.stringify([id, ...readRecent().filter((known) => known !== id)].slice(0, KEPT)),
  )
