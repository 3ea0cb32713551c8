import { inQuotes } from '../base/hidden-text.ts'
import { formatDuration, MINUTE, SECOND } from '../base/time.ts'
import type { Task } from '../playbook/model.ts'
import type { Tier } from '../schedule/tier.ts'
import type { RaisedAlert } from './raised-alert.ts'
import type { TaskResult } from './run.ts'

/** What the first try of a new task has shown against it. */
interface TrialFinding {
  readonly severity: RaisedAlert['severity']
  readonly alert: string
  readonly note: string // for HEARTBEAT.md
  readonly moveTo: Tier | null // null: it stays in its tier
}

/** How long one task may take in its tier before it is moved to a slower one. */
const TIER_LIMIT_MS: Record<Exclude<Tier, 'daily'>, number> = { quick: 10 * SECOND, hourly: 5 * MINUTE }
const SLOWER: Record<Exclude<Tier, 'daily'>, Tier> = { quick: 'hourly', hourly: 'daily' }

/**
 * What differs in the repository (`written`) since before new tasks ran for the first time. Who changed it nobody
 * can know: one of them, or somebody else meanwhile. Their approvals stay, which a person gave to just them.
 */
export const writtenMeanwhile = (
  tasks: readonly Pick<Task, 'key' | 'text'>[],
  written: string,
): RaisedAlert => ({
  key: `new:written:${tasks[0]?.key}`,
  severity: 'notice',
  text:
    `While ${tasks.length === 1 ? inQuotes(tasks[0]!.text) : `${tasks.length} new tasks`} ran for the first time ` +
    `since ${tasks.length === 1 ? 'it was' : 'they were'} added, the repository changed: ` +
    `${written.split('\n', 1)[0]!}`,
})

/** null: the task is fine. */
export function trialFinding(
  task: Pick<Task, 'text' | 'tier'>,
  { status, note, exitCode, durationMs }: Pick<TaskResult, 'status' | 'note' | 'exitCode' | 'durationMs'>,
): TrialFinding | null {
  const name = inQuotes(task.text)
  if (durationMs === null) return null
  if (status === 'failed' && exitCode === null)
    return {
      severity: 'warning',
      alert: `The new task ${name} could not be run at its first try: ${note}`,
      note: `New task ${name} could not be run at its first try: ${note}`,
      moveTo: null,
    }
  if (task.tier === 'daily' || durationMs <= TIER_LIMIT_MS[task.tier]) return null
  const moveTo = SLOWER[task.tier]
  const took = `took ${formatDuration(durationMs)} at its first try, too long for ${task.tier}`
  return {
    severity: 'notice',
    alert: `The new task ${name} ${took}; it was moved to ${moveTo}.`,
    note: `New task ${name} ${took}; moved to ${moveTo}.`,
    moveTo,
  }
}
