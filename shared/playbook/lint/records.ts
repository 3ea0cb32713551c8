import { plural } from '../../base/amounts.ts'
import { revealHidden } from '../../base/hidden-text.ts'
import { shorten } from '../../base/one-line.ts'
import { formatDuration, SECOND } from '../../base/time.ts'
import { TIER_LIMIT_MS } from '../../schedule/tier-limit.ts'
import { TIERS, type Tier } from '../../schedule/tier.ts'
import type { HeartbeatDoc, Task } from '../model.ts'
import { SECTION_TITLE } from '../sections.ts'
import { moveFix, takeOutFix } from './fixes.ts'
import type { LintProblem, TaskTiming } from './lint-problem.ts'
import { MAX_PER_CODE } from './problem-list.ts'

/** What a line of the list has found, as far back as the history knows it. */
export interface TaskRecord {
  readonly key: string
  /** For how many days it has been worked, at most RECORD_DAYS and what the history keeps. */
  readonly days: number
  /** Beats of its tier within them, about. */
  readonly beats: number
  readonly raised: number // findings within them
  readonly confirmed: number // of these
  /** Two lines with the same do the same thing; null: nothing tells. */
  readonly same: string | null
  /** What its command took when it was tried in copies of the repository; null: it was not. */
  readonly triedMs: number | null
  /** What a beat tells of the line, because its program is not found, without a full stop; absent: it runs. */
  readonly missing?: string
}

/** So long a line is watched before it is said that it finds nothing. */
export const RECORD_DAYS = 60
/** Fewer say nothing. */
const BEATS = 10
const TIMED_BEATS = 3
const FINDINGS = 2
/** What takes less costs nobody anything. */
const COSTS_MS = SECOND
/** Of the limit of a tier: what is faster fits there with room to spare. */
const FITS = 1 / 4

/**
 * What measured figures say of single lines: one thing of each line, the gravest first. `silent`: lines of which
 * something is said already.
 */
export function recordProblems(
  doc: HeartbeatDoc,
  records: readonly TaskRecord[],
  timings: readonly TaskTiming[],
  silent: ReadonlySet<number>,
): readonly LintProblem[] {
  const known = new Map(records.map((record) => [record.key, record]))
  const timed = new Map(timings.map((timing) => [timing.key, timing]))
  const kept = keptOf(doc, known)
  const found: LintProblem[] = []
  const counts = new Map<LintProblem['code'], number>()
  for (const task of doc.tasks) {
    const record = known.get(task.key)
    if (record === undefined || silent.has(task.line)) continue
    const timing = timed.get(task.key)
    const tell =
      missingProblem(task, record) ??
      sameProblem(doc, task, record, kept) ??
      (timing === undefined || timing.beats < TIMED_BEATS
        ? null
        : (deadProblem(doc, task, record, timing) ?? quickerProblem(doc, task, record, timing)))
    if (tell === null) continue
    const count = (counts.get(tell.code) ?? 0) + 1
    counts.set(tell.code, count)
    if (count <= MAX_PER_CODE) found.push(tell.whole())
  }
  return found
}

/** `whole`: with its change, which takes time to find in a long list. */
interface Tell {
  readonly code: LintProblem['code']
  readonly whole: () => LintProblem
}
type Found = Tell | null

/** By what lines do: of those that do the same the one that stays, the quickest; in one tier the first. */
function keptOf(doc: HeartbeatDoc, known: ReadonlyMap<string, TaskRecord>): ReadonlyMap<string, Task> {
  const kept = new Map<string, Task>()
  for (const task of doc.tasks) {
    const same = known.get(task.key)?.same ?? null
    if (same === null) continue
    const before = kept.get(same)
    if (before === undefined || TIERS.indexOf(task.tier) < TIERS.indexOf(before.tier)) kept.set(same, task)
  }
  return kept
}

function missingProblem({ line }: Task, { missing }: TaskRecord): Found {
  if (missing === undefined) return null
  const code = 'program_missing'
  return {
    code,
    whole: () => ({
      code,
      severity: 'warning',
      line,
      message: `This line runs nothing: ${shorten(revealHidden(missing), 200)}.`,
      hint: 'Mend its name, or install the program where the app finds it.',
      fix: null,
    }),
  }
}

function sameProblem(
  doc: HeartbeatDoc,
  task: Task,
  { same }: TaskRecord,
  keptOnes: ReadonlyMap<string, Task>,
): Found {
  const kept = same === null ? undefined : keptOnes.get(same)
  if (kept === undefined || kept === task) return null
  const code = 'same_in_other_words'
  return {
    code,
    whole: () => ({
      code,
      severity: 'info',
      line: task.line,
      message: `This does the same as line ${kept.line}, in other words: ${shorten(revealHidden(kept.text), 100)}`,
      hint: `Keep one of them; the one in ${SECTION_TITLE[kept.tier]} is worked at least as often.`,
      fix: takeOutFix(doc, task, `Keep line ${kept.line}`),
    }),
  }
}

function deadProblem(
  doc: HeartbeatDoc,
  task: Task,
  { days, beats, raised }: TaskRecord,
  timing: TaskTiming,
): Found {
  if (days < RECORD_DAYS || beats < BEATS || raised > 0 || timing.worstMs < COSTS_MS) return null
  const code = 'dead_weight'
  return {
    code,
    whole: () => ({
      code,
      severity: 'info',
      line: task.line,
      message:
        `This found nothing in ${days} days, with about ${plural(beats, 'beat')} of its tier, and took up to ` +
        `${formatDuration(timing.worstMs)} in the last ${timing.beats} of them.`,
      hint: 'Take it out, unless you keep it for the day on which it finds something.',
      fix: takeOutFix(doc, task),
    }),
  }
}

const QUICKER: Partial<Record<Tier, 'quick' | 'hourly'>> = { hourly: 'quick', daily: 'hourly' }

function quickerProblem(
  doc: HeartbeatDoc,
  task: Task,
  { days, raised, confirmed }: TaskRecord,
  timing: TaskTiming,
): Found {
  const to = QUICKER[task.tier]
  if (to === undefined || confirmed < FINDINGS || timing.worstMs > TIER_LIMIT_MS[to] * FITS) return null
  const code = 'fits_quicker'
  return {
    code,
    whole: () => ({
      code,
      severity: 'info',
      line: task.line,
      message:
        `This took ${atMost(timing.worstMs)} in the last ${timing.beats} beats, and found something ` +
        `${plural(raised, 'time')} in ${plural(days, 'day')}, ${confirmed} of them confirmed.`,
      hint: `Move it to ${SECTION_TITLE[to]}, so that it finds it sooner.`,
      fix: moveFix(doc, task, to),
    }),
  }
}

const atMost = (ms: number): string => (ms < SECOND ? 'less than 1 s' : `at most ${formatDuration(ms)}`)
