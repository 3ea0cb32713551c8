import type { AgentConfig, Billing, Effort, Profile, Turn } from '../../../shared/agents/agent-config.ts'
import type { Scope } from '../../../shared/attempts/action.ts'
import type { ReflectionAbout } from '../../../shared/attempts/daily/daily-state.ts'
import type { ReportedScore } from '../../../shared/attempts/attempt.ts'
import type { CliName, MissingRunner } from '../../../shared/agents/agent-names.ts'
import type {
  AgentTurn,
  Report,
  RunLimits,
  SessionTotals,
  ToolCall,
} from '../../../shared/agents/agent-turn.ts'
import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { PageContent } from '../../../shared/knowledge/page.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { GitGlance } from '../../../shared/events/git-glance.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { RunOutput } from './disk.ts'

export interface DueTask {
  readonly key: string
  readonly tier: Tier
  readonly text: string
}

export type LongWait = 'network' | 'command'

export interface AgentSpec {
  readonly runId: RunId
  readonly marker: string // put into the child's environment, so that strays can be found
  readonly repoPath: string
  /** It may be any folder: a person has seen which one a command was started in. Absent: a repository. */
  readonly anyFolder?: true | undefined
  readonly agent: AgentConfig
  readonly prompt: string | null // stdin of a command; null for local checks
  readonly tasks: readonly DueTask[] // due tasks, in file order
  readonly flags: readonly string[] // urgent flags standing in the file
  /** Whether a person approved exactly this command. */
  readonly approved: (command: ApprovalRequest) => boolean
  /** Whether a person approved a command of these words before, whatever its files were then. Absent: none. */
  readonly wasApproved?: ((command: string) => boolean) | undefined
  /** What local checks cannot work is left to the thread's agent. Absent: nobody works it. */
  readonly hasAgent?: true | undefined
  readonly deadlineMs: number
  readonly taskTimeoutMs: number
  /**
   * Ends the turn of an agent gently, with its session kept: SIGINT, after 15 s SIGTERM, after 5 s more SIGKILL. The
   * result is 'stopped'. Absent: it is never interrupted.
   */
  readonly interrupt?: AbortSignal | undefined
  /** What an agent CLI needs besides; null for local checks and plain commands. */
  readonly turn: TurnSpec | null
  /**
   * Where Threadbeat's tools are reached during this run; null: not offered. A plain command gets them as
   * environment variables.
   */
  readonly tools: ToolAddress | null
  /**
   * Why nothing of the repository may be read or run any more; null: what was trusted still stands there. Asked before
   * each task that does either. Never rejects.
   */
  readonly outOfPlace: () => Promise<Fault | null>
  readonly onProgress: (progress: { done: number; total: number; current: string | null }) => void
  /** Called for each child process as it starts, before anything is awaited. */
  readonly onProcess: (pid: number) => void
  /** Local checks have come to wait long for an answer over a network, or for a command. Must not throw. */
  readonly onLongWait?: ((of: LongWait) => void) | undefined
  /** The argument list of the agent's own program, before each start of it; none for local checks. */
  readonly onStart?: ((argv: readonly string[]) => void) | undefined
  /**
   * What a person can read of the run while it goes on: what its programs print, or what an agent says and
   * calls. Must not throw.
   */
  readonly onOutput?: ((text: string) => void) | undefined
  /**
   * What its programs print, byte by byte, to be kept whole. A promise: nothing more is read before it
   * settles. Must not throw.
   */
  readonly onBytes?: RunOutput['push'] | undefined
  /**
   * Credentials word for word, which must not be read in what is kept and shown of the run. Set by the runner,
   * which knows the environment that its programs are given.
   */
  readonly secrets?: readonly string[] | undefined
}

export interface TurnSpec {
  readonly kind: Turn
  readonly model: string | null // null: the CLI's own default
  readonly effort: Effort | null // null: the CLI's own default
  readonly profile: Profile | 'bypass'
  /** Rules of refused calls that a person has allowed since; see Refusal.rule. */
  readonly allowed: readonly string[]
  /** A session to go on with, and what it has used up so far; null: a fresh one. */
  readonly session: { readonly id: string; readonly totals: SessionTotals | null } | null
  /**
   * The session will be resumed later, by a person or by the next message; else the CLI need not keep it.
   */
  readonly keepSession: boolean
  readonly limits: RunLimits
  /** Who pays: where it is a key, what a CLI does not tell is priced high rather than at nothing. */
  readonly billing: Billing
  /** Each tool call as it is seen, before the run has ended. */
  readonly onCall: (call: ToolCall) => void
}

export interface ToolAddress {
  readonly url: string
  readonly token: string // good for this run only
}

export interface AgentResult {
  readonly status: 'completed' | 'failed' | 'stopped' // stopped: by the signal, or interrupted
  readonly fault: Fault | null // set exactly when failed
  readonly exitCode: number | null
  readonly text: string // the reply of a command; '' for local checks
  readonly output: string // what was printed, capped with a visible gap
  readonly tasks: readonly TaskResult[]
  readonly glance: GitGlance | null
  readonly turn: AgentTurn | null // null for local checks and plain commands
  readonly durationMs: number
}

