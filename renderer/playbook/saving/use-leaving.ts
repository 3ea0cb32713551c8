import { useEffect, type RefObject } from 'react'
import { guardLeaving } from '../../client/navigation.ts'
import { confirm } from '../../kit/dialog/confirm.ts'
import { EDITOR } from '../copy.ts'
import { isUnsaved, type EditorState } from './editor-state.ts'
import type { useDraft } from './use-draft.ts'

interface Leaving {
  readonly state: EditorState
  readonly nowRef: RefObject<EditorState>
  /** A person left and lost it on purpose. */
  readonly isGivenUpRef: RefObject<boolean>
  readonly draft: ReturnType<typeof useDraft>
  readonly takeFields: (which: 'all') => void
  readonly save: () => Promise<void>
}

/** Nothing that was typed is lost by going: it is saved, kept as a draft, or given up by a person. */
export function useLeaving({ state, nowRef, isGivenUpRef, draft, takeFields, save }: Leaving): void {
  const unsaved = isUnsaved(state)
  useEffect(() => {
    if (!unsaved) return
    const mayLeave = async (): Promise<boolean> => {
      takeFields('all')
      await save()
      if (!isUnsaved(nowRef.current)) return true
      isGivenUpRef.current = await confirm({
        title: EDITOR.leaveTitle,
        text: EDITOR.leaveText,
        yes: EDITOR.leaveYes,
        no: 'Stay',
        danger: true,
      })
      return isGivenUpRef.current
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
  }, [unsaved, save, takeFields, draft, nowRef, isGivenUpRef])
  // Another tab of this page, or another thread: the text goes to the file, and where it cannot it waits
  // for a person.
  useEffect(
    () => () => {
      if (isGivenUpRef.current) return draft.drop()
      draft.keep()
      void save().then(draft.keep)
    },
    [save, draft, isGivenUpRef],
  )
}
