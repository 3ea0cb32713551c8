import type { QueryKey } from '@tanstack/react-query'
import { useStore } from 'zustand'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { OtherMachines } from '../../shared/hub/others/others.ts'
import type { FleetView } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import type { LiveMessage } from '../../shared/views/live.ts'
import { useBridge, type Bridge } from './bridge.ts'
import { liveAfter, type Live, type LiveStore } from './live-store.ts'

/** One change of what is shown per frame: after a long task messages come in a heap. */
const FRAME_MS = 16
/** Pages that were fetched are fetched again at most twice a second, however often something moves. */
const PAGES_EVERY_MS = 500

/**
 * Calls `work` at once, then not again before `everyMs` are over; asks in between become one call at their
 * end.
 */
function paced(everyMs: number, work: () => void): () => void {
  let doneAt = -Infinity
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = (): void => {
    timer = undefined
    doneAt = performance.now()
    work()
  }
  return () => {
    if (timer !== undefined) return
    const restMs = doneAt + everyMs - performance.now()
    if (restMs <= 0) run()
    else timer = setTimeout(run, restMs)
  }
}

const FIRST_RETRY_MS = 300
const LAST_RETRY_MS = 5000

/**
 * Keeps the store fed until the returned end is called; reconnects over a new channel when the stream ends.
 */
export function follow(store: LiveStore, bridge: Bridge): () => void {
  const end = new AbortController()
  const inbox: LiveMessage[] = []
  // By their text. Collected at each change: what came and went in between has been fetched by whoever made
  // it come.
  const stale = new Map<string, QueryKey>()
  const refresh = paced(PAGES_EVERY_MS, () => {
    const keys = [...stale.values()]
    stale.clear()
    for (const queryKey of keys) void bridge.queries.invalidateQueries({ queryKey })
  })
  const apply = paced(FRAME_MS, () => {
    if (inbox.length === 0) return
    const before = store.getState()
    const isWhole = inbox.some((m) => m.kind === 'snapshot')
    store.setState(inbox.splice(0).reduce(liveAfter, before))
    for (const key of staleAfter(bridge, before, store.getState(), isWhole))
      stale.set(JSON.stringify(key), key)
    refresh()
  })
  void (async () => {
    for (let retryMs = FIRST_RETRY_MS; !end.signal.aborted; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        for await (const message of await bridge.client.live(undefined, { signal: end.signal })) {
          retryMs = FIRST_RETRY_MS
          inbox.push(message)
          apply()
        }
      } catch {
        // Whatever ended it, the answer is the same: say so and try again.
      }
      if (end.signal.aborted) return
      inbox.length = 0 // a snapshot follows
      store.setState({ connection: 'lost' })
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      if (!end.signal.aborted) bridge.reopen()
    }
  })()
  return () => end.abort()
}

/**
 * What a page may have fetched about a thread is stale once one of these moved. Parts that did not change
 * are the same objects.
 */
const revision = (t: ThreadView): readonly unknown[] => [
  t.last?.runId,
  t.last?.finishedAt,
  t.running?.runId,
  t.running?.progress?.done,
  t.running?.progress?.current,
  t.waiting.map((w) => `${w.itemId}${w.hold}`).join(),
  t.approvalsWanted,
  t.permissionsWanted,
  t.openAlerts,
  t.trusted,
  t.jobs,
  t.pause?.until,
  t.nextDueAt,
  t.config,
  t.doc,
]

function hasMoved(was: ThreadView | undefined, is: ThreadView): boolean {
  if (was === undefined) return true
  const before = revision(was)
  return revision(is).some((part, i) => part !== before[i])
}

const hasNewFacts = (was: ThreadView | undefined, is: ThreadView): boolean =>
  was?.events !== is.events || was.newestEventAt !== is.newestEventAt

/** A card of the agents says how many threads use it, whoever changed them. */
const hasOtherAgent = (was: ThreadView | undefined, is: ThreadView): boolean =>
  was?.agent !== is.agent && JSON.stringify(was?.agent) !== JSON.stringify(is.agent)

