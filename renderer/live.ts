import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ThreadId } from '../shared/ids.ts'
import type { FleetView, LiveMessage, ThreadView } from '../shared/snapshot.ts'
import { useBridge, type Bridge } from './bridge.ts'

export type Connection = 'connecting' | 'live' | 'lost'

export interface Live {
  readonly connection: Connection
  readonly fleet: FleetView | null // null: no snapshot yet
  /** In the order of the snapshot. An unchanged thread keeps its object, so that only changed rows render. */
  readonly threads: ReadonlyMap<ThreadId, ThreadView>
}
export type LiveStore = StoreApi<Live>

export const createLiveStore = (): LiveStore => createStore(() => ({ connection: 'connecting', fleet: null, threads: new Map() }))

export function applyMessage(live: Live, message: LiveMessage): Live {
  if (message.kind === 'snapshot') {
    const { fleet, threads } = message.snapshot
    return { connection: 'live', fleet, threads: new Map(threads.map((t) => [t.id, t])) }
  }
  const { fleet, changed, removed } = message
  if (changed.length === 0 && removed.length === 0) return { ...live, connection: 'live', fleet }
  const threads = new Map(live.threads)
  for (const id of removed) threads.delete(id)
  for (const thread of changed) threads.set(thread.id, thread)
  return { connection: 'live', fleet, threads }
}

const FIRST_RETRY_MS = 300
const LAST_RETRY_MS = 5000

/** Keeps the store fed until the returned end is called; reconnects over a new channel when the stream ends. */
export function follow(store: LiveStore, bridge: Bridge): () => void {
  const end = new AbortController()
  void (async () => {
    for (let retryMs = FIRST_RETRY_MS; !end.signal.aborted; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        for await (const message of await bridge.client.live(undefined, { signal: end.signal })) {
          retryMs = FIRST_RETRY_MS
          const before = store.getState()
          store.setState(applyMessage(before, message))
          refreshPages(bridge, before, store.getState(), message.kind === 'snapshot')
        }
      } catch {
        // Whatever ended it, the answer is the same: say so and try again.
      }
      if (end.signal.aborted) return
      store.setState({ connection: 'lost' })
      await new Promise((resolve) => setTimeout(resolve, retryMs))
      if (!end.signal.aborted) bridge.reopen()
    }
  })()
  return () => end.abort()
}

/** What a page may have fetched about a thread is stale once one of these moved. */
const revision = (t: ThreadView | undefined): string =>
  t === undefined
    ? ''
    : [t.last?.runId, t.last?.finishedAt, t.running?.runId, t.running?.progress?.done, t.waiting.map((w) => `${w.itemId}${w.hold}`).join(), t.approvalsWanted, t.permissionsWanted, t.openAlerts, t.trusted, t.events, t.jobs, t.pause?.until, t.nextDueAt, JSON.stringify(t.config), JSON.stringify(t.doc)].join(' ')

function refreshPages({ api, queries }: Bridge, before: Live, after: Live, everything: boolean): void {
  const moved = [...after.threads.values()].filter((t) => before.threads.get(t.id) !== t && revision(before.threads.get(t.id)) !== revision(t))
  if (everything && before.fleet !== null) void queries.invalidateQueries()
  else if (moved.length > 0 && before.fleet !== null) {
    void queries.invalidateQueries({ queryKey: api.runs.key() })
    void queries.invalidateQueries({ queryKey: api.alerts.key() })
    void queries.invalidateQueries({ queryKey: api.queue.key() })
    void queries.invalidateQueries({ queryKey: api.jobs.list.key() })
    void queries.invalidateQueries({ queryKey: api.jobs.runs.key() })
    void queries.invalidateQueries({ queryKey: api.foresee.key() })
    for (const { id } of moved) {
      void queries.invalidateQueries({ queryKey: api.threads.slots.key({ input: { id } }) })
      void queries.invalidateQueries({ queryKey: api.approvals.list.key({ input: { id } }) })
      void queries.invalidateQueries({ queryKey: api.doc.read.key({ input: { id } }) })
      void queries.invalidateQueries({ queryKey: api.conversation.key() })
      void queries.invalidateQueries({ queryKey: api.events.timeline.key({ input: { id } }) })
      void queries.invalidateQueries({ queryKey: api.explain.key({ input: { id } }) })
      void queries.invalidateQueries({ queryKey: api.permissions.list.key({ input: { id } }) })
    }
  }
  if (before.fleet !== null && JSON.stringify(before.fleet.resting) !== JSON.stringify(after.fleet?.resting)) void queries.invalidateQueries({ queryKey: api.agents.list.key() })
  if (before.fleet !== null && before.fleet.nextJobAt !== after.fleet?.nextJobAt) void queries.invalidateQueries({ queryKey: api.jobs.list.key() })
  if (before.fleet !== null && JSON.stringify(before.fleet.spend) !== JSON.stringify(after.fleet?.spend)) void queries.invalidateQueries({ queryKey: api.agents.spend.key() })
}

export function useLive<T>(select: (live: Live) => T): T {
  return useStore(useBridge().live, select)
}
export const useThread = (id: ThreadId): ThreadView | undefined => useLive((live) => live.threads.get(id))

/** Only below <App>, which renders pages once there is a snapshot. */
export function useFleet<T>(select: (fleet: FleetView) => T): T {
  return useLive((live) => {
    if (live.fleet === null) throw new Error('useFleet before the first snapshot')
    return select(live.fleet)
  })
}
