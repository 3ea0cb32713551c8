import type { SaveResult } from '../../shared/api.ts'

/** What the editor knows about its text and the one on disk. The word shown is derived, so it cannot say "saved" while it is not. */
export interface EditorState {
  readonly text: string // in the editor
  readonly base: string // the text on disk that `text` grew from
  readonly saving: string | null // what is on its way; null: nothing
  readonly conflict: Conflict | null
  readonly failure: string | null // of the newest try to save
  readonly note: 'merged' | 'updated' | null // what happened to the text without typing
}
export interface Conflict {
  readonly mine: string
  readonly theirs: string
  readonly merged: string
  readonly conflicts: number
}

export type EditorEvent =
  | { readonly kind: 'typed'; readonly text: string }
  | { readonly kind: 'read'; readonly text: string } // the file as it is now
  | { readonly kind: 'save-started'; readonly text: string }
  | { readonly kind: 'save-ended'; readonly result: SaveResult }
  | { readonly kind: 'save-failed'; readonly message: string }
  | { readonly kind: 'settled'; readonly text: string } // a conflict was decided; the text replaces theirs

export const openEditor = (text: string): EditorState => ({ text, base: text, saving: null, conflict: null, failure: null, note: null })

export const isDirty = (s: EditorState): boolean => s.text !== s.base
/** Something would be lost by leaving now. */
export const isUnsaved = (s: EditorState): boolean => isDirty(s) || s.saving !== null || s.conflict !== null
/** Saving by itself stops at a conflict until a person decided. */
export const maySave = (s: EditorState): boolean => isDirty(s) && s.saving === null && s.conflict === null

export function nextEditorState(s: EditorState, event: EditorEvent): EditorState {
  switch (event.kind) {
    case 'typed':
      return event.text === s.text ? s : { ...s, text: event.text, note: null, failure: null }
    case 'read':
      // While there is unsaved text the file's change waits: saving merges it.
      if (event.text === s.base || isUnsaved(s)) return s
      return { ...s, text: event.text, base: event.text, note: 'updated' }
    case 'save-started':
      return { ...s, saving: event.text, failure: null }
    case 'save-failed':
      return { ...s, saving: null, failure: event.message }
    case 'settled':
      return s.conflict === null ? s : { ...s, text: event.text, base: s.conflict.theirs, conflict: null }
    case 'save-ended': {
      const { result } = event
      if (result.state === 'conflict') return { ...s, saving: null, conflict: { mine: s.text, theirs: result.theirs, merged: result.merged, conflicts: result.conflicts } }
      const sent = s.saving ?? s.text
      const note = result.state === 'merged' ? 'merged' : s.note
      // Typed on while it was saved: what was sent is the common ancestor of our text and the file's.
      if (s.text !== sent) return { ...s, saving: null, base: sent, note: result.state === 'merged' ? 'merged' : null }
      return { ...s, saving: null, text: result.text, base: result.text, note }
    }
  }
}

export type StatusWord = 'saved' | 'not saved' | 'saving…' | 'merged with a change made outside' | 'updated by a change made outside' | 'conflict — not saved'

export function statusWord(s: EditorState): StatusWord {
  if (s.conflict !== null) return 'conflict — not saved'
  if (s.saving !== null) return 'saving…'
  if (isDirty(s)) return 'not saved'
  if (s.note === 'merged') return 'merged with a change made outside'
  return s.note === 'updated' ? 'updated by a change made outside' : 'saved'
}
