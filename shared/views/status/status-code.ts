import { EXIT_CODE, worstOutcome, type SlotOutcome } from '../../runs/run.ts'
import type { ThreadState, ThreadView } from '../thread-view.ts'

/** A state as the outcome whose exit code it has. */
const OUTCOME_OF: Partial<Record<ThreadState, SlotOutcome>> = {
  urgent: 'urgent',
  missing: 'broken',
  broken: 'broken',
  blocked: 'blocked',
  alert: 'alert',
  unproven: 'unproven',
  overdue: 'missed',
}

/** Exit code of `status` for these threads: that of the worst; `isHalted`: no beat can start or be recorded. */
export const statusExitCode = (
  threads: readonly Pick<ThreadView, 'state' | 'openAlerts'>[],
  isHalted: boolean,
): number => {
  const outcomes = threads.map((t) => OUTCOME_OF[t.state] ?? (t.openAlerts > 0 ? 'alert' : 'quiet'))
  return EXIT_CODE[worstOutcome(isHalted ? [...outcomes, 'broken'] : outcomes) ?? 'quiet']
}
