import { Option, type Command } from 'commander'
import type { EventTicket, TimelineEntry } from '../../../shared/contract/beats.ts'
import { MARKER_VARIABLE } from '../../machine/process/marks.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { eventProblem, MAX_EVENTS_AT_ONCE, type SystemEvent } from '../../../shared/events/system-event.ts'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { REASON_WORD, SOURCE_WORD } from '../../../shared/views/words.ts'
import { OUTCOME_WORD } from '../../../shared/runs/outcome-words.ts'
import { plural } from '../../../shared/base/plural.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { addressOf, dropEvent } from './inbox-drop.ts'
import { requireApp, runningApp } from '../kit/running-app.ts'
import { tail } from '../views/tail.ts'
import { iso, oneLine, plain, relative } from '../kit/text.ts'

/** Facts for a thread, and what came of them: event, wake, timeline, tail. */
export function addEventCommands(program: Command, cx: Context): void {
  program
    .command('event')
    .description('tell a thread a fact; it stands in its next prompt')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .argument('<text...>', 'what happened; - reads it from stdin')
    .option(
      '--lines',
      'each line of stdin is a fact of its own, told as it comes, also from a program that goes on',
    )
    .addOption(
      new Option('--wake <when>', 'ask for a beat now, or tell it with the next one')
        .choices(['now', 'next'])
        .default('next'),
    )
    .option('--urgent', 'the beat may start at once, also outside active hours')
    .option('--trusted', 'the words are yours: the agent is not told to be careful with them')
    .addOption(new Option('--source <source>', 'where it comes from').choices(['cli', 'hook']).default('cli'))
    .option('--json', 'for programs')
    .action((name: string, text: string[], o: EventOptions) => event(cx, name, text, o))
  program
    .command('wake')
    .description('a beat soon, by the rules of wakes; `beat` passes them')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('--urgent', 'at once, also outside active hours')
    .action((name: string, o: { urgent?: true }) => wake(cx, name, o.urgent === true))
  program
    .command('timeline')
    .description('facts that came in, and what asked for beats, the newest first')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => timeline(cx, name, o))
  program
    .command('tail')
    .description('follow what happens, one line each: runs that ended, facts, alerts; Ctrl-C ends it')
    .argument('[thread]', 'only this one')
    .option('--json', 'for programs: one JSON object a line')
    .action((name: string | undefined, o: { json?: true }) => tail(cx, name, o.json === true))
}

interface EventOptions {
  readonly wake: 'now' | 'next'
  readonly urgent?: true
  readonly trusted?: true
  readonly source: 'cli' | 'hook'
  readonly json?: true
  readonly lines?: true
}

async function event(cx: Context, name: string, words: readonly string[], o: EventOptions): Promise<void> {
  const isStdin = words.length === 1 && words[0] === '-'
  if (o.lines === true) {
    if (!isStdin) throw usageError('--lines reads stdin: threadbeat event THREAD - --lines')
    return eventLines(cx, name, o)
  }
  const text = (isStdin ? await readStdin() : words.join(' ')).trim()
  const problem = eventProblem(text)
  if (problem !== null) throw usageError(`Nothing was told: ${problem}.`)
  const urgent = o.urgent === true
  const client = await runningApp(cx)
  if (client === null) {
    const file = dropEvent(
      dataDirPath(cx.dataDir),
      { to: addressOf(name), text, wake: o.wake, urgent, source: o.source, ...ownMarker() },
      cx.now(),
    )
    if (o.json === true) return cx.out.json({ state: 'kept', file })
    if (o.trusted === true)
      cx.out.note('It is kept in a file, which anybody could have written: --trusted does not count.')
    return cx.out.line(
      `Threadbeat is not running; the event is kept for ${plain(name)} and read when it starts.`,
    )
  }
  const thread = findThread((await client.snapshot()).threads, name)
  const ticket = await client.events.add({
    to: thread.id,
    text,
    source: o.source,
    wake: o.wake,
    urgent,
    trusted: o.trusted === true,
    ...ownMarker(),
  })
  if (ticket.state === 'off' && o.source === 'cli') cx.exitWith(1) // a hook of git has done its part
  if (o.json === true) cx.out.json({ ...ticket, number: thread.number, name: thread.name })
  else cx.out.line(ticketWords(thread, ticket, o.source))
}

/**
 * What is written while a message is under way goes with the next one: a program that says much costs no
 * message for each line.
 */
