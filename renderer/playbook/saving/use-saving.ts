import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { DocView } from '../../../shared/contract/playbook.ts'
import { merge3 } from '../../../shared/playbook/merge/merge.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import { confirm } from '../../kit/dialog.tsx'
import { EDITOR } from '../copy.ts'
import { guardLeaving } from '../../client/navigation.ts'
import { dropDraft, type Draft } from './drafts.ts'
import { changesBy, NOTES } from './fields.ts'
import {
  isTextUnsaved,
  isUnsaved,
  maySave,
  nextEditorState,
  openEditor,
  type EditorEvent,
  type EditorState,
} from './editor-state.ts'
import type { SourceHandle } from '../source/source-handle.ts'
import { useDraft } from './use-draft.ts'

const AUTOSAVE_MS = 800
/** So long before a beat is due the text goes to the file, whatever is being typed. */
const BEFORE_BEAT_MS = 2 * SECOND
const LONGEST_TIMER_MS = 2 ** 31 - 1

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
export function useSaving(thread: ThreadView, doc: DocView, source: RefObject<SourceHandle | null>): Saving {
  const { client, api, queries } = useBridge()
  const [state, setState] = useState(() => openEditor({ text: doc.text, exists: doc.exists, at: Date.now() }))
  // ahead of what is drawn: an answer must not be judged by a text that is one keystroke old
  const now = useRef(state)
  const underway = useRef<Promise<void> | null>(null)
  const isGivenUp = useRef(false) // a person left and lost it on purpose

  const tell = useCallback((event: EditorEvent): void => {
    if (event.kind === 'typed' || event.kind === 'field') isGivenUp.current = false
    now.current = nextEditorState(now.current, event)
    setState(now.current)
  }, [])
  const draft = useDraft(thread.id, state, now)

  const saveOnce = useCallback(
    async (force: boolean): Promise<void> => {
      const { text, base, exists } = now.current
      tell({ kind: 'save-started', text })
      const { queryKey } = api.doc.read.queryOptions({ input: { id: thread.id } })
      try {
        const result = await client.doc.save({ id: thread.id, text, base, existed: exists && !force })
        // A reading that began before the save would bring the old text back.
        await queries.cancelQueries({ queryKey })
        tell({ kind: 'save-ended', result, at: Date.now() })
        if (result.state === 'saved' || result.state === 'merged') {
          if (now.current.text === result.text) source.current?.replace(result.text)
          queries.setQueryData(
            queryKey,
            (known) => known && { ...known, text: result.text, version: result.version, exists: true },
          )
          void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: thread.id } }) })
          void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: thread.id } }) })
        }
        void queries.invalidateQueries({ queryKey })
      } catch (cause) {
        tell({ kind: 'save-failed', message: messageOf(cause) })
      }
    },
    [client, api, queries, thread.id, source, tell],
  )
  /**
   * Puts what was typed beside the text into it; what the text refuses stays in its field. A task that is
   * half typed only goes when the page is left: a beat would run it.
   */
  const takeFields = useCallback(
    (which: 'notes' | 'all'): void => {
      for (const [name, field] of Object.entries(now.current.fields)) {
        const handle = source.current
        if (handle === null || field.edit === null || (which === 'notes' && name !== NOTES)) continue
        const changes = changesBy(field.edit, field, handle.text())
        if (!changes.ok) continue
        if (changes.value.length > 0) handle.change(changes.value, 'input.board')
        tell({ kind: 'field', name, field: name === NOTES ? { text: field.text, edit: null } : null })
      }
    },
    [source, tell],
  )
  /** One at a time: what is typed while one is on its way goes with the next. */
  const save = useCallback(
    async (force = false): Promise<void> => {
      takeFields('notes')
      while (underway.current !== null) await underway.current
      if (!force && !maySave(now.current)) return
      underway.current = saveOnce(force).finally(() => (underway.current = null))
      await underway.current
    },
    [saveOnce, takeFields],
  )

  // Taken in place while clean; while there is unsaved text the next save merges it.
  const takeIn = useEffectEvent((text: string, exists: boolean): void => {
    const { base } = now.current
    tell({ kind: 'read', text, exists, at: Date.now() })
    if (now.current.base === base) return
    source.current?.replace(now.current.text)
    void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: thread.id } }) })
    void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: thread.id } }) })
  })
  useEffect(() => takeIn(doc.text, doc.exists), [doc.text, doc.exists])
  // What was typed has been taken back before it was saved: nothing would merge their change any more.
  const waits = isTextUnsaved(state) ? null : state.waiting
  useEffect(() => {
    if (waits !== null) takeIn(waits, true)
  }, [waits])

  useEffect(() => {
    if (!(maySave(state) || state.fields[NOTES]?.edit != null) || state.failure !== null) return
    const timer = setTimeout(() => void save(), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [state, save])

  // Before a beat: when it is about to be due, and when one waits or begins.
  const isBeating = thread.running !== null || thread.waiting.some((w) => w.kind === 'heartbeat')
  useEffect(() => {
    if (isBeating) void save()
  }, [isBeating, save])
  const { nextDueAt } = thread
  useEffect(() => {
    if (nextDueAt === null) return
    const timer = setTimeout(
      () => void save(),
      Math.min(LONGEST_TIMER_MS, Math.max(0, nextDueAt - BEFORE_BEAT_MS - Date.now())),
    )
    return () => clearTimeout(timer)
  }, [nextDueAt, save])

  const unsaved = isUnsaved(state)
  useEffect(() => {
    if (!unsaved) return
    const mayLeave = async (): Promise<boolean> => {
      takeFields('all')
      await save()
      if (!isUnsaved(now.current)) return true
      isGivenUp.current = await confirm({
        title: EDITOR.leaveTitle,
        text: EDITOR.leaveText,
        yes: EDITOR.leaveYes,
        no: 'Stay',
        danger: true,
      })
      return isGivenUp.current
    }
    // The shell asks in its own words while the window stays; meanwhile what can be saved is saved.
    const warn = (event: BeforeUnloadEvent): void => {
      takeFields('all')
      draft.keep()
      event.preventDefault()
      void save()
    }
    addEventListener('beforeunload', warn)
    const release = guardLeaving(mayLeave)
    return () => {
      removeEventListener('beforeunload', warn)
      release()
    }
  }, [unsaved, save, takeFields, draft])
  // Another tab of this page, or another thread: the text goes to the file, and where it cannot it waits
  // for a person.
  useEffect(
    () => () => {
      if (isGivenUp.current) return draft.drop()
      draft.keep()
      void save().then(draft.keep)
    },
    [save, draft],
  )

  const settle = (text: string): void => {
    tell({ kind: 'settled', text })
    void save()
  }
  const bringBack = async ({ key, text, base, conflict, fields }: Draft): Promise<boolean> => {
    await save()
    const theirs = now.current.text
    if (isUnsaved(now.current) || source.current === null) return false
    // A conflict that nobody settled stays one, with what was made of it.
    const merged =
      conflict === null ? merge3(base, text, theirs) : merge3(conflict.theirs, conflict.merged, theirs)
    const conflicts = conflict?.conflicts ?? merged.conflicts.length
    if (conflicts === 0) source.current.take(merged.text)
    else
      tell({
        kind: 'brought-back',
        text,
        base,
        conflict: { mine: text, theirs, merged: merged.text, conflicts },
      })
    for (const [name, field] of Object.entries(fields)) tell({ kind: 'field', name, field })
    draft.keep() // in its new place, before the old one goes
    dropDraft(key)
    return true
  }
  return { state, tell, save, settle, bringBack }
}
