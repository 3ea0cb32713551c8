import type { ExpectedSection, Heading, LineRange, SectionName } from './sections.ts'
import type { Tier } from '../schedule/tier.ts'
import type { WorkItem } from './work-queue.ts'

export type DocProblemCode =
  | 'missing_section'
  | 'duplicate_section'
  | 'unknown_heading'
  | 'no_heading'
  | 'no_tiers'
  | 'unreadable_time'
  | 'future_time'
  | 'unreadable_clock'
  | 'empty_tier'
  | 'nothing_to_do'
  | 'duplicate_task'
  | 'slow_in_quick'
  | 'conflict_markers'
  | 'open_fence'
  | 'open_comment'
  | 'work_queue'
  | 'long_file'
  | 'many_tasks'
  | 'too_large'
  | 'hidden_characters'
  | 'nul_characters'
  | 'secret'

export interface DocProblem {
  readonly code: DocProblemCode
  readonly severity: 'error' | 'warning' | 'info'
  readonly line: number // from 1
  readonly message: string // what is so
  readonly hint: string // what to do
  readonly section?: ExpectedSection // that is missing; absent: the problem is another
}

/**
 * HEARTBEAT.md as the app understands it. `parse` takes any text and `serialize(parse(text)) === text`
 * (ARCHITECTURE I9): the lines are the document, everything else is a reading of them. All line numbers
 * count from 1, as an editor shows them.
 */
export interface HeartbeatDoc {
  readonly lines: readonly string[] // each with its own ending
  readonly eol: '\n' | '\r\n' | '\r' // the ending that new lines get
  readonly endsWithEol: boolean
  readonly headings: readonly Heading[] // those that begin a section, in file order
  readonly sections: Readonly<Record<SectionName, LineRange | null>> // the first of each name
  readonly stamps: Readonly<Record<Tier, Stamp>>
  readonly flags: readonly Flag[] // raised ones only: ticked flags and the "(none)" text are not
  readonly tasks: readonly Task[] // live ones in file order; ticked or not
  readonly paused: readonly PausedTask[]
  /** The list has no tier headings, so its list items count as quick tasks. */
  readonly loose: boolean
  readonly work: readonly WorkItem[]
  readonly workDisabled: boolean // the Work Queue cannot be read strictly; nothing of it runs
  readonly conflicted: boolean // an unfinished merge: nothing of the file may run
  readonly problems: readonly DocProblem[]
}

export interface Stamp {
  readonly line: number | null // null: the tier has no line under Timestamps
  readonly text: string
  readonly never: boolean // `(never)`: the tier is due once
}

export interface Flag {
  readonly text: string
  readonly line: number
  readonly endLine: number
}

/**
 * Tier + normalised text: the same after reordering and ticking, another after rewording. Twins get "#2",
 * "#3", …
 */
export type TaskKey = string

export interface Task {
  readonly key: TaskKey
  readonly tier: Tier
  readonly text: string // as written, without marker, box and comments
  readonly ticked: boolean
  readonly boxed: boolean
  readonly line: number
  readonly endLine: number // of the indented lines below, which are the task's details
  readonly timed: readonly string[] // "HH:MM" of each leading @HH:MM
}

export interface PausedTask {
  readonly text: string
  readonly line: number
}
