import type { ItemId, RunId, ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import type { GitState } from '../../../shared/events/git-events.ts'
import type { Run } from '../../../shared/runs/run.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { silentHubPort } from '../../machine/hub/testing/silent-hub.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createStore } from '../../store/store.ts'
import type { SettingsKeeper } from '../../store/settings/settings-room.ts'
import { readyInMemory } from '../../store/testing/ready-in-memory.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import type { Sources } from '../events/sources.ts'
import type { HubLink } from '../hub/link.ts'
import { neighboursOf } from '../hub/neighbours.ts'
import { createOthers, type Others } from '../hub/others/others.ts'
import { createEngine, type Engine } from '../loop/engine.ts'
import { createWatchdog, type Watchdog } from '../loop/watchdog.ts'
import { createDocuments, type Documents } from '../playbook/documents.ts'
import type { AgentTools } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createForesight, type ForesightView } from '../views/foresight.ts'
import { createViews, type Views } from '../views/views.ts'
import type { TimeStyle } from '../../../shared/base/clock/time-text.ts'
import type { Mode } from '../pulse/pulse.ts'
import { beginSilentLink } from './hub/silent-link.ts'
import { virtualClock, type VirtualClock } from './virtual-clock.ts'
import { mortalClock, mortalPorts } from './world/mortal.ts'
import { worldPorts } from './world/ports.ts'
import { changeRepository } from './world/repositories.ts'
import { quietWorld, type Script, type World } from './world/world.ts'

/** What is made anew when the process dies. */
interface Parts {
  readonly engine: Engine
  readonly views: Views
  readonly others: Others
  readonly sources: Sources
  readonly watchdog: Watchdog
  readonly foresight: ForesightView
  readonly documents: Documents
  readonly ports: Ports
  /** To a hub that never answers; null: the machine has joined none, or one of the test's own. */
  readonly silentLink: HubLink | null
}

export interface Scenario extends Parts, World {
  readonly clock: VirtualClock
  readonly store: Store
  changeGit(name: string, state: Partial<GitState>): Promise<void>
  /** The tools of a running run, as its agent has them. */
  toolsOf(id: RunId): AgentTools
  /** Runs whose token is good now. */
  openRuns(): readonly RunId[]
  add(name: string, options?: { intervalMs?: number; trusted?: boolean; playbook?: string }): ThreadId
  message(to: ThreadId, text: string): ItemId
  runs(id?: ThreadId): readonly Run[]
  /** The disk of the history takes nothing more, or as much as is wanted again. */
  fillDisk(isFull: boolean): void
  /** The process dies: nothing is written any more; a new engine opens the same history. */
  crash(mode?: Mode): Promise<void>
  /** The process dies and stays dead; another scenario may open its history. */
  kill(): void
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

interface ScenarioOptions {
  /** Other machines in the place of those that a hub tells of. */
  readonly others?: Pick<Others, 'view' | 'onChange'>
  /** silent: the machine has joined one that never answers. Absent: in a black-holed run of the tests, else none. */
  readonly hub?: 'none' | 'silent'
  readonly start?: number
  readonly timeZone?: string
  readonly timeStyle?: TimeStyle
  readonly script?: Script
  readonly outputs?: NonNullable<Ports['outputs']>
  /** Of the history; absent: in memory. */
  readonly database?: string
  /** Of the history; absent: the usual one. */
  readonly driver?: Driver
  /** Shared with other scenarios; absent: one of its own. */
  readonly clock?: VirtualClock
  /** Of a history that goes on in other scenarios; absent: from the first on. */
  readonly ids?: Ports['ids']
  /** Called before the engine begins. */
  readonly beforeStart?: (s: Scenario) => void
  /** Where the settings stand; absent: in memory. */
  readonly settings?: SettingsKeeper
  /** The app shows the demo's repositories. */
  readonly demo?: boolean
  /** Other doors to the machine than the usual ones of a scenario. */
  readonly ports?: (usual: Ports) => Ports
}

/**
 * The real engine over the real SQLite in memory, with a virtual clock, a scripted runner and files in
 * memory.
 */
export async function scenario(options: ScenarioOptions = {}): Promise<Scenario> {
  const clock = options.clock ?? virtualClock(options.start, options.timeZone, options.timeStyle)
  const hub = options.hub ?? (silentHubPort() === null ? 'none' : 'silent')
  let serial = 0
  let generation = 0
  const driver = options.driver ?? (options.database === undefined ? readyInMemory() : undefined)
  const database = openDatabase(options.database ?? ':memory:', driver)
  if (!database.ok) throw new Error(database.error.message)
  const own = <T extends string>(prefix: string): T => `${prefix}_${String(serial++).padStart(8, '0')}` as T
  const ids = options.ids ?? own
  const store = createStore(database.value.db, ids, options.settings ?? settingsInMemory())

  const portsOf = (mine: number): Ports => {
    const isAlive = (): boolean => mine === generation
    const doors = { clock: mortalClock(clock, isAlive), ids }
    const usual = {
      ...worldPorts(s, doors, store, isAlive),
      ...(options.outputs !== undefined && { outputs: options.outputs }),
    }
    const ports = options.ports?.(usual) ?? usual
    return mortalPorts(ports, isAlive, (call) => s.hangs?.(call) === true)
  }
  const build = (): Parts => {
    const machine = portsOf(generation)
    const others = createOthers(machine)
    const ports = { ...machine, neighbours: neighboursOf(machine, others) }
    const documents = createDocuments(ports, store)
    const engine = createEngine(ports, store, documents)
    const watchdog = createWatchdog(ports, store, engine)
    const views = createViews(ports, store, engine, documents, {
      dataDir: '/data',
      demo: options.demo ?? false,
      watch: watchdog.view,
      others: options.others ?? others,
    })
    const parts = { engine, views, others, documents, ports }
    return {
      ...parts,
      sources: engine.sources,
      watchdog,
      foresight: createForesight(ports, store, engine, documents),
      silentLink: hub === 'silent' ? beginSilentLink({ ...parts, store }) : null,
    }
  }

  function die(): void {
    generation++
    s.gitWatchers.clear()
    void s.sources.close()
    s.watchdog.close()
    s.tools.clear() // the server died with the process
    // The dead engine's promises never come back: its aborts are never called and its writes are gone.
    void s.engine.stop('wait')
  }
  const lasting: Omit<Scenario, keyof Parts> = {
    ...quietWorld(options.script ?? (() => ({}))),
    clock,
    store,
    toolsOf: (id) => s.tools.get(id)!,
    openRuns: () => [...s.tools.keys()],
    async changeGit(name, state) {
      changeRepository(s, `/${name}`, state)
      await clock.settle()
    },
    add(name, { intervalMs = 8 * MINUTE, trusted = true, playbook = PLAYBOOK } = {}) {
      const path = `/${name}`
      s.files.set(path, playbook)
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
    fillDisk(isFull) {
      const { db } = database.value
      if (isFull) db.exec('VACUUM')
      const pages = Number(db.prepare('PRAGMA page_count').get()!['page_count'])
      db.exec(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000}`)
    },
    async crash(mode = 'schedule') {
      die()
      Object.assign(s, build())
      s.sources.follow()
      await s.engine.start(mode)
      await clock.settle()
    },
    kill() {
      die()
      store.close()
    },
    async stop() {
      s.watchdog.close()
      await s.sources.close()
      await s.engine.stop('stop')
      await s.silentLink?.stop()
      store.close()
    },
  }
  const s = lasting as Scenario // complete with its parts, which the ports of these ask for no earlier
  Object.assign(s, build())
  options.beforeStart?.(s)
  await s.engine.start()
  return s
}
