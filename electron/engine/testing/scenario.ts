import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '../../../shared/agents/approval.ts'
import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import type { WayFacts } from '../../../shared/runs/in-the-way.ts'
import type { WebhookEvent } from '../../../shared/alerts/webhook.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok } from '../../../shared/base/result.ts'
import type { Run, TaskResult } from '../../../shared/runs/run.ts'
import type { TaskClass } from '../../../shared/runs/change-gate.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { openDatabase } from '../../store/connection/open.ts'
import type { Database } from '../../store/connection/driver.ts'
import { createStore } from '../../store/store.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import { createDocuments, type Documents } from '../playbook/documents.ts'
import { createEngine, type Engine } from '../loop/engine.ts'
import type { Clock, Ports } from '../ports/ports.ts'
import type { AgentResult, AgentSpec, AgentTools } from '../ports/agents.ts'
import type { Notice } from '../ports/desktop.ts'
import type { HookPlan, RepositoryLook } from '../ports/repositories.ts'
import type { Store } from '../ports/store.ts'
import { createForesight, type ForesightView } from '../views/foresight.ts'
import type { Sources } from '../events/sources.ts'
import { createViews, type Views } from '../views/views.ts'
import { createWatchdog, type Watchdog } from '../loop/watchdog.ts'
import { virtualAlarms } from './virtual-alarms.ts'
import { virtualClock, type VirtualClock } from './virtual-clock.ts'

/** What the scripted runner does with a beat: 'ok' unless told otherwise. */
export type Script = (spec: AgentSpec) => Scripted | Promise<Scripted>
export type Scripted = Partial<AgentResult> & {
  readonly takesMs?: number
  readonly hangs?: boolean
  /** An agent that reports nothing by its tools; else it reports each task as done. */
  readonly silent?: boolean
}

/** What is made anew when the process dies. */
interface Parts {
  readonly engine: Engine
  readonly views: Views
  readonly sources: Sources
  readonly watchdog: Watchdog
  readonly foresight: ForesightView
  readonly documents: Documents
  readonly ports: Ports
}

export interface Scenario extends Parts {
  readonly clock: VirtualClock
  readonly store: Store
  /**
   * Asked at each answer of a port ("agents.run"); true: it never comes, as if the process died there.
   * null: all come.
   */
  hangs: ((call: string) => boolean) | null
  /** Commands found in the tasks of a list. */
  commands: (tasks: readonly { readonly key: string; readonly text: string }[]) => readonly ApprovalRequest[]
  hookPlan: HookPlan
  readonly installed: HookPlan[]
  /** Where each repository stands; changed by `changeGit`, which also gives the hint. */
  readonly git: Map<string, GitState>
  changeGit(name: string, state: Partial<GitState>): Promise<void>
  /** Who is at work in a repository. */
  readonly way: Map<string, Partial<WayFacts>>
  readonly configs: Map<string, string>
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
  notifierFault: Fault | null
  toolsFault: Fault | null
  missing: Set<string>
  tracked: Set<string>
  readonly excluded: string[]
  /**
   * What stands behind the task classes of each repository, for the change gate; a class that is absent
   * cannot be told.
   */
  readonly prints: Map<string, Partial<Record<TaskClass, string>>>
  /** Files of a repository that a look-only run must leave alone, by path. */
  readonly looks: Map<string, RepositoryLook>
  /** The tools of a running run, as its agent has them. */
  toolsOf(id: RunId): AgentTools
  /** Runs whose token is good now. */
  openRuns(): readonly RunId[]
  add(name: string, options?: { intervalMs?: number; trusted?: boolean; playbook?: string }): ThreadId
  message(to: ThreadId, text: string): ItemId
  runs(id?: ThreadId): readonly Run[]
  /** The process dies: nothing is written any more; a new engine opens the same history. */
  crash(): Promise<void>
  stop(): Promise<void>
}

export const PLAYBOOK = `# HEARTBEAT.md

## Timestamps
- Last quick: (never)
- Last hourly: (never)
- Last daily: (never)

## Urgent Flags
(none)

## Quick Tasks (every heartbeat)
- [ ] Run \`git status\`

## Hourly Tasks (when more than 60 minutes since last hourly)
- [ ] Run \`git fetch origin\`

## Daily Tasks (when more than 24 hours since last daily)
- [ ] Flag stale branches

## Notes
`

