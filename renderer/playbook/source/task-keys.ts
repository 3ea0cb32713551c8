import { Prec, type Extension, type TransactionSpec } from '@codemirror/state'
import { type EditorView, keymap } from '@codemirror/view'
import { boardChanges, type BoardEdit } from '../../../shared/playbook/edit/board.ts'
import type { TextChange } from '../../../shared/playbook/edit/line-changes.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { Task } from '../../../shared/playbook/model.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'

export const changesOf = (changes: readonly TextChange[], userEvent: string): TransactionSpec => ({
  changes: [...changes],
  userEvent,
})

/** The task whose line, or whose details, the cursor stands in. */
function taskAtCursor(view: EditorView): Task | undefined {
  const line = view.state.doc.lineAt(view.state.selection.main.head).number
  return parse(view.state.doc.toString()).tasks.find((t) => t.line <= line && line <= t.endLine)
}

/**
 * Does it, with the cursor staying in its task; false: the cursor is in no task, so that the key means what
 * it else means.
 */
function onTask(view: EditorView, edit: (task: Task) => BoardEdit): boolean {
  const task = taskAtCursor(view)
  if (task === undefined || view.state.readOnly) return false
  const wanted = edit(task)
  const changes = boardChanges(view.state.doc.toString(), wanted)
  if (!changes.ok || changes.value.length === 0) return true
  const { head } = view.state.selection.main
  const into = head - view.state.doc.line(task.line).from
  view.dispatch(changesOf(changes.value, 'move.line'))
  const tier = wanted.do === 'moveTask' ? wanted.to : task.tier
  const moved = parse(view.state.doc.toString()).tasks.find((t) => t.tier === tier && t.text === task.text)
  if (moved !== undefined) {
    const at = Math.min(view.state.doc.line(moved.line).from + into, view.state.doc.length)
    view.dispatch({ selection: { anchor: at }, scrollIntoView: true })
  }
  return true
}

/** The same keys as on the board. Where no task stands they are the editor's own. */
export const taskKeys: Extension = Prec.high(
  keymap.of([
    { key: 'Alt-ArrowUp', run: (view) => onTask(view, (t) => ({ do: 'stepTask', key: t.key, by: -1 })) },
    { key: 'Alt-ArrowDown', run: (view) => onTask(view, (t) => ({ do: 'stepTask', key: t.key, by: 1 })) },
    { key: 'Mod-Enter', run: (view) => onTask(view, (t) => ({ do: 'tick', key: t.key, on: !t.ticked })) },
    ...TIERS.map((to, i) => ({
      key: `Mod-Shift-${i + 1}`,
      preventDefault: true,
      stopPropagation: true,
      run: (view: EditorView) => onTask(view, (t) => ({ do: 'moveTask', key: t.key, to })),
    })),
  ]),
)
