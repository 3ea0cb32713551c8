import { HistoryDamaged, WriteRefused, type Fault } from '../../../shared/base/faults.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Instant } from '../../../shared/base/time.ts'
import type { Mail } from '../../../shared/hub/mail.ts'
import {
  isExpired,
  readOrder,
  untilMoved,
  type Decision,
  type Edit,
  type Order,
} from '../../../shared/hub/order.ts'
import type { HubSession } from '../ports/hub.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'
import type { MailResult } from '../ports/hub/hub-room.ts'
import { decideSuggestion, type DecideParts } from './decide.ts'
import { proposedEdit, type EditParts } from './edit.ts'
import { carryOut, type Answer, type OrderParts } from './orders.ts'
import { takenBack } from './tell-run.ts'

export interface MailParts extends OrderParts, Pick<DecideParts, 'documents'> {
  readonly ports: Pick<Ports, 'clock' | 'log' | 'files'> & EditParts['ports']
  readonly store: OrderParts['store'] & Pick<Store, 'hub'>
  readonly engine: OrderParts['engine'] & DecideParts['engine']
}

const AT_ONCE = 100
const NOT_KNOWN =
  'That machine was stopped, or goes on from an older copy of its history, so it is not known whether this was done. ' +
  'Send it again if it is still wanted.'

interface MailTurn {
  /** By the hub's clock. */
  readonly hubNow: () => Instant
  /** The id of the first of the page before; null: there is none. */
  readonly before: string | null
  /** This history is an older copy of one that went on: what came before may have been done there. */
  readonly isOlderCopy: boolean
  /** Sends all rows of the outbox. */
  readonly sendFacts: () => Promise<Result<unknown, Fault>>
}

/**
 * Takes what waits and tells the hub what became of it. Before anything has its effect the hub knows that it is taken
 * here: a copy of this history that asks later is known for one and refuses it, so that no mail has two effects. A page,
 * which ends behind what took long, so that nothing else waits for a flood: returns the id of its first if there may be
 * more; null: there is no more for now. A hub that shows again what it was told the end of is asked later.
 */
export async function takeMail(
  session: HubSession,
  parts: MailParts,
  turn: MailTurn,
): Promise<Result<string | null, Fault>> {
  const { hub } = parts.store
  const settled = await settleResults(session, parts)
  if (!settled.ok) return settled
  const page = await session.mail(AT_ONCE)
  if (!page.ok) return page
  const first = page.value[0]?.id
  if (first === undefined || first === turn.before) return ok(null)
  hub.noteTaken(
    page.value.filter(({ id }) => hub.mailOf(id) === null),
    parts.ports.clock.now(),
  )
  const told = await turn.sendFacts()
  if (!told.ok) return told
  for (const mail of page.value) {
    const long = take(mail, parts, turn)
    if (long === null) continue
    await long
    break
  }
  const results = await settleResults(session, parts)
  return results.ok ? ok(first) : results
}

async function settleResults(session: HubSession, { store }: MailParts): Promise<Result<void, Fault>> {
  for (const { id, end, text } of store.hub.unsettled().map((result) => tellable(result, store))) {
    const settled = await session.settle(id, end, text)
    if (!settled.ok) return settled
    store.hub.noteSettled(id, true)
  }
  return ok(undefined)
}

/** Between its answer and its way to the hub a list may have been taken back. */
function tellable(result: MailResult, store: MailParts['store']): MailResult {
  const refusal = result.end === 'done' ? takenBack(result.text, { store }) : null
  if (refusal === null) return result
  store.hub.takeBackToldRun(result.id)
  return { id: result.id, ...refusal }
}

/** null: it is done. A promise: it is done when that is. */
function take(mail: Mail, parts: MailParts, turn: MailTurn): Promise<void> | null {
  const { ports, store } = parts
  const taken = store.hub.mailOf(mail.id)
  // The hub has forgotten what became of it.
  if (taken !== null && taken.end !== null) {
    store.hub.noteSettled(mail.id, false)
    return null
  }
  const isOurs = taken?.isOurs === true && !turn.isOlderCopy
  const order = readIn(mail, isOurs, parts, turn)
  const note = (answer: Answer): void => {
    ports.log('info', 'hub.mail', { verb: mail.verb, from: mail.by.name, end: answer.end })
    answer.after?.()
  }
  if (!order.ok) {
    note(answered(mail, parts, () => order.error))
    return null
  }
  const { value } = order
  if (value.verb === 'decide-suggestion') return decided(value, mail, parts).then(note)
  if (value.verb === 'propose-edit') return edited(value, mail, parts).then(note)
  note(answered(mail, parts, () => carryOut(value, mail.by, parts)))
  return null
}

/** It waits for files, so its effect comes before its record; the same again finds it done. */
async function decided(order: Decision, mail: Mail, parts: MailParts): Promise<Answer> {
  const found = await orThrown(decideSuggestion(order, mail.by, parts).then((answer) => () => answer))
  return answered(mail, parts, found)
}

/** It waits for the list alone; its effect and its record are one. */
const edited = async (order: Edit, mail: Mail, parts: MailParts): Promise<Answer> =>
  answered(mail, parts, await orThrown(proposedEdit(order, mail.by, parts)))

/** What fails does so where it is recorded. */
const orThrown = (work: Promise<() => Answer>): Promise<() => Answer> =>
  work.catch((error: unknown) => () => {
    throw error
  })

/** Its effect and what is known of it are one transaction. */
function answered(mail: Mail, { ports: { log }, store }: MailParts, work: () => Answer): Answer {
  const record = (make: () => Answer): Answer =>
    store.together(() => {
      const answer = make()
      store.hub.endMail(mail.id, answer.end, answer.text)
      return answer
    })
  try {
    return record(work)
  } catch (error) {
    if (error instanceof WriteRefused || error instanceof HistoryDamaged) throw error
    const message = messageOf(error)
    log('error', 'bug.caught', { where: 'hub mail', verb: mail.verb, message })
    return record(() => ({ end: 'refused', text: `It failed there: ${message}` }))
  }
}

/** The same of what cannot even be read; else it would be met again at each connection, before all that waits. */
function readIn(...of: Parameters<typeof orderIn>): Result<Order, Answer> {
  try {
    return orderIn(...of)
  } catch (error) {
    return err({ end: 'refused', text: `It could not be read: ${messageOf(error)}` })
  }
}

/** What is to be done; an error is the answer. */
function orderIn(mail: Mail, isOurs: boolean, parts: MailParts, { hubNow }: MailTurn): Result<Order, Answer> {
  if (isExpired(mail, hubNow())) return err({ end: 'expired', text: 'It came too late.' })
  if (!isOurs) return err({ end: 'refused', text: NOT_KNOWN })
  const skewMs = parts.ports.clock.now() - hubNow()
  const order = readOrder({ ...mail, args: untilMoved(mail.args, skewMs) })
  return order.ok ? order : err({ end: 'refused', text: order.error })
}
