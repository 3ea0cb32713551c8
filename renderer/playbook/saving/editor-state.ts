import type { SaveResult } from '../../../shared/contract/playbook.ts'
import { merge3 } from '../../../shared/playbook/merge/merge.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { EDITOR } from '../copy.ts'
import { unsavedFields, type Field, type Fields } from './fields.ts'

/**
 * What the editor knows about its text and the one on disk. The word shown is derived, so it cannot say
 * "saved" while it is not.
 */
export interface EditorState {
  readonly text: string // in the editor
  readonly base: string // the text on disk that `text` grew from
  readonly exists: boolean // the file was there when last seen
  readonly gone: boolean // it was there, and is not any more
  readonly saving: string | null // what is on its way; null: nothing
  readonly savedAt: Instant | null // when this editor last wrote the file; null: it stands as somebody else left it
  readonly conflict: Conflict | null
  readonly failure: string | null // of the newest try to save
  readonly theirs: Theirs | null // what happened to the text without typing
  readonly waiting: string | null // the file's newer text, which the next save merges; null: none is known
  readonly fields: Fields // typed beside the text
}
export interface Conflict {
  readonly mine: string
  readonly theirs: string
  readonly merged: string // with what the person has made of it
  readonly conflicts: number
}
/** A change of somebody else that was taken in. */
export interface Theirs {
  readonly kind: 'merged' | 'updated'
  readonly before: string // the text in the editor until then
  readonly after: string
  readonly at: Instant
}

export type EditorEvent =
  | { readonly kind: 'typed'; readonly text: string }
  // null: it holds nothing
  | { readonly kind: 'field'; readonly name: string; readonly field: Field | null }
  | { readonly kind: 'merging'; readonly text: string } // the result of a conflict, while it is edited
  // the file as it is now
  | { readonly kind: 'read'; readonly text: string; readonly exists: boolean; readonly at: Instant }
  | { readonly kind: 'save-started'; readonly text: string }
  | { readonly kind: 'save-ended'; readonly result: SaveResult; readonly at: Instant }
  | { readonly kind: 'save-failed'; readonly message: string }
  | { readonly kind: 'settled'; readonly text: string } // a conflict was decided; the text replaces theirs
  | { readonly kind: 'theirs-seen' }
  | {
      readonly kind: 'brought-back'
      readonly text: string
      readonly base: string
      readonly conflict: Conflict
    } // a draft that does not fit the file

export const openEditor = ({
  text,
  exists,
}: {
  readonly text: string
  readonly exists: boolean
}): EditorState => ({
  text,
  base: text,
  exists,
  gone: false,
  saving: null,
  savedAt: null,
  conflict: null,
  failure: null,
  theirs: null,
  waiting: null,
  fields: {},
})

export const isDirty = (s: EditorState): boolean => s.text !== s.base
/** Text and file are not known to be the same. */
export const isTextUnsaved = (s: EditorState): boolean =>
  isDirty(s) || s.saving !== null || s.conflict !== null || s.gone
const hasFields = (s: EditorState): boolean => Object.keys(unsavedFields(s.fields)).length > 0
/** Something would be lost by leaving now. */
export const isUnsaved = (s: EditorState): boolean => isTextUnsaved(s) || hasFields(s)
/** Saving by itself stops at a conflict, or where the file is gone, until a person decided. */
export const maySave = (s: EditorState): boolean =>
  isDirty(s) && s.saving === null && s.conflict === null && !s.gone

type EventOf<K extends EditorEvent['kind']> = Extract<EditorEvent, { readonly kind: K }>

