import type { OfferedThere } from '../../../shared/hub/offered.ts'
import type { RemoteSuggestion } from '../../../shared/hub/suggested.ts'
import type { OtherMachines } from '../../../shared/hub/others/others.ts'
import { DECIDED_WORDS } from '../../../shared/pollination/lines/decided-words.ts'
import { replacesWords } from '../../../shared/pollination/lines/offer-words.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import { SECOND } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { calledThere, type Away } from '../hub/away.ts'
import { answerTo, answerWithin } from '../hub/there.ts'
import type { Context, snapshotOf } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { relative, shownLine } from '../kit/text.ts'

type SnapshotOf = Awaited<ReturnType<typeof snapshotOf>>

/** A machine that is there has answered by then. */
const ANSWERS_MS = 5 * SECOND

/** Each gets it as a suggestion, once its machine takes it. */
export async function offerAway(
  cx: Context,
  client: Client,
  { text, tier }: { readonly text: string; readonly tier: Tier },
  away: readonly Away[],
): Promise<void> {
  const why = withheldBecause(text)
  if (why !== null) throw new CliError(`The line ${why}, so it is offered to nobody.`)
  for (const { id: thread, machine: to, called } of away) {
    const args = { thread, tier, text, why: null, from: 'person' }
    const mail = await client.hub.send({ to, verb: 'offer-suggestion', args })
    const answer = await answerWithin(cx, mail, ANSWERS_MS)
    if (answer === null)
      cx.out.line(`Offered to ${shownLine(called)}, which has a day to take it: threadbeat suggest`)
    else if (answer.end === 'done') cx.out.line(`Offered to ${shownLine(called)}. ${shownLine(answer.text)}`)
    else {
      if (answer.end !== 'already') cx.exitWith(1)
      cx.out.line(`${shownLine(called)}: ${answer.end}. ${shownLine(answer.text)}`)
    }
  }
}

/** What is open at other machines, as they told last, below the names of their threads. */
export async function showElsewhere(
  cx: Context,
  client: Client,
  others: OtherMachines | null,
): Promise<void> {
  const { bold, dim } = cx.out.colors
  for (const one of await openElsewhere(client, others)) {
    const { called, number, tier, text, because, isOffered, replaces } = one
    cx.out.line(`${bold(shownLine(called))}: ${shownLine(text)} (${tier}), suggestion ${number} there`)
    const why = isOffered ? `${because}; it can be accepted there alone` : because
    if (replaces !== null) cx.out.line(`  ${shownLine(replacesWords(replaces))}`)
    if (why !== '') cx.out.line(dim(`  ${shownLine(why)}`))
  }
  await showNotTaken(cx, client, others)
}

/** Offers of the last day, since the app here started, that came to nothing. */
async function showNotTaken(cx: Context, client: Client, others: OtherMachines | null): Promise<void> {
  if (others === null) return
  const names = namesIn(others)
  const { threads } = await client.hub.others()
  for (const { verb, machine, about, end, text, at } of await client.hub.asked()) {
    if (verb !== 'offer-suggestion' || (end !== 'refused' && end !== 'expired')) continue
    const thread = threads.find((one) => one.machine === machine && one.id === about)?.name ?? about
    const called = calledThere(thread, names.get(machine) ?? machine)
    cx.out.line(`Offered to ${shownLine(called)} ${relative(at, cx.now())}: ${end}. ${shownLine(text)}`)
  }
}

interface DecidedAway {
  readonly say: 'accept' | 'decline'
  readonly called: string // its number there, as it was typed
  readonly reason?: string | undefined
}

/** false: it is no thread of another machine that is called so. What is decided is done there, of the line as it was told. */
export async function decideAway(
  cx: Context,
  { client, snapshot: { fleet, threads } }: SnapshotOf,
  name: string,
  { say, called, reason }: DecidedAway,
): Promise<boolean> {
  if (fleet.others === null || !name.includes(' on ') || threads.some((own) => own.name === name))
    return false
  const ofName = (await openElsewhere(client, fleet.others)).filter((one) => one.called === name)
  const [found, second] = ofName.filter((one) => String(one.number) === called)
  if (second !== undefined) throw new CliError(`Several threads of other machines are called "${name}".`)
  if (found === undefined)
    throw new CliError(
      shownLine(
        `No suggestion ${called} is known to be open for ${name}. ` +
          (ofName.length === 0
            ? 'None is.'
            : `Open there: ${ofName.map(({ number }) => number).join(', ')}.`),
      ),
    )
  const { machine: to, machineName, thread, number: suggestion, tier, text } = found
  const args = { thread, suggestion, say, tier, text, reason: reason?.trim() || null }
  const id = await client.hub.send({ to, verb: 'decide-suggestion', args })
  const answer = await answerTo(cx, machineName, id)
  if (answer === null) return true
  if (answer.end !== 'done' && answer.end !== 'already') cx.exitWith(1)
  cx.out.line(`${shownLine(machineName)}: ${answer.end}. ${shownLine(answer.text)}`)
  return true
}

const namesIn = ({ machines }: OtherMachines): ReadonlyMap<string, string> =>
  new Map(machines.map(({ id, name }) => [id, name]))

/** A suggestion that is open at another machine. */
interface OpenElsewhere extends RemoteSuggestion {
  readonly machineName: string
  readonly called: string // its thread, as it is called here
}

/** As those machines told last; `others` null: this machine has joined no hub. */
export async function openElsewhere(
  client: Client,
  others: OtherMachines | null,
): Promise<readonly OpenElsewhere[]> {
  if (others === null) return []
  const { suggestions } = await client.hub.others()
  const names = namesIn(others)
  return suggestions.map((one) => {
    const machineName = names.get(one.machine) ?? one.machine
    return { ...one, machineName, called: calledThere(one.name, machineName) }
  })
}

export const inPlace = (line: OfferedThere['replaces']): string =>
  line === null ? '' : `, ${shownLine(replacesWords(line))}`

/** How it stands, as its machine told last. */
export const offeredLine = ({
  thread,
  machineName,
  number,
  text,
  tier,
  replaces,
  state,
  reason,
}: OfferedThere): string =>
  `Offered to ${shownLine(thread)} on ${shownLine(machineName)}, as suggestion ${number} there: ${shownLine(text)} ` +
  `(${tier})${inPlace(replaces)}: ${state === 'proposed' ? 'waits for a decision' : DECIDED_WORDS[state].toLowerCase()}` +
  (reason === '' ? '' : `, "${shownLine(reason)}"`)
