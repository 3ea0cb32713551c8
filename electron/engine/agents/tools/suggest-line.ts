import { faultSentence } from '../../../../shared/base/faults.ts'
import { inQuotes } from '../../../../shared/base/hidden-text.ts'
import { plainLine } from '../../../../shared/base/one-line.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { OFFER_CHARS } from '../../../../shared/pollination/lines/life.ts'
import { withheldBecause } from '../../../../shared/pollination/suspect/withheld.ts'
import { TIERS, type Tier } from '../../../../shared/schedule/tier.ts'
import type { Thread } from '../../../../shared/threads/thread.ts'
import type { ToolAnswer } from '../../ports/agents.ts'
import type { Neighbour } from '../../ports/hub/neighbours.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ToolParts } from './caller.ts'

const NAME_CHARS = 500

/** The thread of another machine that is called so; null: none is, or one of this machine. */
export function elsewhere(
  { neighbours }: Pick<Ports, 'neighbours'>,
  threads: readonly Thread[],
  to: string,
): Result<Neighbour | null, string> {
  const called = to.trim()
  if (threads.some(({ name }) => name === called)) return ok(null)
  const [target, second] = (neighbours?.threads() ?? []).filter(({ name }) => name === called)
  return second === undefined
    ? ok(target ?? null)
    : err(`Several threads of other machines are called ${inQuotes(called)}; nothing was sent.`)
}

/** Its text is three lines: the tier, the task, and why. */
function offerOf(
  own: Thread,
  text: string,
): Result<{ readonly tier: Tier; readonly text: string; readonly why: string }, string> {
  if (own.role !== 'master')
    return err('Only the master suggests something to other machines; nothing was sent.')
  const [first = '', task = '', ...reason] = text.split(/\r\n|[\n\r]/).filter((one) => one.trim() !== '')
  const tier = TIERS.find((one) => one === first.trim().toLowerCase())
  const line = plainLine(task)
  const why = plainLine(reason.join(' '))
  if (tier === undefined || line === '' || why === '')
    return err(
      `For a thread on another machine the text is three lines: the tier (${TIERS.join(', ')}), the task as it would ` +
        'stand in its list, and why it proved useful; nothing was sent.',
    )
  if (line.length > OFFER_CHARS.text || why.length > OFFER_CHARS.why)
    return err(
      `For another machine the line has at most ${OFFER_CHARS.text} characters and its reason ${OFFER_CHARS.why}, ` +
        `got ${line.length} and ${why.length}; nothing was sent.`,
    )
  const withheld = withheldBecause(line) ?? withheldBecause(why)
  if (withheld !== null) return err(`A text that ${withheld} is suggested to nobody; nothing was sent.`)
  return ok({ tier, text: line, why })
}

/** From the master to a thread of another machine: one line and why, which whoever decides there decides about. */
export async function suggestLine(
  { ports }: Pick<ToolParts, 'ports'>,
  own: Thread,
  to: Neighbour,
  text: string,
): Promise<ToolAnswer> {
  const offer = offerOf(own, text)
  if (!offer.ok) return offer
  const sent = await ports.neighbours!.offer(to, offer.value)
  return sent.ok
    ? ok(
        `Offered to ${inQuotes(to.name, NAME_CHARS)} as advice, which may be declined there; no answer comes back to this run.`,
      )
    : err(`The other machine cannot be asked now: ${faultSentence(sent.error)} Nothing was sent.`)
}
