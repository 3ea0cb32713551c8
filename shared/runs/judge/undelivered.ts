import type { FaultCode } from '../../base/faults.ts'
import type { RunOutcome } from '../run.ts'

/** The agent had the prompt and worked on it, whatever came of that. */
const AFTER_WORK: readonly FaultCode[] = [
  'agent.timed_out',
  'agent.output_overflow',
  'agent.bad_output',
  'agent.runaway',
  'agent.over_budget',
  'agent.tools_failed',
  'run.overdue',
]

/** Whether what a run was to give its agent is to be given again. */
export function isUndelivered(
  { outcome, fault }: { readonly outcome: RunOutcome; readonly fault: { readonly code: FaultCode } | null },
  isQuitting: boolean,
): boolean {
  switch (outcome) {
    case 'interrupted':
    case 'skipped':
    case 'blocked':
      return true
    case 'stopped':
      return isQuitting // a person who stops it has seen it
    case 'broken':
      return fault === null || !AFTER_WORK.includes(fault.code)
    default:
      return false
  }
}
