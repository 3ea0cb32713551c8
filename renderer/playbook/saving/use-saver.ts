import { useCallback, useRef, type RefObject } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { messageOf } from '../../client/attempt.ts'
import { useBridge } from '../../client/bridge.ts'
import type { SourceHandle } from '../source/source-handle.ts'
import { maySave, type EditorEvent, type EditorState } from './editor-state.ts'
import { changesBy, NOTES } from './fields.ts'

/** What is saved: the text as it is now, ahead of what is drawn. */
export interface Open {
  readonly nowRef: RefObject<EditorState>
  readonly sourceRef: RefObject<SourceHandle | null>
  readonly tell: (event: EditorEvent) => void
}

/** Sends the text to its file, and takes in what came of it. */
export function useSaver(id: ThreadId, open: Open) {
  const saveOnce = useSaveOnce(id, open)
  const takeFields = useTakeFields(open)
  const { nowRef } = open
  const underway = useRef<Promise<void> | null>(null)
  /** One at a time: what is typed while one is on its way goes with the next. */
  const save = useCallback(
    async (force = false): Promise<void> => {
      takeFields('notes')
      while (underway.current !== null) await underway.current
      if (!force && !maySave(nowRef.current)) return
      underway.current = saveOnce(force).finally(() => (underway.current = null))
      await underway.current
    },
    [nowRef, saveOnce, takeFields],
  )
  return { save, takeFields }
}

function useSaveOnce(id: ThreadId, { nowRef, sourceRef, tell }: Open): (force: boolean) => Promise<void> {
  const { client, api, queries } = useBridge()
  return useCallback(
    async (force: boolean): Promise<void> => {
      const { text, base, exists } = nowRef.current
      tell({ kind: 'save-started', text })
      const { queryKey } = api.doc.read.queryOptions({ input: { id: id } })
      try {
        const result = await client.doc.save({ id: id, text, base, existed: exists && !force })
        // A reading that began before the save would bring the old text back.
        await queries.cancelQueries({ queryKey })
        tell({ kind: 'save-ended', result, at: Date.now() })
        if (result.state === 'saved' || result.state === 'merged') {
          if (nowRef.current.text === result.text) sourceRef.current?.replace(result.text)
          queries.setQueryData(
            queryKey,
            (known) => known && { ...known, text: result.text, version: result.version, exists: true },
          )
          void queries.invalidateQueries({ queryKey: api.doc.versions.key({ input: { id: id } }) })
          void queries.invalidateQueries({ queryKey: api.doc.authors.key({ input: { id: id } }) })
        }
        void queries.invalidateQueries({ queryKey })
      } catch (cause) {
        tell({ kind: 'save-failed', message: messageOf(cause) })
      }
    },
    [client, api, queries, id, nowRef, sourceRef, tell],
  )
}

/**
 * Puts what was typed beside the text into it; what the text refuses stays in its field. A task that is
 * half typed only goes when the page is left: a beat would run it.
 */
function useTakeFields({ nowRef, sourceRef, tell }: Open): (which: 'notes' | 'all') => void {
  return useCallback(
    (which: 'notes' | 'all'): void => {
      if (nowRef.current.conflict !== null) return // the person is about to decide between two texts
      for (const [name, field] of Object.entries(nowRef.current.fields)) {
        const handle = sourceRef.current
        if (handle === null || field.edit === null || (which === 'notes' && name !== NOTES)) continue
        const changes = changesBy(field.edit, field, handle.text())
        if (!changes.ok) continue
        if (changes.value.length > 0) handle.change(changes.value, 'input.board')
        tell({ kind: 'field', name, field: name === NOTES ? { text: field.text, edit: null } : null })
      }
    },
    [nowRef, sourceRef, tell],
  )
}
