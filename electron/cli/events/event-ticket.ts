import type { EventTicket } from '../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { SOURCE_WORD } from '../../../shared/views/words.ts'
import { plain } from '../kit/text.ts'

/** Where an event of the command line comes from: a person or script, or a hook of git. */
export type EventSource = 'cli' | 'hook'

/** What became of an event that was handed over. */
export function ticketWords(
  { number, name }: Pick<ThreadView, 'number' | 'name'>,
  ticket: Pick<EventTicket, 'state' | 'wakes'>,
  source: EventSource,
): string {
  const who = `${number} ${plain(name)}`
  const wakes = ticket.wakes ? ', and a beat was asked for' : ''
  switch (ticket.state) {
    case 'queued':
      return `Noted for ${who}: it stands in the next prompt${wakes}.`
    case 'folded':
      return `${who} was told just that already; it is counted${wakes}.`
    case 'off':
      return (
        `Not noted: ${SOURCE_WORD[source].toLowerCase()} events are switched off for ${who}. Switch ` +
        `them on: threadbeat set source ${source} next --thread ${number}`
      )
  }
}
