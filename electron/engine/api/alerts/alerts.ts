import { isOpen, UNTIL_CHANGE } from '../../../../shared/alerts/alert.ts'
import { acknowledgeAlerts } from '../../loop/by-hand.ts'
import { lookup } from '../lookup.ts'
import { os, type ApiParts } from '../parts.ts'
import { handOverAlert } from './hand-over.ts'
import { runAlertAgain } from './run-again.ts'

const OVER_SHOWN = 50

/** What a person does with alerts. */
export function alertHandlers(parts: Pick<ApiParts, 'ports' | 'store' | 'engine' | 'handOver'>) {
  const { ports, store, engine } = parts
  const { clock } = ports
  const { threadOr } = lookup(store)
  return {
    list: os.alerts.list.handler(({ input }) => store.alerts.list(input.state, input.limit, clock.now())),
    openOf: os.alerts.openOf.handler(({ input, errors }) =>
      store.threads.facts(threadOr(input.threadId, errors).id).alerts.filter((a) => isOpen(a, clock.now())),
    ),
    page: os.alerts.page.handler(({ input }) => {
      const now = clock.now()
      const { open, snoozed, acknowledged } = store.alerts.inboxCounts(now)
      return {
        ...store.alerts.page(input, now),
        counts: { open, snoozed, acknowledged, resolved: store.alerts.resolvedCount() },
      }
    }),
    whileAway: os.alerts.whileAway.handler(({ input: { from, to } }) => {
      const { beats, missed } = store.history.dayFigures(from, to)
      return { beats, missed, ...store.alerts.between(from, to, OVER_SHOWN) }
    }),
    snooze: os.alerts.snooze.handler(({ input, errors }) => {
      if (input.until !== 'change' && input.until <= clock.now())
        throw errors.INVALID({ message: 'The snooze would already be over.' })
      store.alerts.snooze(input.ids, input.until === 'change' ? UNTIL_CHANGE : input.until)
      engine.settleBanners()
      return null
    }),
    acknowledge: os.alerts.acknowledge.handler(({ input }) => {
      acknowledgeAlerts(input.ids, input.note === undefined || input.note === '' ? null : input.note, parts)
      engine.settleBanners()
      return null
    }),
    resolve: os.alerts.resolve.handler(({ input }) => {
      store.alerts.resolveByHand(input.ids, clock.now())
      engine.settleBanners()
      return null
    }),
    reopen: os.alerts.reopen.handler(({ input }) => store.alerts.reopen(input.ids)),
    mute: os.alerts.mute.handler(({ input, errors }) => {
      if (input.until !== null && input.until <= clock.now())
        throw errors.INVALID({ message: 'The mute would already be over.' })
      store.alerts.mute(threadOr(input.threadId, errors).id, input.until)
      return null
    }),
    runAgain: os.alerts.runAgain.handler(({ input, context, errors }) =>
      runAlertAgain(input, context.origin, parts, errors),
    ),
    handOver: os.alerts.handOver.handler(({ input, context, errors }) =>
      handOverAlert(input.id, input.to, context.origin, parts, errors),
    ),
  }
}
