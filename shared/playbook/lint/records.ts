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
  return doc.tasks.flatMap((task) => {
    if (silent.has(task.line)) return []
    const record = known.get(task.key)
    if (record === undefined) return []
    const timing = timed.get(task.key)
    return (
      sameProblem(doc, task, record, known) ??
      (timing === undefined || timing.beats < TIMED_BEATS
        ? []
        : (deadProblem(doc, task, record, timing) ?? quickerProblem(doc, task, record, timing) ?? []))
    )
  })
}

type Found = readonly LintProblem[] | null

/** Of two that do the same the quicker stays; in one tier the first. */
function sameProblem(
  doc: HeartbeatDoc,
  task: Task,
  { same }: TaskRecord,
  known: ReadonlyMap<string, TaskRecord>,
): Found {
  if (same === null) return null
  const rank = ({ tier, line }: Task): readonly [number, number] => [TIERS.indexOf(tier), line]
  const [tier, line] = rank(task)
  const kept = doc.tasks.find((other) => {
    const [otherTier, otherLine] = rank(other)
    const isBefore = otherTier < tier || (otherTier === tier && otherLine < line)
    return isBefore && known.get(other.key)?.same === same
  })
  if (kept === undefined) return null
  return [
    {
      code: 'same_in_other_words',
      severity: 'info',
      line: task.line,
      message: `This does the same as line ${kept.line}, in other words: ${shorten(revealHidden(kept.text), 100)}`,
      hint: `Keep one of them; the one in ${SECTION_TITLE[kept.tier]} is worked at least as often.`,
      fix: takeOutFix(doc, task, `Keep line ${kept.line}`),
    },
  ]
}

function deadProblem(
  doc: HeartbeatDoc,
  task: Task,
  { days, beats, raised }: TaskRecord,
  timing: TaskTiming,
): Found {
  if (days < RECORD_DAYS || beats < BEATS || raised > 0 || timing.worstMs < COSTS_MS) return null
  return [
    {
      code: 'dead_weight',
      severity: 'info',
      line: task.line,
      message:
        `This found nothing in ${days} days, with about ${plural(beats, 'beat')} of its tier, and took up to ` +
        `${formatDuration(timing.worstMs)} in the last ${timing.beats} of them.`,
      hint: 'Take it out, unless you keep it for the day on which it finds something.',
      fix: takeOutFix(doc, task),
    },
  ]
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
  return [
    {
      code: 'fits_quicker',
      severity: 'info',
      line: task.line,
      message:
        `This took ${atMost(timing.worstMs)} in the last ${timing.beats} beats, and found something ` +
        `${plural(raised, 'time')} in ${plural(days, 'day')}, ${confirmed} of them confirmed.`,
      hint: `Move it to ${SECTION_TITLE[to]}, so that it finds it sooner.`,
      fix: moveFix(doc, task, to),
    },
  ]
}

const atMost = (ms: number): string => (ms < SECOND ? 'less than 1 s' : `at most ${formatDuration(ms)}`)
