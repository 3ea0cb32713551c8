import type { RunId } from '../../../shared/base/ids.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import type { RunsRoom } from '../../engine/ports/store/runs.ts'
import type { Connection } from '../connection/connection.ts'
import { RUNS } from './tables.ts'

const RUNNING = RUNS.pick(
  'id',
  'itemId',
  'threadId',
  'kind',
  'startedAt',
  'tiers',
  'marker',
  'jobId',
  'again',
)

export const runningRuns = (connection: Connection): ReturnType<RunsRoom['running']> =>
  connection.list(RUNNING, 'WHERE outcome IS NULL').map((run) => asPlanned(connection, run))

/** With the tiers of its plan, where they stand in no row yet. */
export function asPlanned<R extends { readonly id: RunId; readonly tiers: readonly Tier[] }>(
  { cache }: Connection,
  run: R,
): R {
  const tiers = cache.planned.get(run.id)
  return tiers === undefined ? run : { ...run, tiers }
}
