import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { ThreadId } from '../../shared/ids.ts'
import { draftKey, dropDraft, keepDraft } from './drafts.ts'
import { isDirty, type EditorState } from './editor-state.ts'

const KEEP_AFTER_MS = 300

export interface OwnDraft {
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
        const { text, base } = now.current
        if (isDirty(now.current)) keepDraft({ key, text, base, at: Date.now() })
        else drop()
      },
    }
  }, [key, now])
  useEffect(() => {
    const timer = setTimeout(own.keep, isDirty(state) ? KEEP_AFTER_MS : 0)
    return () => clearTimeout(timer)
  }, [state, own])
  return own
}
