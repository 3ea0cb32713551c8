import { firstOf } from '../../../../shared/base/amounts.ts'
import type { CheckTarget } from '../../../../shared/runs/check-id.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { TaskStatus } from '../../../../shared/runs/run.ts'
import type { Severity } from '../../../../shared/base/severity.ts'
import type { Instant } from '../../../../shared/base/time.ts'
import type { Repository } from '../../git/git.ts'
import type { Facts } from '../../git/facts/repo-facts.ts'
import type { WorkingState } from '../../git/facts/working-state.ts'

/** What a built-in check may look at. */
export interface CheckContext {
  readonly repository: Repository
  readonly facts: Facts
  /** Read once, and again after a fetch. */
  readonly workingState: () => Promise<Result<WorkingState, Fault>>
  readonly forgetWorkingState: () => void
  readonly target: CheckTarget // what the task line names beside the check
  readonly flags: readonly string[]
  readonly now: Instant
  readonly signal: AbortSignal
  readonly marker: string
  readonly taskTimeoutMs: number
  readonly onProcess: (pid: number) => void
  /** Around every wait for an answer over a network. */
  readonly overNetwork: <T>(wait: () => Promise<T>) => Promise<T>
  /** Remotes that did not answer a fetch of this run: what is known of them may be old. */
  readonly silentRemotes: Set<string>
}

export interface CheckAnswer {
  readonly status: TaskStatus
  /** Short, plain and stable: no times, no durations, so that the same finding reads the same tomorrow. */
  readonly note: string
  readonly severity: Severity | null // null unless status is 'finding'
  readonly output: string
  readonly command: readonly string[] | null
  readonly exitCode: number | null
}

export type Check = (context: CheckContext) => Promise<CheckAnswer>

const answer = (
  status: TaskStatus,
  note: string,
  severity: Severity | null,
  output: string,
): CheckAnswer => ({ status, note, severity, output, command: null, exitCode: null })

export const passed = (note: string, output = ''): CheckAnswer => answer('passed', note, null, output)
export const finding = (severity: Severity, note: string, output = ''): CheckAnswer =>
  answer('finding', note, severity, output)
/** Honest about what could not be looked at; it neither breaks the run nor counts as done. */
export const notChecked = (note: string): CheckAnswer => answer('untouched', note, null, '')
/** What is only as true as the last fetch is. */
export const passedAsFetched = (
  { silentRemotes }: Pick<CheckContext, 'silentRemotes'>,
  remote: string,
  note: string,
  output = '',
): CheckAnswer =>
  silentRemotes.has(remote)
    ? { ...notChecked(`${note} when last fetched; not checked now`), output }
    : passed(note, output)
export const failed = (note: string, output = ''): CheckAnswer => answer('failed', note, null, output)
export const needsAgent = (): CheckAnswer => answer('needs_agent', 'waits for an agent', null, '')

/** git broke while the check ran. */
export const gitFailed = (fault: Fault): CheckAnswer => failed(fault.message)

/** "a, b and 3 more"; sorted, so that the text does not depend on the order of discovery. */
export function nameList(names: readonly string[], atMost = 20): string {
  const sorted = [...names].sort((a, b) => {
    if (a < b) return -1
    if (a > b) return 1
    return 0
  })
  return firstOf(sorted, atMost)
}

export const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')
