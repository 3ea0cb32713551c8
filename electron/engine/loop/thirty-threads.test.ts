import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { ok } from '../../../shared/base/result.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { createAgentRunner } from '../../machine/agents/agent-runner.ts'
import {
  commandsByLine,
  inspectCommand,
  listCommands,
  missingPrograms,
} from '../../machine/agents/local/approval/approval-hash.ts'
import { photograph, statusOf } from '../../machine/agents/testing/photograph.ts'
import { testFolder } from '../../machine/agents/testing/folders.ts'
import { thirtyRepositories } from '../../machine/agents/testing/thirty-repositories.ts'
import type { MadeRepository } from '../../host/repositories.ts'
import { createDocuments } from '../playbook/documents.ts'
import { createEngine } from './engine.ts'
import type { Ports } from '../ports/ports.ts'
import { actionFilesInMemory } from '../testing/world/action-files.ts'
import { decisionsInMemory } from '../testing/pollination/decisions-in-memory.ts'
import { virtualClock } from '../testing/virtual-clock.ts'
import { hookPlan, installHooks, removeHooks } from '../../machine/git/hooks/git-hooks.ts'
import { gitState } from '../../machine/git/git-state.ts'
import { readHeartbeatConfig } from '../../machine/disk/heartbeat-config-file.ts'
import { pastStates } from '../../machine/git/facts/past-states.ts'
import { wayFacts } from '../../machine/git/facts/way-facts.ts'
import { excludeHeartbeat } from '../../machine/git/git-exclude.ts'
import { gitKeep, setGitKeep } from '../../machine/git/git-keep.ts'
import { createBacktester } from '../../machine/backtest/backtest.ts'
import { createHeartbeatFiles } from '../../machine/disk/heartbeat-files.ts'
import { facts, glance, identify } from '../../machine/git/facts/repo-facts.ts'
import { outline } from '../../machine/git/facts/outline.ts'
import { isTracked } from '../../machine/git/facts/tracked.ts'
import { attachment, readAttachment } from '../../machine/disk/attachment.ts'
import { difference } from '../../machine/git/look/difference.ts'
import { look } from '../../machine/git/look/look.ts'
import { scanForRepositories } from '../../machine/git/scan.ts'
import { createToolServer } from '../../machine/mcp/server.ts'
import { prints } from '../../machine/agents/local/repo-prints.ts'
import { createRunners } from '../../machine/agents/runners.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { createStore } from '../../store/store.ts'
import { settingsInMemory } from '../../store/testing/settings-in-memory.ts'
import { randomId } from '../../machine/clock/ids.ts'

const folder = testFolder()
const OURS = /^(?:.*\/)?(?:HEARTBEAT\.md|info\/exclude)$/

describe('thirty real repositories', () => {
  let made: readonly MadeRepository[]
  let before: ReadonlyMap<string, { readonly files: ReturnType<typeof photograph>; readonly status: string }>
  let world: Awaited<ReturnType<typeof worldOf>>
  beforeAll(async () => {
    made = await thirtyRepositories(join(folder, 'repositories'))
    before = new Map(made.map(({ path }) => [path, { files: photograph(path), status: statusOf(path) }]))
    world = await worldOf()
  })
  afterAll(() => world.stop())

  // The first ten beat at all three times, the last ten once: what is done at each has its own time.
  it.each([0, 10, 20])('beat when they are due, %i of them again', async (first) => {
    world.add(made.slice(first, first + 10))
    await world.clock.advance(8 * MINUTE)
    await world.idle()
    expect(world.slots().every((s, n) => s.length >= (first - Math.floor(n / 10) * 10) / 10 + 1)).toBe(true)
  })
  it('have one named outcome for each due slot', () => {
    const slots = world.slots()
    expect([...new Set(slots.flat().map((s) => s.outcome))].sort()).toEqual(['alert', 'broken', 'quiet'])
    expect(slots.flat().filter((s) => s.runId === null)).toEqual([])
  })
  it('are as before but for HEARTBEAT.md and the exclude line', () => {
    for (const { name, path } of made) {
      const after = photograph(path)
      const changed = [...new Set([...after.keys(), ...before.get(path)!.files.keys()])].filter(
        (file) => after.get(file) !== before.get(path)!.files.get(file),
      )
      expect([name, changed.filter((file) => !OURS.test(file))]).toEqual([name, []])
      expect([name, statusOf(path)]).toEqual([name, before.get(path)!.status])
    }
  })
})

/** The engine over real repositories, agents and files; time is virtual. */
async function worldOf() {
  const clock = virtualClock(Date.now())
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const ports: Ports = {
    clock,
    ids: randomId,
    agents: createAgentRunner(clock),
    files: createHeartbeatFiles(),
    decisions: decisionsInMemory(),
    actionFiles: actionFilesInMemory(),
    backtests: createBacktester([]),
    notifier: { show: async () => ok(null) },
    log: () => {},
    repositories: {
      identify,
      facts,
      glance,
      isTracked,
      gitKeep,
      setGitKeep,
      exclude: excludeHeartbeat,
      listCommands,
      commandsByLine,
      missingPrograms,
      inspectCommand: async (path, command) => ok(await inspectCommand(path, command)),
      scan: scanForRepositories,
      look,
      difference,
      prints,
      attachment,
      readAttachment,
      digests: async () => ({}),
      results: async () => ok([]),
      commitSize: async () => null,
      commitDifference: async () => null,
      gitState,
      outline,
      watchResults: async () => null,
      watchGit: () => () => {},
      pastStates,
      wayFacts,
      config: readHeartbeatConfig,
      hooks: { plan: hookPlan, install: installHooks, remove: removeHooks, line: () => 'true' },
    },
    runners: createRunners(clock),
    tools: createToolServer(() => {}, '1'),
    power: { onBattery: () => null, metered: () => null },
    alarms: { arm: () => {}, rearm: () => {}, close: () => {} },
    webhooks: { send: async () => ok({ status: 200 }) },
    inbox: {
      collect: async () => [],
      accept: async () => true,
      reject: async () => true,
      watch: () => () => {},
    },
  }
  const documents = createDocuments(ports, store)
  const engine = createEngine(ports, store, documents)
  const idle = (): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (store.runs.running().length > 0 || store.queue.waiting().length > 0) return
        end()
        setImmediate(resolve)
      }
      const end = store.onCommit(() => setImmediate(look))
      look()
    })
  await engine.start()
  const ids: ThreadId[] = []
  return {
    clock,
    idle,
    add(repositories: readonly MadeRepository[]): void {
      for (const { name, path } of repositories) {
        const id = randomId<ThreadId>('thr')
        const now = clock.now()
        const intervalMs = 8 * MINUTE
        store.threads.add({ id, name, repoPath: path, intervalMs, trustedAt: now, createdAt: now })
        engine.slots.replan(id)
        ids.push(id)
      }
    },
    slots: () => ids.map((id) => store.runs.slots(id, 50)),
    async stop() {
      await engine.stop('wait')
      documents.close()
    },
  }
}
