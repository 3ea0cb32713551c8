import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react'
import type { DocView } from '../../shared/answers/playbook.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { SECOND } from '../../shared/time.ts'
import { messageOf } from '../actions.tsx'
import { useBridge } from '../bridge.ts'
import { confirm } from '../components/dialog.tsx'
import { EDITOR } from '../copy/editor.ts'
import { guardLeaving } from '../navigation.ts'
import { isUnsaved, maySave, nextEditorState, openEditor, type EditorEvent, type EditorState } from './editor-state.ts'
import type { SourceHandle } from './source.tsx'

const AUTOSAVE_MS = 800
/** So long before a beat is due the text goes to the file, whatever is being typed. */
const BEFORE_BEAT_MS = 2 * SECOND
const LONGEST_TIMER_MS = 2 ** 31 - 1

export interface Saving {
  readonly state: EditorState
  readonly tell: (event: EditorEvent) => void
  /** `force`: also where the file is gone, or nothing has changed. */
  readonly save: (force?: boolean) => Promise<void>
  readonly settle: (text: string) => void
}

/** Keeps text and file together: saves by itself, takes in what others write, and never says saved while it is not. */
export function useSaving(thread: ThreadView, doc: DocView, source: RefObject<SourceHandle | null>): Saving {
  const { client, api, queries } = useBridge()
  const [state, tell] = useReducer(nextEditorState, doc, (first) => openEditor({ text: first.text, exists: first.exists, at: Date.now() }))
  const now = useRef<EditorState>(state)
  useLayoutEffect(() => {
    now.current = state
  }, [state])

  const save = useCallback(
    async (force = false): Promise<void> => {
      const { text, base, exists, saving } = now.current
      if (saving !== null || (!force && !maySave(now.current))) return
      now.current = { ...now.current, saving: text } // before the reducer has heard of it: blur and timer may come together
      tell({ kind: 'save-started', text })
      const { queryKey } = api.doc.read.queryOptions({ input: { id: thread.id } })
      try {
        const result = await client.doc.save({ id: thread.id, text, base, existed: exists && !force })
        // A reading that began before the save would bring the old text back.
        await queries.cancelQueries({ queryKey })
        const isUntouched = now.current.text === text
        tell({ kind: 'save-ended', result, at: Date.now() })
        if (result.state === 'saved' || result.state === 'merged') {
          if (isUntouched) source.current?.replace(result.text)
          queries.setQueryData(queryKey, (known) => known && { ...known, text: result.text, version: result.version, exists: true })
          void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: thread.id } }) })
          void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: thread.id } }) })
        }
        void queries.invalidateQueries({ queryKey })
      } catch (cause) {
        tell({ kind: 'save-failed', message: messageOf(cause) })
      }
    },
    [client, api, queries, thread.id, source],
  )

  // Taken in place while clean; while there is unsaved text the next save merges it.
  useEffect(() => {
    const takes = doc.exists && doc.text !== now.current.base && !isUnsaved({ ...now.current, gone: false })
    tell({ kind: 'read', text: doc.text, exists: doc.exists, at: Date.now() })
    if (!takes) return
    source.current?.replace(doc.text)
    void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: thread.id } }) })
    void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: thread.id } }) })
  }, [doc.text, doc.exists, source, queries, api, thread.id])

  useEffect(() => {
    if (!maySave(state) || state.failure !== null) return
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
    const timer = setTimeout(() => void save(), Math.min(LONGEST_TIMER_MS, Math.max(0, nextDueAt - BEFORE_BEAT_MS - Date.now())))
    return () => clearTimeout(timer)
  }, [nextDueAt, save])

  const unsaved = isUnsaved(state)
  useEffect(() => {
    if (!unsaved) return
    const mayLeave = async (): Promise<boolean> => {
      if (maySave(now.current)) await save()
      await nextFrame()
      if (!isUnsaved(now.current)) return true
      return confirm({ title: EDITOR.leaveTitle, text: EDITOR.leaveText, yes: EDITOR.leaveYes, no: 'Stay', danger: true })
    }
    // The shell asks in its own words while the window stays; meanwhile what can be saved is saved.
    const warn = (event: BeforeUnloadEvent): void => {
      event.preventDefault()
      void save()
    }
    addEventListener('beforeunload', warn)
    const release = guardLeaving(mayLeave)
    return () => {
      removeEventListener('beforeunload', warn)
      release()
    }
  }, [unsaved, save])
  // Another tab of this page: the text goes to the file, not to the void.
  useEffect(() => () => void save(), [save])

  const settle = (text: string): void => {
    tell({ kind: 'settled', text })
    now.current = nextEditorState(now.current, { kind: 'settled', text })
    void save()
  }
  return { state, tell, save, settle }
}

/** After it, what was told to the reducer is in `now`. */
const nextFrame = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20))
