import type { Fault } from '../../../../shared/base/faults.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { NOT_TRUSTED, restOf, type StateFacts } from '../../../../shared/views/thread-state.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import type { Documents } from '../../playbook/documents.ts'
import type { Store } from '../../ports/store.ts'

interface Standing {
  readonly thread: Pick<Thread, 'id' | 'trustedAt' | 'agent'>
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
  const summary = waitsNoMore(last, fault, standing, sources)
  return summary === null ? last : { outcome: 'skipped', skipReason: null, summary }
}

const APPROVED_SINCE = 'Approved since; the next beat runs it.'
const ASKED_NO_MORE = 'Its list asks for no approval any more; the next beat looks again.'

/** What the beat waited for was given, or is asked for no more: nothing is left for a person to do. null: it is. */
function waitsNoMore(
  { outcome, finishedAt }: NonNullable<ThreadView['last']>,
  fault: Fault | null,
  { thread, resting, wanted }: Standing,
  { store, documents }: Sources,
): string | null {
  const isAnswered = wanted.approvalsWanted === 0 && wanted.permissionsWanted === 0
  if (outcome !== 'blocked' || fault !== null || !isAnswered) return null
  const approvals = [...store.permissions.approvals(thread.id).values()]
  if (approvals.some(({ approvedAt }) => approvedAt >= finishedAt)) return APPROVED_SINCE
  // An agent may be blocked by something else; and commands are counted only where the list was read and beats go on.
  const isCounted =
    thread.agent.kind === 'local' && restOf(resting) === null && documents.facts(thread.id) !== null
  return isCounted ? ASKED_NO_MORE : null
}

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
