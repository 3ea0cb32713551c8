import { isPlaceholder, normalise, parse, taskKey } from './doc.ts'
import { type HeartbeatDoc, type Task, type TaskKey } from './model.ts'
import { endingOf, scanLines, type Line } from './lines.ts'
import {
  SECTION_HEADING,
  SECTION_ORDER,
  SECTION_TITLE,
  type LineRange,
  type SectionName,
} from './sections.ts'
import { formatStamp } from './stamp.ts'
import { planWorkMove, type WorkMove } from './work-queue.ts'
import { assertNever, err, ok, type Result } from '../base/result.ts'
import type { Tier } from '../schedule/tier.ts'
import type { Instant } from '../base/time.ts'

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
  | { readonly do: 'untickTier'; readonly tier: Tier }
  // the engine's own
  | { readonly do: 'stamp'; readonly tier: Tier; readonly at: Instant; readonly timeZone: string }

export type EditRejection =
  | 'no_such_task'
  | 'no_such_flag'
  | 'no_such_work'
  | 'duplicate_task'
  | 'unusable_text'
  | 'illegal_move'
  | 'queue_disabled'
  | 'no_tiers'
  | 'conflicted'

/**
 * Written for whoever asked, model or person: it names the thing and what would do. The document is
 * unchanged.
 */
export interface EditRejected {
  readonly code: EditRejection
  readonly message: string
}
type Edited = Result<HeartbeatDoc, EditRejected>

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
    case 'stamp':
      return ok(stamp(doc, edit.tier, formatStamp(edit.at, edit.timeZone)))
    default:
      return assertNever(edit)
  }
}

const reject = (code: EditRejection, message: string): { readonly ok: false; readonly error: EditRejected } =>
  err({ code, message })

// ── Tasks
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

function withTask(doc: HeartbeatDoc, key: TaskKey, edit: (task: Task) => Edited): Edited {
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

function addTask(doc: HeartbeatDoc, tier: Tier, wanted: string): Edited {
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

function moveTask(doc: HeartbeatDoc, task: Task, to: Tier): Edited {
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

function rewordTask(doc: HeartbeatDoc, task: Task, wanted: string): Edited {
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
function tickTasks(doc: HeartbeatDoc, tasks: readonly Task[], on: boolean): HeartbeatDoc {
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

// ── Lines
// ────────────────────────────────────────────────────────────────────────────────────────────────────────────────

const NO_LINE: Line = {
  kind: 'blank',
  indent: 0,
  text: '',
  level: 0,
  boxAt: -1,
  ticked: false,
  textAt: 0,
  marker: '',
}
const scanned = (doc: HeartbeatDoc, line: number): Line => scanLines(doc.lines).lines[line - 1] ?? NO_LINE
const inRange = (at: { line: number }, range: LineRange | null): boolean =>
  range === null || (at.line >= range.from && at.line <= range.to)
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Replaces lines from…to (to < from: inserts before `from`); a file without a final line ending keeps
 * having none.
 */
export function splice(doc: HeartbeatDoc, from: number, to: number, bodies: readonly string[]): HeartbeatDoc {
  const before = doc.lines.slice(0, from - 1)
  const after = doc.lines.slice(to)
  const fresh = bodies.map((body) => body + doc.eol)
  if (after.length === 0 && !doc.endsWithEol && fresh.length > 0) {
    const last = before.length - 1
    if (to < from && last >= 0) before[last] += doc.eol
    fresh[fresh.length - 1] = bodies.at(-1) ?? ''
  }
  return parse([...before, ...fresh, ...after].join(''))
}

/** The line keeps its own ending. */
function replaceLine(doc: HeartbeatDoc, at: number, edit: (body: string) => string): HeartbeatDoc {
  const lines = [...doc.lines]
  const old = lines[at - 1] ?? ''
  const ending = endingOf(old)
  lines[at - 1] = edit(old.slice(0, old.length - ending.length)) + ending
  return parse(lines.join(''))
}

/** At the end of the section's text, or in a new section where there is none. */
export function insertInSection(
  doc: HeartbeatDoc,
  name: SectionName,
  bodies: readonly string[],
): HeartbeatDoc {
  const section = doc.sections[name]
  if (section === null) return insertSection(doc, name, bodies)
  let last = section.to
  while (last > section.from && (doc.lines[last - 1] ?? '').trim() === '') last--
  if (last > section.from) return splice(doc, last + 1, last, bodies)
  // Nothing but the heading: one empty line below it, and one before what follows.
  const gap = section.to > section.from ? section.from + 1 : section.from
  const body = [
    ...(gap === section.from ? [''] : []),
    ...bodies,
    ...(section.to <= gap && section.to < doc.lines.length ? [''] : []),
  ]
  return splice(doc, gap + 1, gap, body)
}

/** Before the first section that comes later in the usual order, else at the end. */
function insertSection(doc: HeartbeatDoc, name: SectionName, bodies: readonly string[]): HeartbeatDoc {
  const later = SECTION_ORDER.slice(SECTION_ORDER.indexOf(name) + 1).flatMap(
    (n) => doc.sections[n]?.from ?? [],
  )
  const before = later.length > 0 ? Math.min(...later) : null
  const block = [`## ${SECTION_HEADING[name]}`, '', ...bodies]
  if (before !== null) return splice(doc, before, before - 1, [...block, ''])
  const end = doc.lines.length
  return splice(doc, end + 1, end, [
    ...(end > 0 && (doc.lines[end - 1] ?? '').trim() !== '' ? [''] : []),
    ...block,
  ])
}

/** The one plain "(none)" line below Urgent Flags; null: there is none. */
function placeholderLine(doc: HeartbeatDoc): number | null {
  const section = doc.sections.flags
  if (section === null) return null
  const { lines } = scanLines(doc.lines)
  for (let n = section.from + 1; n <= section.to; n++) {
    const line = lines[n - 1]
    if (line !== undefined && (line.kind === 'text' || line.kind === 'item') && isPlaceholder(line)) return n
  }
  return null
}

/**
 * Lets an edit stand only if the file then means what was wanted and otherwise what it meant before: a text
 * like "```" or "<!--" would swallow the lines below it, and "(none)" would not be a task.
 */
function checked(
  before: HeartbeatDoc,
  after: HeartbeatDoc,
  text: string,
  holds: (after: HeartbeatDoc) => boolean,
): Edited {
  const sameRest =
    after.headings.length - before.headings.length <= 1 &&
    after.flags.length >= before.flags.length &&
    after.work.length >= before.work.length &&
    after.workDisabled === before.workDisabled &&
    !after.conflicted
  if (sameRest && holds(after)) return ok(after)
  const open = before.problems.find((p) => p.code === 'open_fence' || p.code === 'open_comment')
  const why = open === undefined ? '' : ` (line ${open.line}: ${open.message})`
  return reject(
    'unusable_text',
    `"${text.slice(0, 80)}" cannot stand there as one line of its own${why}; nothing was changed`,
  )
}
