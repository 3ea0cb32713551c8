import type { ThreadId } from '../../../shared/base/ids.ts'
import { ok } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { createEngine } from '../../engine/loop/engine.ts'
import { createDocuments } from '../../engine/playbook/documents.ts'
import type { Ports } from '../../engine/ports/ports.ts'
import { virtualClock } from '../../engine/testing/virtual-clock.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { silentHubPort } from '../../machine/hub/testing/silent-hub.ts'
import { createStore } from '../../store/store.ts'
import { machinePorts } from '../machine-ports.ts'
import { openProfile } from '../profile.ts'

type Repositories = Ports['repositories']
interface RealEngineOptions {
  readonly onBattery?: () => boolean
  /** Doors in the place of the real ones. */
  readonly repositories?: ((real: Repositories) => Repositories) | undefined
}

/** The engine over the real adapters of this machine; only time is virtual. */
export async function realEngine(dataDir: string, options: RealEngineOptions = {}) {
  const profile = openProfile(dataDir, { withoutHistory: false, readsLater: false })
  if (!profile.ok) throw new Error(profile.error.message)
  const clock = virtualClock(Date.now())
  const power = { onBattery: options.onBattery ?? (() => false), metered: () => null }
  const real = machinePorts({ notifier: { show: async () => ok(null) }, power }, profile.value)
  const asked = new Set<Promise<unknown>>()
  const repositories = options.repositories?.(real.repositories) ?? real.repositories
  const ports: Ports = {
    ...real,
    clock,
    repositories: following(repositories, asked),
    files: following(real.files, asked),
    agents: following(real.agents, asked),
  }
  const store = createStore(profile.value.db, randomId, profile.value.settings)
  if (silentHubPort() !== null) store.hub.join(randomId<string>('epo'), clock.now)
  const documents = createDocuments(ports, store)
  const engine = createEngine(ports, store, documents)
  engine.onRunEnd(({ threadId }) => documents.refresh(threadId))
  await engine.start()

  /** Until nothing runs, nothing waits, and no answer of the machine is awaited. */
  async function idle(): Promise<void> {
    for (let calm = 0; calm < 3; ) {
      await clock.settle()
      const isBusy = asked.size > 0 || store.runs.running().length > 0 || store.queue.waiting().length > 0
      if (asked.size > 0) await Promise.race(asked)
      // What waits for its time alone.
      else if (isBusy && store.runs.running().length === 0) await clock.advance(SECOND)
      calm = isBusy ? 0 : calm + 1
    }
  }
  return {
    clock,
    store,
    engine,
    idle,
    /** A thread that does not beat by itself unless an interval is named; its watches stand when this is over. */
    async add(repoPath: string, intervalMs = 0): Promise<ThreadId> {
      const id = randomId<ThreadId>('thr')
      const now = clock.now()
      store.threads.add({ id, name: 'api', repoPath, intervalMs, trustedAt: now, createdAt: now })
      engine.slots.replan(id)
      engine.followThreads()
      await idle()
      return id
    },
    async beat(id: ThreadId, tier: Tier): Promise<string | null> {
      store.queue.requestBeat(
        { threadId: id, reasons: ['manual'], tier, withDue: true, dueTier: tier, notBefore: 0 },
        clock.now(),
      )
      engine.tick()
      await idle()
      return store.runs.page({ threadId: id, limit: 1 }).runs[0]?.outcome ?? null
    },
    async stop() {
      await engine.stop('wait')
      await engine.sources.close()
      documents.close()
      await ports.tools.close()
      store.close()
      profile.value.unlock()
    },
  }
}

/** The same doors; what was asked and is not answered yet stands in `asked`. */
function following<T extends object>(doors: T, asked: Set<Promise<unknown>>): T {
  const followed = (call: unknown): unknown => {
    if (typeof call !== 'function') return call
    return (...args: readonly unknown[]): unknown => {
      const answer: unknown = Reflect.apply(call, doors, args)
      if (!(answer instanceof Promise)) return answer
      const over = answer.catch(() => undefined).finally(() => asked.delete(over))
      asked.add(over)
      return answer
    }
  }
  return Object.fromEntries(Object.entries(doors).map(([name, call]) => [name, followed(call)])) as T
}
