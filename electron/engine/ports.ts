import type { AutostartView, SettingsFileView, SettingsGeneration } from '../../shared/answers/app.ts'
import type { BackupsView, BackupView, ExportView, ImportChoice, ImportPlan, PendingView } from '../../shared/answers/archive.ts'
import type { AgentConfig, Billing, CliName, Effort, Profile, Turn } from '../../shared/agent-config.ts'
import type { AgentTurn, Report, RunLimits, SessionTotals, ToolCall } from '../../shared/agent-turn.ts'
import type { ApprovalRequest } from '../../shared/approval.ts'
import type { Fault } from '../../shared/faults.ts'
import type { TaskClass } from '../../shared/gate.ts'
import type { GitState } from '../../shared/git-events.ts'
import type { HeartbeatEdit } from '../../shared/heartbeat-edit.ts'
import type { GitKeep, GitKeepView } from '../../shared/heartbeat-keep.ts'
import type { AlertId, IdPrefix, RunId, ThreadId } from '../../shared/ids.ts'
import type { WayFacts } from '../../shared/in-the-way.ts'
import type { Result } from '../../shared/result.ts'
import type { GitGlance, Severity, TaskResult } from '../../shared/run.ts'
import type { Tier } from '../../shared/tier.ts'
import type { Instant } from '../../shared/time.ts'
import type { WebhookEvent, WebhookTarget } from '../../shared/webhook.ts'

/** The only door for time. `now` is wall time; `monotonicMs` never goes back and is for durations. */
export interface Clock {
  now(): Instant
  monotonicMs(): number
  /** Calls `fn` once, at `at` or before, at most 30 s from now: whoever is called early looks and arms again. Returns its end. Never throws. */
  setTimer(at: Instant, fn: () => void): () => void
  /** The system's IANA zone. */
  readonly timeZone: string
}

/** Unique, unguessable, sortable by creation inside one process. */
export type Ids = <T extends string>(prefix: IdPrefix) => T

export interface DueTask {
  readonly key: string
  readonly tier: Tier
  readonly text: string
}

export interface AgentSpec {
  readonly runId: RunId
  readonly marker: string // put into the child's environment, so that strays can be found
  readonly repoPath: string
  readonly agent: AgentConfig
  readonly prompt: string | null // stdin of a command; null for local checks
  readonly tasks: readonly DueTask[] // due tasks, in file order
  readonly flags: readonly string[] // urgent flags standing in the file
  /** Whether a person approved exactly this command. */
  readonly approved: (command: ApprovalRequest) => boolean
  readonly deadlineMs: number
  readonly taskTimeoutMs: number
  /** What an agent CLI needs besides; null for local checks and plain commands. */
  readonly turn: TurnSpec | null
  /** Where Threadbeat's tools are reached during this run; null: not offered. A plain command gets them as environment variables. */
  readonly tools: ToolAddress | null
  readonly onProgress: (progress: { done: number; total: number; current: string | null }) => void
  /** Called for each child process as it starts, before anything is awaited. */
  readonly onProcess: (pid: number) => void
  /** What a person can read of the run while it goes on: what its programs print, or what an agent says and calls. Must not throw. */
  readonly onOutput?: ((text: string) => void) | undefined
  /** What its programs print, byte by byte, to be kept whole. A promise: nothing more is read before it settles. Must not throw. */
  readonly onBytes?: RunOutput['push'] | undefined
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
  /** The session will be resumed later, by a person or by the next message; else the CLI need not keep it. */
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
  readonly status: 'completed' | 'failed' | 'stopped' // stopped: by the signal
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
  /** Ends processes that outlived an app that died, by the markers of its unfinished runs; returns how many were ended. */
  endOrphans(markers: readonly string[]): Promise<number>
}

/** Where an agent CLI was found, and what it says of itself. */
export interface FoundRunner {
  readonly cli: CliName
  readonly program: string | null // null: not found
  /** Why this one: the person's setting, PATH as the app sees it, PATH of a login shell, a folder where installers put it. */
  readonly how: 'setting' | 'path' | 'login shell' | 'folder' | null
  readonly version: string | null
  readonly signedIn: 'yes' | 'no' | 'unknown'
  readonly account: string | null // how it is signed in, in its own words; never a credential
  readonly looked: readonly string[] // folders that were searched, for whoever wonders
}

