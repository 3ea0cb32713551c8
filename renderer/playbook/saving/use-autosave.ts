import { useEffect } from 'react'
import { SECOND } from '../../../shared/base/time.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { maySave, type EditorState } from './editor-state.ts'
import { NOTES } from './fields.ts'

const AUTOSAVE_MS = 800
/** So long before a beat is due the text goes to the file, whatever is being typed. */
const BEFORE_BEAT_MS = 2 * SECOND
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Soon after the last keystroke; and before a beat: when it is about to be due, and when one waits or begins. */
export function useAutosave(thread: ThreadView, state: EditorState, save: () => Promise<void>): void {
  useEffect(() => {
    if (!(maySave(state) || state.fields[NOTES]?.edit != null) || state.failure !== null) return
    const timer = setTimeout(() => void save(), AUTOSAVE_MS)
    return () => clearTimeout(timer)
  }, [state, save])

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
}
