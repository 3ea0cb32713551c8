import { actionFilesInMemory } from '../world/action-files.ts'
import { decisionsInMemory } from '../pollination/decisions-in-memory.ts'
import { join } from 'node:path'
import type { AgentConfig } from '../../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { fault } from '../../../../shared/base/faults.ts'
import { err, ok } from '../../../../shared/base/result.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { openDatabase } from '../../../store/connection/open.ts'
import { createStore } from '../../../store/store.ts'
import { settingsInMemory } from '../../../store/testing/settings-in-memory.ts'
import { systemClock } from '../../../machine/clock/clock.ts'
import { randomId } from '../../../machine/clock/ids.ts'
import { createDocuments } from '../../playbook/documents.ts'
import { createEngine, type Engine } from '../../loop/engine.ts'
import type { Ports } from '../../ports/ports.ts'
import type { AgentResult, AgentRunner, AgentSpec } from '../../ports/agents.ts'
import type { Store } from '../../ports/store.ts'
import { createViews, type Views } from '../../views/views.ts'
import { PLAYBOOK } from '../scenario.ts'

interface DiskEngine {
  readonly engine: Engine
  readonly store: Store
  readonly views: Views
  /** Adds trusted threads with an agent; no slot of theirs comes due soon. */
  add(count: number): readonly ThreadId[]
  stop(): Promise<void>
}

const AGENT: AgentConfig = { kind: 'command', argv: ['/bin/true'], env: {} }

/**
 * The real engine on a real SQLite file with the real clock, for measuring; agents are `run`, and
 * repositories cost nothing. No caps.
 */
export function diskEngine(folder: string, run: AgentRunner['run']): DiskEngine {
  const opened = openDatabase(join(folder, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  store.settings.change({ caps: [] })
  const files = new Map<string, string>()
  const ports: Ports = {
    clock: systemClock(),
    ids: randomId,
    agents: { run, endOrphans: async () => 0 },
    backtests: {
      protection: async () => 'open',
      run: async () => err(fault('git.failed', 'nothing is tried here')),
    },
    runners: {
      missing: async () => null,
      find: async () => [],
      test: async (agent, _marker, signal) => run({ agent, prompt: '' } as AgentSpec, signal),
    },
    tools: {
      open: async () => ok({ url: '', token: '', close: () => {} }),
      call: async () => err('there is no server here'),
      close: async () => {},
    },
    files: {
      read: async (path) =>
        ok({ text: files.get(path) ?? PLAYBOOK, version: files.get(path) ?? '', encoding: 'utf-8' }),
      write: async (path, text) => {
        files.set(path, text)
        return ok(text)
      },
      watch: () => () => {},
      remove: async () => ok(null),
      sweep: async () => {},
    },
    decisions: decisionsInMemory(),
    actionFiles: actionFilesInMemory(),
    repositories: {
      identify: async (path) => ok({ realPath: path, name: path.slice(1), fileId: null }),
      facts: async () => ok({ defaultBranch: 'main', remote: null, hasGh: false, bare: false }),
      glance: async () => ok({ branch: 'main', ahead: 0, behind: 0, changed: 0, operation: null }),
      isTracked: async () => ok(false),
      exclude: async () => ok(null),
      gitKeep: async () => ok({ now: 'exclude', gitignore: null }),
      setGitKeep: async () => ok(null),
      listCommands: async () => [],
      missingPrograms: async () => [],
      commandsByLine: async () => ({ commands: [], leftOut: null }),
      inspectCommand: async () => err(fault('repo.unreadable', 'no repository here')),
      look: async () => ok({ head: '', index: '', branches: {}, stashes: [], files: {}, config: '' }),
      difference: async () => null,
      prints: async () => ({}),
      attachment: async () => null,
      readAttachment: async () => null,
      digests: async () => ({}),
      results: async () => ok([]),
      commitSize: async () => null,
      commitDifference: async () => null,
      gitState: async () => err(fault('repo.unreadable', 'no repository here')),
      outline: async () => ({ git: null, files: null }),
      watchGit: () => () => {},
      watchResults: async () => null,
      pastStates: async () => ok([]),
      wayFacts: async () =>
        ok({ lock: null, operation: null, operationAgeMs: null, editedMsAgo: null, session: null }),
      config: async () => ok(null),
      hooks: {
        plan: async () => err(fault('repo.unreadable', 'no repository here')),
        install: async () => ok([]),
        remove: async () => ok([]),
        line: () => '',
      },
      async *scan() {},
    },
    notifier: { show: async () => ok(null) },
    inbox: {
      collect: async () => [],
      accept: async () => true,
      reject: async () => true,
      watch: () => () => {},
    },
    power: { onBattery: () => null, metered: () => null },
    alarms: { arm: () => {}, rearm: () => {}, close: () => {} },
    webhooks: { send: async () => ok({ status: 200 }) },
    log: (level, event, fields) => {
      if (level === 'error') throw new Error(`${event} ${JSON.stringify(fields)}`)
    },
  }
  const documents = createDocuments(ports, store)
  const engine = createEngine(ports, store, documents)
  const views = createViews(ports, store, engine, documents, {
    dataDir: folder,
    demo: false,
    watch: () => ({ lookedAt: null, ok: true, text: '' }),
  })
  let added = 0
  return {
    engine,
    store,
    views,
    add: (count) =>
      store.together(() =>
        Array.from({ length: count }, () => {
          const id = randomId<ThreadId>('thr')
          const now = Date.now()
          store.threads.add({
            id,
            name: `t${++added}`,
            repoPath: `/t${added}`,
            intervalMs: DAY,
            trustedAt: now,
            createdAt: now,
          })
          store.threads.change(id, { agent: AGENT, nextDueAt: now + DAY })
          return id
        }),
      ),
    async stop() {
      views.close()
      await engine.stop('wait')
      await engine.sources.close()
      store.close()
    },
  }
}

/** An agent that has nothing to say. */
export const answered = (text = 'HEARTBEAT_OK'): AgentResult => ({
  status: 'completed',
  fault: null,
  exitCode: 0,
  text,
  output: '',
  tasks: [],
  glance: null,
  turn: null,
  durationMs: 0,
})
