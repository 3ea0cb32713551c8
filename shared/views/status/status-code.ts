import { EXIT_CODE, worstOutcome, type ExitCode, type SlotOutcome } from '../../runs/run.ts'
import type { ThreadState, ThreadView } from '../thread-view.ts'
import { isUnanswered, needsYou } from '../verdict.ts'

/** A state as the outcome whose exit code it has. */
const OUTCOME_OF: Partial<Record<ThreadState, SlotOutcome>> = {
  urgent: 'urgent',
  missing: 'broken',
  broken: 'broken',
  blocked: 'blocked',
  alert: 'alert',
  unproven: 'unproven',
  overdue: 'missed',
  idle: 'skipped',
}

type Standing = Pick<ThreadView, 'state' | 'openAlerts'>
type Shown = Standing & Parameters<typeof isUnanswered>[0]

/** What a thread shows, as the outcome that says the same. */
export const outcomeShown = (thread: Standing): SlotOutcome =>
  OUTCOME_OF[thread.state] ?? (thread.openAlerts > 0 ? 'alert' : 'quiet')

/** Exit code of `status` for these threads: that of the worst that no person has answered; `isHalted`: no beat can start or be recorded. */
export const statusExitCode = (threads: readonly Shown[], isHalted: boolean): ExitCode => {
  const outcomes = threads.map((thread) => {
    const unanswered = isUnanswered(thread)
    if (needsYou(thread.state) && !unanswered) return 'quiet'
    return thread.state === 'running' && thread.openAlerts === 0 && unanswered
      ? 'blocked'
      : outcomeShown(thread)
  })
  return EXIT_CODE[worstOutcome(isHalted ? [...outcomes, 'broken'] : outcomes) ?? 'quiet']
}
