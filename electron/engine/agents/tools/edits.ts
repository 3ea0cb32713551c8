import { TOOL_LIMITS as MAX } from '../../../../shared/agents/tool-limits.ts'
import { findHidden, revealHidden } from '../../../../shared/base/hidden-text.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { HeartbeatDoc } from '../../../../shared/playbook/model.ts'
import { applyEdit, type HeartbeatEdit } from '../../../../shared/playbook/edit/edit.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import type { AgentEdit } from '../../ports/agents.ts'
import { notesOf } from './show-playbook.ts'

/** What is wrong with the edits of a call whatever the file says; null: nothing. */
export function editsProblem(edits: readonly AgentEdit[]): string | null {
  if (edits.length === 0 || edits.length > MAX.edits)
    return `One call takes 1 to ${MAX.edits} edits, got ${edits.length}; nothing was written.`
  const problems = edits.flatMap((edit, i) => problemsOf(edit).map((why) => `${nameOf(edit, i)}: ${why}`))
  return problems.length === 0 ? null : refusal(problems, edits.length)
}

function problemsOf(edit: AgentEdit): readonly string[] {
  const texts = Object.entries(edit).filter(
    ([name, value]) => name !== 'do' && typeof value === 'string',
  ) as [string, string][]
  return texts.flatMap(([name, text]) => {
    const limit = name === 'text' || name === 'note' ? MAX.textChars : MAX.keyChars
    if (text.length > limit) return [`"${name}" has ${text.length} characters; the limit is ${limit}`]
    // A key or flag may have to name a line with hidden characters, to get rid of it.
    const isNew = name === 'note' || (name === 'text' && edit.do !== 'clearFlag')
    const hidden = isNew ? findHidden(text) : null
    return hidden === null ? [] : [`"${name}" holds the hidden character ${hidden.name}; write it without`]
  })
}

/** All or none; what was refused is told for each edit. */
export function applyAll(doc: HeartbeatDoc, edits: readonly HeartbeatEdit[]): Result<HeartbeatDoc, string> {
  let next = doc
  const problems: string[] = []
  edits.forEach((edit, i) => {
    const applied = applyEdit(next, edit)
    if (applied.ok) next = applied.value
    else problems.push(`${nameOf(edit, i)}: ${revealHidden(applied.error.message)}`)
  })
  if (problems.length > 0) return err(refusal(problems, edits.length))
  const full = fullText(doc, next)
  return full === null ? ok(next) : err(`Nothing was written: ${full}`)
}

/** A list that is too long already may still be worked; it may not grow. null: there is room. */
function fullText(before: HeartbeatDoc, after: HeartbeatDoc): string | null {
  if (after.tasks.length > MAX.listTasks && after.tasks.length > before.tasks.length)
    return (
      `the list would have ${after.tasks.length} tasks, and ${MAX.listTasks} is ` +
      'the limit. Remove what no longer fits first.'
    )
  if (after.flags.length > MAX.listFlags && after.flags.length > before.flags.length)
    return (
      `${after.flags.length} flags would stand, and ${MAX.listFlags} is the ` +
      'limit. Clear what is settled first, or put what belongs together into one flag.'
    )
  const notes = notesOf(after).length
  if (notes > MAX.notesChars && notes > notesOf(before).length)
    return (
      `the notes would have ${notes} characters, and ${MAX.notesChars} is the ` +
      'limit. A person, or an edit of the file itself, must shorten them first.'
    )
  return null
}

const nameOf = (edit: { readonly do: string }, i: number): string => `edit ${i + 1} (${edit.do})`
const refusal = (problems: readonly string[], of: number): string =>
  [
    `Nothing was written: ${problems.length} of ${plural(of, 'edit')} cannot be made.`,
    ...problems.map((problem) => `- ${problem}`),
  ].join('\n')
