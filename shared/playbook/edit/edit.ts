import { checked, insertInSection, placeholderLine, replaceLine, splice } from './insert-lines.ts'
import { oneLine } from '../../base/one-line.ts'
import { addTask, moveTask, rewordTask, tickTasks, withTask } from './edit-tasks.ts'
import { type Edited, reject } from './rejection.ts'
import { normalise } from '../doc.ts'
import type { HeartbeatDoc, TaskKey } from '../model.ts'
import { formatStamp } from '../stamp.ts'
import { planWorkMove, type WorkMove } from '../work-queue.ts'
import { assertNever, ok } from '../../base/result.ts'
import type { Tier } from '../../schedule/tier.ts'
import type { Instant } from '../../base/time.ts'

/** A change someone wants, never a new text: it can be applied again to a file that changed meanwhile. */
export type HeartbeatEdit =
  | { readonly do: 'addTask'; readonly tier: Tier; readonly text: string }
  | { readonly do: 'removeTask'; readonly key: TaskKey }
  | { readonly do: 'tick'; readonly key: TaskKey; readonly on: boolean }
  | { readonly do: 'moveTask'; readonly key: TaskKey; readonly to: Tier }
  | { readonly do: 'rewordTask'; readonly key: TaskKey; readonly text: string }
  | { readonly do: 'addFlag'; readonly text: string }
  | { readonly do: 'clearFlag'; readonly text: string }
  | { readonly do: 'appendNote'; readonly text: string }
  | WorkMove
  // the engine's own
  | { readonly do: 'untickTier'; readonly tier: Tier }
  /** Of many tasks at once; those that have gone are left out. */
  | { readonly do: 'tickTasks'; readonly keys: readonly TaskKey[] }
  | { readonly do: 'stamp'; readonly tier: Tier; readonly at: Instant; readonly timeZone: string }

/** Changes the lines that the edit names and no byte of any other (ARCHITECTURE I9). */
export function applyEdit(doc: HeartbeatDoc, edit: HeartbeatEdit): Edited {
  if (doc.conflicted)
    return reject(
      'conflicted',
      'the file holds an unfinished merge (conflict markers); finish it first, nothing was changed',
    )
  switch (edit.do) {
    case 'addTask':
      return addTask(doc, edit.tier, edit.text)
    case 'removeTask':
      return withTask(doc, edit.key, (task) => ok(splice(doc, task.line, task.endLine, [])))
    case 'tick':
      return withTask(doc, edit.key, (task) => ok(tickTasks(doc, [task], edit.on)))
    case 'moveTask':
      return withTask(doc, edit.key, (task) => moveTask(doc, task, edit.to))
    case 'rewordTask':
      return withTask(doc, edit.key, (task) => rewordTask(doc, task, edit.text))
    case 'addFlag':
      return addFlag(doc, edit.text)
    case 'clearFlag':
      return clearFlag(doc, edit.text)
    case 'appendNote':
      return appendNote(doc, edit.text)
    case 'moveWork':
      return moveWork(doc, edit)
    case 'untickTier':
      return ok(
        tickTasks(
          doc,
          doc.tasks.filter((t) => t.tier === edit.tier && t.ticked),
          false,
        ),
      )
    case 'tickTasks': {
      const keys = new Set(edit.keys)
      return ok(
        tickTasks(
          doc,
          doc.tasks.filter((t) => keys.has(t.key)),
          true,
        ),
      )
    }
    case 'stamp':
      return ok(stamp(doc, edit.tier, formatStamp(edit.at, edit.timeZone)))
    default:
      return assertNever(edit)
  }
}

// ── Flags, notes, work, stamps
// ───────────────────────────────────────────────────────────────────────────────────────────

function addFlag(doc: HeartbeatDoc, wanted: string): Edited {
  const text = oneLine(wanted)
  if (doc.flags.some((f) => normalise(f.text) === normalise(text))) return ok(doc)
  const none = placeholderLine(doc)
  const next =
    none === null ? insertInSection(doc, 'flags', [`- ${text}`]) : splice(doc, none, none, [`- ${text}`])
  return checked(
    doc,
    next,
    text,
    (after) => after.flags.length === doc.flags.length + 1 && after.flags.some((f) => f.text === text),
  )
}

function clearFlag(doc: HeartbeatDoc, text: string): Edited {
  const flag = doc.flags.find((f) => normalise(f.text) === normalise(text))
  if (flag === undefined)
    return reject(
      'no_such_flag',
      `no raised flag "${text}"; flags are: ${doc.flags.map((f) => f.text).join(' | ') || '(none)'}`,
    )
  const leavesNone = doc.flags.length === 1 && placeholderLine(doc) === null
  return ok(splice(doc, flag.line, flag.endLine, leavesNone ? ['(none)'] : []))
}

/**
 * Further lines are indented by four, where no heading, fence or list of the note can be taken for the
 * file's own.
 */
function appendNote(doc: HeartbeatDoc, wanted: string): Edited {
  const [first = '', ...rest] = wanted.split(/\r\n|\n|\r/).map((l) => l.trimEnd())
  const next = insertInSection(doc, 'notes', [
    `- ${first.trim()}`,
    ...rest.filter((l) => l !== '').map((l) => `    ${l}`),
  ])
  return checked(doc, next, first, (after) => first.trim() !== '' && after.tasks.length === doc.tasks.length)
}

function moveWork(doc: HeartbeatDoc, edit: WorkMove): Edited {
  if (doc.workDisabled) {
    const problem = doc.problems.find((p) => p.code === 'work_queue')
    return reject(
      'queue_disabled',
      `the Work Queue cannot be read (line ${problem?.line ?? 1}: ${problem?.message ?? ''}); nothing was changed`,
    )
  }
  const item = doc.work.find((w) => w.id === edit.id)
  if (item === undefined)
    return reject(
      'no_such_work',
      `no work item "${edit.id}"; ids are: ${doc.work.map((w) => w.id).join(', ') || '(none)'}`,
    )
  const planned = planWorkMove(item, edit)
  if (!planned.ok) return reject('illegal_move', planned.error)
  const { attemptsLeft, detail } = planned.value
  let next = replaceLine(doc, item.line, (line) => line.replace(/\[[^\]]*\]/, `[${edit.to}]`))
  if (attemptsLeft !== null) {
    const at =
      doc.lines.findIndex((line, i) => i >= item.line && i < item.endLine && /attempts left:/i.test(line)) + 1
    next = replaceLine(next, at, (line) => line.replace(/\d+/, String(attemptsLeft)))
  }
  next = splice(next, item.endLine + 1, item.endLine, [`  ${detail}`])
  return checked(
    doc,
    next,
    detail,
    (after) =>
      after.work.length === doc.work.length &&
      after.work.some((w) => w.id === edit.id && w.state === edit.to),
  )
}

/** Where the tier has no line of its own the mirror is simply not there: nothing is added. */
function stamp(doc: HeartbeatDoc, tier: Tier, text: string): HeartbeatDoc {
  const { line } = doc.stamps[tier]
  return line === null
    ? doc
    : replaceLine(doc, line, (old) => (/^[^:]*:[*_`]*[ \t]?/.exec(old)?.[0].trimEnd() ?? old) + ` ${text}`)
}
