import type { ThreadId } from '../../../shared/base/ids.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import type { Fact } from '../../../shared/hub/fact.ts'
import { listBody, TAKEN_BACK_BODY } from '../../../shared/hub/list.ts'
import type { RemoteAdvice } from '../../../shared/hub/status.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { listedLines } from '../playbook/listed-lines.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { trustedPlace } from '../threads/trusted-place.ts'

export interface ListParts {
  readonly ports: Pick<Ports, 'clock' | 'files' | 'repositories'>
  readonly store: Pick<Store, 'hub' | 'threads' | 'pollination' | 'together'>
}

/** The lists that others may read: told as they stand, and taken back where a person allows it no more. */
interface OwnLists {
  /**
   * At once, of each thread that is not to be read any more. `isNew`: there is one that may be, whose list was not
   * looked at yet. `isTakenBack`: one may not be any more.
   */
  settle(): { readonly isNew: boolean; readonly isTakenBack: boolean }
  /** Of each that may be read, where its list is another by now. */
  tell(): Promise<void>
  /** The hub has a list of a thread here that nobody may read. */
  takeBackFrom(known: readonly RemoteAdvice[]): void
}

const { redactIn } = createRedactor()
/** Its person lets other machines read the list of that thread. */
export const isShared = ({ sharesList, trustedAt, removeAt }: Thread): boolean =>
  sharesList && trustedAt !== null && removeAt === null

export function createOwnLists(parts: ListParts): OwnLists {
  const { ports, store } = parts
  const looked = new Set<ThreadId>()
  const isSharedNow = (id: ThreadId): boolean => {
    const thread = store.threads.get(id)
    return thread !== null && isShared(thread)
  }
  const takeBack = (id: ThreadId): void => store.hub.writeList(id, TAKEN_BACK_BODY, ports.clock.now())
  const shared = (): readonly Thread[] => store.threads.list().filter(isShared)
  let sharedBefore: readonly ThreadId[] = []

  return {
    settle() {
      const over = store.hub.listed().filter((id) => !isSharedNow(id))
      if (over.length > 0) store.together(() => over.forEach(takeBack))
      for (const id of looked) if (!isSharedNow(id)) looked.delete(id)
      const isTakenBack = over.length > 0 || sharedBefore.some((id) => !isSharedNow(id))
      sharedBefore = shared().map(({ id }) => id)
      return { isNew: sharedBefore.some((id) => !looked.has(id)), isTakenBack }
    },
    async tell() {
      for (const thread of shared()) {
        looked.add(thread.id)
        const body = await bodyOf(thread, parts)
        store.together(() => {
          // A person may have said no while it was read.
          if (!isSharedNow(thread.id)) return
          const before = store.hub.lastList(thread.id) ?? TAKEN_BACK_BODY
          if (JSON.stringify(before) !== JSON.stringify(body))
            store.hub.writeList(thread.id, body, ports.clock.now())
        })
      }
    },
    takeBackFrom(known) {
      const over = known.filter(({ kind, id, body }) => {
        const isTold = kind === 'list' && JSON.stringify(body) !== JSON.stringify(TAKEN_BACK_BODY)
        return isTold && !isSharedNow(id as ThreadId)
      })
      if (over.length > 0) store.together(() => over.forEach(({ id }) => takeBack(id as ThreadId)))
    },
  }
}

/**
 * Told once more as they were told last. A history that is an older copy has rows that the hub counts as its own, and
 * that were replaced by later ones before they were sent.
 */
export const restateLists = ({ ports, store }: ListParts): void =>
  store.together(() => {
    for (const id of store.hub.listed()) store.hub.writeList(id, store.hub.lastList(id)!, ports.clock.now())
  })

/** What cannot be read now is not told. */
async function bodyOf(thread: Thread, parts: ListParts): Promise<Fact['body']> {
  const place = await trustedPlace(parts, thread)
  if (place.is !== 'trusted') return TAKEN_BACK_BODY
  const listed = await listedLines(thread, parts)
  if (!listed.ok) return TAKEN_BACK_BODY
  const told = listed.value.lines.filter(({ isSuspect }) => !isSuspect)
  const lines = told.map(({ tier, text, worth: { raised, confirmed } }) => ({
    tier,
    text,
    raised,
    confirmed,
  }))
  return redactIn(listBody(lines, listed.value.lines.length - told.length))
}
