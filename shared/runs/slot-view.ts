import type { Instant } from '../base/time.ts'
import type { RunId } from '../base/ids.ts'
import type { RunOutcome, SlotOutcome } from './run.ts'

/** A due time and what came of it. */
export interface SlotView {
  readonly dueAt: Instant
  readonly outcome: SlotOutcome | 'merged' | 'waiting' | 'running'
  readonly cause: string | null
  readonly runId: RunId | null
  readonly count: number // 1, or how many missed due times this row stands for
}

/** A bar of the strip: a due time with what came of it, or a beat that had none: asked for, or woken. */
export interface BeatView extends Omit<SlotView, 'dueAt'> {
  readonly at: Instant // when it was due, or when it started
  readonly isScheduled: boolean
}

/** A due time as it is on record. */
export interface SlotRecord {
  readonly fate: 'queued' | 'merged' | 'missed' | 'skipped'
  readonly cause: string | null // of missed and skipped
  /** Of the run that its item became; null: none. */
  readonly run: { readonly outcome: RunOutcome | null } | null
  readonly isWaiting: boolean // its item is still in the queue
}

/** A slot's end is its run's outcome; without a run it waits, was merged, missed or skipped. */
export function slotOutcome({ fate, run, isWaiting }: SlotRecord): SlotView['outcome'] {
  if (fate === 'missed' || fate === 'skipped') return fate
  if (run !== null) return run.outcome ?? 'running'
  return isWaiting ? 'waiting' : 'missed'
}

export const slotCause = ({ fate, cause }: Pick<SlotRecord, 'fate' | 'cause'>): string | null =>
  cause ?? (fate === 'merged' ? 'joined the beat that was waiting' : null)
