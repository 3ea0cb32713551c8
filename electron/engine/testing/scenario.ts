import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '../../../shared/approval.ts'
import type { ItemId, RunId, ThreadId } from '../../../shared/ids.ts'
import { fault, type Fault } from '../../../shared/faults.ts'
import { err, ok } from '../../../shared/result.ts'
import type { Run, TaskResult } from '../../../shared/run.ts'
import type { TaskClass } from '../../../shared/gate.ts'
import { MINUTE } from '../../../shared/time.ts'
import { openDatabase } from '../../store/open.ts'
import type { Database } from '../../store/driver.ts'
import { createStore } from '../../store/store.ts'
import { createDocuments } from '../documents.ts'
import { createEngine, type Engine } from '../engine.ts'
import type { AgentResult, AgentSpec, AgentTools, Notice, Ports, RepositoryLook } from '../ports.ts'
import type { Store } from '../store-port.ts'
import { createViews, type Views } from '../views.ts'
import { virtualClock, type VirtualClock } from './virtual-clock.ts'

/** What the scripted runner does with a beat: 'ok' unless told otherwise. */
export type Script = (spec: AgentSpec) => Scripted | Promise<Scripted>
export type Scripted = Partial<AgentResult> & {
  readonly takesMs?: number
  readonly hangs?: boolean
  /** An agent that reports nothing by its tools; else it reports each task as done. */
  readonly silent?: boolean
}

