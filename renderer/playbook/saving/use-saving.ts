import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { DocView } from '../../../shared/contract/playbook.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { useBridge } from '../../client/bridge.ts'
import type { Draft } from './drafts.ts'
import {
  isTextUnsaved,
  nextEditorState,
  openEditor,
  type EditorEvent,
  type EditorState,
} from './editor-state.ts'
import type { SourceHandle } from '../source/source-handle.ts'
import { bringBack } from './bring-back.ts'
import { useAutosave } from './use-autosave.ts'
import { useDraft } from './use-draft.ts'
import { useLeaving } from './use-leaving.ts'
import { useSaver, type Open } from './use-saver.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'

export interface Saving {
  readonly state: EditorState
  readonly tell: (event: EditorEvent) => void
  /**
   * `force`: also where the file is gone, or nothing has changed. Resolves when what was typed until now
   * has been tried.
   */
  readonly save: (force?: boolean) => Promise<void>
  readonly settle: (text: string) => void
  /**
   * Merges what was typed once and never saved into the text of now. Resolves to whether it did: not while
   * something else is unsaved.
   */
  readonly bringBack: (draft: Draft) => Promise<boolean>
}

/**
 * Keeps text and file together: saves by itself, takes in what others write, and never says saved while it
 * is not.
 */
export function useSaving(
  thread: ThreadView,
  doc: DocView,
  sourceRef: RefObject<SourceHandle | null>,
): Saving {
  const [state, setState] = useState(() => openEditor({ text: doc.text, exists: doc.exists }))
  // ahead of what is drawn: an answer must not be judged by a text that is one keystroke old
  const nowRef = useRef(state)
  const isGivenUpRef = useRef(false) // a person left and lost it on purpose

  const tell = useCallback((event: EditorEvent): void => {
    if (event.kind === 'typed' || event.kind === 'field') isGivenUpRef.current = false
    nowRef.current = nextEditorState(nowRef.current, event)
    setState(nowRef.current)
  }, [])
  const draft = useDraft(thread.id, state, nowRef)
  const open: Open = { nowRef, sourceRef, tell }
  const { save, takeFields } = useSaver(thread.id, open)
  useTakeIn(thread.id, doc, state, open)
  useAutosave(thread, state, save)
  useLeaving({ state, nowRef, isGivenUpRef, draft, takeFields, save })
  const settle = (text: string): void => {
    tell({ kind: 'settled', text })
    sourceRef.current?.settle(text)
    void save()
  }
  const restore = (kept: Draft): Promise<boolean> => bringBack(open, kept, { save, keep: draft.keep })
  return { state, tell, save, settle, bringBack: restore }
}

/** The file as others write it: taken in place while clean; while there is unsaved text the next save merges it. */
function useTakeIn(id: ThreadId, doc: DocView, state: EditorState, { nowRef, sourceRef, tell }: Open): void {
  const { api, queries } = useBridge()
  const takeIn = useEffectEvent((text: string, exists: boolean): void => {
    const { base } = nowRef.current
    tell({ kind: 'read', text, exists, at: Date.now() })
    if (nowRef.current.base === base) return
    sourceRef.current?.replace(nowRef.current.text)
    void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: id } }) })
    void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: id } }) })
  })
  useEffect(() => takeIn(doc.text, doc.exists), [doc.text, doc.exists])
  // What was typed has been taken back before it was saved: nothing would merge their change any more.
  const waits = isTextUnsaved(state) ? null : state.waiting
  useEffect(() => {
    if (waits !== null) takeIn(waits, true)
  }, [waits])
}
