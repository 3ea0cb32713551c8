import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Conflict } from './editor-state.ts'
import type { Fields } from './fields.ts'

/**
 * What was typed in HEARTBEAT.md and is not in the file: it outlives the page, the window and a crash until
 * it is saved, or thrown away by a person.
 */
export interface Draft {
  readonly key: string
  readonly text: string
  readonly base: string // the text of the file that it grew from
  readonly conflict: Conflict | null // that a person had not settled yet
  readonly fields: Fields // what the text does not hold
  readonly at: Instant
}

const PREFIX = 'threadbeat:draft:'
/** More are never kept; the oldest go. */
const KEPT = 20

/** Each editor has a place of its own, so that two of them never overwrite what the other keeps. */
export const draftKey = (id: ThreadId, at: Instant): string => `${PREFIX}${id}:${at}`

/** false: there is no room; the text is still in the editor. */
export function keepDraft({ key, ...draft }: Draft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft))
    for (const old of all().slice(KEPT)) dropDraft(old.key)
    return true
  } catch {
    return false
  }
}

export const dropDraft = (key: string): void => localStorage.removeItem(key)

/** The newest of a thread; null: none. */
export const readDraft = (id: ThreadId): Draft | null =>
  all().find((d) => d.key.startsWith(`${PREFIX}${id}:`)) ?? null

/** Newest first. */
const all = (): readonly Draft[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .flatMap(parsed)
    .sort((a, b) => b.at - a.at)

function parsed(key: string): readonly Draft[] {
  try {
    const {
      text,
      base,
      at,
      conflict = null,
      fields = {},
    } = JSON.parse(localStorage.getItem(key) ?? '') as Partial<Draft>
    return typeof text === 'string' && typeof base === 'string' && typeof at === 'number'
      ? [{ key, text, base, at, conflict, fields }]
      : []
  } catch {
    return []
  }
}
