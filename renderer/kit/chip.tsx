import type { ReactNode } from 'react'
import type { Run } from '../../shared/runs/run.ts'
import type { ThreadState } from '../../shared/views/snapshot.ts'
import { OUTCOME_WORD, SKIP_WORD, STATE_WORD, type SlotFate } from '../../shared/views/words.ts'
import { RUN } from '../thread/copy.ts'

type Tone = 'urgent' | 'alert' | 'broken' | 'quiet' | 'accent' | 'neutral'
// Text colour never carries the meaning alone: urgent is solid, alert is filled amber with dark text, the
// rest is tinted.
const TONE: Record<Tone, string> = {
  urgent: 'bg-urgent-solid text-on-urgent',
  alert: 'bg-alert-fill text-on-alert',
  broken: 'bg-broken-tint text-broken',
  quiet: 'bg-quiet-tint text-quiet',
  accent: 'bg-accent-tint text-accent',
  neutral: 'bg-neutral-tint text-ink-2',
}
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
  broken: 'broken',
  blocked: 'alert',
  alert: 'alert',
  unproven: 'alert',
  overdue: 'alert',
  running: 'accent',
  waiting: 'neutral',
  new: 'neutral',
  quiet: 'quiet',
  paused: 'neutral',
  off: 'neutral',
}

export function Chip({
  tone,
  children,
  className = '',
}: {
  tone: Tone
  children: ReactNode
  className?: string
}): ReactNode {
  return (
    <span
      className={
        'chip inline-flex h-[18px] items-center rounded-full px-2 text-11 font-medium whitespace-nowrap ' +
        `${TONE[tone]} ${className}`
      }
    >
      {children}
    </span>
  )
}

export const FateChip = ({ fate, children }: { fate: SlotFate; children?: ReactNode }): ReactNode => (
  <Chip tone={FATE_TONE[fate]}>{children ?? OUTCOME_WORD[fate]}</Chip>
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
      {run.skipReason === null || brief ? undefined : RUN.list.skipped(SKIP_WORD[run.skipReason])}
    </FateChip>
  )
}