/** Contract: never rejects. Whatever goes wrong is an AgentResult with status 'failed' and a fault. */
export interface AgentRunner {
  run(spec: AgentSpec, signal: AbortSignal): Promise<AgentResult>
  /**
   * Ends processes that outlived an app that died, by the markers of its unfinished runs; returns how many
   * were ended.
   */
  endOrphans(markers: readonly string[]): Promise<number>
}

/** Where an agent CLI was found, and what it says of itself. */
export interface FoundRunner {
  readonly cli: CliName
  readonly program: string | null // null: not found
  /**
   * Why this one: the person's setting, PATH as the app sees it, PATH of a login shell, a folder where
   * installers put it.
   */
  readonly how: 'setting' | 'path' | 'login shell' | 'folder' | null
  readonly version: string | null
  readonly signedIn: 'yes' | 'no' | 'unknown'
  readonly account: string | null // how it is signed in, in its own words; never a credential
  readonly looked: readonly string[] // folders that were searched, for whoever wonders
}

/** The agent CLIs of this machine. Contract: never rejects. */
export interface Runners {
  /** The program of this runner, if it is not there now, for a repository at `folder`; null: it is, or it needs none. */
  missing(agent: AgentConfig, folder: string): Promise<MissingRunner | null>
  /** Remembered until `again`. */
  find(again: boolean): Promise<readonly FoundRunner[]>
  /**
   * Runs a harmless prompt in an empty folder, with this configuration as it would be used for messages.
   */
  test(agent: AgentConfig, marker: string, signal: AbortSignal): Promise<AgentResult>
}

/** A text for the model: the answer, or what was wrong and what would do. */
export type ToolAnswer = Result<string, string>

/** An edit of HEARTBEAT.md that an agent may ask for: what the engine writes itself is not among them. */
export type AgentEdit =
  | Exclude<HeartbeatEdit, { do: 'stamp' | 'untickTier' | 'tickTasks' | 'moveWork' }>
  | {
      readonly do: 'moveWork'
      readonly id: string
      readonly to: 'in-progress' | 'done' | 'failed'
      readonly note?: string | undefined
    }

/** What an agent asks of the actions that its thread and team are asked at times. */
export interface ActionRequest extends Readonly<Record<string, unknown>> {
  readonly do: 'show' | 'set' | 'remove' | 'reset'
  readonly name?: string | undefined
  readonly scope?: Scope | undefined
}

/** What an agent asks or says of what its team knows not to work. */
export interface DeadEndRequest {
  readonly do: 'list' | 'claim' | 'second' | 'dispute'
  readonly number?: number | undefined // of the dead end that is seconded or disputed
  readonly claim?: string | undefined
  readonly attempts?: readonly number[] | undefined // numbers of attempts, as evidence
}

/** A page that an agent writes about its repository. */
export type WrittenPage = Omit<PageContent, 'by'>

/** What an agent decides about a suggestion that its prompt carries. */
export interface SuggestionDecision {
  readonly suggestion: number
  readonly decision: 'accept' | 'decline'
  readonly tier?: Tier | undefined // of the accepted line; absent: as it is suggested
  readonly text?: string | undefined // as well
  readonly reason: string // '': none was given; a no must have one
}

/**
 * What an agent may do, bound to one thread before anybody calls: no method takes the caller's identity,
 * and none changes what is executed. Contract: never rejects.
 */
export interface AgentTools {
  /** Its prompt carries suggestions that it may decide about: elsewhere that tool is not even offered. */
  readonly decides: boolean
  heartbeatRead(): Promise<ToolAnswer>
  /** All of the edits or none. */
  heartbeatWrite(edits: readonly AgentEdit[]): Promise<ToolAnswer>
  report(report: Report): Promise<ToolAnswer>
  flag(text: string, on: boolean): Promise<ToolAnswer>
  /** Advice for another thread, by number or name. */
  sendMessage(to: string, text: string): Promise<ToolAnswer>
  listThreads(): Promise<ToolAnswer>
  queryKnowledge(text: string, limit: number): Promise<ToolAnswer>
  currentTime(): Promise<ToolAnswer>
  elapsed(since: string): Promise<ToolAnswer>
  decideSuggestion(decision: SuggestionDecision): Promise<ToolAnswer>
  /** Its thread's work is measured: elsewhere the three below are not offered. */
  readonly measured: boolean
  reportScore(score: ReportedScore): Promise<ToolAnswer>
  heartbeatConfig(change: ActionRequest): Promise<ToolAnswer>
  /** Its prompt asks for it: elsewhere the tool is not offered. */
  readonly reflects: boolean
  writeReflection(about: ReflectionAbout, text: string): Promise<ToolAnswer>
  deadEnds(request: DeadEndRequest): Promise<ToolAnswer>
  writePage(page: WrittenPage): Promise<ToolAnswer>
}

/**
 * Serves tools to agents over loopback HTTP, listening only while a run is open. Contract: never rejects.
 */
export interface ToolServer {
  /**
   * The token is dead once `close` has been called (ARCHITECTURE I11). agent.tools_failed: no port could be
   * had.
   */
  open(runId: RunId, tools: AgentTools): Promise<Result<ToolAddress & { close(): void }, Fault>>
  /** One call for a caller that comes another way: the same names, schemas and limits. */
  call(tools: AgentTools, tool: string, input: unknown): Promise<ToolAnswer>
  close(): Promise<void>
}
