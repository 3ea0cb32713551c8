import type { RunId, ThreadId } from '../../base/ids.ts'
import type { Instant } from '../../base/time.ts'
import { RUN_OUTCOMES } from '../../runs/run.ts'
import type { RemoteOutcome, RemoteOutcomes } from './others.ts'
import { aheadOf, idOf, instantOf, oneOf, textOf } from './read-states.ts'
import type { ToldOutcome, ToldOutcomes } from '../status.ts'

const ITEMS: readonly RemoteOutcome['item'][] = ['heartbeat', 'message', 'job']
const SUMMARY_CHARS = 2000
const NAME_CHARS = 200
const REASON_CHARS = 100

/** A page as the hub had it, by the clock here. What is no outcome of one run is left out. */
export const readOutcomes = ({ hubNow, rows, next }: ToldOutcomes, now: Instant): RemoteOutcomes => ({
  rows: rows.flatMap((row) => readOutcome(row, aheadOf(row, now - hubNow)) ?? []),
  next,
})

function readOutcome({ machine, thread, name, body }: ToldOutcome, aheadMs: number): RemoteOutcome | null {
  const [run, of] = [idOf<RunId>(body['run'], 'run'), idOf<ThreadId>(thread, 'thr')]
  const outcome = oneOf(RUN_OUTCOMES, body['outcome'])
  const item = oneOf(ITEMS, body['item'])
  const startedAt = instantOf(body['startedAt'])
  if (run === null || of === null || outcome === null || item === null || startedAt === null) return null
  const finishedAt = instantOf(body['finishedAt'])
  const { usd } = body
  return {
    machine,
    run,
    thread: of,
    threadName: name === null ? null : textOf(name, NAME_CHARS),
    item,
    outcome,
    skipReason: textOf(body['skipReason'], REASON_CHARS) || null,
    summary: textOf(body['summary'], SUMMARY_CHARS),
    startedAt: startedAt - aheadMs,
    finishedAt: finishedAt === null ? null : finishedAt - aheadMs,
    usd: typeof usd === 'number' && usd >= 0 ? usd : null,
  }
}
