import { checkOf, type CheckId } from './check-id.ts'
import type { Tier } from '../schedule/tier.ts'
import { DAY, HOUR, type Instant } from '../base/time.ts'

/** What a task's answer depends on, where the app can see it without a model. */
export const TASK_CLASSES = [
  'tree', // HEAD, branch, index, working tree, stash, operation in progress
  'refs', // local branches and tags
  'remote', // the remote's branches, as of the last fetch
  'hosting', // pull requests, their checks, issues
] as const
export type TaskClass = (typeof TASK_CLASSES)[number]

/**
 * Time by itself changes the answer of the checks that are left out ("the last 24 hours", "older than 7
 * days"), and of everything that is no known check: those always run at their tier's pace. Flags and the
 * text of the list are compared for every task.
 */
const CLASSES: Partial<Record<CheckId, readonly TaskClass[]>> = {
  'git-status': ['tree'],
  'urgent-flags': [],
  'git-fetch': ['remote'],
  'upstream-commits': ['tree', 'remote'],
  'merge-conflicts': ['tree', 'refs', 'remote'],
  'pr-checks': ['hosting'],
  'pr-status': ['hosting'],
  issues: ['hosting'],
}

/** null: it cannot be classified, so it always runs. */
export function classesOf(taskText: string): readonly TaskClass[] | null {
  const check = checkOf(taskText)
  return check === null ? null : (CLASSES[check] ?? null)
}

/** A due task, as it stands in the list; without lines it has no details. */
interface GateTask {
  readonly text: string
  readonly line?: number
  readonly endLine?: number
}
/** The lines below a task say more than its own, and are not read here. */
const classesOfTask = ({ text, line = 0, endLine = line }: GateTask): readonly TaskClass[] | null =>
  endLine > line ? null : classesOf(text)

/** What stood behind a tier's tasks when a run last looked at all of them. */
export interface GateMark {
  readonly prints: Partial<Record<TaskClass, string>>
  readonly playbook: string // see playbookPrint
  readonly provenAt: Instant // start of that run
  /** false: it found something that stands; looked at again sooner, but not at each beat. */
  readonly quiet: boolean
}

/** An agent looks at least once in this time, whatever the prints say. */
export const PROOF_EVERY_MS = DAY
/**
 * Beside a standing alert: else the day's budget goes into one sentence, and the thread is blind when
 * something else happens.
 */
export const STANDING_EVERY_MS = HOUR

export interface GateFacts {
  readonly tasks: readonly (GateTask & { readonly tier: Tier })[] // the due ones
  readonly tiers: readonly Tier[]
  readonly marks: Partial<Record<Tier, GateMark>>
  readonly prints: Partial<Record<TaskClass, string>> // as they are now
  readonly playbook: string
  readonly now: Instant
}

/** Why an agent must look; null: nothing has changed since it last proved everything quiet. */
export function changedSince(f: GateFacts): string | null {
  for (const tier of f.tiers) {
    const mark = f.marks[tier]
    if (mark === undefined) return `no proof for the ${tier} tasks yet`
    if (f.now - mark.provenAt >= (mark.quiet ? PROOF_EVERY_MS : STANDING_EVERY_MS) || mark.provenAt > f.now)
      return mark.quiet ? 'the daily proof' : 'an alert stands'
    if (mark.playbook !== f.playbook) return 'HEARTBEAT.md changed'
    for (const task of f.tasks) {
      if (task.tier !== tier) continue
      const classes = classesOfTask(task)
      if (classes === null) return `"${task.text.slice(0, 60)}" is always looked at`
      const changed = classes.find((c) => f.prints[c] === undefined || f.prints[c] !== mark.prints[c])
      if (changed !== undefined) return CHANGE_WORD[changed]
    }
  }
  return null
}

const CHANGE_WORD: Record<TaskClass, string> = {
  tree: 'the working tree or HEAD changed',
  refs: 'a branch or tag changed',
  remote: 'the remote has changed',
  hosting: 'pull requests, checks or issues changed',
}

/** Classes that the tasks depend on; the ones that need the network only when a task of a due tier asks. */
export const classesNeeded = (tasks: readonly GateTask[]): readonly TaskClass[] =>
  TASK_CLASSES.filter((c) => tasks.some((t) => classesOfTask(t)?.includes(c) === true))
