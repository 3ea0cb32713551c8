import { applyEdit } from '../edit/edit.ts'
import { spliced } from '../edit/insert-lines.ts'
import { lineChanges, type TextChange } from '../edit/line-changes.ts'
import type { HeartbeatDoc, Task } from '../model.ts'
import { SECTION_TITLE } from '../sections.ts'
import type { Tier } from '../../schedule/tier.ts'

export interface LintFix {
  readonly label: string // of a button
  readonly changes: readonly TextChange[]
}

/** null: nothing would change. */
export const fix = (
  label: string,
  before: HeartbeatDoc,
  after: Pick<HeartbeatDoc, 'lines'>,
): LintFix | null => {
  const changes = lineChanges(before.lines, after.lines)
  return changes.length === 0 ? null : { label, changes }
}

/** Not read anew: a long list may have many lines that can go. */
export const withoutLine = (doc: HeartbeatDoc, line: number): Pick<HeartbeatDoc, 'lines'> => ({
  lines: spliced(doc, line, line, []),
})

export const moveFix = (doc: HeartbeatDoc, task: Task, to: Tier): LintFix | null => {
  const moved = applyEdit(doc, { do: 'moveTask', key: task.key, to })
  return moved.ok ? fix(`Move to ${SECTION_TITLE[to].split(' ')[0]}`, doc, moved.value) : null
}

/** null: what stands below the line belongs to it, and would go without having been named. */
export const takeOutFix = (doc: HeartbeatDoc, task: Task, label = 'Take it out'): LintFix | null => {
  return task.endLine > task.line || doc.conflicted ? null : fix(label, doc, withoutLine(doc, task.line))
}
