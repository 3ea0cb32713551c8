import { isForAgent } from '../../../../shared/queue/for-agent.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { serviceOrder, type QueueItem } from '../../../../shared/queue/queue.ts'
import { TIERS } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { masterOf } from '../../../../shared/threads/master.ts'
import { patchOf } from '../../../../shared/views/delta.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import type { Delta, ThreadPatch } from '../../../../shared/views/live.ts'
import { silenceOf } from '../../threads/daily-reports.ts'
import { isHalted } from '../is-halted.ts'
import type { FleetNow, ThreadViewSources } from './derived.ts'
import { threadView } from './thread-view.ts'

/** The views of all threads, computed anew for those that changed. */
export interface ThreadViews {
  /** Brings them up to date. */
  refresh(): void
  list(): readonly ThreadView[] // as of the last refresh
  /** These are to be computed anew. */
  touch(ids: 'all' | readonly ThreadId[]): void
  /** Those that change by time alone are to be computed anew. */
  touchTimed(): void
  /** What refreshes have changed since this was asked last. */
  takeChanges(): Pick<Delta, 'changed' | 'removed'>
}

export function createThreadViews(sources: ThreadViewSources): ThreadViews {
  const { ports, store } = sources
  const views = new Map<ThreadId, ThreadView>()
  const touched = new Set<ThreadId>()
  const changed = new Map<ThreadId, ThreadPatch>()
  const removed = new Set<ThreadId>()
  let isAllTouched = true

  function drop(threads: readonly Thread[]): void {
    const ids = new Set(threads.map((t) => t.id))
    for (const id of [...views.keys()]) {
      if (ids.has(id)) continue
      views.delete(id)
      changed.delete(id)
      removed.add(id)
    }
  }

  return {
    refresh() {
      const threads = store.threads.list().filter((t) => t.removeAt === null)
      drop(threads)
      const stale = threads.filter(({ id }) => isAllTouched || touched.has(id) || !views.has(id))
      const fleet = fleetNow(threads, talliesOf(stale, sources), sources)
      for (const thread of stale) {
        const { id } = thread
        const view = threadView(thread, fleet, sources)
        const patch = patchOf(views.get(id), view)
        if (patch === null) continue
        views.set(id, view)
        const before = changed.get(id)
        changed.set(id, before === undefined ? patch : { ...before, ...patch })
      }
      isAllTouched = false
      touched.clear()
    },
    list: () => [...views.values()],
    touch(ids) {
      if (ids === 'all') isAllTouched = true
      else for (const id of ids) touched.add(id)
    },
    touchTimed() {
      const now = ports.clock.now()
      for (const [id, view] of views) if (changesByTime(view, now)) touched.add(id)
    },
    takeChanges() {
      const changes = { changed: [...changed.values()], removed: [...removed] }
      changed.clear()
      removed.clear()
      return changes
    },
  }
}

/** Lateness and holds grow, and what was given for a while ends. */
const changesByTime = (view: ThreadView, now: number): boolean =>
  view.waiting.length > 0 ||
  view.running !== null ||
  view.pause !== null ||
  view.acknowledgedAlerts > 0 ||
  (view.mutedUntil !== null && view.mutedUntil <= now) ||
  (view.bypassUntil !== null && view.bypassUntil <= now) ||
  TIERS.some((t) => view.tiers[t].snoozedUntil !== null)

/** Of so many threads each is read by itself. */
const FEW_THREADS = 8

/** Of more, all at once, and what is derived of them as well. */
function talliesOf(stale: readonly Thread[], { store, ports }: ThreadViewSources): FleetNow['tallyOf'] {
  const now = ports.clock.now()
  if (stale.length <= FEW_THREADS) return (id) => store.threads.tallies(id, now).get(id)!
  store.threads.readFacts()
  const all = store.threads.tallies('all', now)
  return (id) => all.get(id)!
}

function fleetNow(
  threads: readonly Thread[],
  tallyOf: FleetNow['tallyOf'],
  sources: ThreadViewSources,
): FleetNow {
  const { ports, store, engine, documents } = sources
  const now = ports.clock.now()
  const settings = engine.settings()
  const hasMaster = masterOf(threads) !== null
  const intervals = new Map(threads.map((t) => [t.id, t.intervalMs]))
  const items = store.queue.waiting()
  const holdOf = engine.holds()
  const order = serviceOrder({ now, intervalOf: (id) => intervals.get(id) ?? 0 })
  // What waits for an agent is before nobody.
  const isLast = new Map(items.map((item) => [item.id, Number(isForAgent({ hold: holdOf(item) }))]))
  const inOrder = [...items].sort((a, b) => isLast.get(a.id)! - isLast.get(b.id)! || order(a, b))
  const places = new Map(inOrder.map((item, i) => [item.id, i + 1]))
  const waiting = new Map<ThreadId, QueueItem[]>()
  for (const item of items) waiting.set(item.threadId, [...(waiting.get(item.threadId) ?? []), item])
  const running = new Map(store.runs.running().map((r) => [r.threadId, r]))
  const jobs = new Map<ThreadId, number>()
  for (const { threadId, pause } of store.jobs.list())
    if (pause === null) jobs.set(threadId, (jobs.get(threadId) ?? 0) + 1)
  const acknowledged = engine.incidents
    .view(now)
    .filter((incident) => incident.acknowledgedAt !== null)
    .flatMap(({ members }) => members.flatMap((m) => (m.failing ? m.threadId : [])))
  return {
    now,
    settings,
    pause: engine.pause(),
    isHalted: isHalted({ store, engine }),
    silentSinceOf: (thread) =>
      hasMaster
        ? silenceOf(thread, documents.facts(thread.id)?.tasks.daily ?? 0, now, { ports, store, settings })
        : null,
    waitingOf: (id) => waiting.get(id) ?? [],
    placeOf: (item) => places.get(item.id) ?? 1,
    runOf: (id) => running.get(id) ?? null,
    holdOf,
    tallyOf,
    jobsOf: (id) => jobs.get(id) ?? 0,
    acknowledged: new Set(acknowledged),
  }
}
