import { titleIn } from './lookalikes.ts'
import { lineChanges, type TextChange } from '../edit/line-changes.ts'
import { parse } from '../doc.ts'
import type { DocProblem, HeartbeatDoc, Task } from '../model.ts'
import { applyEdit } from '../edit/edit.ts'
import { insertInSection, splice } from '../edit/insert-lines.ts'
import { nearSection } from './near-section.ts'
import { endingOf } from '../lines.ts'
import { linePrint } from './line-print.ts'
import { futureStamps } from './problems.ts'
import { type ExpectedSection, SECTION_HEADING, SECTION_TITLE } from '../sections.ts'
import { findHidden } from '../../base/hidden-text.ts'
import type { SuspectLine } from './suspects.ts'
import { TIER_LIMIT_MS } from '../../schedule/tier-limit.ts'
import { TIERS, type Tier } from '../../schedule/tier.ts'
import { formatDuration, type Instant } from '../../base/time.ts'

/** How long a task took in the last beats in which it ran. */
export interface TaskTiming {
  readonly key: string
  readonly worstMs: number
  readonly beats: number // in how many of them
}
export interface LintFacts {
  readonly now: Instant
  readonly timings: readonly TaskTiming[]
  /** Lines that look like an attack and that nobody has seen yet; absent: none are known. */
  readonly suspects?: readonly SuspectLine[]
}
export interface LintProblem extends Omit<DocProblem, 'code'> {
  readonly code: DocProblem['code'] | 'slow_measured' | 'suspect'
  /** null: only a person can say what is right. */
  readonly fix: LintFix | null
  /** A person may say that they have seen it, and it is gone; absent: only a change of the text takes it away. */
  readonly suspect?: SuspectLine
}
export interface LintFix {
  readonly label: string // of a button
  readonly changes: readonly TextChange[]
}

const SLOWER: Partial<Record<Tier, { readonly to: Tier; readonly limitMs: number }>> = {
  quick: { to: 'hourly', limitMs: TIER_LIMIT_MS.quick },
  hourly: { to: 'daily', limitMs: TIER_LIMIT_MS.hourly },
}

/** Everything worth a mark, in line order, each with the one change that would settle it. */
export function lint(text: string, { now, timings, suspects = [] }: LintFacts): readonly LintProblem[] {
  const doc = parse(text)
  const measured = doc.tasks.flatMap((task) =>
    measuredSlow(
      doc,
      task,
      timings.find((t) => t.key === task.key),
    ),
  )
  const known = new Set(measured.map((p) => p.line))
  const attacks = suspectProblems(doc, suspects)
  const suspect = new Set(attacks.map((p) => p.line))
  const rest = [...doc.problems, ...futureStamps(doc, now)]
    .filter((p) => p.code !== 'slow_in_quick' || !known.has(p.line))
    .filter((p) => p.code !== 'hidden_characters' || !suspect.has(p.line))
    .map((p): LintProblem => ({ ...p, fix: fixOf(doc, p) }))
  return [...rest, ...measured, ...attacks].sort((a, b) => a.line - b.line)
}

function measuredSlow(doc: HeartbeatDoc, task: Task, timing: TaskTiming | undefined): LintProblem[] {
  const slower = SLOWER[task.tier]
  if (slower === undefined || timing === undefined || timing.worstMs <= slower.limitMs) return []
  const took =
    `took ${formatDuration(timing.worstMs)} in the last ` +
    `${timing.beats === 1 ? 'beat' : `${timing.beats} beats`}`
  return [
    {
      code: 'slow_measured',
      severity: 'warning',
      line: task.line,
      message: `This ${took}.`,
      hint: `Move it to ${SECTION_TITLE[slower.to]}, so that ${task.tier} beats stay short.`,
      fix: moveFix(doc, task, slower.to),
    },
  ]
}

/** Where such a line stands now; one that was changed since is no longer the one that was found. */
function suspectProblems(doc: HeartbeatDoc, suspects: readonly SuspectLine[]): readonly LintProblem[] {
  if (suspects.length === 0) return []
  const facts = new Map(suspects.map((fact) => [fact.print, fact]))
  return doc.lines.flatMap((line, i): readonly LintProblem[] => {
    const fact = facts.get(linePrint(line))
    if (fact === undefined) return []
    const hidden = doc.problems.find((p) => p.code === 'hidden_characters' && p.line === i + 1)
    const end = doc.tasks.find((task) => task.line === i + 1)?.endLine ?? i + 1
    return [
      {
        code: 'suspect',
        severity: 'warning',
        line: i + 1,
        message: `This line ${fact.why}, and was not written by you in Threadbeat or by an agent that may edit files: ${fact.shown}`,
        hint: 'It is kept from the other threads. Take it out, or say that you have seen it.',
        fix:
          (hidden === undefined ? null : fixOf(doc, hidden)) ??
          fix('Take it out', doc, splice(doc, i + 1, end, [])),
        suspect: fact,
      },
    ]
  })
}

const moveFix = (doc: HeartbeatDoc, task: Task, to: Tier): LintFix | null => {
  const moved = applyEdit(doc, { do: 'moveTask', key: task.key, to })
  return moved.ok ? fix(`Move to ${SECTION_TITLE[to].split(' ')[0]}`, doc, moved.value) : null
}

const fix = (label: string, before: HeartbeatDoc, after: HeartbeatDoc): LintFix | null => {
  const changes = lineChanges(before.lines, after.lines)
  return changes.length === 0 ? null : { label, changes }
}

function fixOf(doc: HeartbeatDoc, p: DocProblem): LintFix | null {
  if (doc.conflicted) return null
  return FIX_OF[p.code]?.(doc, p, doc.lines[p.line - 1] ?? '') ?? null
}

