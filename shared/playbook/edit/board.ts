import { oneLine } from '../../base/one-line.ts'
import { bodies, notesRange, sameTasks } from './task-notes.ts'
import { lineChanges, type TextChange } from './line-changes.ts'
import { parse } from '../doc.ts'
import type { HeartbeatDoc, Task, TaskKey } from '../model.ts'
import { applyEdit, type HeartbeatEdit } from './edit.ts'
import { insertInSection, splice } from './insert-lines.ts'
import type { EditRejected } from './rejection.ts'
import { err, ok, type Result } from '../../base/result.ts'
import type { Tier } from '../../schedule/tier.ts'

/**
 * What a person does on the board. Each is a change of the text it names, and of nothing else (ARCHITECTURE
 * I9).
 */
export type BoardEdit =
  | Extract<
      HeartbeatEdit,
      {
        do:
          | 'addTask'
          | 'removeTask'
          | 'tick'
          | 'moveTask'
          | 'rewordTask'
          | 'addFlag'
          | 'clearFlag'
          | 'appendNote'
          | 'moveWork'
      }
    >
  /** Before another task of the tier; null: behind the last one. */
  | { readonly do: 'placeTask'; readonly key: TaskKey; readonly to: Tier; readonly before: TaskKey | null }
  /** One place up or down among the tasks of its tier. */
  | { readonly do: 'stepTask'; readonly key: TaskKey; readonly by: -1 | 1 }
  /** A new task right behind another, as Enter in a list makes it. */
  | { readonly do: 'continueTask'; readonly after: TaskKey; readonly text: string }
  /** Becomes a detail of the task above it, as Tab in a list does. */
  | { readonly do: 'indentTask'; readonly key: TaskKey }
  | { readonly do: 'addWork'; readonly title: string }
  | { readonly do: 'removeWork'; readonly id: string }
  | { readonly do: 'setNotes'; readonly text: string }

/**
 * The changes that do it, in order and apart from each other; none: it is so already. All edits or none:
 * the error is a sentence for whoever asked.
 */
export function boardChanges(
  text: string,
  ...edits: readonly BoardEdit[]
): Result<readonly TextChange[], EditRejected> {
  const doc = parse(text)
  let next = doc
  for (const edit of edits) {
    const edited = editBoard(next, edit)
    if (!edited.ok) return edited
    next = edited.value
  }
  return ok(lineChanges(doc.lines, next.lines))
}

type Edited = Result<HeartbeatDoc, EditRejected>
const refuse = (code: EditRejected['code'], message: string): Edited => err({ code, message })

function editBoard(doc: HeartbeatDoc, edit: BoardEdit): Edited {
  switch (edit.do) {
    case 'placeTask':
      return placeTask(doc, edit.key, edit.to, edit.before)
    case 'stepTask':
      return stepTask(doc, edit.key, edit.by)
    case 'continueTask':
      return continueTask(doc, edit.after, edit.text)
    case 'indentTask':
      return indentTask(doc, edit.key)
    case 'removeWork': {
      const item = doc.work.find((w) => w.id === edit.id)
      return item === undefined
        ? refuse(
            'no_such_work',
            `the work item "${edit.id}" is not in the file any more; nothing was changed`,
          )
        : ok(splice(doc, item.line, item.endLine, []))
    }
    case 'addWork':
      return addWork(doc, edit.title)
    case 'setNotes':
      return setNotes(doc, edit.text)
    default:
      return applyEdit(doc, edit)
  }
}

const taskOf = (doc: HeartbeatDoc, key: TaskKey): Task | undefined => doc.tasks.find((t) => t.key === key)
const gone = (key: TaskKey): Edited =>
  refuse('no_such_task', `the task "${key}" is not in the file any more; nothing was changed`)
const unfinished = (): Edited =>
  refuse(
    'conflicted',
    'the file holds an unfinished merge (conflict markers); finish it first, nothing was changed',
  )

