import { useLayoutEffect, useRef, type RefObject } from 'react'
import { toast } from '../../kit/shown/toast.ts'
import type { Result } from '../../../shared/base/result.ts'
import { boardChanges, type BoardEdit } from '../../../shared/playbook/edit/board.ts'
import type { TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import type { EditRejected } from '../../../shared/playbook/edit/rejection.ts'
import type { TaskKey } from '../../../shared/playbook/model.ts'
import { BOARD } from '../copy.ts'
import { changesBy, type Field, type Fields } from '../saving/fields.ts'
import type { SourceHandle } from '../source/source-handle.ts'

/** What the parts of the board do to the text. */
export interface BoardActions {
  /** One step of undo; false: refused, and said why. `focus`: the task that has the focus afterwards. */
  edit(edits: BoardEdit | readonly BoardEdit[], focus?: TaskKey): boolean
  remove(edit: BoardEdit, what: string, focus?: TaskKey): void
  readonly fields: Fields
  type(name: string, field: Field | null): void
  /**
   * Puts what a field holds into the text and empties it; false: refused, and said why, and the field holds
   * it still.
   */
  commit(name: string): boolean
}

/** `frame`: where the cards are. `text`: as they show it. */
export function useBoardActions({
  frame,
  text,
  source,
  fields,
  onField,
}: {
  frame: RefObject<HTMLElement | null>
  text: string
  source: () => SourceHandle | null
  fields: Fields
  onField: (name: string, field: Field | null) => void
}): BoardActions {
  const focusNext = useFocusAfter(frame, text)
  const change = (
    changesOf: (shown: string) => Result<readonly TextChange[], EditRejected>,
    focus?: TaskKey,
  ): boolean => {
    const handle = source()
    if (handle === null) return false
    const changes = changesOf(handle.text())
    if (!changes.ok) {
      toast.error(`${changes.error.message[0]?.toUpperCase()}${changes.error.message.slice(1)}.`)
      return false
    }
    if (changes.value.length === 0) return true
    focusNext(focus ?? null)
    handle.change(changes.value, 'input.board')
    return true
  }
  const actions: BoardActions = {
    fields,
    type: onField,
    edit: (edits, focus) =>
      change(
        (shown) =>
          boardChanges(
            shown,
            ...(Array.isArray(edits) ? (edits as readonly BoardEdit[]) : [edits as BoardEdit]),
          ),
        focus,
      ),
    commit(name) {
      const field = fields[name]
      if (field === undefined) return true
      const { edit } = field
      if (edit !== null && !change((shown) => changesBy(edit, field, shown))) return false
      onField(name, null)
      return true
    },
    remove(edit, what, focus) {
      if (actions.edit(edit, focus))
        toast(BOARD.deleted(what.length > 60 ? `${what.slice(0, 60)}…` : what), {
          duration: 6000,
          action: { label: BOARD.undo, onClick: () => source()?.undo() },
        })
    },
  }
  return actions
}

/** The card of this task takes the focus once the text is another; null: none does. */
function useFocusAfter(frame: RefObject<HTMLElement | null>, text: string): (key: TaskKey | null) => void {
  const wanted = useRef<TaskKey | null>(null)
  // A card that goes to another list is another element there: the focus goes with it.
  useLayoutEffect(() => {
    if (wanted.current === null) return
    const card = frame.current?.querySelector<HTMLElement>(
      `[data-task="${CSS.escape(wanted.current)}"] [data-card]`,
    )
    wanted.current = null
    card?.focus()
  }, [frame, text])
  return (key) => {
    wanted.current = key
  }
}