export interface Scenario {
  readonly clock: VirtualClock
  readonly store: Store
  readonly engine: Engine
  readonly views: Views
  readonly notices: Notice[]
  readonly logs: { level: string; event: string; fields: Record<string, unknown> }[]
  readonly files: Map<string, string>
  readonly starts: { readonly at: number; readonly threadId: ThreadId; readonly runId: RunId; readonly prompt: string | null }[]
  script: Script
  notifierFault: Fault | null
  toolsFault: Fault | null
  missing: Set<string>
  tracked: Set<string>
  readonly excluded: string[]
  /** What stands behind the task classes of each repository, for the change gate; a class that is absent cannot be told. */
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

const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** The real engine over the real SQLite in memory, with a virtual clock, a scripted runner and files in memory. */
export async function scenario(options: { readonly start?: number; readonly timeZone?: string; readonly script?: Script } = {}): Promise<Scenario> {
  const clock = virtualClock(options.start, options.timeZone)
  const files = new Map<string, string>()
  const notices: Notice[] = []
  const logs: Scenario['logs'] = []
  const open = new Map<RunId, AgentTools>()
  const starts: { at: number; threadId: ThreadId; runId: RunId; prompt: string | null }[] = []
  let serial = 0
  let generation = 0
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const db: Database = opened.value.db
  const ids = <T extends string>(prefix: string): T => `${prefix}_${String(serial++).padStart(8, '0')}` as T
  const store = createStore(db, ids)

  const portsOf = (mine: number): Ports => ({
    clock, ids,
    agents: {
      async run(spec, signal) {
        starts.push({ at: clock.now(), threadId: store.running().find((r) => r.id === spec.runId)!.threadId, runId: spec.runId, prompt: spec.prompt })
        const { takesMs = 0, hangs = false, silent = false, ...result } = await s.script(spec)
        if (!silent && spec.tools !== null && spec.tasks.length > 0) await s.toolsOf(spec.runId).report({ status: 'ok', tasks: spec.tasks.map((t) => ({ key: t.key, outcome: 'ok', evidence: 'looked' })), alerts: [], attachments: [] })
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
          if (aborted) return { ...completed(spec), status: 'stopped', tasks: [], durationMs: clock.monotonicMs() - startedMs }
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
        return ok({ url: 'http://127.0.0.1:1/mcp', token: `token-${runId}`, close: () => void open.delete(runId) })
      },
      call: async () => err('there is no server here'),
      close: async () => {},
    },
    files: {
      async read(path) {
        const text = files.get(path)
        return text === undefined ? err(fault('file.missing', `${path} has no HEARTBEAT.md`)) : ok({ text, version: hash(text), encoding: 'utf-8' as const })
      },
      async write(path, text, expected) {
        const current = files.get(path)
        if ((current === undefined ? null : hash(current)) !== expected) return err(fault('file.conflict', 'changed meanwhile'))
        files.set(path, text)
        return ok(hash(text))
      },
      watch: () => () => {},
      sweep: async () => {},
    },
    repositories: {
      identify: async (path) => (s.missing.has(path) ? err(fault('repo.missing', `${path} is not there`)) : ok({ realPath: path, name: path.slice(1) })),
      facts: async () => ok({ defaultBranch: 'main', remote: 'origin', hasGh: false, bare: false }),
      glance: async () => ok({ branch: 'main', ahead: 0, behind: 0, changed: 0, operation: null }),
      isTracked: async (path) => ok(s.tracked.has(path)),
      exclude: async (path) => {
        s.excluded.push(path)
        return ok(null)
      },
      listCommands: async (): Promise<readonly ApprovalRequest[]> => [],
      look: async (path) => ok(s.looks.get(path) ?? NOTHING_SEEN),
      difference: async (_path, before, after) => (JSON.stringify(before) === JSON.stringify(after) ? null : 'the files differ'),
      prints: async (path, classes) => Object.fromEntries(Object.entries(s.prints.get(path) ?? {}).filter(([c]) => classes.includes(c as TaskClass))),
      attachment: async () => null,
      readAttachment: async () => null,
      async *scan() {},
    },
    notifier: {
      async show(notice) {
        if (s.notifierFault !== null) return err(s.notifierFault)
        notices.push(notice)
        return ok(null)
      },
    },
    inbox: { collect: async () => [], accept: async () => true, reject: async () => true, watch: () => () => {} },
    log: (level, event, fields = {}) => {
      if (mine === generation) logs.push({ level, event, fields })
    },
  })
  const build = (): { engine: Engine; views: Views } => {
    const ports = portsOf(generation)
    const documents = createDocuments(ports, store)
    const engine = createEngine(ports, store, documents)
    return { engine, views: createViews(ports, store, engine, documents, { dataDir: '/data', demo: false }) }
  }

  let parts = {} as { engine: Engine; views: Views }
  const s: Scenario = {
    clock, store, notices, logs, files, starts, script: options.script ?? (() => ({})), notifierFault: null, missing: new Set(), tracked: new Set(), excluded: [], prints: new Map(), looks: new Map(), toolsFault: null,
    toolsOf: (id) => open.get(id)!,
    openRuns: () => [...open.keys()],
    get engine() {
      return parts.engine
    },
    get views() {
      return parts.views
    },
    add(name, { intervalMs = 8 * MINUTE, trusted = true, playbook = PLAYBOOK } = {}) {
      const path = `/${name}`
      files.set(path, playbook)
      const id = ids<ThreadId>('thr')
      store.addThread({ id, name, repoPath: path, intervalMs, trustedAt: trusted ? clock.now() : null, createdAt: clock.now() })
      parts.engine.replan(id)
      return id
    },
    message: (to, text) => {
      const item = store.sendMessage(to, text, 'user', clock.now())
      parts.engine.tick()
      return item
    },
    runs: (id) => [...store.runPage({ threadId: id, limit: 200 }).runs].reverse(),
    async crash() {
      generation++
      open.clear() // the server died with the process
      // The dead engine's promises never come back: its aborts are never called and its writes are gone.
      void parts.engine.stop('wait')
      parts = build()
      await parts.engine.start()
      await clock.settle()
    },
    async stop() {
      await parts.engine.stop('stop')
      store.close()
    },
  }
  parts = build()
  await parts.engine.start()
  return s
}

const NOTHING_SEEN: RepositoryLook = { head: 'c0ffee main', index: '', branches: {}, stashes: [], files: {}, config: '' }
const failedTest: AgentResult = { status: 'failed', fault: fault('agent.not_found', 'there is none here'), exitCode: null, text: '', output: '', tasks: [], glance: null, turn: null, durationMs: 0 }

const completed = (spec: AgentSpec): AgentResult => ({
  status: 'completed', fault: null, exitCode: 0, text: spec.agent.kind === 'local' ? '' : 'HEARTBEAT_OK', output: '', glance: null, turn: null, durationMs: 0,
  tasks: spec.tasks.map((t): TaskResult => ({ key: t.key, tier: t.tier, text: t.text, status: 'passed', note: '', severity: null, command: null, exitCode: 0, durationMs: 1, output: '' })),
})