function placeTask(doc: HeartbeatDoc, key: TaskKey, to: Tier, before: TaskKey | null): Edited {
  if (doc.conflicted) return unfinished()
  const task = taskOf(doc, key)
  if (task === undefined) return gone(key)
  if (before === key) return ok(doc)
  const moved = task.tier === to ? ok(doc) : applyEdit(doc, { do: 'moveTask', key, to })
  if (!moved.ok) return moved
  // Its key may have changed with the tier; its words have not.
  const after = moved.value
  const now = task.tier === to ? task : after.tasks.findLast((t) => t.tier === to && t.text === task.text)
  const target = before === null ? after.tasks.findLast((t) => t.tier === to) : taskOf(after, before)
  if (now === undefined || target === undefined || target === now) return moved
  const block = bodies(after, now.line, now.endLine)
  const at = before === null ? target.endLine + 1 : target.line
  const height = now.endLine - now.line + 1
  const without = splice(after, now.line, now.endLine, [])
  const next = splice(
    without,
    at > now.line ? at - height : at,
    (at > now.line ? at - height : at) - 1,
    block,
  )
  return sameTasks(after, next)
    ? ok(next)
    : refuse(
        'unusable_text',
        `"${task.text.slice(0, 80)}" cannot stand there without changing what stands around it; move it in the source`,
      )
}

function stepTask(doc: HeartbeatDoc, key: TaskKey, by: -1 | 1): Edited {
  const task = taskOf(doc, key)
  if (task === undefined) return gone(key)
  const mates = doc.tasks.filter((t) => t.tier === task.tier)
  const at = mates.indexOf(task)
  if (by === -1) return at === 0 ? ok(doc) : placeTask(doc, key, task.tier, mates[at - 1]?.key ?? null)
  return at === mates.length - 1 ? ok(doc) : placeTask(doc, key, task.tier, mates[at + 2]?.key ?? null)
}

function continueTask(doc: HeartbeatDoc, after: TaskKey, text: string): Edited {
  const above = taskOf(doc, after)
  if (above === undefined) return gone(after)
  const added = applyEdit(doc, { do: 'addTask', tier: above.tier, text })
  if (!added.ok) return added
  const before = new Set(doc.tasks.filter((t) => t.tier === above.tier).map((t) => t.key))
  const fresh = added.value.tasks.find((t) => t.tier === above.tier && !before.has(t.key))
  if (fresh === undefined) return added
  const next = splice(doc, above.endLine + 1, above.endLine, bodies(added.value, fresh.line, fresh.line))
  return sameTasks(added.value, next) ? ok(next) : added
}

function indentTask(doc: HeartbeatDoc, key: TaskKey): Edited {
  if (doc.conflicted) return unfinished()
  const task = taskOf(doc, key)
  if (task === undefined) return gone(key)
  const above = doc.tasks.filter((t) => t.tier === task.tier && t.line < task.line).at(-1)
  if (above === undefined || above.endLine !== task.line - 1)
    return refuse(
      'illegal_move',
      'there is no task right above it whose detail it could be; nothing was changed',
    )
  const next = splice(
    doc,
    task.line,
    task.endLine,
    bodies(doc, task.line, task.endLine).map((l) => (l === '' ? l : `  ${l}`)),
  )
  return next.tasks.length === doc.tasks.length - 1
    ? ok(next)
    : refuse('unusable_text', 'indenting it would change what stands around it; do it in the source')
}

function addWork(doc: HeartbeatDoc, wanted: string): Edited {
  if (doc.conflicted) return unfinished()
  if (doc.workDisabled)
    return refuse(
      'queue_disabled',
      'the Work Queue cannot be read; correct it in the source first, nothing was changed',
    )
  const title = oneLine(wanted)
  let n = doc.work.length + 1
  while (doc.work.some((w) => w.id === `work-${n}`)) n++
  const last = doc.work.at(-1)
  const line = `- [pending] work-${n}: ${title}`
  const next =
    last === undefined
      ? insertInSection(doc, 'work', [line])
      : splice(doc, last.endLine + 1, last.endLine, [line])
  return next.work.length === doc.work.length + 1 && sameTasks(doc, next)
    ? ok(next)
    : refuse(
        'unusable_text',
        `"${title.slice(0, 80)}" cannot be an item of the Work Queue; nothing was changed`,
      )
}

/** The body of the first Notes section, as `notesText` gives it. */
function setNotes(doc: HeartbeatDoc, wanted: string): Edited {
  if (doc.conflicted) return unfinished()
  const range = notesRange(doc)
  const lines = wanted === '' ? [] : wanted.split('\n')
  const next =
    range === null ? insertInSection(doc, 'notes', lines) : splice(doc, range.from, range.to, lines)
  const same =
    sameTasks(doc, next) &&
    next.headings.length <= doc.headings.length + (range === null ? 1 : 0) &&
    next.flags.length === doc.flags.length &&
    next.work.length === doc.work.length &&
    !next.conflicted
  return same
    ? ok(next)
    : refuse(
        'unusable_text',
        'these notes would change what the lists mean (a heading, or a fence or comment that is not ' +
          'closed); write them in the source',
      )
}