/** A playbook of nothing but one task of each beat. */
export const QUICK_ONLY = '## Quick Tasks\n- [ ] Look\n'

/** Of a thread's runs, or of all: oldest first. */
export const outcomes = (s: Scenario, id?: ThreadId) => s.runs(id).map((r) => r.outcome)

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The real engine over the real SQLite in memory, with a virtual clock, a scripted runner and files in
 * memory.
 */
export async function scenario(
  options: {
    readonly start?: number
    readonly timeZone?: string
    readonly script?: Script
    readonly outputs?: NonNullable<Ports['outputs']>
    /** Other doors to the machine than the usual ones of a scenario. */
    readonly ports?: (usual: Ports) => Ports
  } = {},
): Promise<Scenario> {
  const clock = virtualClock(options.start, options.timeZone)
  const files = new Map<string, string>()
  const notices: Notice[] = []
  const logs: Scenario['logs'] = []
  const open = new Map<RunId, AgentTools>()
  const gitWatchers = new Map<string, () => void>()
  const starts: { at: number; threadId: ThreadId; runId: RunId; prompt: string | null }[] = []
  let serial = 0
  let generation = 0
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const db: Database = opened.value.db
  const ids = <T extends string>(prefix: string): T => `${prefix}_${String(serial++).padStart(8, '0')}` as T
  const store = createStore(db, ids, settingsInMemory())

  const clockOf = (mine: number): Clock => ({
    now: clock.now,
    monotonicMs: clock.monotonicMs,
    timeZone: clock.timeZone,
    setTimer: (at, fn) => clock.setTimer(at, () => (mine === generation ? fn() : undefined)),
  })
  /** Of a process that died no answer comes back, and none of its timers fires. */
  const mortal = (mine: number, usual: Ports): Ports => {
    const ports = options.ports?.(usual) ?? usual
    const guarded = <T extends object>(name: string, port: T): T =>
      new Proxy(port, {
        get(target, key) {
          const member: unknown = Reflect.get(target, key)
          if (typeof member !== 'function')
            return typeof member === 'object' && member !== null
              ? guarded(`${name}.${String(key)}`, member)
              : member
          return (...args: readonly unknown[]) => {
            const answer: unknown = Reflect.apply(member, target, args)
            if (!(answer instanceof Promise)) return answer
            if (mine === generation && s.hangs?.(`${name}.${String(key)}`) === true)
              return new Promise(() => {})
            return answer.then((value: unknown) => (mine === generation ? value : new Promise(() => {})))
          }
        },
      })
    return {
      ...Object.fromEntries(
        Object.entries(ports).map(([name, port]) => [
          name,
          typeof port === 'object' ? guarded(name, port as object) : port,
        ]),
      ),
      clock: clockOf(mine),
    } as unknown as Ports
  }
  const portsOf = (mine: number): Ports =>
    mortal(mine, {
      clock,
      ids,
      ...(options.outputs !== undefined && { outputs: options.outputs }),
      agents: {
        async run(spec, signal) {
          starts.push({
            at: clock.now(),
            threadId: store.runs.running().find((r) => r.id === spec.runId)!.threadId,
            runId: spec.runId,
            prompt: spec.prompt,
          })
          const { takesMs = 0, hangs = false, silent = false, ...result } = await s.script(spec)
          if (!silent && spec.tools !== null && spec.tasks.length > 0)
            await s.toolsOf(spec.runId).report({
              status: 'ok',
              tasks: spec.tasks.map((t) => ({ key: t.key, outcome: 'ok', evidence: 'looked' })),
              alerts: [],
              attachments: [],
            })
          const startedMs = clock.monotonicMs()
          if (takesMs > 0 || hangs) {
            const aborted = await new Promise<boolean>((resolve) => {
              signal.addEventListener('abort', () => resolve(true))
              const wait = (): void => {
                const left = startedMs + takesMs - clock.monotonicMs()
                if (!hangs && left <= 0) resolve(false)
                else clock.setTimer(clock.now() + (hangs ? MINUTE : left), wait)
              }
              wait()
            })
            // After a crash nobody is there to take the answer.
            if (mine !== generation) return new Promise<AgentResult>(() => {})
            if (aborted)
              return {
                ...completed(spec),
                status: 'stopped',
                tasks: [],
                durationMs: clock.monotonicMs() - startedMs,
              }
          }
          return { ...completed(spec), durationMs: clock.monotonicMs() - startedMs, ...result }
        },
        endOrphans: async () => 0,
      },
      runners: { find: async () => [], test: async () => ({ ...failedTest }) },
      tools: {
        async open(runId, tools) {
          if (s.toolsFault !== null) return err(s.toolsFault)
          open.set(runId, tools)
          return ok({
            url: 'http://127.0.0.1:1/mcp',
            token: `token-${runId}`,
            close: () => void open.delete(runId),
          })
        },
        call: async () => err('there is no server here'),
        close: async () => {},
      },
      files: {
        async read(path) {
          const text = files.get(path)
          return text === undefined
            ? err(fault('file.missing', `${path} has no HEARTBEAT.md`))
            : ok({ text, version: hash(text), encoding: 'utf-8' as const })
        },
        async write(path, text, expected) {
          const current = files.get(path)
          if ((current === undefined ? null : hash(current)) !== expected)
            return err(fault('file.conflict', 'changed meanwhile'))
          files.set(path, text)
          return ok(hash(text))
        },
        watch: () => () => {},
        async remove(path, expected) {
          const current = files.get(path)
          if (current === undefined) return err(fault('file.missing', `${path} has no HEARTBEAT.md`))
          if (hash(current) !== expected) return err(fault('file.conflict', 'changed meanwhile'))
          files.delete(path)
          return ok(null)
        },
        sweep: async () => {},
      },
      repositories: {
        identify: async (path) =>
          s.missing.has(path)
            ? err(fault('repo.missing', `${path} is not there`))
            : ok({ realPath: path, name: path.slice(1) }),
        facts: async () => ok({ defaultBranch: 'main', remote: 'origin', hasGh: false, bare: false }),
        glance: async () => ok({ branch: 'main', ahead: 0, behind: 0, changed: 0, operation: null }),
        isTracked: async (path) => ok(s.tracked.has(path)),
        exclude: async (path) => {
          s.excluded.push(path)
          return ok(null)
        },
        gitKeep: async (path) =>
          ok({
            now: s.tracked.has(path) ? 'tracked' : 'exclude',
            gitignore: { before: null, after: '/HEARTBEAT.md\n', version: '' },
          }),
        setGitKeep: async () => ok(null),
        listCommands: async (_path, tasks) => s.commands(tasks),
        look: async (path) => ok(s.looks.get(path) ?? NOTHING_SEEN),
        difference: async (_path, before, after) =>
          JSON.stringify(before) === JSON.stringify(after) ? null : 'the files differ',
        prints: async (path, classes) =>
          Object.fromEntries(
            Object.entries(s.prints.get(path) ?? {}).filter(([c]) => classes.includes(c as TaskClass)),
          ),
        attachment: async () => null,
        readAttachment: async () => null,
        gitState: async (path) => ok(s.git.get(path) ?? QUIET_GIT),
        watchGit: (path, changed) => {
          gitWatchers.set(path, changed)
          return () => void gitWatchers.delete(path)
        },
        wayFacts: async (path) => ok({ ...FREE_WAY, ...s.way.get(path) }),
        config: async (path) => {
          const text = s.configs.get(path)
          return ok(text === undefined ? null : { name: 'HEARTBEAT.json', text, names: ['HEARTBEAT.json'] })
        },
        hooks: {
          plan: async () => ok(s.hookPlan),
          install: async (_path, plan) => {
            s.installed.push(plan)
            return ok([])
          },
          remove: async () => ok([]),
          line: (number, hook) => `threadbeat event ${number} ${hook}`,
        },
        async *scan() {},
      },
      notifier: {
        async show(notice) {
          if (s.notifierFault !== null) return err(s.notifierFault)
          notices.push(notice)
          return ok(null)
        },
        withdraw: (what) => void s.withdrawn.push(what),
      },
      power: { onBattery: () => s.power.onBattery, metered: () => s.power.metered },
      alarms: virtualAlarms(clockOf(mine), () => !s.alarmsRing),
      webhooks: {
        async send(target, event) {
          if (s.webhookFault !== null)
            return err({ ...s.webhookFault, isRetryable: true, retryAfterMs: null })
          s.sent.push({ target: target.id, event })
          return ok({ status: 200 })
        },
      },
      inbox: {
        collect: async () => [],
        accept: async () => true,
        reject: async () => true,
        watch: () => () => {},
      },
      log: (level, event, fields = {}) => {
        if (mine === generation) logs.push({ level, event, fields })
      },
    })
  const build = (): Parts => {
    const ports = portsOf(generation)
    const documents = createDocuments(ports, store)
    const engine = createEngine(ports, store, documents)
    const watchdog = createWatchdog(ports, store, engine)
    const views = createViews(ports, store, engine, documents, {
      dataDir: '/data',
      demo: false,
      watch: watchdog.view,
    })
    return {
      engine,
      views,
      sources: engine.sources,
      watchdog,
      foresight: createForesight(ports, store, engine, documents),
      documents,
      ports,
    }
  }

  const lasting: Omit<Scenario, keyof Parts> = {
    clock,
    store,
    notices,
    withdrawn: [],
    logs,
    files,
    starts,
    script: options.script ?? (() => ({})),
    notifierFault: null,
    missing: new Set(),
    tracked: new Set(),
    excluded: [],
    prints: new Map(),
    looks: new Map(),
    git: new Map(),
    way: new Map(),
    configs: new Map(),
    power: { onBattery: null, metered: null },
    alarmsRing: true,
    sent: [],
    webhookFault: null,
    toolsFault: null,
    hangs: null,
    commands: () => [],
    hookPlan: { folder: '/hooks', managedBy: null, problem: null, files: [] },
    installed: [],
    toolsOf: (id) => open.get(id)!,
    openRuns: () => [...open.keys()],
    async changeGit(name, state) {
      s.git.set(`/${name}`, { ...(s.git.get(`/${name}`) ?? QUIET_GIT), ...state })
      gitWatchers.get(`/${name}`)?.()
      await clock.settle()
    },
    add(name, { intervalMs = 8 * MINUTE, trusted = true, playbook = PLAYBOOK } = {}) {
      const path = `/${name}`
      files.set(path, playbook)
      const id = ids<ThreadId>('thr')
      store.threads.add({
        id,
        name,
        repoPath: path,
        intervalMs,
        trustedAt: trusted ? clock.now() : null,
        createdAt: clock.now(),
      })
      s.engine.slots.replan(id)
      s.sources.follow()
      return id
    },
    message: (to, text) => {
      const item = store.queue.sendMessage(to, text, 'user', clock.now())
      s.engine.tick()
      return item
    },
    runs: (id) => [...store.runs.page({ threadId: id, limit: 200 }).runs].reverse(),
    async crash() {
      generation++
      gitWatchers.clear()
      void s.sources.close()
      s.watchdog.close()
      open.clear() // the server died with the process
      // The dead engine's promises never come back: its aborts are never called and its writes are gone.
      void s.engine.stop('wait')
      Object.assign(s, build())
      s.sources.follow()
      await s.engine.start()
      await clock.settle()
    },
    async stop() {
      s.watchdog.close()
      await s.sources.close()
      await s.engine.stop('stop')
      store.close()
    },
  }
  const s = lasting as Scenario // complete with its parts, which the ports of these ask for no earlier
  Object.assign(s, build())
  await s.engine.start()
  return s
}

