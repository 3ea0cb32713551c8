import { createRedactor } from '../../../shared/base/secrets/redactor.ts'
import { oneLine } from '../../../shared/base/one-line.ts'
import { DAY } from '../../../shared/base/time.ts'
import type { Mail, MailEnd } from '../../../shared/hub/mail.ts'
import type { Edit, Offer } from '../../../shared/hub/order.ts'
import {
  isLineOf,
  keepsAway,
  NEW_IN_A_DAY,
  NEW_OF_ONE_THREAD,
  OPEN_OF_ONE_THREAD,
  RECORDS_READ,
} from '../../../shared/pollination/lines/life.ts'
import { offerWords, quotedWords } from '../../../shared/pollination/lines/offer-words.ts'
import { patternFor, patternForEdit } from '../../../shared/pollination/lines/task-pattern.ts'
import { ruleReason } from '../../../shared/pollination/rules.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import { suggestionsOf, type Thread } from '../../../shared/threads/thread.ts'
import { makeRoom } from '../pollination/bulk.ts'
import { isForNobody } from '../pollination/own-lines.ts'
import { mayGiveWay } from '../pollination/settle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Store } from '../ports/store.ts'

interface Parts {
  readonly ports: Pick<Ports, 'clock'>
  readonly store: Pick<Store, 'pollination'>
}
type Answer = { readonly end: MailEnd; readonly text: string }

const { redact } = createRedactor()
const refused = (text: string): Answer => ({ end: 'refused', text })

/**
 * A line of another machine, a new one or an edit of one that stands here, becomes a suggestion like any other: nothing of
 * it is done before whoever decides here has said so. Whether the repository can have it is found with the next
 * comparison, before it is shown.
 */
export function takeOffer(
  order: Offer | Edit,
  thread: Thread,
  by: Mail['by'],
  { ports: { clock }, store: { pollination } }: Parts,
): Answer {
  if (thread.trustedAt === null || thread.removeAt !== null)
    return refused(`"${thread.name}" is not trusted; that is said at its own machine.`)
  if (suggestionsOf(thread) === 'ignore')
    return refused(`Nothing is suggested to "${thread.name}", as is set at its own machine.`)
  const { tier, text: offered, why, from } = order
  const replaces = order.verb === 'propose-edit' ? order.replaces : null
  const suspect = withheldBecause(offered) ?? (why === null ? null : withheldBecause(why))
  if (suspect !== null) return refused(`Its text ${suspect}, so it is suggested to nobody.`)
  const text = redact(oneLine(offered))
  if (replaces !== null && isLineOf(replaces, { tier, text })) return refused('It changes nothing.')
  if (isForNobody({ text, replaces }, thread.agent.kind === 'local'))
    return refused(`It needs an agent, and "${thread.name}" has local checks.`)
  const pattern = replaces === null ? patternFor(text) : patternForEdit(replaces, { tier, text })
  const now = clock.now()
  const records = pollination.list(thread.id, RECORDS_READ)
  const same = records.find((record) => record.pattern === pattern && keepsAway(record, now))
  if (same !== undefined)
    return { end: 'already', text: `It is suggestion ${same.number} there: ${same.state}.` }
  const rule = pollination
    .rules()
    .find((one) => one.pattern === pattern && (one.scope === 'everywhere' || one.threadId === thread.id))
  if (rule !== undefined) return refused(`There ${ruleReason(rule)}.`)
  const full = fullText(thread, now, pollination)
  if (full !== null) return refused(full)
  const offer = { machine: by.machine, name: by.name, by: from }
  makeRoom(thread.id, 'it made room for what another machine offered', now, pollination)
  const number = pollination.propose({
    threadId: thread.id,
    threadNumber: thread.number,
    threadName: thread.name,
    pattern,
    tier,
    text,
    because: `${offerWords(offer)} ${replaces === null ? 'offered it' : 'proposed the edit'}${why === null ? '' : `: ${quotedWords(redact(oneLine(why)))}`}`,
    sources: [],
    proposedAt: now,
    origin: 'machine',
    offered: offer,
    replaces,
  })
  return {
    end: 'done',
    text: `It is suggestion ${number} for "${thread.name}" there, and waits for a decision.`,
  }
}

/** Why there is no room for another one, as a sentence; null: there is. */
function fullText(
  { id, name }: Thread,
  now: number,
  pollination: Parts['store']['pollination'],
): string | null {
  const open = pollination.open().filter((record) => record.threadId === id)
  if (open.filter((record) => !mayGiveWay(record)).length >= OPEN_OF_ONE_THREAD)
    return `${OPEN_OF_ONE_THREAD} suggestions are open for "${name}" already; try again when they are decided.`
  const today = pollination
    .list(null, RECORDS_READ)
    .filter(({ origin, proposedAt }) => origin === 'machine' && proposedAt > now - DAY)
  const ofThread = today.filter(({ threadId }) => threadId === id)
  return today.length >= NEW_IN_A_DAY || ofThread.length >= NEW_OF_ONE_THREAD
    ? `Other machines have suggested enough for a day there; try again tomorrow.`
    : null
}
