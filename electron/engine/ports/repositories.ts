import type { MissingProgram } from '../../../shared/runs/shell/missing-program.ts'
import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import type { TaskClass } from '../../../shared/runs/change-gate.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import type { GitKeep, GitKeepView } from '../../../shared/playbook/keep.ts'
import type { RepositoryState } from '../../../shared/pollination/state.ts'
import type { WayFacts } from '../../../shared/runs/in-the-way.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { GitGlance } from '../../../shared/events/git-glance.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { DueTask } from './agents.ts'
import type { DroppedResults } from './attempts/dropped-results.ts'

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
   * Replaces the file in one step, or not at all. `expected` is the version that was read, null when there
   * must be no file yet. file.conflict: someone else wrote meanwhile. Returns the new version.
   */
  write(
    repoPath: string,
    text: string,
    expected: string | null,
    encoding?: 'utf-8' | 'binary',
  ): Promise<Result<string, Fault>>
  /**
   * A hint that the file ('list'), HEARTBEAT.json beside it or their folder may have changed; never the truth. Returns
   * the end of it.
   */
  watch(repoPath: string, changed: (what: 'list' | 'config' | 'folder') => void): () => void
  /**
   * Deletes the file if it still is the version that was read. file.missing, .conflict, .unreadable,
   * .write_failed.
   */
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

export interface RepositoryIdentity {
  readonly realPath: string
  readonly name: string // of its folder
  /** Another repository that comes to stand at this path has another; null: files have no lasting number there. */
  readonly fileId: string | null
}

/** In the order of the lines. null: it has none, or it was left out. */
export interface CommandsByLine {
  readonly commands: readonly (ApprovalRequest | null)[]
  readonly leftOut: {
    readonly at: readonly number[] // places among the lines, from 0
    readonly why: string // as the end of a sentence
  } | null // null: all were looked at
}

/** A command as it is started, without a shell. */
export interface ExactCommand {
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>> // besides what every command gets
}
export interface InspectedCommand {
  readonly request: ApprovalRequest // `fileHash` null: it names no file of the repository
  /** Names of its files that were changed, exchanged, made or removed since it was inspected. */
  exchanged(): Promise<readonly string[]>
}

/** Each part the same as before only where another look would see the same. null: nobody can vouch for it now. */
export interface Outline {
  readonly git: string | null // HEAD, branches, remotes, an operation in progress
  readonly files: string | null // HEARTBEAT.md and HEARTBEAT.json
}

