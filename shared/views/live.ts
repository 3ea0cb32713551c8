import type { FleetView, Snapshot } from './snapshot.ts'
import type { ThreadId } from '../base/ids.ts'
import type { ThreadView } from './thread-view.ts'

/**
 * Pushed to the window: one snapshot first, then deltas, at most four a second and none while nothing
 * changes but the pulse once a minute.
 */
export type LiveMessage =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | {
      readonly kind: 'delta'
      readonly fleet: FleetPatch | null /* null: as before */
      readonly changed: readonly ThreadPatch[]
      readonly removed: readonly ThreadId[]
    }

/** The fields that moved since the message before. */
export type FleetPatch = Partial<FleetView>

/** The same of one thread; of a thread that was not there before, all of them. */
export type ThreadPatch = Pick<ThreadView, 'id'> & Partial<ThreadView>

export type Delta = Extract<LiveMessage, { kind: 'delta' }>

/**
 * One message that does what both do, one after the other. What removes comes before what changes: a thread
 * that is back comes whole.
 */
export function mergeDeltas(a: Delta, b: Delta): Delta {
  const changed = new Map(a.changed.filter((t) => !b.removed.includes(t.id)).map((t) => [t.id, t]))
  for (const patch of b.changed) changed.set(patch.id, { ...changed.get(patch.id), ...patch })
  return {
    kind: 'delta',
    fleet: a.fleet === null ? b.fleet : { ...a.fleet, ...b.fleet },
    changed: [...changed.values()],
    removed: [...new Set([...a.removed, ...b.removed])],
  }
}

/** The thread after the patch. `before` is absent only where the patch brings a new thread, whole. */
export const patched = (before: ThreadView | undefined, patch: ThreadPatch): ThreadView =>
  ({ ...before, ...patch }) as ThreadView

/** What whoever follows knows so far. */
export interface Known {
  readonly fleet: FleetView | null // null: no snapshot yet
  readonly threads: ReadonlyMap<ThreadId, ThreadView>
}

/**
 * What is known after a message; what removes comes first, as in mergeDeltas. Threads that did not move
 * keep their objects; `kept` may hand back more of what was there before where it equals what came.
 */
export function applyMessage(
  known: Known,
  message: LiveMessage,
  kept: <T>(before: T | undefined, after: T) => T = (_, after) => after,
): Known {
  const was = known.fleet ?? undefined
  if (message.kind === 'snapshot') {
    const { fleet, threads } = message.snapshot
    return {
      fleet: kept(was, fleet),
      threads: new Map(threads.map((t) => [t.id, kept(known.threads.get(t.id), t)])),
    }
  }
  const { changed, removed } = message
  const fleet =
    message.fleet === null || was === undefined ? known.fleet : kept(was, { ...was, ...message.fleet })
  if (changed.length === 0 && removed.length === 0) return { fleet, threads: known.threads }
  const threads = new Map(known.threads)
  for (const id of removed) threads.delete(id)
  for (const patch of changed)
    threads.set(patch.id, kept(known.threads.get(patch.id), patched(threads.get(patch.id), patch)))
  return { fleet, threads }
}