async function eventLines(cx: Context, name: string, o: EventOptions): Promise<void> {
  const client = await requireApp(cx, 'so no line can be told')
  const thread = findThread((await client.snapshot()).threads, name)
  const told = { queued: 0, folded: 0, off: 0 }
  const tell = async (lines: readonly string[]): Promise<void> => {
    const texts = lines.map((line) => line.trim()).filter((line) => line !== '')
    const problem = texts.map(eventProblem).find((p) => p !== null)
    for (let from = 0; problem === undefined && from < texts.length; from += MAX_EVENTS_AT_ONCE) {
      const events = texts.slice(from, from + MAX_EVENTS_AT_ONCE).map((text) => ({
        to: thread.id,
        text,
        source: o.source,
        wake: o.wake,
        urgent: o.urgent === true,
        trusted: o.trusted === true,
        ...ownMarker(),
      }))
      for (const ticket of await client.events.addAll({ events })) told[ticket.state]++
    }
    if (problem !== undefined)
      throw usageError(`A line was not told, nor what came with it and after it: ${problem}.`)
  }
  let rest = ''
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    await tell(lines)
  }
  await tell([rest])
  if (told.off > 0 && o.source === 'cli') cx.exitWith(1)
  if (o.json === true) cx.out.json({ ...told, number: thread.number, name: thread.name })
  else if (told.off > 0) cx.out.line(ticketWords(thread, { state: 'off', id: null, wakes: false }, o.source))
  else
    cx.out.line(
      `Noted for ${thread.number} ${plain(thread.name)}: ` +
        `${plural(told.queued, 'fact', 'facts')}${told.folded > 0 ? `, ${told.folded} more that say the same as the one before` : ''}.`,
    )
}

function ticketWords(
  { number, name }: Pick<ThreadView, 'number' | 'name'>,
  ticket: EventTicket,
  source: 'cli' | 'hook',
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

async function wake(cx: Context, name: string, urgent: boolean): Promise<void> {
  const client = await requireApp(cx, 'so nothing can be woken')
  const thread = findThread((await client.snapshot()).threads, name)
  const { state } = await client.wake({ id: thread.id, urgent, ...ownMarker() })
  const words = {
    queued: 'a beat is on its way',
    merged: 'the beat that waits has one reason more',
    running: 'it is beating already',
  }
  cx.out.line(`${thread.number} ${plain(thread.name)}: ${words[state]}`)
}

async function timeline(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 200)
    throw usageError(`-n must be 1 to 200, got "${limit}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const page = await client.events.timeline({ id: thread.id, limit: wanted })
  if (json === true)
    return cx.out.json({
      waiting: page.waiting,
      dropped: page.dropped,
      entries: page.entries.map(timelineJson),
    })
  if (page.entries.length === 0)
    return cx.out.line(`Nothing happened to ${thread.number} ${plain(thread.name)} yet.`)
  const { colors } = cx.out
  if (page.waiting > 0)
    cx.out.line(`${plural(page.waiting, 'event waits', 'events wait')} for the next prompt.`)
  if (page.dropped > 0)
    cx.out.line(
      colors.yellow(
        `${plural(page.dropped, 'older one', 'older ones')} had to make room and will only be counted.`,
      ),
    )
  cx.out.table(
    page.entries.map((entry) =>
      entry.kind === 'event'
        ? [
            relative(entry.at, cx.now()),
            SOURCE_WORD[entry.event.source],
            {
              text: STATE_WORD[entry.event.state],
              paint: entry.event.state === 'waiting' ? colors.blue : colors.dim,
            },
            eventLine(entry.event),
          ]
        : [
            relative(entry.at, cx.now()),
            { text: 'Wake', paint: colors.dim },
            { text: wakeState(entry), paint: colors.dim },
            REASON_WORD[entry.reason],
          ],
    ),
  )
}

const STATE_WORD: Record<SystemEvent['state'], string> = {
  waiting: 'waits',
  shown: 'in a prompt',
  consumed: 'told',
  expired: 'too old',
}
const wakeState = (entry: Extract<TimelineEntry, { kind: 'wake' }>): string =>
  entry.outcome !== null ? OUTCOME_WORD[entry.outcome] : entry.runId === null ? 'waits' : 'runs'

/** "text (3 times)" on one line. */
export const eventLine = (event: Pick<SystemEvent, 'text' | 'count' | 'trusted'>): string =>
  `${oneLine(event.text)}${event.count > 1 ? ` (${event.count} times)` : ''}${event.trusted ? '' : ' (untrusted)'}`

const timelineJson = (entry: TimelineEntry) =>
  entry.kind === 'event'
    ? { kind: entry.kind, at: iso(entry.at), ...eventJson(entry.event) }
    : { ...entry, at: iso(entry.at) }
export const eventJson = (e: SystemEvent) => ({
  event: e.id,
  source: e.source,
  text: e.text,
  trusted: e.trusted,
  ambient: e.ambient,
  firstAt: iso(e.at),
  lastAt: iso(e.lastAt),
  count: e.count,
  state: e.state,
  run: e.runId,
})

/**
 * The run in whose children this command stands, if it does: what comes from it never wakes its own thread.
 */
export function ownMarker(): { readonly marker?: string } {
  const marker = process.env[MARKER_VARIABLE]
  return marker !== undefined && marker.length <= 100 ? { marker } : {}
}
