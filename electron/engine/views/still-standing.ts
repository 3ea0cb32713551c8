import type { Fault } from '../../../shared/base/faults.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import { NOT_TRUSTED, restOf, type StateFacts } from '../../../shared/views/thread-state.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { Documents } from '../playbook/documents.ts'
import type { Store } from '../ports/store.ts'

interface Standing {
  readonly thread: Pick<Thread, 'id' | 'trustedAt'>
  readonly resting: Parameters<typeof restOf>[0]
  readonly wanted: Pick<StateFacts, 'approvalsWanted' | 'permissionsWanted'>
}
interface Sources {
  readonly store: { readonly permissions: Pick<Store['permissions'], 'approvals'> }
  readonly documents: Pick<Documents, 'missingFolder' | 'facts'>
}

/** What the end of the last beat still says of the thread; null: nothing. */
export function stillStanding(
  last: ThreadView['last'],
  fault: Fault | null,
  standing: Standing,
  sources: Sources,
): StateFacts['last'] {
  if (last === null || isOverByItself(last, fault, standing, sources)) return null
  return isApprovedSince(last, fault, standing, sources)
    ? { outcome: 'skipped', skipReason: null, summary: APPROVED_SINCE }
    : last
}

const APPROVED_SINCE = 'Approved since; the next beat runs it.'

/** What it waited for was given: nothing is left for a person to do. */
const isApprovedSince = (
  { outcome, finishedAt }: NonNullable<ThreadView['last']>,
  fault: Fault | null,
  { thread, wanted }: Standing,
  { store }: Sources,
): boolean =>
  outcome === 'blocked' &&
  fault === null &&
  wanted.approvalsWanted === 0 &&
  wanted.permissionsWanted === 0 &&
  [...store.permissions.approvals(thread.id).values()].some((a) => a.approvedAt >= finishedAt)

/**
 * A thread that rests is not looked at again by itself: what its last beat found of a folder that was gone is no
 * longer so once the folder is there. Nor is it untrusted once it is trusted, whenever the next beat comes.
 */
const isOverByItself = (
  { summary }: NonNullable<ThreadView['last']>,
  fault: Fault | null,
  { thread: { id, trustedAt }, resting }: Standing,
  { documents }: Sources,
): boolean =>
  (trustedAt !== null && summary === NOT_TRUSTED) ||
  (restOf(resting) !== null &&
    fault?.code.startsWith('repo.') === true &&
    documents.missingFolder(id) === null &&
    documents.facts(id) !== null)
