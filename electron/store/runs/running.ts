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

export const runningRuns = ({ list }: Connection): ReturnType<RunsRoom['running']> =>
  list(RUNNING, 'WHERE outcome IS NULL')