const QUIET_GIT: GitState = {
  head: 'c0ffee0',
  branch: 'main',
  operation: null,
  remotes: '',
  fetchedAt: null,
  reflogMessage: null,
}
const FREE_WAY: WayFacts = {
  lock: null,
  operation: null,
  operationAgeMs: null,
  editedMsAgo: null,
  session: null,
}
const NOTHING_SEEN: RepositoryLook = {
  head: 'c0ffee main',
  index: '',
  branches: {},
  stashes: [],
  files: {},
  config: '',
}
const failedTest: AgentResult = {
  status: 'failed',
  fault: fault('agent.not_found', 'there is none here'),
  exitCode: null,
  text: '',
  output: '',
  tasks: [],
  glance: null,
  turn: null,
  durationMs: 0,
}

const completed = (spec: AgentSpec): AgentResult => ({
  status: 'completed',
  fault: null,
  exitCode: 0,
  text: spec.agent.kind === 'local' ? '' : 'HEARTBEAT_OK',
  output: '',
  glance: null,
  turn: null,
  durationMs: 0,
  tasks: spec.tasks.map(
    (t): TaskResult => ({
      key: t.key,
      tier: t.tier,
      text: t.text,
      status: 'passed',
      note: '',
      severity: null,
      command: null,
      exitCode: 0,
      durationMs: 1,
      output: '',
    }),
  ),
})
