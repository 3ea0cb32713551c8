import { stripHidden } from '../../base/hidden-text.ts'
import { lookalikeProblems } from './lookalikes.ts'
import { nearSection } from './near-section.ts'
import { lineProblems, taskProblems } from './task-problems.ts'
import { ProblemList } from './problem-list.ts'
import type { DocProblem, HeartbeatDoc } from '../model.ts'
import { sizeFault } from './size.ts'
import { parseStamp } from '../stamp.ts'
import { TIERS } from '../../schedule/tier.ts'
import { MINUTE, type Instant } from '../../base/time.ts'
import { EXPECTED_SECTIONS, SECTION_TITLE, type SectionName } from '../sections.ts'
import type { ScannedLines } from '../lines.ts'
import type { Line } from '../line-syntax.ts'
import type { WorkError } from '../work-queue.ts'

const LONG_BYTES = 8_000
const MANY_TASKS = 60

/** What an agent reads each time, roughly: four characters are a token. */
const tokensEachBeat = (text: string): string => `about ${Math.ceil(text.length / 4)} tokens`

/** Everything worth a mark in the editor, in line order. */
export function findProblems(
  doc: Omit<HeartbeatDoc, 'problems'>,
  scan: ScannedLines,
  text: string,
  work: readonly WorkError[],
): readonly DocProblem[] {
  const problems = new ProblemList()
  sizeProblems(doc, text, problems)
  if (doc.tasks.length === 0 && doc.flags.length === 0 && doc.work.length === 0 && !doc.workDisabled) {
    problems.add(
      'nothing_to_do',
      'info',
      1,
      'No line of this file asks for anything, so interval beats are skipped.',
      'Add a task below "## Quick Tasks", "## Hourly Tasks" or "## Daily Tasks".',
    )
  } else {
    sectionProblems(doc, problems)
  }
  headingProblems(doc, scan, problems)
  lookalikeProblems(doc, scan, problems)
  markupProblems(scan, problems)
  stampProblems(doc, problems)
  taskProblems(doc.tasks, problems)
  for (const { line, message } of work) {
    problems.add(
      'work_queue',
      'error',
      line,
      `Work Queue: ${message}.`,
      'Correct the line; until then nothing of the queue runs. The tiers are not affected.',
    )
  }
  lineProblems(doc.lines, text, problems)
  return problems.inOrder()
}

/** Stamps that lie ahead of the clock; apart from the rest because only a caller knows the time. */
export function futureStamps(doc: HeartbeatDoc, now: Instant): readonly DocProblem[] {
  const problems = new ProblemList()
  for (const tier of TIERS) {
    const { line, text } = doc.stamps[tier]
    const at = parseStamp(text)
    if (line !== null && at !== null && at > now + MINUTE) {
      problems.add(
        'future_time',
        'warning',
        line,
        `The last ${tier} run lies in the future: ${text}.`,
        'Nothing depends on it; the next run writes the right time.',
      )
    }
  }
  return problems.inOrder()
}

function sizeProblems(doc: Omit<HeartbeatDoc, 'problems'>, text: string, problems: ProblemList): void {
  const tooLarge = sizeFault('The file', text, text.length)
  if (tooLarge !== null) {
    problems.add(
      'too_large',
      'error',
      1,
      `${tooLarge.message}.`,
      'Shorten it; nothing of it runs and nothing is written until then.',
    )
  } else if (text.length > LONG_BYTES) {
    problems.add(
      'long_file',
      'warning',
      1,
      `The file has ${text.length} characters; it costs ${tokensEachBeat(text)} each beat.`,
      'Prune the lists and the notes.',
    )
  }
  const nul = text.indexOf('\0')
  if (nul !== -1)
    problems.add(
      'nul_characters',
      'error',
      doc.lines.findIndex((line) => line.includes('\0')) + 1,
      'The file holds NUL characters, as UTF-16 does; what it asks for may not be read.',
      'Save it as UTF-8.',
    )
  if (doc.tasks.length > MANY_TASKS) {
    problems.add(
      'many_tasks',
      'warning',
      doc.tasks[MANY_TASKS]?.line ?? 1,
      `There are ${doc.tasks.length} tasks; more than ${MANY_TASKS} rarely fit into a beat. The file ` +
        `costs ${tokensEachBeat(text)} each beat.`,
      'Prune the lists, or move tasks to a higher tier.',
    )
  }
}

