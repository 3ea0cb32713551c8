import type { MissingProgram } from '../../../../shared/runs/shell/missing-program.ts'
import type { DroppedFile } from '../../ports/attempts/dropped-results.ts'
import type { RepositoryState } from '../../../../shared/pollination/state.ts'
import type { ApprovalRequest } from '../../../../shared/agents/approval.ts'
import type { WebhookEvent } from '../../../../shared/alerts/webhook.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err } from '../../../../shared/base/result.ts'
import type { RunId, ThreadId } from '../../../../shared/base/ids.ts'
import type { GitState } from '../../../../shared/events/git-events.ts'
import type { TaskClass } from '../../../../shared/runs/change-gate.ts'
import type { WayFacts } from '../../../../shared/runs/in-the-way.ts'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import type { Backtester, BacktestSpec } from '../../ports/backtests.ts'
import type { AgentResult, AgentSpec, AgentTools, DueTask } from '../../ports/agents.ts'
import type { Notice } from '../../ports/desktop.ts'
import type { CommandsByLine, HookPlan, Outline, RepositoryLook } from '../../ports/repositories.ts'

/** What the scripted runner does with a beat: 'ok' unless told otherwise. */
export type Script = (spec: AgentSpec) => Scripted | Promise<Scripted>
export type Scripted = Partial<AgentResult> & {
  readonly takesMs?: number
  readonly hangs?: boolean
  /** An agent that reports nothing by its tools; else it reports each task as done. */
  readonly silent?: boolean
}

/** The machine of a scenario, as its ports find it. Tests change it as they go; it outlives a crash. */
export interface World {
  /**
   * Asked at each answer of a port ("agents.run"); true: it never comes, as if the process died there.
   * null: all come.
   */
  hangs: ((call: string) => boolean) | null
  /** Commands found in the tasks of a list. */
  commands: (tasks: readonly { readonly key: string; readonly text: string }[]) => readonly ApprovalRequest[]
  /** Files that a command of a job executes where one of its arguments is their name, with their texts. */
  readonly scripts: Map<string, string>
  /** Of a list that is too long to be looked through. */
  leftOut: (tasks: readonly { readonly text: string }[]) => CommandsByLine['leftOut']
  hookPlan: HookPlan
  readonly installed: HookPlan[]
  /** Where each repository stands. */
  readonly git: Map<string, GitState>
  /** By path; absent: nobody can vouch for a repository, so that each look is a whole one. */
  readonly outlines: Map<string, Outline>
  /** Who is at work in a repository. */
  readonly way: Map<string, Partial<WayFacts>>
  readonly configs: Map<string, string>
  /** Where a path leads; absent: to itself. */
  readonly links: Map<string, string>
  /** By path; absent: 'first'. */
  readonly fileIds: Map<string, string>
  readonly decisions: string[] // lines of decisions.md
  readonly dropped: Map<string, DroppedFile[]> // results, by the whole path of their folder
  unreadableResults: string | null // why no folder of results can be read; null: they can
  readonly droppedWatchers: Map<string, () => void> // by the same path
  readonly digests: Map<string, string> // of files, by their whole paths; absent: not there
  readonly attached: Map<string, number> // bytes of files that an agent may send, by path
  power: { onBattery: boolean | null; metered: boolean | null }
  /** false: no alarm of a cron job comes, as after a sleep. */
  alarmsRing: boolean
  readonly sent: { readonly target: string; readonly event: WebhookEvent }[]
  webhookFault: Fault | null
  readonly notices: Notice[]
  readonly withdrawn: string[] // banners taken back
  readonly logs: { level: string; event: string; fields: Record<string, unknown> }[]
  readonly files: Map<string, string>
  readonly starts: {
    readonly at: number
    readonly threadId: ThreadId
    readonly runId: RunId
    readonly prompt: string | null
  }[]
  script: Script
  /** What the app finds in the lines of an agent's list that it knows: all is well unless told otherwise. */
  checks: (task: DueTask, repoPath: string) => Partial<TaskResult>
  appFault: Fault | null // of the app's own checks
  notifierFault: Fault | null
  toolsFault: Fault | null
  missing: Set<string>
  /** Of a line whose command has a program that is not found. */
  missingProgram: (task: DueTask) => MissingProgram | null
  tracked: Set<string>
  /** Repositories whose remote takes ten seconds not to answer, where the app works lines of an agent's list. */
  silentRemotes: Set<string>
  /** What a repository always was, by its path; absent: it has no commit. */
  readonly states: Map<string, RepositoryState>
  readonly excluded: string[]
  /** Marks by which what outlived a crash was looked for. */
  readonly orphans: string[]
  /** What is tried in throw-away copies, and what comes of it. */
  readonly tried: BacktestSpec[]
  trial: (spec: BacktestSpec) => ReturnType<Backtester['run']>
  /**
   * What stands behind the task classes of each repository, for the change gate; a class that is absent
   * cannot be told.
   */
  readonly prints: Map<string, Partial<Record<TaskClass, string>>>
  /** Files of a repository that a look-only run must leave alone, by path. */
  readonly looks: Map<string, RepositoryLook>
  /** Of running runs, as their agents have them. */
  readonly tools: Map<RunId, AgentTools>
  /** Who wants to hear that a repository has changed. */
  readonly gitWatchers: Map<string, () => void>
}

export const quietWorld = (script: Script): World => ({
  hangs: null,
  commands: () => [],
  scripts: new Map(),
  leftOut: () => null,
  hookPlan: { folder: '/hooks', managedBy: null, problem: null, files: [] },
  installed: [],
  outlines: new Map(),
  git: new Map(),
  way: new Map(),
  configs: new Map(),
  fileIds: new Map(),
  links: new Map(),
  decisions: [],
  dropped: new Map(),
  unreadableResults: null,
  droppedWatchers: new Map(),
  digests: new Map(),
  attached: new Map(),
  power: { onBattery: null, metered: null },
  alarmsRing: true,
  sent: [],
  webhookFault: null,
  notices: [],
  withdrawn: [],
  logs: [],
  files: new Map(),
  starts: [],
  script,
  checks: () => ({}),
  appFault: null,
  notifierFault: null,
  toolsFault: null,
  missing: new Set(),
  missingProgram: () => null,
  tracked: new Set(),
  silentRemotes: new Set(),
  states: new Map(),
  excluded: [],
  orphans: [],
  tried: [],
  trial: async () => err(fault('git.failed', 'nothing can be tried')),
  prints: new Map(),
  looks: new Map(),
  tools: new Map(),
  gitWatchers: new Map(),
})
