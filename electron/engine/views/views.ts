import { SECOND, type Instant } from '../../../shared/base/time.ts'
import { fleetNews, NOT_TOLD } from '../../../shared/views/delta.ts'
import type { Problem, Snapshot } from '../../../shared/views/snapshot.ts'
import type { LiveMessage } from '../../../shared/views/live.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { HistoryDamaged } from '../../../shared/base/faults.ts'
import type { Engine } from '../loop/engine.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { createTimer } from '../pulse/timers.ts'
import { fleetView, type FleetConfig } from './fleet-view.ts'
import { isHalted } from './is-halted.ts'
import { createThreadViews, type ThreadViews } from './threads/thread-views.ts'

/**
 * What is rare is told soon; in a storm messages come four times a second, and none while nothing changes.
 */
const PUSH_SOON_MS = SECOND / 40
const PUSH_EVERY_MS = SECOND / 4

export interface Views {
  snapshot(): Snapshot
  /** The threads of a snapshot, without what a fleet's view takes to be put together. */
  threads(): readonly ThreadView[]
  /** Told whenever a thread may look otherwise. Returns its end. */
  onThreads(listener: () => void): () => void
  /** One snapshot at once, then deltas. Returns its end. */
  subscribe(listener: (message: LiveMessage) => void): () => void
  /** Wrong with the app itself, from outside the engine (tray, inbox, …). */
  setProblem(code: Problem['code'], problem: Problem | null): void
  close(): void
}

/**
 * What window, tray and command line see, derived from the store and the engine; recomputed only for
 * threads that changed.
 */
export function createViews(
  ports: Ports,
  store: Store,
  engine: Engine,
  documents: Documents,
  config: FleetConfig,
): Views {
  const sources = { ports, store, engine, documents }
  const threads = createThreadViews(sources)
  const problems = new Map<Problem['code'], Problem>()
  let told = NOT_TOLD
  const pusher = createPusher(ports, pushNow)
  const changes = follow({ ...sources, ...config }, threads, pusher.schedule)
  const refreshed = refreshing(threads, sources)
  let last: Snapshot | null = null
  function current(): Snapshot {
    try {
      return (last = anew())
    } catch (error) {
      if (!(error instanceof HistoryDamaged) || last === null) throw error
      // What was known before is not what is so, which the fleet says first.
      return { ...last, fleet: { ...last.fleet, engine: 'halted', problems: [...problems.values()] } }
    }
  }

  function anew(): Snapshot {
    const views = refreshed.anew()
    return { fleet: fleetView(views, [...problems.values()], sources, config), threads: views }
  }

  /** null: nothing is news. */
  function pushNow(): LiveMessage | null {
    const { fleet } = current()
    const news = fleetNews(told, fleet)
    const { changed, removed } = threads.takeChanges()
    if (news === null && changed.length === 0 && removed.length === 0) return null
    told = news?.told ?? told
    return { kind: 'delta', fleet: news?.patch ?? null, changed, removed }
  }

  const snapshot = (): Snapshot => inOrder(current())

  return {
    snapshot,
    threads: () => byNumber(refreshed.orLast()),
    onThreads: changes.onThreads,
    subscribe(listener) {
      const whole = snapshot()
      if (!pusher.isHeard()) threads.takeChanges() // they stand in it: at the start every thread
      listener({ kind: 'snapshot', snapshot: whole })
      // The snapshot may be newer than what was told last: a field that moves back is news for this one.
      told = { ...told, fields: NOT_TOLD.fields }
      return pusher.add(listener)
    },
    setProblem(code, problem) {
      if (problem === null) problems.delete(code)
      else problems.set(code, problem)
      pusher.schedule()
    },
    close() {
      pusher.close()
      changes.end()
    },
  }
}

/** The views of all threads, brought up to date. */
function refreshing(
  threads: ThreadViews,
  sources: Parameters<typeof isHalted>[0],
): {
  anew(): readonly ThreadView[]
  /** The same; where the history turns out to be damaged, as they were before, if they ever were. */
  orLast(): readonly ThreadView[]
} {
  let wasHalted = false
  let last: readonly ThreadView[] | null = null
  function anew(): readonly ThreadView[] {
    // Nothing is due any more, or everything again.
    if (isHalted(sources) !== wasHalted) threads.touch('all')
    wasHalted = isHalted(sources)
    threads.refresh()
    return (last = threads.list())
  }
  return {
    anew,
    orLast() {
      try {
        return anew()
      } catch (error) {
        if (!(error instanceof HistoryDamaged) || last === null) throw error
        return last
      }
    },
  }
}

const inOrder = ({ fleet, threads }: Snapshot): Snapshot => ({ fleet, threads: byNumber(threads) })
const byNumber = (threads: readonly ThreadView[]): readonly ThreadView[] =>
  [...threads].sort((a, b) => a.number - b.number)

/** What changes views; each change is told, of threads also to whoever listens. */
function follow(
  { store, documents, engine, others }: { store: Store; documents: Documents; engine: Engine } & FleetConfig,
  threads: ThreadViews,
  schedule: () => void,
): Pick<Views, 'onThreads'> & { end(): void } {
  const listeners = new Set<() => void>()
  const news = (): void => {
    schedule()
    for (const listener of listeners) listener()
  }
  const ends = [
    store.onCommit((ids) => {
      threads.touch(ids === 'all' ? 'all' : [...ids])
      news()
    }),
    store.onRefusal(schedule),
    ...(others === undefined ? [] : [others.onChange(schedule)]),
    documents.onChange((id) => {
      threads.touch([id])
      news()
    }),
    engine.onLive((id) => {
      if (id === null) threads.touchTimed()
      else threads.touch([id])
      news()
    }),
  ]
  return {
    onThreads(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end() {
      for (const end of ends) end()
    },
  }
}

interface Pusher {
  /** Returns its end. */
  add(listener: (message: LiveMessage) => void): () => void
  isHeard(): boolean
  /** Something may be news. */
  schedule(): void
  close(): void
}

/** Asks for news, never more often than the pace allows, and only while somebody listens. */
function createPusher({ clock, log }: Pick<Ports, 'clock' | 'log'>, news: () => LiveMessage | null): Pusher {
  const timer = createTimer(clock, 'views')
  const listeners = new Set<(message: LiveMessage) => void>()
  let pushedAt: Instant = -Infinity

  function push(): void {
    pushedAt = clock.now()
    try {
      const message = news()
      if (message !== null) for (const listener of [...listeners]) listener(message)
    } catch (error) {
      const message = messageOf(error)
      log('error', 'store.failed', { where: 'views', message })
    }
  }

  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isHeard: () => listeners.size > 0,
    schedule() {
      if (listeners.size === 0 || timer.isSet()) return
      // The clock may have been set back since the last push.
      const paceAt = Math.min(pushedAt, clock.now()) + PUSH_EVERY_MS
      timer.setAt(Math.max(clock.now() + PUSH_SOON_MS, paceAt), push)
    },
    close: timer.clear,
  }
}
