import type { RunId } from '../../../shared/base/ids.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { DailyEnd } from '../attempts/daily/keep-daily.ts'
import type { Desk } from '../attempts/desk.ts'
import type { AgentSilence } from '../agents/agent-silence.ts'
import type { OpenAdvice } from '../agents/tools/caller.ts'
import type { Budget } from '../agents/budget.ts'
import type { Resting } from '../agents/resting.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Documents } from '../playbook/documents.ts'
import type { WorkClaims } from '../playbook/work-claims.ts'
import type { AgentResult, AgentSpec } from '../ports/agents.ts'
import type { RunOutput } from '../ports/disk.ts'
import type { RunEnd } from '../ports/run-record.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Store } from '../ports/store.ts'
import { RunIsOver, type Deadline } from '../pulse/deadline.ts'

/** What every stage of a run may use. */
export interface RunContext {
  readonly ports: Ports
  readonly store: Pick<
    Store,
    | 'threads'
    | 'queue'
    | 'runs'
    | 'jobs'
    | 'knowledge'
    | 'agents'
    | 'permissions'
    | 'conversation'
    | 'alerts'
    | 'incidents'
    | 'tasks'
    | 'work'
    | 'pollination'
    | 'backtests'
    | 'attempts'
    | 'daily'
    | 'meta'
    | 'together'
  >
  readonly settings: Settings
  readonly documents: Documents
  readonly claims: WorkClaims
  readonly budget: Budget
  readonly resting: Resting
  readonly jobs: Jobs
  readonly desk: Desk
  readonly advice: OpenAdvice
  /** The app is quitting: what is stopped now was not stopped by a person. */
  readonly isEnding: () => boolean
  /** The person's own variables, for what they say of an account. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly onProgress: AgentSpec['onProgress']
  readonly onOutput: AgentSpec['onOutput']
  /** Of its agent, as far as it is at work. */
  readonly silence: AgentSilence
  /** All that its programs print, byte by byte, over all its calls; null: it is not kept. */
  readonly wholeOutput: RunOutput | null
  /** As AgentSpec has it: from here on the run takes no place from others. */
  readonly onLongWait: AgentSpec['onLongWait']
  /**
   * Before an agent is started: waits for the place that a long wait has left to others (ARCHITECTURE I2).
   * false: there was none for so long that its thread is to go on without.
   */
  readonly takePlace: () => Promise<boolean>
  /** Told once, when the run begins. */
  readonly onDeadline: (deadline: Deadline) => void
  /** What must be let go of when the run is over, however it ended. */
  readonly cleanup: (() => void)[]
  /** How the runner's own call ended, for what concerns all of its threads. */
  readonly onResult: (thread: Thread, result: AgentResult) => void
}

/** A run on its way. Each stage adds to this what it found out, and the next one reads it there. */
export interface Begun {
  readonly run: ClaimedRun
  readonly thread: Thread // as it was when the run began
  readonly context: RunContext
  readonly signal: AbortSignal
  readonly deadline: Deadline
}

/** Where a run ends, and what follows. */
export interface Ended {
  readonly begun: Begun
  readonly end: RunEnd
  /** What HEARTBEAT.md is to show of it; null: nothing. */
  readonly mirror: { readonly edits: readonly HeartbeatEdit[]; readonly stamps: readonly Tier[] } | null
  /** A job's own words, for the thread's next prompt; '': none. */
  readonly jobText: string
  /** The run whose report this one has passed on to the agent; null: none. */
  readonly passedOn: RunId | null
  /** A beat that was worked to its end: what asked for it need not ask again. */
  readonly isAnswered: boolean
  /** What its agent was asked besides the list, and wrote down; null: no beat, or nobody was asked. */
  readonly daily: DailyEnd | null
}

/** What a stage answers: the record for the next one, or the end of the run. */
export type Step<Next> = { readonly go: Next } | Ended

export const go = <Next>(next: Next): { readonly go: Next } => ({ go: next })

/** The stage for what goes on; what has ended passes it by. Throws RunIsOver for a run that was given up. */
export const on =
  <From extends Begun, Answer>(stage: (record: From) => Answer) =>
  (step: Step<From>): Answer | Ended => {
    if (!('go' in step)) return step
    stillOn(step.go)
    return stage(step.go)
  }

/** Before something is written behind a wait that may have been a long one. Throws RunIsOver. */
export function stillOn({ deadline }: Begun): void {
  if (deadline.isOver()) throw new RunIsOver()
}
