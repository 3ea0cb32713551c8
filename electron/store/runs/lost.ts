import type { RunId } from '../../../shared/base/ids.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Death, LostRun } from '../../../shared/runs/after-death.ts'
import type { OrphanedRun } from '../../engine/ports/store/runs.ts'
import type { Connection, Touch } from '../connection/connection.ts'
import { releaseEvents } from '../events/keeping.ts'
import { enqueue } from '../queue/enqueue.ts'
import { RUNS } from './tables.ts'

const LOST = RUNS.pick(
  'id',
  'itemId',
  'threadId',
  'jobId',
  'marker',
  'startedAt',
  'kind',
  'reasons',
  'askedTier',
  'withDue',
)

/** Inside the caller's transaction: ends runs on record that are not among the living, as it is told. */
export function settleOrphans(
  connection: Connection,
  alive: ReadonlySet<RunId>,
  afterDeath: (run: LostRun, now: Instant) => Death,
  now: Instant,
  touch: Touch,
): readonly OrphanedRun[] {
  const { list, update, cache } = connection
  const orphans = list(LOST, 'WHERE outcome IS NULL').filter((run) => !alive.has(run.id))
  for (const orphan of orphans) {
    const { id, threadId } = orphan
    const { fault, summary, again } = afterDeath(orphan, now)
    releaseEvents(connection, threadId, id, false)
    update(
      RUNS,
      { id },
      {
        outcome: 'interrupted',
        tiers: cache.planned.get(id), // what was planned stays
        faultCode: fault.code,
        faultMessage: fault.message,
        summary,
        finishedAt: now,
        durationMs: null, // when it ended nobody has seen
      },
    )
    cache.planned.delete(id)
    if (again !== null) enqueue(connection, { threadId, ...again, dueTier: 'quick' }, now)
    touch(threadId)
  }
  return orphans.map(({ id, itemId, threadId, jobId, marker }) => ({ id, itemId, threadId, jobId, marker }))
}