/** Looks at repositories without executing anything of them. Contract: never rejects. */
export interface Repositories {
  /** repo.missing, repo.not_git, repo.unreadable. */
  identify(path: string): Promise<Result<RepositoryIdentity, Fault>>
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
  /** Of these lines, in their order, those whose command has a program that is not found. */
  missingPrograms(repoPath: string, tasks: readonly DueTask[]): Promise<readonly (MissingProgram | null)[]>
  /** The same as `listCommands`, one answer for each line. */
  commandsByLine(repoPath: string, tasks: readonly DueTask[]): Promise<CommandsByLine>
  /** What it would execute now; nothing is run. A fault of the disk: nobody can tell. */
  inspectCommand(repoPath: string, command: ExactCommand): Promise<Result<InspectedCommand, Fault>>
  /** What a look-only run must leave as it was. */
  look(repoPath: string): Promise<Result<RepositoryLook, Fault>>
  /** What differs between two looks, in words and as a diff, capped; null: nothing. */
  difference(repoPath: string, before: RepositoryLook, after: RepositoryLook): Promise<string | null>
  /**
   * What stands behind each class of task, as hashes; `fetch` asks the remote first. A class that cannot be
   * told now is absent.
   */
  prints(
    repoPath: string,
    classes: readonly TaskClass[],
    fetch: boolean,
  ): Promise<Partial<Record<TaskClass, string>>>
  /**
   * A file that an agent named: its real path inside the repository and its size; null: not there, or
   * outside.
   */
  attachment(
    repoPath: string,
    path: string,
  ): Promise<{ readonly path: string; readonly bytes: number } | null>
  /** sha256 of files below the repository, hex, by their paths; null: not there, outside, or too large. */
  digests(repoPath: string, paths: readonly string[]): Promise<Readonly<Record<string, string | null>>>
  readonly results: DroppedResults['look']
  /** Lines that a commit added and removed; null: there is no such commit here. */
  commitSize(repoPath: string, commit: string): Promise<number | null>
  /** What one commit has differently from another, capped; null: one is not there, or nobody can tell. */
  commitDifference(repoPath: string, from: string, to: string): Promise<string | null>
  readAttachment(repoPath: string, path: string, maxBytes: number): Promise<Uint8Array | null>
  /** Where HEAD, branches and remotes stand, cheaply. */
  gitState(repoPath: string): Promise<Result<GitState, Fault>>
  /** By the identities of files; none is read. */
  outline(repoPath: string): Promise<Outline>
  /** A hint that they may have changed, never the truth. Returns its end. */
  watchGit(repoPath: string, changed: () => void): () => void
  /**
   * A hint that something in this folder of results changed, or that it came, never the truth. Returns its end; null:
   * it cannot be watched.
   */
  watchResults(repoPath: string, folder: string, changed: () => void): Promise<(() => void) | null>
  /**
   * What it was at each of these times, by the commits of its HEAD; null: there was none yet. For comparing
   * repositories: reads no file of the working tree.
   */
  pastStates(
    repoPath: string,
    times: readonly Instant[],
  ): Promise<Result<readonly (RepositoryState | null)[], Fault>>
  /** Whether somebody is at work in the folder. */
  wayFacts(repoPath: string, now: Instant): Promise<Result<WayFacts, Fault>>
  /** HEARTBEAT.json under the first of its names; null: there is none. */
  config(
    repoPath: string,
  ): Promise<
    Result<{ readonly name: string; readonly text: string; readonly names: readonly string[] } | null, Fault>
  >
  readonly hooks: GitHooks
  /** Repositories below the folders; yields as it goes, ends when the signal aborts. */
  scan(roots: readonly string[], depth: number, signal: AbortSignal): AsyncIterable<ScanStep>
}
/** Opt-in hooks that report to Threadbeat, as a marked block in the repository's own hook files. */
export interface GitHooks {
  plan(repoPath: string, line: (hook: string) => string): Promise<Result<HookPlan, Fault>>
  /**
   * Writes exactly what the plan showed, or nothing: file.conflict where a file has changed since. Returns
   * the hooks written.
   */
  install(repoPath: string, plan: HookPlan): Promise<Result<readonly string[], Fault>>
  remove(repoPath: string): Promise<Result<readonly string[], Fault>>
  /** The line a hook of this thread runs. */
  line(threadNumber: number, hook: string): string
}
export interface HookPlan {
  readonly folder: string
  readonly managedBy: string | null // a tool that owns the folder
  readonly problem: string | null // why some or all hooks are left alone
  readonly files: readonly {
    readonly name: 'post-commit' | 'post-merge' | 'post-checkout' | 'post-rewrite'
    readonly path: string
    readonly before: string | null
    readonly after: string
    readonly state: 'absent' | 'ours' | 'foreign' | 'outdated'
  }[]
}

/**
 * HEAD, index, branches, stashes, working tree, configuration and hooks; HEARTBEAT.md and remote branches
 * left out.
 */
export interface RepositoryLook {
  readonly head: string // commit, and the branch it is on
  readonly index: string // hash of its entries
  readonly branches: Readonly<Record<string, string>> // name → commit; tags, notes and all other refs as well
  readonly remotes?: Readonly<Record<string, string>> // remote branch → commit
  readonly worktrees?: readonly string[]
  readonly stashes: readonly string[]
  // path that differs from HEAD or is untracked → size and time
  readonly files: Readonly<Record<string, string>>
  // hash of git's configuration of this repository; then a line for each of its hooks
  readonly config: string
}
export type ScanStep =
  | { readonly kind: 'progress'; readonly folders: number; readonly at: string; readonly unreadable: number }
  | {
      readonly kind: 'found'
      readonly realPath: string
      readonly name: string
      readonly lastChangedAt: Instant
    }
