import type { BeatTicket } from '../../../shared/contract/beats.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { findThread } from '../kit/find-thread.ts'
import { requireApp } from '../kit/running-app.ts'
import { plain } from '../kit/text.ts'
import { askedWords } from './event-ticket.ts'
import { ownMarker } from './own-marker.ts'

export const wakeCommand: Define = (command, cx) =>
  command
    .description('a beat soon, by the rules of wakes; `beat` passes them')
    .argument('<thread>', THREAD_WORDS)
    .option('--urgent', 'at once, also outside active hours')
    .action((name: string, o: { urgent?: true }) => wake(cx, name, o.urgent === true))

const TICKET_WORD: Record<BeatTicket['state'], string> = {
  queued: 'a beat is on its way',
  merged: 'the beat that waits has one reason more',
  running: 'it is beating already',
}

async function wake(cx: Context, name: string, urgent: boolean): Promise<void> {
  const client = await requireApp(cx, 'so nothing can be woken')
  const thread = findThread((await client.snapshot()).threads, name)
  const { state, hold } = await client.wake({ id: thread.id, urgent, ...ownMarker() })
  const answer = hold === null ? TICKET_WORD[state] : askedWords(hold)
  cx.out.line(`${thread.number} ${plain(thread.name)}: ${answer}`)
}
