import type { ReactNode } from 'react'
import type { Run, TaskStatus } from '../../shared/runs/run.ts'
import type { ThreadState } from '../../shared/views/thread-view.ts'
import { SKIP_WORD, STATE_WORD, TASK_WORD } from '../../shared/views/words.ts'
import { OUTCOME_WORD, type SlotFate } from '../../shared/runs/outcome-words.ts'
import { Chip, type Tone } from '../kit/chip.tsx'
import { PARTS } from './copy.ts'

const FATE_TONE: Record<SlotFate, Tone> = {
  urgent: 'urgent',
  alert: 'alert',
  unproven: 'alert',
  blocked: 'alert',
  broken: 'broken',
  quiet: 'quiet',
  unchanged: 'neutral',
  running: 'accent',
  waiting: 'neutral',
  merged: 'neutral',
  skipped: 'neutral',
  missed: 'neutral',
  stopped: 'neutral',
  interrupted: 'neutral',
}
const STATE_TONE: Record<ThreadState, Tone> = {
  urgent: 'urgent',
  missing: 'broken',
  broken: 'broken',
  blocked: 'alert',
  alert: 'alert',
  unproven: 'alert',
  overdue: 'alert',
  running: 'accent',
  acknowledged: 'alert',
  snoozed: 'neutral',
  waiting: 'neutral',
  new: 'neutral',
  idle: 'neutral',
  quiet: 'quiet',
  paused: 'neutral',
  off: 'neutral',
}

export const FateChip = ({ fate, children }: { fate: SlotFate; children?: ReactNode }): ReactNode => (
  <Chip tone={FATE_TONE[fate]}>{children ?? OUTCOME_WORD[fate]}</Chip>
)
const TASK_TONE: Record<TaskStatus, Tone> = {
  passed: 'quiet',
  finding: 'alert',
  failed: 'broken',
  needs_approval: 'alert',
  needs_agent: 'neutral',
  untouched: 'neutral',
}

/** What came of a line of the list. `isUrgent`: of a finding. */
export const TaskChip = ({ status, isUrgent }: { status: TaskStatus; isUrgent: boolean }): ReactNode => (
  <Chip tone={isUrgent ? 'urgent' : TASK_TONE[status]}>{TASK_WORD[status]}</Chip>
)
export const StateChip = ({ state }: { state: ThreadState }): ReactNode => (
  <Chip tone={STATE_TONE[state]}>{STATE_WORD[state]}</Chip>
)

/**
 * How a run ended, with the reason where the word alone does not say it. `brief`: where a summary stands
 * beside it.
 */
export function RunChip({
  run,
  brief = false,
}: {
  run: Pick<Run, 'outcome' | 'skipReason'>
  brief?: boolean
}): ReactNode {
  if (run.outcome === null) return <FateChip fate="running" />
  return (
    <FateChip fate={run.outcome}>
      {run.skipReason === null || brief ? undefined : PARTS.skipped(SKIP_WORD[run.skipReason])}
    </FateChip>
  )
}
