import { fix, moveFix, withoutLine, type LintFix } from './fixes.ts'
import type { LintProblem, TaskTiming } from './lint-problem.ts'
import { recordProblems, type TaskRecord } from './records.ts'
import { titleIn } from './lookalikes.ts'
import { parse } from '../doc.ts'
import type { DocProblem, HeartbeatDoc, Task } from '../model.ts'
import { applyEdit } from '../edit/edit.ts'
import { insertInSection, splice, spliced } from '../edit/insert-lines.ts'
import { MAX_PER_CODE } from './problem-list.ts'
import { nearSection } from './near-section.ts'
import { endingOf } from '../lines.ts'
import { futureStamps } from './problems.ts'
import { type ExpectedSection, SECTION_HEADING, SECTION_TITLE } from '../sections.ts'
import { findHidden } from '../../base/hidden-text.ts'
import { suspectProblems } from './suspect-problems.ts'
import type { SuspectLine } from './suspects.ts'
import { TIER_LIMIT_MS, tierOfDuration } from '../../schedule/tier-limit.ts'
import { TIERS, type Tier } from '../../schedule/tier.ts'
import { formatDuration, type Instant } from '../../base/time.ts'

export interface LintFacts {
  readonly now: Instant
  readonly timings: readonly TaskTiming[]
  /** Lines that look like an attack and that nobody has seen yet; absent: none are known. */
  readonly suspects?: readonly SuspectLine[]
  /** What lines have found; absent: nothing is known. */
  readonly records?: readonly TaskRecord[]
}
const SLOWER: Partial<Record<Tier, { readonly to: Tier; readonly limitMs: number }>> = {
  quick: { to: 'hourly', limitMs: TIER_LIMIT_MS.quick },
  hourly: { to: 'daily', limitMs: TIER_LIMIT_MS.hourly },
}

/** Everything worth a mark, in line order, each with the one change that would settle it. */
export function lint(
  text: string,
  { now, timings, suspects = [], records = [] }: LintFacts,
): readonly LintProblem[] {
  const doc = parse(text)
  const timed = new Map(timings.map((timing) => [timing.key, timing]))
  const measured = measuredSlow(doc, timed)
  const known = new Set(measured.map((p) => p.line))
  const attacks = suspectProblems(doc, suspects, (p) => fixOf(doc, p))
  const suspect = new Set(attacks.map((p) => p.line))
  const rest = [...doc.problems, ...futureStamps(doc, now)]
    .filter(
      (p) => p.code !== 'slow_in_quick' || !(known.has(p.line) || isKnownFast(doc, p.line, timings, records)),
    )
    .filter((p) => p.code !== 'hidden_characters' || !suspect.has(p.line))
    .map((p): LintProblem => ({ ...p, fix: fixOf(doc, p) }))
  const twins = doc.problems.filter((p) => p.code === 'duplicate_task').map((p) => p.line)
  const recorded = recordProblems(doc, records, timings, new Set([...known, ...suspect, ...twins]))
  const worthless = new Set(recorded.filter((p) => p.code !== 'fits_quicker').map((p) => p.line))
  return [
    ...rest.filter((p) => p.code !== 'slow_in_quick' || !worthless.has(p.line)),
    ...measured,
    ...attacks,
    ...recorded,
  ].sort((a, b) => a.line - b.line)
}

/** In whichever tier it stood when it was measured: a guess says nothing then. */
function isKnownFast(
  doc: HeartbeatDoc,
  line: number,
  timings: readonly TaskTiming[],
  records: readonly TaskRecord[],
): boolean {
  const task = doc.tasks.find((one) => one.line === line)
  if (task === undefined) return false
  const words = (key: string): string => key.slice(key.indexOf(':'))
  const isOfIt = ({ key }: { readonly key: string }): boolean => words(key) === words(task.key)
  // By the trial of a suggestion as its tier was found; by beats with room to spare.
  return (
    records.some((one) => isOfIt(one) && one.triedMs !== null && tierOfDuration(one.triedMs) === 'quick') ||
    timings.some((one) => isOfIt(one) && one.beats >= FAST_BEATS && one.worstMs <= TIER_LIMIT_MS.quick / 2)
  )
}
const FAST_BEATS = 3

function measuredSlow(doc: HeartbeatDoc, timed: ReadonlyMap<string, TaskTiming>): readonly LintProblem[] {
  const slow: LintProblem[] = []
  for (const task of doc.tasks) {
    const slower = SLOWER[task.tier]
    const timing = timed.get(task.key)
    if (slower === undefined || timing === undefined || timing.worstMs <= slower.limitMs) continue
    slow.push(slowProblem(doc, task, timing, slower.to))
    if (slow.length === MAX_PER_CODE) break
  }
  return slow
}

function slowProblem(doc: HeartbeatDoc, task: Task, timing: TaskTiming, to: Tier): LintProblem {
  const worst = formatDuration(timing.worstMs)
  const message =
    timing.beats === 1
      ? `Took ${worst} in its last beat.`
      : `Took up to ${worst} in its last ${timing.beats} beats.`
  return {
    code: 'slow_measured',
    severity: 'warning',
    line: task.line,
    message,
    hint: `Move it to ${SECTION_TITLE[to]}, so that ${task.tier} beats stay short.`,
    fix: moveFix(doc, task, to),
  }
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
    // What stands below it is a person's, and would go without having been named.
    if (task === undefined || task.endLine > task.line) return null
    return fix('Remove this one', doc, withoutLine(doc, task.line))
  },
  slow_in_quick(doc, p) {
    const task = taskAt(doc, p)
    return task === undefined ? null : moveFix(doc, task, 'hourly')
  },
  secret: (doc, p) => fix('Remove this line', doc, withoutLine(doc, p.line)),
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
  fix(label, doc, { lines: spliced(doc, at, at, [line.slice(0, line.length - endingOf(line).length)]) })

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