export function nextEditorState(s: EditorState, event: EditorEvent): EditorState {
  switch (event.kind) {
    case 'typed':
      return typed(s, event.text)
    case 'field': {
      const { [event.name]: _, ...others } = s.fields
      return { ...s, fields: event.field === null ? others : { ...others, [event.name]: event.field } }
    }
    case 'merging':
      return s.conflict === null ? s : { ...s, conflict: { ...s.conflict, merged: event.text } }
    case 'read':
      return read(s, event)
    case 'save-started':
      return { ...s, saving: event.text, failure: null }
    case 'save-failed':
      return { ...s, saving: null, failure: event.message }
    case 'settled':
      return s.conflict === null ? s : { ...s, text: event.text, base: s.conflict.theirs, conflict: null }
    case 'brought-back':
      return { ...s, text: event.text, base: event.base, conflict: event.conflict }
    case 'theirs-seen':
      return s.theirs === null ? s : { ...s, theirs: null }
    case 'save-ended':
      return saveEnded(s, event)
  }
}

function typed(s: EditorState, text: string): EditorState {
  if (text === s.text) return s
  const conflict = s.conflict === null ? null : conflictOf(s.base, text, s.conflict.theirs)
  return { ...s, text, failure: null, conflict }
}

function read(s: EditorState, { text, exists, at }: EventOf<'read'>): EditorState {
  // A file that is gone is read as the template that would be written: not the person's text.
  if (!exists) return s.exists && s.saving === null ? { ...s, gone: true } : s
  const here: EditorState = { ...s, exists: true, gone: false }
  // While there is unsaved text the file's change waits: saving merges it.
  const waiting = text === (here.conflict?.theirs ?? here.base) ? null : text
  if (waiting === null || isTextUnsaved(here)) {
    const isSame = here.gone === s.gone && here.exists === s.exists && waiting === s.waiting
    return isSame ? s : { ...here, waiting }
  }
  const theirs: Theirs = { kind: 'updated', before: s.text, after: text, at }
  return { ...here, text, base: text, savedAt: null, waiting: null, theirs }
}

function saveEnded(s: EditorState, { result, at }: EventOf<'save-ended'>): EditorState {
  if (result.state === 'gone') return { ...s, saving: null, gone: true }
  if (result.state === 'conflict') {
    const { mine, theirs, merged, conflicts } = result
    const isAsSent = s.text === mine
    return {
      ...s,
      saving: null,
      conflict: isAsSent ? { mine, theirs, merged, conflicts } : conflictOf(s.base, s.text, theirs),
    }
  }
  const sent = s.saving ?? s.text
  const merge: Theirs = { kind: 'merged', before: sent, after: result.text, at }
  const saved: EditorState = {
    ...s,
    saving: null,
    waiting: null,
    exists: true,
    gone: false,
    savedAt: at,
    theirs: result.state === 'merged' ? merge : s.theirs,
  }
  if (s.text === sent) return { ...saved, text: result.text, base: result.text }
  // Typed on while it was saved: what was sent is the common ancestor of our text and the file's.
  return { ...saved, base: sent, waiting: result.text === sent ? null : result.text }
}

/**
 * Typed on after the text was sent: what both sides agree on is told anew, so that no keystroke is missing
 * from the result.
 */
function conflictOf(base: string, mine: string, theirs: string): Conflict | null {
  const { text, conflicts } = merge3(base, mine, theirs)
  return conflicts.length === 0 ? null : { mine, theirs, merged: text, conflicts: conflicts.length }
}

type Status =
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: Instant | null } // null: not by this editor
  | { readonly kind: 'not saved'; readonly why: string }

/** One of three, and never "saved" while text and file are not known to be the same. */
export function statusOf(s: EditorState): Status {
  if (s.saving !== null) return { kind: 'saving' }
  if (s.conflict !== null) return { kind: 'not saved', why: EDITOR.whyConflict }
  if (s.gone) return { kind: 'not saved', why: EDITOR.whyGone }
  if (s.failure !== null && isDirty(s)) return { kind: 'not saved', why: s.failure }
  if (isDirty(s)) return { kind: 'not saved', why: EDITOR.whyTyping }
  if (hasFields(s)) return { kind: 'not saved', why: EDITOR.whyField }
  if (!s.exists) return { kind: 'not saved', why: EDITOR.whyNew }
  return { kind: 'saved', at: s.savedAt }
}
