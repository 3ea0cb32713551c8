import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/**
 * Whether another repository stands at the path of a trusted thread than the one that was trusted. What is
 * seen first after the trust was given is what was trusted. `fileId` null: this file system cannot tell.
 */
export function isExchanged(
  { threads }: Pick<Store, 'threads'>,
  { id }: Thread,
  fileId: string | null,
): boolean {
  if (fileId === null) return false
  const trusted = threads.repositoryId(id)
  if (trusted === null) threads.change(id, { repositoryId: fileId })
  return trusted !== null && trusted !== fileId
}

export const EXCHANGED_KEY = 'exchanged'

/** As text of a run, and of the alert. */
export const exchangedText = ({ repoPath }: Thread): string =>
  `Another repository stands at ${repoPath} now. Trust and approvals were given to the one before, so nothing ` +
  'of it is read or run until a person trusts it.'

interface TrustParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'threads' | 'permissions' | 'alerts' | 'together'>
  /** Watches, due times and banners follow. */
  readonly changed: (id: ThreadId) => void
}

/** Trust was given to a repository, not to whatever is put in its place (ARCHITECTURE, Authority). */
export function takeTrustBack({ ports, store, changed }: TrustParts, id: ThreadId): void {
  const thread = store.threads.get(id)
  if (thread === null || thread.trustedAt === null) return
  store.together(() => {
    store.threads.change(id, { trustedAt: null, repositoryId: null })
    store.permissions.clear(id)
    const alert = { key: EXCHANGED_KEY, severity: 'warning', text: exchangedText(thread) } as const
    store.alerts.raise(id, alert, ports.clock.now())
  })
  ports.log('warn', 'authority.changed', { threadId: id, what: 'exchanged', origin: 'disk' })
  changed(id)
}
