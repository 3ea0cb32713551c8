import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/** Threads that a person takes away, at once or after a time in which they may take it back. */
export interface Removals {
  remove(id: ThreadId): void
  /** It goes then, also if the app was closed in between; until then it rests. */
  removeAt(id: ThreadId, at: Instant): void
  /** Those whose time to be taken back is over. */
  onTick(now: Instant): void
}

interface RemovalParts {
  readonly stopRunsOf: (id: ThreadId) => void
  /** What watches the folders of threads looks at the list anew. */
  readonly followThreads: () => void
  readonly sweepOutputs: () => void
}

export function createRemovals(
  { log }: Pick<Ports, 'log'>,
  store: Pick<Store, 'threads'>,
  { stopRunsOf, followThreads, sweepOutputs }: RemovalParts,
): Removals {
  function remove(id: ThreadId): void {
    const number = store.threads.get(id)?.number
    stopRunsOf(id)
    store.threads.remove(id)
    sweepOutputs()
    log('info', 'thread.removed', { threadId: id, number })
    followThreads()
  }
  return {
    remove,
    removeAt(id, at) {
      stopRunsOf(id)
      store.threads.change(id, { removeAt: at })
      followThreads()
    },
    onTick(now) {
      for (const { id, removeAt } of store.threads.list())
        if (removeAt !== null && removeAt <= now) remove(id)
    },
  }
}
