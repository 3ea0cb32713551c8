import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { draftKey, dropDraft, keepDraft } from './drafts.ts'
import { isDirty, type EditorState } from './editor-state.ts'
import { unsavedFields } from './fields.ts'

const KEEP_AFTER_MS = 300

interface OwnDraft {
  /** Keeps what is not in the file now; forgets it when all of it is. */
  keep(): void
  drop(): void
}

/** Keeps what is typed beside the page while it is not in the file. */
export function useDraft(id: ThreadId, state: EditorState, now: RefObject<EditorState>): OwnDraft {
  const [key] = useState(() => draftKey(id, Date.now()))
  const own = useMemo<OwnDraft>(() => {
    const drop = (): void => dropDraft(key)
    return {
      drop,
      keep() {
        const { text, base, conflict } = now.current
        const fields = unsavedFields(now.current.fields)
        if (isDirty(now.current) || conflict !== null || Object.keys(fields).length > 0)
          keepDraft({ key, text, base, conflict, fields, at: Date.now() })
        else drop()
      },
    }
  }, [key, now])
  // Also in the midst of typing that never pauses.
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    timer.current ??= setTimeout(() => {
      timer.current = null
      own.keep()
    }, KEEP_AFTER_MS)
  }, [state, own])
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    },
    [],
  )
  return own
}