/** The agent CLIs of this machine. Contract: never rejects. */
export interface Runners {
  /** Remembered until `again`. */
  find(again: boolean): Promise<readonly FoundRunner[]>
  /** Runs a harmless prompt in an empty folder, with this configuration as it would be used for messages. */
  test(agent: AgentConfig, marker: string, signal: AbortSignal): Promise<AgentResult>
}

/** A text for the model: the answer, or what was wrong and what would do. */
export type ToolAnswer = Result<string, string>

/** An edit of HEARTBEAT.md that an agent may ask for: what the engine writes itself is not among them. */
export type AgentEdit = Exclude<HeartbeatEdit, { do: 'stamp' } | { do: 'untickTier' } | { do: 'moveWork' }> | { readonly do: 'moveWork'; readonly id: string; readonly to: 'in-progress' | 'done' | 'failed'; readonly note?: string | undefined }

/**
 * What an agent may do, bound to one thread before anybody calls: no method takes the caller's identity, and none changes what is
 * executed. Contract: never rejects.
 */
export interface AgentTools {
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
}

/** Serves tools to agents over loopback HTTP, listening only while a run is open. Contract: never rejects. */
export interface ToolServer {
  /** The token is dead once `close` has been called (ARCHITECTURE I11). agent.tools_failed: no port could be had. */
  open(runId: RunId, tools: AgentTools): Promise<Result<ToolAddress & { close(): void }, Fault>>
  /** One call for a caller that comes another way: the same names, schemas and limits. */
  call(tools: AgentTools, tool: string, input: unknown): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface HeartbeatText {
  readonly text: string
  readonly version: string // sha256 of the bytes, hex
  readonly encoding: 'utf-8' | 'binary'
}

/** HEARTBEAT.md of a repository. Contract: never rejects. */
export interface HeartbeatFiles {
  /** file.missing, .unreadable, .too_large. */
  read(repoPath: string): Promise<Result<HeartbeatText, Fault>>
  /**
   * Replaces the file in one step, or not at all. `expected` is the version that was read, null when there must be no file yet.
   * file.conflict: someone else wrote meanwhile. Returns the new version.
   */
  write(repoPath: string, text: string, expected: string | null, encoding?: 'utf-8' | 'binary'): Promise<Result<string, Fault>>
  /** A hint that the file, or HEARTBEAT.json beside it, may have changed; never the truth. Returns the end of it. */
  watch(repoPath: string, changed: () => void): () => void
  /** Deletes the file if it still is the version that was read. file.missing, .conflict, .unreadable, .write_failed. */
  remove(repoPath: string, expected: string): Promise<Result<null, Fault>>
  /** Removes what a crash in the middle of a write left behind. */
  sweep(repoPath: string): Promise<void>
}

export interface RepositoryFacts {
  readonly defaultBranch: string | null // null: no commit yet
  readonly remote: string | null // name of the remote, usually origin; null: none
  readonly remoteUrl?: string | null | undefined // as configured; null: none
  readonly hasGh: boolean
  readonly bare: boolean
}

/** Looks at repositories without executing anything of them. Contract: never rejects. */
export interface Repositories {
  /** Real path and folder name of a repository; repo.missing, repo.not_git, repo.unreadable. */
  identify(path: string): Promise<Result<{ readonly realPath: string; readonly name: string }, Fault>>
  facts(repoPath: string): Promise<Result<RepositoryFacts, Fault>>
  glance(repoPath: string): Promise<Result<GitGlance, Fault>>
  /** True: git tracks HEARTBEAT.md there, so the engine must not write into it. */
  isTracked(repoPath: string): Promise<Result<boolean, Fault>>
  /** Adds the line for HEARTBEAT.md to the repository's own exclude file; idempotent. */
  exclude(repoPath: string): Promise<Result<null, Fault>>
  /** What hides HEARTBEAT.md from git; writes nothing. */
  gitKeep(repoPath: string): Promise<Result<GitKeepView, Fault>>
  /** Puts that line where a person wants it; `version`: of the .gitignore that was shown. */
  setGitKeep(repoPath: string, keep: GitKeep, version: string): Promise<Result<null, Fault>>
  /** Commands found in task lines whose first word exists; nothing is run. */
  listCommands(repoPath: string, tasks: readonly DueTask[]): Promise<readonly ApprovalRequest[]>
  /** What a look-only run must leave as it was. */
  look(repoPath: string): Promise<Result<RepositoryLook, Fault>>
  /** What differs between two looks, in words and as a diff, capped; null: nothing. */
  difference(repoPath: string, before: RepositoryLook, after: RepositoryLook): Promise<string | null>
  /** What stands behind each class of task, as hashes; `fetch` asks the remote first. A class that cannot be told now is absent. */
  prints(repoPath: string, classes: readonly TaskClass[], fetch: boolean): Promise<Partial<Record<TaskClass, string>>>
  /** A file that an agent named: its real path inside the repository and its size; null: not there, or outside. */
  attachment(repoPath: string, path: string): Promise<{ readonly path: string; readonly bytes: number } | null>
  readAttachment(repoPath: string, path: string, maxBytes: number): Promise<Uint8Array | null>
  /** Where HEAD, branches and remotes stand, cheaply. */
  gitState(repoPath: string): Promise<Result<GitState, Fault>>
  /** A hint that they may have changed, never the truth. Returns its end. */
  watchGit(repoPath: string, changed: () => void): () => void
  /** Whether somebody is at work in the folder. */
  wayFacts(repoPath: string, now: Instant): Promise<Result<WayFacts, Fault>>
  /** HEARTBEAT.json under the first of its names; null: there is none. */
  config(repoPath: string): Promise<Result<{ readonly name: string; readonly text: string; readonly names: readonly string[] } | null, Fault>>
  readonly hooks: GitHooks
  /** Repositories below the folders; yields as it goes, ends when the signal aborts. */
  scan(roots: readonly string[], depth: number, signal: AbortSignal): AsyncIterable<ScanStep>
}
/** Opt-in hooks that report to Threadbeat, as a marked block in the repository's own hook files. */
export interface GitHooks {
  plan(repoPath: string, line: (hook: string) => string): Promise<Result<HookPlan, Fault>>
  /** Writes exactly what the plan showed, or nothing: file.conflict where a file has changed since. Returns the hooks written. */
  install(repoPath: string, plan: HookPlan): Promise<Result<readonly string[], Fault>>
  remove(repoPath: string): Promise<Result<readonly string[], Fault>>
  /** The line a hook of this thread runs. */
  line(threadNumber: number, hook: string): string
}
export interface HookPlan {
  readonly folder: string
  readonly managedBy: string | null // a tool that owns the folder
  readonly problem: string | null // why some or all hooks are left alone
  readonly files: readonly { readonly name: 'post-commit' | 'post-merge' | 'post-checkout' | 'post-rewrite'; readonly path: string; readonly before: string | null; readonly after: string; readonly state: 'absent' | 'ours' | 'foreign' | 'outdated' }[]
}

/** HEAD, index, branches, stashes, working tree, configuration and hooks; HEARTBEAT.md and remote branches left out. */
export interface RepositoryLook {
  readonly head: string // commit, and the branch it is on
  readonly index: string // hash of its entries
  readonly branches: Readonly<Record<string, string>> // name → commit; tags as well
  readonly stashes: readonly string[]
  readonly files: Readonly<Record<string, string>> // path that differs from HEAD or is untracked → size and time
  readonly config: string // hash of git's configuration of this repository; then a line for each of its hooks
}
export type ScanStep =
  | { readonly kind: 'progress'; readonly folders: number; readonly at: string; readonly unreadable: number }
  | { readonly kind: 'found'; readonly realPath: string; readonly name: string; readonly lastChangedAt: Instant }

export interface Notice {
  readonly alertId: AlertId | null // null: a test, or a summary
  readonly threadId: ThreadId | null
  readonly runId: RunId | null
  readonly severity: Severity
  readonly title: string
  readonly body: string
  /** What it is about, where that is no thread: a newer one takes the place of an older one. */
  readonly tag?: string
  /** Where a click leads, where no run and no thread is named; absent: Today. */
  readonly place?: 'today' | 'inbox'
}

/** Shows one notification. notify.unavailable, notify.denied. Contract: never rejects. */
export interface Notifier {
  show(notice: Notice): Promise<Result<null, Fault>>
  /** Takes back the banner of an alert, or of a tag, that may still stand there; silently. Absent: what was shown cannot be taken back. */
  withdraw?(what: string): void
}

/** Files dropped by scripts. Contract: never rejects; a file is either taken (deleted after acceptance) or moved aside with a reason. */
export interface Inbox {
  /** Reads what lies there now, oldest first. */
  collect(): Promise<readonly InboxFile[]>
  /** false: the file could not be taken away and still lies there. */
  accept(file: InboxFile): Promise<boolean>
  reject(file: InboxFile, reason: string): Promise<boolean>
  watch(changed: () => void): () => void
}
export interface InboxFile {
  readonly name: string
  readonly content: string | null // null: unreadable
  readonly version: string // tells this file from a later one of the same name
}

export type Level = 'error' | 'warn' | 'info' | 'debug'
export const LOG_EVENTS = [
  'store.failed', 'bug.caught', 'engine.halted',
  'run.failed', 'run.timed_out', 'mcp.denied', 'runner.resting', 'run.touched', 'run.rescued', 'orphan.killed', 'file.conflicted', 'doc.malformed', 'alert.undeliverable', 'incident.raised', 'clock.jumped',
  'wake.flooded', 'thread.auto_paused', 'inbox.rejected', 'exclude.failed',
  'engine.started', 'engine.stopped', 'store.migrated', 'thread.added', 'thread.removed', 'tier.snoozed', 'history.cleared', 'run.started', 'run.finished', 'run.skipped', 'incident.over', 'alert.handed_over', 'runner.back', 'alert.delivered',
  'settings.changed', 'authority.changed', 'backup.made',
  'schedule.repaired', 'job.finished', 'event.added', 'webhook.failed', 'webhook.denied',
  'tick.done', 'run.planned', 'mcp.called', 'wake.requested', 'wake.merged', 'slot.recorded', 'alert.suppressed', 'doc.edited',
] as const
export type LogEvent = (typeof LOG_EVENTS)[number]
/** One line of facts. Never prompts, replies, environment or tokens. */
export type Log = (level: Level, event: LogEvent, fields?: Readonly<Record<string, unknown>>) => void

/** A program that opens a folder; `files` is the system's own file manager. */
export interface Opener {
  readonly key: string
  readonly what: 'editor' | 'terminal' | 'files'
  readonly name: string
}

/** Whether the system starts the app at login; `on` is read back from the system. */
export interface Autostart {
  state(): AutostartView
  set(on: boolean): AutostartView
}

/** What the desktop shell adds; absent when the engine runs without a window. */
export interface Shell {
  /** A file or folder in the program that opens such things; null: done, else why not. */
  openPath(path: string): Promise<string | null>
  /** null: cancelled. */
  chooseFile(what: 'save' | 'open', name: string): Promise<string | null>
  restart(): Promise<void>
  readonly autostart: Autostart
  chooseFolders(): Promise<readonly string[]>
  reveal(path: string): Promise<void>
  /** Programs that can open a folder, as they are installed now. */
  openers(): Promise<readonly Opener[]>
  /** Starts one with the folder, without a shell. false: it could not be started. */
  openFolder(key: string, path: string): Promise<boolean>
  openExternal(url: string): Promise<void>
  /** `link`: a threadbeat:// link to go to; null: where it is. */
  showWindow(link: string | null): Promise<void>
  quit(): Promise<void>
  /** A second instance with the demo fleet. */
  openDemo(): Promise<void>
}

/** Hands a finding to a person's own terminal. Contract: never rejects. */
export interface HandOver {
  readonly platform: NodeJS.Platform
  /** A private file with this text, and its folder. file.write_failed. */
  write(name: string, text: string): Promise<Result<{ readonly file: string; readonly folder: string }, Fault>>
  /** Starts the program in a terminal in the folder; the arguments pass no shell. `file`: of `write`. agent.spawn_failed: there is no terminal. */
  open(repoPath: string, argv: readonly string[], file: string): Promise<Result<null, Fault>>
}

/** What the system tells of itself, without waiting; null: it does not tell. */
export interface Power {
  onBattery(): boolean | null
  metered(): boolean | null
}

/** Precise hints that a job may be due; the store decides. */
export interface Alarms {
  arm(list: readonly { readonly expr: string; readonly timeZone: string }[]): void
  /** After a sleep or a clock that was set. */
  rearm(): void
  close(): void
  /** What the library has against an expression; null: nothing. */
  messageOf(expr: string): string | null
}

/** Sends one request to a person's webhook. webhook.unreachable, webhook.refused. Contract: never rejects. */
export interface WebhookSender {
  send(target: WebhookTarget, event: WebhookEvent, signal: AbortSignal): Promise<Result<{ readonly status: number }, Fault & { readonly isRetryable: boolean; readonly retryAfterMs: number | null }>>
}

/** What lies beside the history: settings.json, backups, and what is done at the next start. Errors are sentences. */
export interface Keeping {
  readonly settings: {
    change(change: Readonly<Record<string, unknown>>): Result<null, string>
    view(): SettingsFileView
    generations(): readonly SettingsGeneration[]
    restore(id: string): Result<null, string>
  }
  readonly backups: { list(): BackupsView; make(): Promise<Result<BackupView, string>>; restore(name: string): Promise<Result<PendingView, string>> }
  readonly data: {
    exportTo(path: string, options: { readonly withSecrets: boolean; readonly force: boolean }): Promise<Result<ExportView, string>>
    plan(path: string, map: readonly { readonly from: string; readonly to: string }[]): Promise<Result<ImportPlan, string>>
    importFrom(path: string, map: readonly { readonly from: string; readonly to: string }[], how: { readonly choices: Readonly<Record<string, ImportChoice>>; readonly withSettings: boolean; readonly keepTrust: boolean }): Promise<Result<PendingView, string>>
    reset(what: 'history' | 'everything'): PendingView
    cancel(): void
  }
  readonly logFolder: string
  report(): Promise<string>
}

/** Long files, written piece by piece. What failed is a sentence that names the file. */
export interface LongFiles {
  /** Nothing stands at `path` before `finish`. */
  begin(path: string): Promise<Result<LongFile, string>>
}
export interface LongFile {
  write(text: string): Promise<Result<null, string>>
  finish(): Promise<Result<{ readonly bytes: number }, string>>
  /** Nothing stays of it. Never fails. */
  discard(): Promise<void>
}

/**
 * Whole outputs of runs that printed more than the history keeps of one. Contract: never throws and never rejects; what cannot be
 * written is not there, and a run never waits for it longer than the disk does.
 */
export interface RunOutputs {
  begin(id: RunId): RunOutput
  /** At most `limit` bytes from there on, and how many there are in all; null: none is kept of this run. */
  read(id: RunId, from: number, limit: number): Promise<{ readonly bytes: Uint8Array; readonly total: number } | null>
  /** The file, for a program that shows it; null: none is kept. */
  pathOf(id: RunId): Promise<string | null>
  /** Runs of which one is kept. */
  list(): Promise<readonly RunId[]>
  remove(ids: readonly RunId[]): Promise<void>
}
export interface RunOutput {
  /** A promise: nothing more should come before it settles. */
  push(bytes: Uint8Array): Promise<void> | null
  /** Settles when all that came is written. */
  end(): Promise<void>
}

export interface Ports {
  readonly clock: Clock
  readonly ids: Ids
  readonly agents: AgentRunner
  readonly runners: Runners
  readonly tools: ToolServer
  readonly files: HeartbeatFiles
  readonly repositories: Repositories
  readonly notifier: Notifier
  readonly inbox: Inbox
  readonly power: Power
  readonly alarms: Alarms
  readonly webhooks: WebhookSender
  /** Absent: none are kept. */
  readonly outputs?: RunOutputs
  readonly log: Log
}