type FixOf = (doc: HeartbeatDoc, p: DocProblem, line: string) => LintFix | null

const unreadableTime: FixOf = (doc, p, line) =>
  replaceLine(
    doc,
    p.line,
    'Write “(never)”',
    line.replace(/^([^:]*:[*_`]*[ \t]?).*$/s, (_all, head: string) => `${head.trimEnd()} (never)`),
  )
const closedAtTheEnd = (doc: HeartbeatDoc, mark: string): LintFix | null =>
  fix('Close it at the end', doc, splice(doc, doc.lines.length + 1, doc.lines.length, [mark]))
const taskAt = (doc: HeartbeatDoc, p: DocProblem): HeartbeatDoc['tasks'][number] | undefined =>
  doc.tasks.find((t) => t.line === p.line)

/** null: only a person knows what was meant. */
const FIX_OF: Record<DocProblem['code'], FixOf | null> = {
  missing_section: (doc, { section }) =>
    section === undefined ? null : fix('Add it', doc, insertInSection(doc, section, USUAL_BODY[section])),
  duplicate_section: (doc, p) => mergeSection(doc, p.line),
  unknown_heading: (doc, p, line) => renameHeading(doc, p.line, line),
  no_heading(doc, p, line) {
    const name = titleIn(line.trim())
    return name === null ? null : replaceLine(doc, p.line, 'Make it a heading', `## ${SECTION_TITLE[name]}`)
  },
  no_tiers(doc) {
    const first = doc.tasks[0]?.line ?? 1
    const heading = [`## ${SECTION_HEADING.quick}`, '']
    return fix(`Add “${SECTION_TITLE.quick}”`, doc, splice(doc, first, first - 1, heading))
  },
  unreadable_time: unreadableTime,
  future_time: unreadableTime,
  empty_tier(doc, p) {
    const tier = TIERS.find((t) => doc.headings.some((h) => h.line === p.line && h.name === t))
    return tier === undefined ? null : fix('Add a usual task', doc, withTask(doc, tier))
  },
  nothing_to_do: (doc) => fix('Add usual tasks', doc, TIERS.reduce(withTask, doc)),
  duplicate_task(doc, p) {
    const task = taskAt(doc, p)
    return task === undefined ? null : fix('Remove this one', doc, splice(doc, task.line, task.endLine, []))
  },
  slow_in_quick(doc, p) {
    const task = taskAt(doc, p)
    return task === undefined ? null : moveFix(doc, task, 'hourly')
  },
  secret: (doc, p) => fix('Remove this line', doc, splice(doc, p.line, p.line, [])),
  hidden_characters(doc, p, line) {
    const hidden = findHidden(line, p.line === 1)
    if (hidden === null) return null
    const length = line.codePointAt(hidden.at)! > 0xffff ? 2 : 1
    return replaceLine(doc, p.line, 'Remove it', line.slice(0, hidden.at) + line.slice(hidden.at + length))
  },
  open_fence: (doc, _p, line) => closedAtTheEnd(doc, /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '```'),
  open_comment: (doc) => closedAtTheEnd(doc, '-->'),
  unreadable_clock: null,
  conflict_markers: null,
  work_queue: null,
  long_file: null,
  many_tasks: null,
  too_large: null,
  nul_characters: null,
}

const USUAL_TASK: Record<Tier, string> = {
  quick: 'Check Urgent Flags above; report if anything is flagged',
  hourly: 'Run `git status`; report work that is not committed',
  daily: 'Flag branches without commits for more than 7 days',
}
const USUAL_BODY: Record<ExpectedSection, readonly string[]> = {
  timestamps: TIERS.map((t) => `- Last ${t}: (never)`),
  flags: ['(none)'],
  quick: [`- [ ] ${USUAL_TASK.quick}`],
  hourly: [`- [ ] ${USUAL_TASK.hourly}`],
  daily: [`- [ ] ${USUAL_TASK.daily}`],
  notes: ['(context for later heartbeats)'],
}

function withTask(doc: HeartbeatDoc, tier: Tier): HeartbeatDoc {
  const added = applyEdit(doc, { do: 'addTask', tier, text: USUAL_TASK[tier] })
  return added.ok ? added.value : doc
}

const replaceLine = (doc: HeartbeatDoc, at: number, label: string, line: string): LintFix | null =>
  fix(label, doc, splice(doc, at, at, [line.slice(0, line.length - endingOf(line).length)]))

/** The second list goes below the first, and its heading away. */
function mergeSection(doc: HeartbeatDoc, at: number): LintFix | null {
  const heading = doc.headings.find((h) => h.line === at)
  if (heading?.name == null) return null
  const end = (doc.headings.find((h) => h.line > at)?.line ?? doc.lines.length + 1) - 1
  const body = doc.lines.slice(at, end).map((l) => l.slice(0, l.length - endingOf(l).length))
  while (body.length > 0 && body[0]?.trim() === '') body.shift()
  while (body.length > 0 && body.at(-1)?.trim() === '') body.pop()
  const without = splice(doc, at, end, [])
  return fix('Join both', doc, body.length === 0 ? without : insertInSection(without, heading.name, body))
}

function renameHeading(doc: HeartbeatDoc, at: number, line: string): LintFix | null {
  const heading = doc.headings.find((h) => h.line === at)
  if (heading === undefined) return null
  const near = nearSection(heading.title)
  if (near === null) return null
  return replaceLine(
    doc,
    at,
    `Rename to “${SECTION_TITLE[near]}”`,
    line.replace(heading.title, SECTION_TITLE[near]),
  )
}
