import { counterOf, newCounters } from '../../../../shared/attempts/counters.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { MeasuredWork } from '../../../../shared/runs/prompt/metric-block.ts'
import type { Store } from '../../ports/store.ts'

/** What the agent of a thread is told of the number that it works towards; null: its work is not measured. */
export function measuredWork(id: ThreadId, { attempts }: Pick<Store, 'attempts'>): MeasuredWork | null {
  const metric = attempts.metric(id)
  if (metric === null) return null
  const { best, runs } = counterOf(attempts.counters(metric.team) ?? newCounters(metric.direction), id)
  return { metric, best, runs }
}
