import { boardChanges, type BoardEdit } from '../../../shared/playbook/edit/board.ts'
import { notesText } from '../../../shared/playbook/edit/task-notes.ts'
import type { TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import type { EditRejected } from '../../../shared/playbook/edit/rejection.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { TaskKey } from '../../../shared/playbook/model.ts'
import { merge3 } from '../../../shared/playbook/merge/merge.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'

/**
 * What was typed in a field of the board and is not in the text yet. It belongs to the editor, not to the
 * field: a field may go at any moment.
 */
export interface Field {
  readonly text: string // as typed
  readonly edit: BoardEdit | null // what it does to the text; null: nothing, or it is done
  readonly grewFrom?: string // notes only: those that the text had when this was begun
}
export type Fields = Readonly<Record<string, Field>>

export const NOTES = 'notes'
export const adderOf = (tier: Tier): string => `add ${tier}`
/** The words of a task, and the new task behind it. */
export const wordsOf = (key: TaskKey): string => `words ${key}`
export const nextOf = (key: TaskKey): string => `next ${key}`

/** Those that would be lost with their field. */
export const unsavedFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => field.edit !== null))

/**
 * The changes of the shown text that a field asks for. What others wrote into the notes meanwhile stays in
 * them.
 */
export function changesBy(
  edit: BoardEdit,
  { grewFrom }: Field,
  shown: string,
): Result<readonly TextChange[], EditRejected> {
  if (edit.do !== 'setNotes') return boardChanges(shown, edit)
  const now = notesText(parse(shown))
  const text = trimmedNotes(edit.text)
  return boardChanges(shown, {
    do: 'setNotes',
    text: grewFrom === undefined || now === grewFrom ? text : trimmedNotes(merge3(grewFrom, text, now).text),
  })
}

/** As the notes are read from the file: without blank lines at either end. */
export function trimmedNotes(text: string): string {
  const lines = text.split('\n')
  const isSaid = (line: string): boolean => line.trim() !== ''
  return lines.slice(Math.max(0, lines.findIndex(isSaid)), lines.findLastIndex(isSaid) + 1).join('\n')
}

/** The task that a field belongs to; null: it needs none. */
export const taskOfField = ({ edit }: Field): TaskKey | null => {
  if (edit?.do === 'rewordTask') return edit.key
  if (edit?.do === 'continueTask') return edit.after
  return null
}
