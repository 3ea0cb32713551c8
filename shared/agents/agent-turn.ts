import type { Severity } from '../base/severity.ts'
import type { Instant } from '../base/time.ts'

/** Tokens of one run, or of a session so far. `input` leaves out what was read from the cache. */
export interface Usage {
  readonly input: number
  readonly cached: number
  readonly output: number // thinking included
}
export const NO_USAGE: Usage = { input: 0, cached: 0, output: 0 }
export const tokensOf = (u: Usage): number => u.input + u.cached + u.output
export const minusUsage = (a: Usage, b: Usage): Usage => ({
  input: Math.max(0, a.input - b.input),
  cached: Math.max(0, a.cached - b.cached),
  output: Math.max(0, a.output - b.output),
})

/** A tool call as the CLI's event stream showed it. */
export interface ToolCall {
  readonly name: string // Bash, Edit, mcp__threadbeat__report, command_execution …
  /**
   * What was asked: the command line of a shell call, else the arguments as JSON; at most CALL_CHARS
   * characters.
   */
  readonly input: string
  readonly kind: 'command' | 'read' | 'write' | 'own' | 'other' // own: a tool of Threadbeat
  readonly exitCode: number | null // of a command; null: not told
  readonly ok: boolean
}
export const CALL_CHARS = 2000
/** The server name under which an agent sees Threadbeat's tools. */
export const TOOL_SERVER = 'threadbeat'

/** A tool call that the permission profile refused. */
export interface Refusal {
  /**
   * What would have to be allowed, in the words of the CLI's own rules (`Bash(npm test)`); equal rules are
   * the same question.
   */
  readonly rule: string // at most 2,000 characters
  readonly label: string // for a person: run `npm test`
  /**
   * false: the CLI has no rule that says exactly this, so it can only be refused for good; the label says
   * so.
   */
  readonly allowable: boolean
}

/** What an agent CLI told of its own run, read from its structured output. */
export interface AgentTurn {
  readonly sessionId: string | null // null: not told
  readonly model: string | null // null: not told, or the CLI's own default
  /** Models that were asked for first and that its account cannot use. */
  readonly unavailable: readonly string[]
  /** Models that were asked first and said that the work is beyond them; absent: none. */
  readonly gaveUp?: readonly string[]
  /** Of this run alone, also in a resumed session; an estimate when the run was cut off; null: not told. */
  readonly usage: Usage | null
  /**
   * Of this run alone; an estimate unless the CLI told it (the dearest price when it is billed and the
   * model is not known). null: not told, and no price is known.
   */
  readonly costUsd: number | null
  /** What the session has used up in all, for the next difference; null: not told. */
  readonly totals: SessionTotals | null
  readonly calls: readonly ToolCall[] // the first CALLS_KEPT
  readonly callCount: number
  readonly refusals: readonly Refusal[]
  /** Why more may have been refused than could be seen; null or absent: nothing is known to be missing. */
  readonly unseenRefusals?: string | null
  /** When a reached limit is over; null: not told. */
  readonly resetsAt: Instant | null
  /** Lines of its output that could not be read. */
  readonly malformedLines: number
  /** Whether it reached Threadbeat's tools; null: not told, or none were offered. */
  readonly toolsReached: boolean | null
}
export const CALLS_KEPT = 300
export interface SessionTotals {
  readonly costUsd: number
  readonly usage: Usage
}

export const NO_TOTALS: SessionTotals = { costUsd: 0, usage: NO_USAGE }

/** One task's outcome as an agent reports it by the `report` tool. */
export interface ReportedTask {
  readonly key: string // TaskKey, or work:<id>
  readonly outcome: 'ok' | 'finding' | 'failed' | 'skipped'
  readonly evidence: string // what was seen, in one or two sentences
}
export interface ReportedAlert {
  readonly key: string // stable name of the cause, chosen by the agent
  readonly severity: Severity
  readonly text: string
  readonly state: 'open' | 'gone'
}
/**
 * The structured result of a heartbeat; the last one of a run counts, tasks and alerts of all are united by
 * key.
 */
export interface Report {
  readonly status: 'ok' | 'attention'
  readonly tasks: readonly ReportedTask[]
  readonly alerts: readonly ReportedAlert[]
  /** Files inside the repository, or in the run's folder, that a person should see. */
  readonly attachments: readonly string[]
}

/** What a run costs its budget before it is stopped. */
export interface RunLimits {
  readonly toolCalls: number
  /** The same call with the same arguments, one after the other. */
  readonly repeats: number
  readonly usd: number | null // null: no money limit
}
