import { exactLine, cut } from '../../../../shared/base/hidden-text.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { textHash } from '../../../../shared/base/text-hash.ts'
import { serialize } from '../../../../shared/playbook/doc.ts'
import type { LineAuthor } from '../../../../shared/playbook/line-authors.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import type { SuspectStanding } from '../../../../shared/pollination/suspect/standing.ts'
import { suspectBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import { suspectLines, type LookedAt } from '../../../../shared/pollination/suspect/suspect-lines.ts'
import type { Suspects } from '../../../../shared/playbook/lint/suspects.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Store } from '../../ports/store.ts'
import { writtenBy } from './written-by.ts'

/** So many of a file are named, and told of by their lines; more are counted. */
const NAMED = 200
const SHOWN_CHARS = 160

interface Parts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'versions' | 'runs' | 'suspects'>
}
interface Found {
  readonly suspects: Suspects
  /** Lines that were not open before. */
  readonly news: number
}

/** Lines that look like an attack, that neither the person wrote in the app nor an agent that may, and that nobody has seen. */
export function createSuspects(parts: Parts): (id: ThreadId, doc: HeartbeatDoc) => Found {
  // A list changes little from one reading to the next, and a hostile one takes long to look through.
  const before = new Map<ThreadId, ReadonlyMap<string, string | null>>()
  return (id, doc) => {
    const known = before.get(id)
    const now = new Map<string, string | null>()
    const looked = suspectLines(doc, (text) => {
      const why = known?.get(text) ?? (known?.has(text) === true ? null : suspectBecause(text))
      now.set(text, why)
      return why
    })
    before.set(id, now)
    return openOf(id, doc, looked, parts)
  }
}

/** `looked`: what the list has now. */
function openOf(
  id: ThreadId,
  doc: HeartbeatDoc,
  looked: readonly LookedAt[],
  { ports, store }: Parts,
): Found {
  const known = store.suspects.list(id)
  if (looked.length === 0 && known.size === 0) return { suspects: NONE, news: 0 }
  const found = judged(id, doc, looked, known, store)
  const standing = new Set(looked.map(({ text }) => text))
  const gone = [...known].flatMap(([text, is]) => (is !== 'seen' && !standing.has(text) ? [text] : []))
  if (found.size > 0 || gone.length > 0) store.suspects.note(id, { found, gone }, ports.clock.now())
  const open = looked.filter(({ text }) => (found.get(text) ?? known.get(text)) === 'open')
  return {
    suspects: {
      lines: open.slice(0, NAMED).map(({ line, text, why }) => ({
        line,
        print: textHash(text),
        shown: cut(exactLine(text.trim()), SHOWN_CHARS),
        why,
      })),
      more: Math.max(0, open.length - NAMED),
    },
    news: [...found.values()].filter((is) => is === 'open').length,
  }
}
const NONE: Suspects = { lines: [], more: 0 }

/** What is found for the first time. */
function judged(
  id: ThreadId,
  doc: HeartbeatDoc,
  looked: readonly LookedAt[],
  known: ReadonlyMap<string, SuspectStanding>,
  store: Parts['store'],
): ReadonlyMap<string, SuspectStanding> {
  const fresh = looked.filter(({ text }) => !known.has(text))
  const found = new Map<string, SuspectStanding>()
  if (fresh.length === 0) return found
  const authors = writtenBy(id, serialize(doc), store)
  for (const { line, text } of fresh) {
    // Of two of the same words, one that somebody else wrote is enough.
    const isOwn = mayWrite(authors[line - 1] ?? null, store) && found.get(text) !== 'open'
    found.set(text, isOwn ? 'own' : 'open')
  }
  return found
}

/** The person, by the app, and an agent whose profile lets it write files. What was brought back is looked at anew. */
function mayWrite(by: LineAuthor | null, { runs }: Pick<Store, 'runs'>): boolean {
  if (by === null) return false
  if (by.author === 'you' || by.author === 'suggestion') return true
  const profile = by.author === 'run' && by.runId !== null ? runs.detail(by.runId)?.profile : null
  return profile === 'tidy' || profile === 'full' || profile === 'bypass'
}

/** The exact texts of suspect lines, by what the window and the command line call them; null: one is not there. */
export function exactTexts(
  doc: HeartbeatDoc,
  named: readonly { readonly line: number; readonly print: string }[],
): ReadonlySet<string> | null {
  const called = new Map(suspectLines(doc).map(({ line, text }) => [`${line} ${textHash(text)}`, text]))
  const texts = named.map(({ line, print }) => called.get(`${line} ${print}`) ?? null)
  return texts.includes(null) ? null : new Set(texts.filter((text) => text !== null))
}
