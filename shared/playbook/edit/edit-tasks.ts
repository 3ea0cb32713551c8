import type { HeartbeatDoc, Task, TaskKey } from '../model.ts'
import { type Edited, reject } from './rejection.ts'
import type { Tier } from '../../schedule/tier.ts'
import { oneLine } from '../../base/one-line.ts'
import { SECTION_TITLE } from '../sections.ts'
import { checked, inRange, insertInSection, NO_LINE, replaceLine, scanned, splice } from './insert-lines.ts'
import { ok } from '../../base/result.ts'
import { endingOf, scanLines } from '../lines.ts'
import { normalise, parse, taskKey } from '../doc.ts'

// ── Tasks
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

export function withTask(doc: HeartbeatDoc, key: TaskKey, edit: (task: Task) => Edited): Edited {
  const task = doc.tasks.find((t) => t.key === key)
  if (task !== undefined) return edit(task)
  const tier = key.split(':', 1)[0] ?? ''
  const near = doc.tasks.filter((t) => t.tier === tier)
  const keys = (near.length > 0 ? near : doc.tasks).slice(0, 40).map((t) => t.key)
  return reject(
    'no_such_task',
    `no ${near.length > 0 ? `${tier} ` : ''}task with key "${key}"; keys are: ${keys.join(' | ') || '(none)'}`,
  )
}

export function addTask(doc: HeartbeatDoc, tier: Tier, wanted: string): Edited {
  const text = oneLine(wanted)
  const refused = refuseTwin(doc, tier, text)
  if (refused !== null) return refused
  if (doc.loose && doc.tasks.length > 0 && tier !== 'quick') {
    return reject(
      'no_tiers',
      `the list has no tier headings, so a new "${SECTION_TITLE[tier]}" heading would hide its tasks; ` +
        `put "## ${SECTION_TITLE.quick}" above it first`,
    )
  }
  const last = doc.tasks.findLast((t) => t.tier === tier && inRange(t, doc.loose ? null : doc.sections[tier]))
  const bullet = last === undefined ? '- ' : bulletOf(doc, last)
  const next =
    last === undefined
      ? insertInSection(doc, tier, [`${bullet}[ ] ${text}`])
      : splice(doc, last.endLine + 1, last.endLine, [`${bullet}[ ] ${text}`])
  return checked(
    doc,
    next,
    text,
    (after) =>
      after.tasks.length === doc.tasks.length + 1 &&
      after.tasks.some((t) => t.tier === tier && t.text === text),
  )
}

export function moveTask(doc: HeartbeatDoc, task: Task, to: Tier): Edited {
  if (task.tier === to) return ok(doc)
  const refused = refuseTwin(doc, to, task.text)
  if (refused !== null) return refused
  if (doc.loose)
    return reject('no_tiers', `the list has no tier headings; put "## ${SECTION_TITLE.quick}" above it first`)
  const block = doc.lines
    .slice(task.line - 1, task.endLine)
    .map((l) => l.slice(0, l.length - endingOf(l).length))
  const without = splice(doc, task.line, task.endLine, [])
  const last = without.tasks.findLast((t) => t.tier === to && inRange(t, without.sections[to]))
  const next =
    last === undefined
      ? insertInSection(without, to, block)
      : splice(without, last.endLine + 1, last.endLine, block)
  return checked(
    doc,
    next,
    task.text,
    (after) =>
      after.tasks.length === doc.tasks.length &&
      after.tasks.some((t) => t.tier === to && t.text === task.text),
  )
}

export function rewordTask(doc: HeartbeatDoc, task: Task, wanted: string): Edited {
  const text = oneLine(wanted)
  if (text === task.text) return ok(doc)
  const refused = normalise(text) === normalise(task.text) ? null : refuseTwin(doc, task.tier, text)
  if (refused !== null) return refused
  const at = scanned(doc, task.line).textAt
  const next = replaceLine(doc, task.line, (line) => line.slice(0, at) + text)
  return checked(
    doc,
    next,
    text,
    (after) =>
      after.tasks.length === doc.tasks.length &&
      after.tasks.some((t) => t.line === task.line && t.text === text),
  )
}

/** null: there is no such task yet. */
function refuseTwin(doc: HeartbeatDoc, tier: Tier, text: string): Edited | null {
  const twin = doc.tasks.find((t) => t.tier === tier && taskKey(t.tier, t.text) === taskKey(tier, text))
  return twin === undefined
    ? null
    : reject('duplicate_task', `there is already a ${tier} task with key "${twin.key}" on line ${twin.line}`)
}

/** One character each; a task without a box gets one. */
export function tickTasks(doc: HeartbeatDoc, tasks: readonly Task[], on: boolean): HeartbeatDoc {
  const changes = tasks.filter((t) => t.ticked !== on)
  if (changes.length === 0) return doc
  const { lines: scan } = scanLines(doc.lines)
  const lines = [...doc.lines]
  for (const task of changes) {
    const { boxAt, textAt } = scan[task.line - 1] ?? NO_LINE
    const line = lines[task.line - 1] ?? ''
    const from = boxAt === -1 ? textAt : boxAt
    const to = boxAt === -1 ? textAt : line.indexOf(']', boxAt) + 1
    lines[task.line - 1] =
      `${line.slice(0, from)}${on ? '[x]' : '[ ]'}${boxAt === -1 ? ' ' : ''}${line.slice(to)}`
  }
  return parse(lines.join(''))
}

/** New tasks look like their neighbours; numbers are left to people. */
function bulletOf(doc: HeartbeatDoc, task: Task): string {
  const { marker, indent } = scanned(doc, task.line)
  return `${' '.repeat(Math.min(indent, 3))}${marker.length === 1 ? marker : '-'} `
}
