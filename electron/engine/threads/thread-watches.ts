import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Store } from '../ports/store.ts'

/** A watch on the folder of each trusted thread. */
export interface ThreadWatches {
  /**
   * Begins those that are missing, and ends those of threads that are gone, moved or not trusted any more.
   */
  follow(): void
  /** Ends the watch of this thread and begins it again, where it is watched. */
  restart(id: ThreadId): void
  /** The folder that is watched for this thread; null: none. */
  pathOf(id: ThreadId): string | null
  close(): void
}

/**
 * `begin` returns the end of its watch. `ended`: of a thread that is watched no more (null) or elsewhere
 * from now on.
 */
export function threadWatches(
  store: Pick<Store, 'threads'>,
  begin: (id: ThreadId, path: string) => () => void,
  ended: (id: ThreadId, newPath: string | null) => void,
): ThreadWatches {
  const watched = new Map<ThreadId, { readonly path: string; readonly end: () => void }>()
  return {
    follow() {
      const paths = new Map(
        store.threads
          .list()
          .filter((t) => t.trustedAt !== null)
          .map((t) => [t.id, t.repoPath]),
      )
      for (const [id, { path, end }] of watched) {
        if (paths.get(id) === path) continue
        end()
        watched.delete(id)
        ended(id, paths.get(id) ?? null)
      }
      for (const [id, path] of paths) if (!watched.has(id)) watched.set(id, { path, end: begin(id, path) })
    },
    restart(id) {
      const old = watched.get(id)
      if (old === undefined) return
      old.end()
      watched.set(id, { path: old.path, end: begin(id, old.path) })
    },
    pathOf: (id) => watched.get(id)?.path ?? null,
    close() {
      for (const { end } of watched.values()) end()
      watched.clear()
    },
  }
}
