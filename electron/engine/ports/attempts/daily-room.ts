import type { DailyIntervention, DailyState } from '../../../../shared/attempts/daily/daily-state.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'

/** What decides when daily beats are asked to step back, and what each run was asked. */
export interface DailyRoom {
  state(threadId: ThreadId): DailyState
  keep(threadId: ThreadId, state: DailyState): void
  /** On record with the run from its start. */
  noteAsked(runId: RunId, asked: readonly DailyIntervention[]): void
}