/** The threads that anything fetched is about: in a storm hundreds move, and a page shows one. */
const fetchedAbout = (queries: Bridge['queries']): ReadonlySet<unknown> =>
  new Set(
    queries
      .getQueryCache()
      .getAll()
      .map(
        ({ queryKey }) =>
          (queryKey[1] as { readonly input?: { readonly id?: unknown } } | undefined)?.input?.id,
      ),
  )

/** What fetched pages may no longer be true; an empty key stands for everything. */
function staleAfter(
  { api, queries }: Bridge,
  before: Live,
  after: Live,
  everything: boolean,
): readonly QueryKey[] {
  if (before.fleet === null || after.fleet === null) return []
  if (everything) return [[]]
  const was = before.fleet
  const is = after.fleet
  const differs = (of: (fleet: FleetView) => unknown): boolean =>
    was !== is && JSON.stringify(of(was)) !== JSON.stringify(of(is))
  const touched = [...after.threads.values()].filter((t) => before.threads.get(t.id) !== t)
  const moved = touched.filter((t) => hasMoved(before.threads.get(t.id), t))
  const isFewer =
    before.threads !== after.threads && [...before.threads.keys()].some((id) => !after.threads.has(id))
  // A fact that waits changes no plan, but a short job may have begun and ended unseen: its fact is all
  // that came of it.
  const told = touched.filter((t) => hasNewFacts(before.threads.get(t.id), t))
  const about = fetchedAbout(queries)
  return [
    ...(moved.length + told.length === 0 && !isFewer
      ? []
      : [api.runs.key(), api.jobs.list.key(), api.jobs.runs.key(), api.conversation.key()]),
    ...(moved.length === 0 && !isFewer
      ? []
      : [api.alerts.key(), api.queue.key(), api.foresee.key(), api.knowledge.key()]),
    ...moved
      .filter(({ id }) => about.has(id))
      .flatMap(({ id }) => [
        api.threads.slots.key({ input: { id } }),
        api.threads.beats.key({ input: { id } }),
        api.approvals.list.key({ input: { id } }),
        api.permissions.list.key({ input: { id } }),
        api.threads.tierCosts.key({ input: { id } }),
        api.attempts.key(),
        api.deadEnds.key(),
        api.metrics.key(),
        api.doc.read.key({ input: { id } }),
        api.doc.versions.key({ input: { id } }),
        api.doc.authors.key({ input: { id } }),
      ]),
    ...[...new Set([...moved, ...told])]
      .filter(({ id }) => about.has(id))
      .flatMap(({ id }) => [api.events.timeline.key({ input: { id } }), api.explain.key({ input: { id } })]),
    ...(isFewer ||
    touched.some((t) => hasOtherAgent(before.threads.get(t.id), t)) ||
    differs((f) => f.resting)
      ? [api.agents.list.key()]
      : []),
    ...(differs((f) => [f.inbox, f.incidents.length]) ? [api.alerts.key()] : []),
    ...(was.nextJobAt === is.nextJobAt ? [] : [api.jobs.list.key()]),
    ...(differs((f) => f.spend) ? [api.agents.spend.key()] : []),
    ...(was.others?.rev === is.others?.rev
      ? []
      : [api.hub.others.key(), api.hub.list.key(), api.hub.asked.key(), api.hub.toldRun.key()]),
  ]
}

export function useLive<T>(select: (live: Live) => T): T {
  return useStore(useBridge().live, select)
}
export const useThread = (id: ThreadId): ThreadView | undefined => useLive((live) => live.threads.get(id))

/** The other machines; null: this one has joined no hub. */
export const useOthers = (): OtherMachines | null => useLive((live) => live.fleet?.others ?? null)

/** Only below <App>, which renders pages once there is a snapshot. */
export function useFleet<T>(select: (fleet: FleetView) => T): T {
  return useLive((live) => {
    if (live.fleet === null) throw new Error('useFleet before the first snapshot')
    return select(live.fleet)
  })
}
