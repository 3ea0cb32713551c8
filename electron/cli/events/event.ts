import { Option } from 'commander'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { eventProblem } from '../../../shared/events/system-event.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread, realPlace } from '../kit/find-thread.ts'
import { appForFacts } from '../kit/running-app.ts'
import { plain } from '../kit/text.ts'
import { eventLines } from './event-lines.ts'
import { ticketWords, type EventSource } from './event-ticket.ts'
import { addressOf, dropEvent } from './inbox-drop.ts'
import { ownMarker } from './own-marker.ts'

export const eventCommand: Define = (command, cx) =>
  command
    .description('tell a thread a fact; it stands in its next prompt, or in your inbox where it has no agent')
    .argument('<thread>', THREAD_WORDS)
    .argument('<text...>', 'what happened; - reads it from stdin')
    .option(
      '--lines',
      'each line of stdin is a fact of its own, told as it comes, also from a program that goes on',
    )
    .addOption(
      new Option(
        '--wake <when>',
        'ask for a beat now, or tell it with the next one (usual, but for urgent ones)',
      ).choices(['now', 'next']),
    )
    .option('--urgent', 'the beat may start at once, also outside active hours')
    .option('--trusted', 'the words are yours: the agent is not told to be careful with them')
    .addOption(new Option('--source <source>', 'where it comes from').choices(['cli', 'hook']).default('cli'))
    .option('--json', 'for programs')
    .action((name: string, text: string[], o: EventOptions) => event(cx, name, text, o))

interface EventOptions {
  readonly wake?: 'now' | 'next'
  readonly urgent?: true
  readonly trusted?: true
  readonly source: EventSource
  readonly json?: true
  readonly lines?: true
}

const wakeOf = ({ wake, urgent }: EventOptions): 'now' | 'next' => wake ?? (urgent === true ? 'now' : 'next')

async function event(cx: Context, name: string, words: readonly string[], o: EventOptions): Promise<void> {
  const isStdin = words.length === 1 && words[0] === '-'
  if (o.lines === true) {
    if (!isStdin) throw usageError('--lines reads stdin: threadbeat event THREAD - --lines')
    return eventLines(cx, name, {
      ...o,
      wake: wakeOf(o),
      urgent: o.urgent === true,
      trusted: o.trusted === true,
    })
  }
  const text = (isStdin ? await readStdin() : words.join(' ')).trim()
  const problem = eventProblem(text)
  if (problem !== null) throw usageError(`Nothing was told: ${problem}.`)
  const client = await appForFacts(cx)
  if (typeof client === 'string') return keep(cx, name, text, o, client)
  const { threads } = await client.snapshot()
  const place = hookPlace(o)
  const thread = threads.find((t) => t.repoPath === place) ?? findThread(threads, name)
  const ticket = await client.events.add({
    to: thread.id,
    text,
    source: o.source,
    wake: wakeOf(o),
    urgent: o.urgent === true,
    trusted: o.trusted === true,
    ...ownMarker(),
  })
  if (ticket.state === 'off' && o.source === 'cli') cx.exitWith(1) // a hook of git has done its part
  if (o.json === true) cx.out.json({ ...ticket, number: thread.number, name: thread.name })
  else cx.out.line(ticketWords(thread, ticket, o.source, wakeOf(o) === 'now'))
}

/**
 * Worktrees share the hooks of one repository, each of which names one thread. git runs a hook at the top of
 * the working tree that it is about: the thread of that folder is told where there is one. The folder is
 * asked of the system, not of the environment. null: no hook speaks.
 */
const hookPlace = (o: EventOptions): string | null => (o.source === 'hook' ? realPlace('.') : null)

/** In a file that the app reads when it starts, or goes on. */
function keep(cx: Context, name: string, text: string, o: EventOptions, why: 'nobody' | 'silent'): void {
  const place = hookPlace(o)
  const file = dropEvent(
    dataDirPath(cx.dataDir),
    {
      to: addressOf(name),
      text,
      wake: wakeOf(o),
      urgent: o.urgent === true,
      source: o.source,
      ...(place !== null && { folder: place }),
      ...ownMarker(),
    },
    cx.now(),
  )
  if (o.json === true) return cx.out.json({ state: 'kept' as const, file })
  if (o.trusted === true)
    cx.out.note('It is kept in a file, which anybody could have written: --trusted does not count.')
  cx.out.line(
    why === 'nobody'
      ? `Threadbeat is not running; the event is kept for ${plain(name)} and read when it starts.`
      : `Threadbeat does not answer; the event is kept for ${plain(name)} and read as soon as it goes on.`,
  )
}

async function readStdin(): Promise<string> {
  let text = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin as AsyncIterable<string>) {
    text += chunk
    if (text.length > 1_000_000)
      throw usageError('Nothing was told: stdin holds more than 1,000,000 characters.')
  }
  return text
}
