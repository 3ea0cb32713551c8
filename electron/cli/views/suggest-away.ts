import type { OfferedThere } from '../../../shared/hub/offered.ts'
import type { RemoteThread } from '../../../shared/hub/others/others.ts'
import { DECIDED_WORDS } from '../../../shared/pollination/lines/decided-words.ts'
import { withheldBecause } from '../../../shared/pollination/suspect/withheld.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { remoteThreads } from '../hub/remote-threads.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'

/** A thread of another machine, as it is called here: NAME on MACHINE. */
interface Away extends Pick<RemoteThread, 'id' | 'machine'> {
  readonly called: string
}

/** Which of these names are of threads of other machines; the hub is asked only where one looks so. */
export async function awayAmong(
  cx: Context,
  client: Client,
  own: readonly { readonly name: string }[],
  names: readonly string[],
): Promise<readonly Away[]> {
  const wanted = names.filter((name) => name.includes(' on ') && !own.some((thread) => thread.name === name))
  if (wanted.length === 0) return []
  const fleet = await client.hub.fleet()
  const machines = new Map(fleet.machines.map(({ id, name }) => [id, name]))
  const known = remoteThreads(fleet, cx.now()).map(({ id, machine, name }) => ({
    id,
    machine,
    called: `${name} on ${machines.get(machine) ?? machine}`,
  }))
  return wanted.map((name) => {
    const [found, second] = known.filter(({ called }) => called === name)
    if (found === undefined)
      throw new CliError(`No thread of another machine is called "${name}": threadbeat status --all-machines`)
    if (second !== undefined) throw new CliError(`Several threads of other machines are called "${name}".`)
    return found
  })
}

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
    await client.hub.send({ to, verb: 'offer-suggestion', args })
    cx.out.line(`Offered to ${shownLine(called)}, which has a day to take it: threadbeat suggest`)
  }
}

/** How it stands, as its machine told last. */
export const offeredLine = ({
  thread,
  machineName,
  number,
  text,
  tier,
  state,
  reason,
}: OfferedThere): string =>
  `Offered to ${shownLine(thread)} on ${shownLine(machineName)}, as suggestion ${number} there: ${shownLine(text)} ` +
  `(${tier}): ${state === 'proposed' ? 'waits for a decision' : DECIDED_WORDS[state].toLowerCase()}` +
  (reason === '' ? '' : `, "${shownLine(reason)}"`)
