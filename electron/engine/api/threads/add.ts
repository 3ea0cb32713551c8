import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { AddResult } from '../../../../shared/contract/threads.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { ApiContext, CoreParts } from '../parts.ts'

interface Wish {
  readonly paths: readonly string[]
  readonly name?: string | undefined // of a single one; absent: the folder's
  readonly trust: boolean
}

interface Added {
  readonly added: readonly ThreadId[]
  readonly rejected: AddResult['rejected']
}

/** Makes threads of repositories, each by itself: what cannot be one keeps none of the others from it. */
export async function addThreads(wish: Wish, origin: ApiContext['origin'], parts: CoreParts): Promise<Added> {
  const added: ThreadId[] = []
  const rejected: AddResult['rejected'][number][] = []
  for (const path of wish.paths) {
    const identity = await parts.ports.repositories.identify(path)
    if (!identity.ok) {
      rejected.push({ path, why: identity.error.message })
      continue
    }
    const { name, realPath } = identity.value
    const ownName = wish.paths.length === 1 ? wish.name : undefined
    const id = addOne(realPath, ownName ?? name, wish.trust, parts) ?? putBack(realPath, wish, origin, parts)
    if (id === null) rejected.push({ path, why: `${realPath} is a thread already.` })
    else added.push(id)
  }
  return { added, rejected }
}

/** null: the folder is a thread already, or one that is about to be removed. */
function addOne(
  repoPath: string,
  name: string,
  trust: boolean,
  { ports, store, engine }: CoreParts,
): ThreadId | null {
  const now = ports.clock.now()
  return store.together(() => {
    const thread = store.threads.add({
      id: ports.ids('thr'),
      name,
      repoPath,
      intervalMs: engine.settings().defaultIntervalMs,
      trustedAt: trust ? now : null,
      createdAt: now,
    })
    if (thread === 'exists') return null
    const { id, number } = thread
    engine.slots.replan(id)
    if (trust) engine.wake(id, 'added', null)
    ports.log('info', 'thread.added', { threadId: id, number, trusted: trust })
    return id
  })
}

/** Taken away a moment ago: added again means put back, with the trust of this time. null: it was not. */
function putBack(
  repoPath: string,
  { trust }: Wish,
  origin: ApiContext['origin'],
  { ports, store, engine }: CoreParts,
): ThreadId | null {
  const isIt = (t: Thread): boolean => t.removeAt !== null && t.repoPath === repoPath
  const thread = store.threads.list().find(isIt)
  if (thread === undefined) return null
  const { id, trustedAt } = thread
  const again = trust ? (trustedAt ?? ports.clock.now()) : null
  store.together(() => {
    store.threads.change(id, { removeAt: null, trustedAt: again, repositoryId: null })
    engine.slots.replan(id)
    if (trust) engine.wake(id, 'added', null)
  })
  if (trust && trustedAt === null)
    ports.log('info', 'authority.changed', { threadId: id, what: 'trusted', origin })
  return id
}
