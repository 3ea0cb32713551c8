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

/** `written`: what differs in the working tree since before the try; null: nothing. null: the task is fine. */
export function trialFinding(
  task: Pick<Task, 'text' | 'tier'>,
  { status, note, exitCode, durationMs }: Pick<TaskResult, 'status' | 'note' | 'exitCode' | 'durationMs'>,
  written: string | null,
): TrialFinding | null {
  const name = inQuotes(task.text)
  if (written !== null)
    return {
      severity: 'warning',
      alert:
        `The new task ${name} wrote into the working tree at its first try, so its approval was taken ` +
        `back. ${written.split('\n', 1)[0]!}`,
      note: `New task ${name} wrote into the working tree at its first try; its approval was taken back.`,
      moveTo: null,
    }
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
