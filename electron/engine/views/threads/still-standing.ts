import type { Fault } from '../../../../shared/base/faults.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import { judgeTasks } from '../../../../shared/runs/judge/judge-tasks.ts'
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
  readonly store: {
    readonly permissions: Pick<Store['permissions'], 'approvals'>
    readonly runs: Pick<Store['runs'], 'detail'>
  }
  readonly documents: Pick<Documents, 'missingFolder' | 'facts' | 'tasks'>
}

/** What the end of the last beat still says of the thread; null: nothing. */
export function stillStanding(
  last: ThreadView['last'],
  fault: Fault | null,
  standing: Standing,
  sources: Sources,
): StateFacts['last'] {
  if (last === null || isOverByItself(last, fault, standing, sources)) return null
  return waitsNoMore(last, fault, standing, sources) ?? last
}

const APPROVED_SINCE = 'Approved since; the next beat runs it.'
const ASKED_NO_MORE = 'Its list asks for no approval any more; the next beat looks again.'

const notLooked = (summary: string): StateFacts['last'] => ({ outcome: 'skipped', skipReason: null, summary })

/**
 * What the beat waited for was given, or is asked for no more: nothing is left for a person to do, and the beat counts
 * for the lines that stand in the list now. null: it is not so.
 */
function waitsNoMore(
  last: NonNullable<ThreadView['last']>,
  fault: Fault | null,
  { thread, resting, wanted }: Standing,
  sources: Sources,
): StateFacts['last'] {
  const { store, documents } = sources
  const isAnswered = wanted.approvalsWanted === 0 && wanted.permissionsWanted === 0
  if (last.outcome !== 'blocked' || fault !== null || !isAnswered) return null
  // An agent may be blocked by something else; and commands are counted only where the list was read and beats go on.
  const isCounted =
    thread.agent.kind === 'local' && restOf(resting) === null && documents.facts(thread.id) !== null
  const passed = isCounted ? passedWhatStands(last, thread, sources) : null
  if (passed !== null) return passed
  const approvals = [...store.permissions.approvals(thread.id).values()]
  if (approvals.some(({ approvedAt }) => approvedAt >= last.finishedAt)) return notLooked(APPROVED_SINCE)
  return isCounted ? notLooked(ASKED_NO_MORE) : null
}

/** The beat without the lines that were taken from the list since, where each one of its tiers that stands passed. */
function passedWhatStands(
  { runId }: NonNullable<ThreadView['last']>,
  { id }: Standing['thread'],
  { store, documents }: Sources,
): StateFacts['last'] {
  const beat = store.runs.detail(runId)
  if (beat === null) return null
  const lines = documents.tasks(id).filter(({ tier }) => beat.tiers.includes(tier))
  const results = new Map(beat.tasks.map((task) => [task.key, task]))
  const passed = lines.flatMap(({ key, text }) => {
    const result = results.get(key)
    return result?.status === 'passed' && result.text === text ? [result] : []
  })
  if (lines.length === 0 || passed.length < lines.length) return null
  const { outcome, summary } = judgeTasks(passed)
  return { outcome, skipReason: null, summary }
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
