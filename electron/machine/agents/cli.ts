import type { Effort, Profile } from '../../../shared/agents/agent-config.ts'
import {
  TOOL_SERVER,
  type Refusal,
  type SessionTotals,
  type Usage,
} from '../../../shared/agents/agent-turn.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { CallLog } from './call-log.ts'

/**
 * What one adapter per CLI knows: how to ask it, and how to read what it prints. Both are pure; the deed is
 * in cli-runner.ts.
 */
export interface Cli {
  start(request: CliRequest): CliStart
  reader(request: CliRequest, context: ReaderContext): Reader
  /** How it is asked to delete what it kept of a run; null: it is to be kept. Absent: it keeps nothing by itself. */
  forget?(request: CliRequest, sessionId: string): readonly string[] | null
}

export interface CliRequest {
  readonly repoPath: string
  // where the repository keeps index, commits and branches; outside repoPath in a worktree
  readonly gitFolders: readonly string[]
  readonly isRepository: boolean // false: the empty folder of a test
  readonly isSteered: boolean // the repository has files that would steer this agent, see ROWS
  readonly model: string | null
  readonly effort: Effort | null
  readonly profile: Profile | 'bypass'
  readonly allowed: readonly string[]
  readonly session: { readonly id: string; readonly totals: SessionTotals | null } | null
  readonly keepSession: boolean
  readonly usd: number | null
  // a key pays for it: what it costs is estimated even when the model has no known price
  readonly billed: boolean
  readonly toolsUrl: string | null
  readonly name: string // of the agent, for people
  readonly args: readonly string[] // that a person put behind the program
  readonly environment: Readonly<Record<string, string>> // of the CLI's own configuration
  readonly usageFile: string // where a CLI may write its usage, in a private folder
}

/**
 * Nothing of the prompt, and no token, is among the arguments: every process of the machine may read those.
 */
export interface CliStart {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  /** Stronger than the person's own variables: they keep the rights of the turn. Absent: none. */
  readonly overrides?: Readonly<Record<string, string>>
}

/**
 * The variable that carries the token of Threadbeat's tools to a CLI. Codex hides it from the commands that it
 * starts; those of Claude Code and Copilot see it, as those of a plain command do. It opens the tools of one
 * thread alone, is dead when the run has ended (ARCHITECTURE I11), and is in nothing that is kept.
 */
export const TOKEN_VARIABLE = 'THREADBEAT_TOOL_TOKEN'

export interface ReaderContext {
  readonly calls: CallLog
  /** Nothing good can come of the run any more: it is ended at once. */
  readonly cutOff: (because: Fault) => void
  /** For whoever watches the run: what the agent says, as it comes. */
  readonly say?: ((text: string) => void) | undefined
  /** Takes the credentials out of what is read elsewhere than in the stream. Absent: there are none. */
  readonly redactIn?: ((event: Event) => Event) | undefined
  /** The first 64 KB of what the program prints when it is started with these; '' where it fails. Never rejects. */
  readonly ask?: ((args: readonly string[]) => Promise<string>) | undefined
  /** Absent: the prompt is the whole input of the CLI. */
  readonly dialogue?: Dialogue | undefined
}

/** For an agent that is talked to as it works: its input stays open until the reader closes it. */
export interface Dialogue {
  readonly prompt: string
  readonly token: string // of Threadbeat's tools; '' where none are offered
  write(line: string): void
  /** Nothing more will be said: the agent may end, and is ended if it does not. */
  close(): void
}

/** Takes any events in any order and never throws. */
export interface Reader {
  push(event: Event): void
  /** Before `end`, where a dialogue has to come to its own end first: no more will be printed. Never rejects. */
  settled?(): Promise<void>
  end(exit: Exit): Reading
}
export interface Exit {
  readonly code: number | null // null: ended by a signal
  readonly stderr: string
  readonly usageText: string // content of the usage file; '' when there is none
  readonly now: Instant
  readonly timeZone: string
}
export interface Reading {
  readonly text: string | null // the reply; null: there is none
  readonly fault: Fault | null // null: it ended well
  readonly sessionId: string | null
  readonly model: string | null
  readonly usage: Usage | null
  readonly costUsd: number | null
  readonly totals: SessionTotals | null
  readonly refusals: readonly Refusal[]
  /** See AgentTurn. */
  readonly unseenRefusals?: string | null
  readonly resetsAt: Instant | null
  readonly toolsReached: boolean | null
}

/** A JSON object that some program printed: nothing of it is known. */
export type Event = Readonly<Record<string, unknown>>
export const asObject = (value: unknown): Event =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Event) : {}
export const asList = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : []
export const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
/** A count or an amount; null for what cannot be one. */
/**
 * Beyond ten billion thousands it is no measure of anything, and sums of it would not be whole numbers any
 * more.
 */
export const asAmount = (value: unknown): number | null =>
  typeof value === 'number' && value >= 0 && value <= 1e13 ? value : null

/** The object in a line. null: it is none. */
export function eventIn(line: string): Event | null {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Event) : null
  } catch {
    return null
  }
}

/** Everything may be done: what a look-only turn is kept from need not be kept from this one. */
export const mayDoAll = ({ profile }: Pick<CliRequest, 'profile'>): boolean =>
  profile === 'full' || profile === 'bypass'

/** One name for Threadbeat's tools, however the CLI spells the tools of a server. */
export const toolName = (server: string, tool: string): string => `mcp__${server}__${tool}`
export const isOwnTool = (name: string): boolean => name.startsWith(`mcp__${TOOL_SERVER}__`)

/** A session id stands on the command line: what could be an option there is no id. */
export const isSessionId = (id: string): boolean => /^[A-Za-z0-9][\w.-]{0,199}$/.test(id)

export const plusUsage = (a: Usage, b: Usage): Usage => ({
  input: a.input + b.input,
  cached: a.cached + b.cached,
  output: a.output + b.output,
})
