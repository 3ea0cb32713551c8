import type { ThreadId } from '../../../shared/base/ids.ts'
import type { RunsRoom } from '../../engine/ports/store/runs.ts'
import { countStart } from '../agents/spending.ts'
import type { Connection } from '../connection/connection.ts'
import { number, shape, word } from '../connection/table.ts'
import { TIER_STATE } from '../threads/tables.ts'
import { barsOf } from './bars.ts'
import { finishRun } from './finish.ts'
import { settleOrphans } from './lost.ts'
import { countsSince, runDetail, runPage, tierCosts } from './read-runs.ts'
import { asPlanned, runningRuns } from './running.ts'
import { slotsOf } from './slots.ts'
import { RUN, RUNS } from './tables.ts'

export const runsRoom = (connection: Connection): RunsRoom => ({
  ...working(connection),
  ...reading(connection),
})

type Working = Pick<RunsRoom, 'plan' | 'keepPlan' | 'finish' | 'noteMirrored' | 'rescueOrphans'>
const THREAD = RUNS.pick('threadId', 'startedAt')

function working(connection: Connection): Working {
  const { find, update, verb, cache, forgetReads } = connection
  const write: RunsRoom['plan'] = (id, tiers, prompt, start) => {
    verb((touch) => {
      update(RUNS, { id }, { tiers, prompt })
      const run = find(THREAD, 'WHERE id = ?', id)
      if (run === null) return
      if (start !== null) {
        const { model, effort, profile, billing } = start
        update(RUNS, { id }, { model, effort, profile, billing })
        countStart(connection, { runId: id, ...run, runner: start.runner, billing })
      }
      touch(run.threadId)
    })
    cache.planned.delete(id)
  }
  return {
    plan(id, tiers, prompt, start) {
      if (prompt !== null || start !== null) return write(id, tiers, prompt, start)
      cache.planned.set(id, tiers)
      forgetReads()
    },
    keepPlan(id) {
      const tiers = cache.planned.get(id)
      if (tiers !== undefined) write(id, tiers, null, null)
    },
    finish(id, ending, now) {
      verb((touch) => {
        const run = finishRun(connection, id, ending, now)
        if (run !== null) touch(run.threadId)
      })
      // Not before: what is taken back is a run that runs still.
      cache.planned.delete(id)
    },
    noteMirrored: (threadId, tiers) =>
      verb((touch) => {
        touch(threadId)
        for (const tier of tiers) update(TIER_STATE, { threadId, tier }, { mirrored: true })
      }),
    rescueOrphans: (alive, afterDeath, now) =>
      verb((touch) => settleOrphans(connection, alive, afterDeath, now, touch)),
  }
}

const MARKED = RUNS.pick('threadId')
const STARTED = RUNS.pick('startedAt')
const IS_START =
  "started_at >= ? AND started_at <= ? AND kind = 'heartbeat' AND skip_reason IS NOT 'cancelled'"
const STARTS = shape({ threadId: word<ThreadId>(), starts: number() })

function reading(connection: Connection): Omit<RunsRoom, keyof Working> {
  const { find, list, query, exists } = connection
  return {
    running: connection.remembered(() => runningRuns(connection)),
    threadOfMarker: (marker) => find(MARKED, 'WHERE marker = ?', marker)?.threadId ?? null,
    recentStarts: (threadId, since, now) =>
      list(STARTED, `WHERE thread_id = ? AND ${IS_START}`, threadId, since, now).map((run) => run.startedAt),
    startsOfEach: (since, now) =>
      new Map(
        query(
          STARTS,
          // by time: of a long history only the last hour is read
          `SELECT thread_id AS "threadId", count(*) AS starts FROM runs INDEXED BY runs_by_time
            WHERE ${IS_START} GROUP BY thread_id`,
          since,
          now,
        ).map(({ threadId, starts }) => [threadId, starts]),
      ),
    ofItem(itemId) {
      const run = find(RUN, 'WHERE item_id = ?', itemId)
      return run === null ? null : asPlanned(connection, run)
    },
    page: (filter) => runPage(connection, filter),
    detail: (id) => runDetail(connection, id),
    withDetails: (ids) =>
      new Set(
        ids.filter((id) =>
          exists(
            `SELECT 1 FROM runs WHERE id = ?
              AND (outcome IS NULL OR EXISTS (SELECT 1 FROM run_details WHERE run_id = runs.id))`,
            id,
          ),
        ),
      ),
    slots: (threadId, limit) => slotsOf(connection, threadId, limit),
    beats: (threadId, limit) => barsOf(connection, threadId, limit).get(threadId) ?? [],
    countsSince: countsSince(connection),
    tierCosts: tierCosts(connection),
  }
}
