import { EXCHANGED_KEY } from '../../../shared/alerts/alert.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

/**
 * What stands at the path of a trusted thread. Trust was given to a folder and to the repository in it, not to
 * whatever a link or somebody else puts in its place later (ARCHITECTURE, Authority).
 */
export type TrustedPlace =
  | { readonly is: 'trusted'; readonly fileId: string | null }
  | { readonly is: 'missing'; readonly fault: Fault }
  /** The path leads to another folder. */
  | { readonly is: 'elsewhere'; readonly realPath: string; readonly fault: Fault }
  | { readonly is: 'exchanged'; readonly text: string }

interface PlaceParts {
  readonly ports: Pick<Ports, 'repositories'>
  readonly store: Pick<Store, 'threads'>
}

/** Looks at names only. The history must be open when the disk has answered: `isClosed` says that it is not. */
export async function trustedPlace(
  { ports, store }: PlaceParts,
  { id, repoPath }: Thread,
  isClosed = () => false,
): Promise<TrustedPlace> {
  const found = await ports.repositories.identify(repoPath)
  if (!found.ok) return { is: 'missing', fault: found.error }
  const { realPath, fileId } = found.value
  if (realPath !== repoPath)
    return {
      is: 'elsewhere',
      realPath,
      fault: fault('repo.missing', `${repoPath} now leads to ${realPath}, which nobody trusted`),
    }
  const before = fileId === null || isClosed() ? null : store.threads.repositoryId(id)
  return before === null || before === fileId
    ? { is: 'trusted', fileId }
    : { is: 'exchanged', text: exchangedText(repoPath) }
}

/** Why nothing there may be read or run any more; null: it is trusted, and what was trusted stands there. */
export async function outOfPlace(parts: PlaceParts, { id, repoPath }: Thread): Promise<Fault | null> {
  const thread = parts.store.threads.get(id)
  if (thread?.trustedAt == null) return fault('repo.missing', `${repoPath} is not trusted any more`)
  const place = await trustedPlace(parts, thread)
  switch (place.is) {
    case 'trusted':
      return null
    case 'exchanged':
      return fault('repo.missing', place.text)
    case 'missing':
    case 'elsewhere':
      return place.fault
  }
}

/** What is seen first after the trust was given is what was trusted. */
export function noteRepository(
  { threads }: Pick<Store, 'threads'>,
  id: ThreadId,
  fileId: string | null,
): void {
  if (fileId !== null && threads.repositoryId(id) === null) threads.change(id, { repositoryId: fileId })
}

/** As text of a run, and of the alert. */
const exchangedText = (repoPath: string): string =>
  `Another repository came to stand at ${repoPath}. Trust and approvals were given to the one before, so nothing ` +
  'there is read or run until a person trusts it.'

interface TrustParts {
  readonly ports: Pick<Ports, 'clock' | 'log'>
  readonly store: Pick<Store, 'threads' | 'permissions' | 'alerts' | 'together'>
  /** Watches, due times and banners follow. */
  readonly changed: (id: ThreadId) => void
}

export function takeTrustBack({ ports, store, changed }: TrustParts, id: ThreadId): void {
  const thread = store.threads.get(id)
  if (thread === null || thread.trustedAt === null) return
  store.together(() => {
    store.threads.change(id, { trustedAt: null, repositoryId: null })
    store.permissions.clear(id)
    const text = exchangedText(thread.repoPath)
    store.alerts.raise(id, { key: EXCHANGED_KEY, severity: 'warning', text }, ports.clock.now())
  })
  ports.log('warn', 'authority.changed', { threadId: id, what: 'exchanged', origin: 'disk' })
  changed(id)
}
