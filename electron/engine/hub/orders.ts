import { UNTIL_CHANGE, type Alert } from '../../../shared/alerts/alert.ts'
import type { AlertId } from '../../../shared/base/ids.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { Mail, MailEnd } from '../../../shared/hub/mail.ts'
import type { Decision, Edit, Order } from '../../../shared/hub/order.ts'
import { nameWords } from '../../../shared/pollination/lines/name-words.ts'
import { quotedWords } from '../../../shared/pollination/lines/offer-words.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Engine } from '../loop/engine.ts'
import { acknowledgeAlerts, askForBeat, resumeThread } from '../loop/by-hand.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import { takeOffer } from './offer.ts'
import { tellRun } from './tell-run.ts'

export interface OrderParts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'threads' | 'runs' | 'alerts' | 'pollination' | 'hub' | 'together'>
  readonly engine: Pick<
    Engine,
    | 'settings'
    | 'wake'
    | 'noteActivity'
    | 'slots'
    | 'tick'
    | 'objectionTo'
    | 'stopRun'
    | 'pause'
    | 'setPause'
    | 'settleBanners'
  >
}

/** What became of an order. `after`: what is no part of its transaction, and follows it. */
export interface Answer {
  readonly end: MailEnd
  readonly text: string
  readonly after?: () => void
}

/** Inside the caller's transaction: what a person here would have done by the same word. `by`: the sender. */
export function carryOut(order: Exclude<Order, Decision | Edit>, by: Mail['by'], parts: OrderParts): Answer {
  switch (order.verb) {
    case 'wake':
      return ofThread(order.thread, parts, (thread) => wake(thread, order.tier, parts))
    case 'stop':
      return stop(order, parts)
    case 'acknowledge':
      return ofAlerts(
        order.alerts,
        parts,
        (alert) => alert.acknowledgedAt === null,
        'Acknowledged',
        (ids) => acknowledgeAlerts(ids, order.note, parts),
      )
    case 'snooze':
      return snooze(order, parts)
    case 'mute':
      return mute(order, parts)
    case 'pause':
      return pause(order, by.name, parts)
    case 'resume':
      return resume(order, parts)
    case 'fetch-run':
      return tellRun(order.run, parts)
    case 'offer-suggestion':
      return ofThread(order.thread, parts, (thread) => takeOffer(order, thread, by, parts))
  }
}

const refused = (text: string): Answer => ({ end: 'refused', text })
const already = (text: string): Answer => ({ end: 'already', text })
const isPast = (until: number | null, { ports: { clock } }: OrderParts): boolean =>
  until !== null && until <= clock.now()

function ofThread(id: Thread['id'], { store }: OrderParts, work: (thread: Thread) => Answer): Answer {
  const thread = store.threads.get(id)
  return thread === null ? refused(`There is no thread ${id} here; it may have been removed.`) : work(thread)
}

function wake(thread: Thread, tier: Extract<Order, { verb: 'wake' }>['tier'], parts: OrderParts): Answer {
  const { engine } = parts
  if (thread.trustedAt === null)
    return refused(`"${thread.name}" is not trusted; that is said at its own machine.`)
  const objection = engine.objectionTo(thread.id)
  if (objection !== null) return refused(objection.message)
  const asked = askForBeat(thread, tier ?? undefined, undefined, parts)
  if (asked.is === 'running') return already(`A beat of "${thread.name}" is running.`)
  const text = asked.merged ? 'It joined a beat that was waiting.' : 'A beat was asked for.'
  return { end: 'done', text, after: engine.tick }
}

function stop({ run }: Extract<Order, { verb: 'stop' }>, { store, engine }: OrderParts): Answer {
  const isRunning = store.runs.running().some(({ id }) => id === run)
  if (!isRunning) return already('That run has ended.')
  return { end: 'done', text: 'It is being stopped.', after: () => void engine.stopRun(run) }
}

/** The same to each of them that is there and needs it. */
function ofAlerts(
  ids: readonly AlertId[],
  { store, engine }: OrderParts,
  isWanting: (alert: Alert) => boolean,
  word: string,
  work: (ids: readonly AlertId[]) => void,
): Answer {
  const standing = ids
    .flatMap((id) => store.alerts.get(id) ?? [])
    .filter((alert) => alert.resolvedAt === null)
  if (standing.length === 0) return already('None of these alerts stands any more.')
  const wanting = standing.filter(isWanting).map(({ id }) => id)
  if (wanting.length === 0) return already('That was so before.')
  work(wanting)
  return { end: 'done', text: `${word}: ${plural(wanting.length, 'alert')}.`, after: engine.settleBanners }
}

function snooze({ alerts, until }: Extract<Order, { verb: 'snooze' }>, parts: OrderParts): Answer {
  const at = until === 'change' ? UNTIL_CHANGE : until
  if (isPast(at, parts)) return refused('The snooze would already be over.')
  return ofAlerts(
    alerts,
    parts,
    (alert) => alert.snoozedUntil !== at,
    'Snoozed',
    (ids) => parts.store.alerts.snooze(ids, at),
  )
}

function mute({ thread: id, until }: Extract<Order, { verb: 'mute' }>, parts: OrderParts): Answer {
  const { store, ports } = parts
  return ofThread(id, parts, () => {
    if (isPast(until, parts)) return refused('The mute would already be over.')
    if (store.alerts.mutedUntil(id, ports.clock.now()) === until) return already('That was so before.')
    store.alerts.mute(id, until)
    return { end: 'done', text: until === null ? 'It is muted no more.' : 'Muted.' }
  })
}

function pause(order: Extract<Order, { verb: 'pause' }>, by: string, parts: OrderParts): Answer {
  const { store, engine } = parts
  const { thread: id, until, reason } = order
  if (isPast(until, parts)) return refused('The pause would already be over.')
  const wanted = {
    reason:
      reason === '' ? `by you, from ${nameWords(by)}` : `${quotedWords(reason)} (from ${nameWords(by)})`,
    until,
    by: 'person' as const,
  }
  if (id === null) {
    if (engine.pause() !== null && engine.pause()?.until === until) return already('Everything is paused.')
    engine.setPause(wanted)
    return { end: 'done', text: 'Everything is paused.', after: engine.tick }
  }
  return ofThread(id, parts, (thread) => {
    if (thread.pause !== null && thread.pause.until === until) return already(`"${thread.name}" is paused.`)
    store.threads.change(id, { pause: wanted })
    return { end: 'done', text: `"${thread.name}" is paused.`, after: engine.tick }
  })
}

function resume({ thread: id }: Extract<Order, { verb: 'resume' }>, parts: OrderParts): Answer {
  const { engine } = parts
  if (id === null) {
    if (engine.pause() === null) return already('Nothing was paused as a whole.')
    engine.setPause(null)
    return { end: 'done', text: 'Everything goes on.', after: engine.tick }
  }
  return ofThread(id, parts, (thread) => {
    if (thread.pause === null) return already(`"${thread.name}" was not paused.`)
    resumeThread(id, parts)
    return { end: 'done', text: `"${thread.name}" goes on.`, after: engine.tick }
  })
}
