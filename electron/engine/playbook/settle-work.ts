import { inQuotes } from '../../../shared/base/hidden-text.ts'
import type { FaultCode } from '../../../shared/base/faults.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { HeartbeatEdit } from '../../../shared/playbook/edit/edit.ts'
import type { HeartbeatDoc } from '../../../shared/playbook/model.ts'
import type { WorkItem } from '../../../shared/playbook/work-queue.ts'
import { workKey } from '../../../shared/runs/judge/standing.ts'
import type { RaisedAlert } from '../../../shared/runs/raised-alert.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import type { MadeMove } from '../../../shared/runs/work-check.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { AgentResult } from '../ports/agents.ts'
import type { Ports } from '../ports/ports.ts'
import type { ClaimedRun } from '../ports/records.ts'
import { moveBy } from './run-edits.ts'

/** Items of the Work Queue that a beat took, and what is known of them when it is over. */
interface TakenWork {
  readonly run: Pick<ClaimedRun, 'id'>
  readonly thread: Thread
  /** As they stood before they were taken. */
  readonly taken: readonly WorkItem[]
  readonly doc: HeartbeatDoc
  readonly tasks: readonly TaskResult[]
  readonly result: Pick<AgentResult, 'status' | 'fault' | 'turn'>
  /** Moves of a person or an agent's own session meanwhile, which stand. */
  readonly others: readonly MadeMove[]
}

interface Settled {
  readonly edits: readonly HeartbeatEdit[]
  /** What the app itself sets to failed is told. */
  readonly raised: readonly RaisedAlert[]
}

/** What becomes of them: each is done, failed, or back where it was because nothing of it was begun. */
export function settleWork(work: TakenWork, ports: Pick<Ports, 'clock'>): Settled {
  const ends = work.taken.map((before) => settle(before, work, ports))
  return { edits: ends.flatMap((end) => end.edits), raised: ends.flatMap((end) => end.raised) }
}

const NOTHING: Settled = { edits: [], raised: [] }

function settle(before: WorkItem, work: TakenWork, ports: Pick<Ports, 'clock'>): Settled {
  const { run, thread, doc, tasks, others } = work
  const item = doc.work.find(({ id }) => id === before.id)
  if (item === undefined || others.some(({ id }) => id === before.id)) return NOTHING
  const at = ports.clock.now()
  const result = tasks.find(({ key }) => key === workKey(item))
  if (item.state === 'done')
    return result?.status === 'untouched'
      ? fail(item, UNSEEN, 'was marked done, but its command was not seen to run well', at, work, ports)
      : NOTHING
  if (item.state !== 'in-progress') return NOTHING
  if (result?.status === 'passed') {
    const done = { ...moveBy(thread, at, ports), id: item.id, to: 'done', note: result.note } as const
    return { edits: [done], raised: [] }
  }
  if (!hasBegun(work, result)) return { edits: [putBack(before, NOT_BEGUN, at, thread, ports)], raised: [] }
  if (result !== undefined && result.status !== 'untouched')
    return { edits: failWork(item, result.note, at, thread, ports), raised: [] }
  return fail(item, `not settled by run ${run.id}`, 'was left unfinished by its agent', at, work, ports)
}

const UNSEEN = 'marked done, but its command was not seen to run well'
const NOT_BEGUN = 'put back: the run ended before it began work on it'

/** Ends of a program whose calls are not seen, before it can have worked. */
const BEFORE_WORK: ReadonlySet<FaultCode> = new Set([
  'agent.not_found',
  'agent.spawn_failed',
  'agent.needs_login',
  'agent.key_refused',
  'agent.limit_reached',
  'agent.overloaded',
  'agent.no_session',
])

/** An item is used up only by a run that began work on it; an agent that came to a good end had the chance to. */
function hasBegun({ thread, result }: TakenWork, item: TaskResult | undefined): boolean {
  if (thread.agent.kind === 'local') return item !== undefined && item.status !== 'untouched'
  if (result.status === 'completed') return true
  if (result.turn !== null) return result.turn.callCount > 0
  return result.fault === null || !BEFORE_WORK.has(result.fault.code)
}

function fail(
  item: WorkItem,
  note: string,
  why: string,
  at: Instant,
  { thread }: TakenWork,
  ports: Pick<Ports, 'clock'>,
): Settled {
  const text = `${inQuotes(item.title)} of the Work Queue ${why}. It stands as failed, and is not begun again by itself.`
  const isTriedAgain = (item.attemptsLeft ?? 0) > 0
  return {
    edits: failWork(item, note, at, thread, ports),
    raised: isTriedAgain ? [] : [{ key: workKey(item), severity: 'warning', text }],
  }
}

/** A failed item goes back to pending by itself only while an explicit `attempts left` says so. */
export function failWork(
  { id, state, attemptsLeft }: WorkItem,
  note: string,
  at: Instant,
  thread: Thread,
  ports: Pick<Ports, 'clock'>,
): readonly HeartbeatEdit[] {
  const move = moveBy(thread, at, ports)
  const retry = { ...move, id, to: 'pending' } as const
  return [
    { ...move, id, to: 'failed', note, ...(state === 'done' && { putBack: true }) },
    ...((attemptsLeft ?? 0) > 0 ? [retry] : []),
  ]
}

/** As it stood before it was taken, with the attempts that it had. */
export const putBack = (
  { id, state, attemptsLeft }: WorkItem,
  note: string,
  at: Instant,
  thread: Thread,
  ports: Pick<Ports, 'clock'>,
): HeartbeatEdit => ({ ...moveBy(thread, at, ports), id, to: state, putBack: true, attemptsLeft, note })