function sectionProblems(doc: Omit<HeartbeatDoc, 'problems'>, problems: ProblemList): void {
  if (doc.loose) {
    problems.add(
      'no_tiers',
      'warning',
      doc.tasks[0]?.line ?? 1,
      'There is no tier heading, so every list item runs at each beat.',
      'Put "## Quick Tasks", "## Hourly Tasks" or "## Daily Tasks" above the lists.',
    )
    return
  }
  for (const name of EXPECTED_SECTIONS) {
    if (doc.sections[name] === null)
      problems.add(
        'missing_section',
        'info',
        Math.max(1, doc.lines.length),
        `The section "${SECTION_TITLE[name]}" is missing.`,
        `Add "## ${SECTION_TITLE[name]}" if it is wanted.`,
        { section: name },
      )
  }
  const seen = new Map<SectionName, number>()
  for (const { name, line } of doc.headings) {
    if (name === null) continue
    const first = seen.get(name)
    if (first === undefined) seen.set(name, line)
    else
      problems.add(
        'duplicate_section',
        'warning',
        line,
        `"${SECTION_TITLE[name]}" stands already on line ${first}.`,
        'Put both lists under one heading; new lines go to the first.',
      )
    if (
      (name === 'quick' || name === 'hourly' || name === 'daily') &&
      first === undefined &&
      !doc.tasks.some((t) => t.tier === name)
    ) {
      problems.add(
        'empty_tier',
        'info',
        line,
        `"${SECTION_TITLE[name]}" has no task.`,
        'Nothing runs for this tier; add a line "- [ ] …".',
      )
    }
  }
}

/** Headings of none of our sections: their lines never run, which is news where they look as if they should. */
function headingProblems(
  doc: Omit<HeartbeatDoc, 'problems'>,
  scan: ScannedLines,
  problems: ProblemList,
): void {
  doc.headings.forEach(({ name, title, level, line }, i) => {
    // The first heading of level 1 is the document's title.
    if (name !== null || (level === 1 && i === 0) || problems.isFull('unknown_heading')) return
    const near = nearSection(title)
    if (doc.loose && near === null) return // there every list runs
    const below = scan.lines.slice(line, (doc.headings[i + 1]?.line ?? scan.lines.length + 1) - 1)
    const isMeant = near === null ? looksDue(title, below) : below.some((l) => SAYS.includes(l.kind))
    problems.add(
      'unknown_heading',
      isMeant ? 'warning' : 'info',
      line,
      `"${stripHidden(title).slice(0, 60)}" is not a section the app knows; its lines are kept and never ${near === 'flags' ? 'urgent' : 'run'}.`,
      near === null
        ? `Sections that count: ${EXPECTED_SECTIONS.map((n) => SECTION_TITLE[n]).join(', ')}, Work Queue, Paused.`
        : `Rename it to "${SECTION_TITLE[near]}" if that was meant.`,
    )
  })
}

const SAYS: readonly Line['kind'][] = ['item', 'text']
/** A list with boxes, or one whose heading speaks of checks. */
const looksDue = (title: string, below: readonly Line[]): boolean =>
  below.some((l) => l.kind === 'item' && (l.boxAt !== -1 || DUE_WORDS.test(title)))
const DUE_WORDS = /\b(?:checks?|tasks?|to-?dos?|flags?|urgent|queue|alerts?|always|every|daily|weekly)\b/i

function markupProblems(scan: ScannedLines, problems: ProblemList): void {
  scan.lines.forEach((line: Line, i) => {
    if (line.kind === 'conflict')
      problems.add(
        'conflict_markers',
        'error',
        i + 1,
        'A merge was not finished here.',
        'Keep one side and remove the markers; until then nothing of the file runs.',
      )
  })
  if (scan.openFence !== null)
    problems.add(
      'open_fence',
      'warning',
      scan.openFence,
      'This code fence is never closed; everything below it is code.',
      'Close it with the same signs on a line of their own.',
    )
  if (scan.openComment !== null)
    problems.add(
      'open_comment',
      'warning',
      scan.openComment,
      'This comment is never closed; everything below it is hidden.',
      'Close it with "-->".',
    )
}

function stampProblems(doc: Omit<HeartbeatDoc, 'problems'>, problems: ProblemList): void {
  for (const tier of TIERS) {
    const { line, text, never } = doc.stamps[tier]
    if (line !== null && !never && parseStamp(text) === null) {
      problems.add(
        'unreadable_time',
        'warning',
        line,
        `The last ${tier} time cannot be read: "${text.slice(0, 60)}".`,
        'Nothing depends on it; write "(never)" to make the tier due once.',
      )
    }
  }
}
