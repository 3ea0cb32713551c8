import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Clock } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { ClaimedRun } from '../ports/records.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Wake } from './wakes.ts'

/** Looks again for folders that are not there, and begins anew what watched them. */
export interface MissingFolders {
  onTick(): void
}

interface MissingParts {
  readonly clock: Pick<Clock, 'now'>
  readonly store: Pick<Store, 'threads' | 'alerts'>
  readonly onRunEnd: (listener: (run: ClaimedRun) => Promise<void>) => () => void
  readonly documents: Documents
  readonly wake: Wake
  readonly watchAnew: (id: ThreadId) => void
}

/** A thread whose folder is there again is looked at at once: what its last beat said is no longer so. */
export function followMissingFolders(parts: MissingParts): MissingFolders {
  const { clock, store, documents, wake, watchAnew } = parts
  const missing = new Set<ThreadId>()
  const isOfFolder = (id: ThreadId): boolean =>
    store.threads.facts(id).last?.fault?.code.startsWith('repo.') === true
  // Where no watch told of it, a beat has found out.
  parts.onRunEnd(async ({ threadId }) => {
    if (isOfFolder(threadId)) await documents.refresh(threadId)
  })
  documents.onChange((id) => {
    if (documents.missingFolder(id) !== null) return void missing.add(id)
    if (!missing.delete(id)) return
    watchAnew(id)
    const thread = store.threads.get(id)
    if (thread === null || thread.trustedAt === null) return
    if (thread.intervalMs > 0) wake(id, 'git')
    else if (isOfFolder(id)) store.alerts.resolve(id, ['broken'], clock.now())
  })
  return {
    onTick() {
      for (const id of missing)
        if (store.threads.get(id) === null) missing.delete(id)
        else void documents.refresh(id)
    },
  }
}
