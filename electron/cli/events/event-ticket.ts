import type { EventReceipt } from '../../../shared/contract/beats.ts'
import type { Hold } from '../../../shared/queue/queue.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { HOLD_WORD, SOURCE_WORD } from '../../../shared/views/words.ts'
import { plain } from '../kit/text.ts'

/** Where an event of the command line comes from: a person or script, or a hook of git. */
export type EventSource = 'cli' | 'hook'

/** `hold`: why the beat waits; null: it does not. */
export const askedWords = (hold: Hold | null): string =>
  `a beat was asked for${hold === null ? '' : `, which waits: ${HOLD_WORD[hold]}`}`

/** What became of an event that was handed over. `asks`: for a beat, too. */
export function ticketWords(
  { number, name }: Pick<ThreadView, 'number' | 'name'>,
  ticket: Pick<EventReceipt, 'state' | 'wakes' | 'recipient' | 'hold'>,
  source: EventSource,
  asks: boolean,
): string {
  const who = `${number} ${plain(name)}`
  const wakes = ticket.wakes ? `, and ${askedWords(ticket.hold)}` : ''
  const refused =
    asks && !ticket.wakes
      ? ` No beat was asked for: ${SOURCE_WORD[source].toLowerCase()} events do not wake ${plain(name)}.`
      : ''
  const place = {
    prompt: 'it stands in the next prompt',
    person: 'it goes to you, in the inbox, as there is no agent that would read it',
    nobody: 'it is listed in its activity; there is no agent that would read it',
  }[ticket.recipient]
  switch (ticket.state) {
    case 'queued':
      return `Noted for ${who}: ${place}${wakes}.${refused}`
    case 'folded':
      return `${who} has just that already; it is counted${wakes}.${refused}`
    case 'off':
      return offWords({ number, name }, source)
  }
}

export const offWords = (
  { number, name }: Pick<ThreadView, 'number' | 'name'>,
  source: EventSource,
): string =>
  `Not noted: ${SOURCE_WORD[source].toLowerCase()} events are switched off for ${number} ${plain(name)}. ` +
  `Switch them on: threadbeat set source ${source} next --thread ${number}`
