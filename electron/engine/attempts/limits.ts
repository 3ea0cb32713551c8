import { reachedOf } from '../../../shared/attempts/limits.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

interface LimitParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'attempts' | 'alerts' | 'threads' | 'together'>
}

export const LIMIT_ALERT = 'metric:limit'

/** A limit was reached, and a person let it go on. */
function isAnswered({ threadId, limits, reached }: Metric, store: LimitParts['store']): boolean {
  if (reached.length === 0) return false
  return limits.atLimit === 'stop'
    ? store.threads.get(threadId)?.pause === null
    : store.alerts.unansweredText(threadId, LIMIT_ALERT) === null
}

/** Does what its metric says where a limit is reached, once for each limit. */
export function keepLimits({ ports, store }: LimitParts, id: ThreadId): void {
  const metric = store.attempts.metric(id)
  if (metric === null) return
  const { limits, direction, reached } = metric
  if (isAnswered(metric, store)) {
    store.alerts.resolve(id, [LIMIT_ALERT], ports.clock.now())
    // A target was enough once; what is limited by an amount counts anew.
    if (reached.some((name) => name !== 'target'))
      return store.attempts.saveMetric({
        ...metric,
        reached: reached.filter((name) => name === 'target'),
        since: store.attempts.here(),
      })
  }
  const news = reachedOf(limits, store.attempts.used(metric), direction).filter(
    ({ name }) => !reached.includes(name),
  )
  if (news.length === 0) return
  const now = ports.clock.now()
  const words = news.map(({ text }) => text).join(' ')
  const then = news.some(({ name }) => name !== 'target') ? ', and the limit counts anew' : ''
  const what =
    limits.atLimit === 'stop'
      ? `The thread is paused, as its metric says; resume it to go on${then}.`
      : `What is due to its agent waits until you acknowledge this${then}.`
  store.together(() => {
    store.attempts.saveMetric({ ...metric, reached: [...reached, ...news.map(({ name }) => name)] })
    if (limits.atLimit === 'stop')
      store.threads.change(id, { pause: { reason: words, until: null, by: 'person' } })
    store.alerts.raise(id, { key: LIMIT_ALERT, severity: 'warning', text: `${words} ${what}` }, now)
  })
}

/** How many more are counted before the limit of runs is looked at again, at least one; Infinity: there is none. */
export function runsLeft(id: ThreadId, { attempts }: Pick<Store, 'attempts'>): number {
  const metric = attempts.metric(id)
  if (metric?.limits.runs == null) return Infinity
  return Math.max(1, metric.limits.runs - attempts.used(metric).runs)
}

/** The thread is paused by a limit that was reached. */
export function isStopped(id: ThreadId, { attempts, threads }: Pick<Store, 'attempts' | 'threads'>): boolean {
  const { limits, reached } = attempts.metric(id) ?? { limits: null, reached: [] }
  return limits?.atLimit === 'stop' && reached.length > 0 && threads.get(id)?.pause != null
}

/** A person was asked whether to go on, and has not answered. */
export const isAsked = ({ store }: Pick<LimitParts, 'store'>, { threadId, limits }: Metric): boolean =>
  limits.atLimit === 'ask' && store.alerts.unansweredText(threadId, LIMIT_ALERT) !== null
