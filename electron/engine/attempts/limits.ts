import { reachedOf } from '../../../shared/attempts/limits.ts'
import type { Metric } from '../../../shared/attempts/metric.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

interface LimitParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'attempts' | 'alerts' | 'threads' | 'together'>
}

const LIMIT_ALERT = 'metric:limit'

/** Does what its metric says where a limit is reached, once for each limit. */
export function keepLimits({ ports, store }: LimitParts, id: ThreadId): void {
  const metric = store.attempts.metric(id)
  if (metric === null) return
  const { limits, direction, reached } = metric
  // A person has resumed it.
  if (limits.atLimit === 'stop' && reached.length > 0 && store.threads.get(id)?.pause === null)
    store.alerts.resolve(id, [LIMIT_ALERT], ports.clock.now())
  const news = reachedOf(limits, store.attempts.used(metric), direction).filter(
    ({ name }) => !reached.includes(name),
  )
  if (news.length === 0) return
  const now = ports.clock.now()
  const words = news.map(({ text }) => text).join(' ')
  const what =
    limits.atLimit === 'stop'
      ? 'The thread is paused, as its metric says; resume it to go on.'
      : 'What is due to its agent waits until you acknowledge this.'
  store.together(() => {
    store.attempts.saveMetric({ ...metric, reached: [...reached, ...news.map(({ name }) => name)] })
    if (limits.atLimit === 'stop')
      store.threads.change(id, { pause: { reason: words, until: null, by: 'person' } })
    store.alerts.raise(id, { key: LIMIT_ALERT, severity: 'warning', text: `${words} ${what}` }, now)
  })
}

/** A person was asked whether to go on, and has not answered. */
export const isAsked = ({ store }: Pick<LimitParts, 'store'>, { threadId, limits }: Metric): boolean =>
  limits.atLimit === 'ask' && store.alerts.unansweredText(threadId, LIMIT_ALERT) !== null
