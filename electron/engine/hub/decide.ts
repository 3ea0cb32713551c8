import { asSentence } from '../../../shared/base/faults.ts'
import { oneLine } from '../../../shared/base/one-line.ts'
import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import type { Mail, MailEnd } from '../../../shared/hub/mail.ts'
import type { Decision } from '../../../shared/hub/order.ts'
import type { SuggestionRecord } from '../../../shared/pollination/lines/life.ts'
import { DECIDED_WORDS } from '../../../shared/pollination/lines/decided-words.ts'
import { nameWords } from '../../../shared/pollination/lines/name-words.ts'
import { quotedWords } from '../../../shared/pollination/lines/offer-words.ts'
import type { Thread } from '../../../shared/threads/thread.ts'
import type { Engine } from '../loop/engine.ts'
import { acceptSuggestion, type AcceptParts } from '../pollination/accept.ts'
import type { Store } from '../ports/store.ts'

export type DecideParts = Omit<AcceptParts, 'engine' | 'store'> & {
  readonly store: Pick<Store, 'pollination' | 'threads'>
  readonly engine: Pick<Engine, 'pollination' | 'tick'>
}
type Answer = { readonly end: MailEnd; readonly text: string }

const { redact } = createRedactor()
const refused = (text: string): Answer => ({ end: 'refused', text })

/**
 * A person at another machine decides about a suggestion that is open here, of the line that they read. A yes writes
 * it; not to a line that came over the hub, so that no machine can both offer one and have it written. Done twice it
 * changes nothing.
 */
export async function decideSuggestion(order: Decision, by: Mail['by'], parts: DecideParts): Promise<Answer> {
  const before = openFor(order, parts)
  if ('end' in before) return before
  return await (order.say === 'decline' ? decline : accept)(order, before, by, parts)
}

interface Open {
  readonly thread: Thread
  readonly record: SuggestionRecord
}

/** Where it is, or why there is nothing to decide. */
function openFor({ thread: id, suggestion, tier, text }: Decision, { store }: DecideParts): Answer | Open {
  const thread = store.threads.get(id)
  const record = store.pollination.byNumber(suggestion)
  if (thread === null || record === null || record.threadId !== id)
    return refused(`There is no suggestion ${suggestion} for that thread there.`)
  if (thread.trustedAt === null || thread.removeAt !== null)
    return refused(`"${thread.name}" is not trusted; that is said at its own machine.`)
  if (record.state !== 'proposed')
    return { end: 'already', text: `It is not open any more there: ${DECIDED_WORDS[record.state]}.` }
  return record.text === text && record.tier === tier ? { thread, record } : refused(OTHERWISE)
}
const OTHERWISE = 'It reads otherwise there by now, so nothing was decided; look at it again.'

/** The reason of the record, which says where the decision came from. */
const fromMachine = (reason: string | null, { name }: Mail['by']): string =>
  `${reason === null ? '' : `${quotedWords(redact(oneLine(reason)))}, `}decided at ${nameWords(name)}`
const originOf = ({ name }: Mail['by']): string => `hub, ${name}`

async function decline(
  { reason }: Decision,
  { thread, record: { number, tier, text } }: Open,
  by: Mail['by'],
  { ports, store, engine }: DecideParts,
): Promise<Answer> {
  const at = ports.clock.now()
  const why = fromMachine(reason, by)
  store.pollination.decide(number, { state: 'declined', tier, text, reason: why, by: 'person', at })
  await engine.pollination.log.settle()
  const facts = { threadId: thread.id, number, state: 'declined', origin: originOf(by) }
  ports.log('info', 'suggestion.decided', facts)
  return { end: 'done', text: `Declined; it is not suggested to "${thread.name}" again for 30 days.` }
}

async function accept(
  order: Decision,
  { thread, record }: Open,
  by: Mail['by'],
  parts: DecideParts,
): Promise<Answer> {
  if (record.offered !== null)
    return refused('A machine offered that line, so it is accepted at its own machine alone.')
  const now = await parts.engine.pollination.of(thread.id)
  const holds = now?.suggested.some((one) => one.suggestion === record.number) === true
  // It may have been decided, or have become another line, while the repositories were read.
  const still = openFor(order, parts)
  if ('end' in still) return still
  if (!holds)
    return refused(
      now === null ? `"${thread.name}" cannot be read there now.` : 'It does not hold any more there.',
    )
  const { suggestion, tier, text } = order
  const line = { tier, text }
  const written = await acceptSuggestion(
    still.thread,
    { suggestion, ...line, replaces: null, reason: fromMachine(null, by) },
    line,
    originOf(by),
    parts,
  )
  if (!written.ok) return refused(`Nothing was written: ${asSentence(written.error.message)}`)
  return { end: 'done', text: `The line stands in the ${tier} tasks of "${thread.name}".` }
}
