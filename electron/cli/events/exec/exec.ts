import { randomBytes } from 'node:crypto'
import { writeSync } from 'node:fs'
import { dataDirPath } from '../../../machine/disk/data-dir.ts'
import { keptCommand, type KeptCommand } from '../../../../shared/events/command-again.ts'
import type { EndedCommand } from '../../../../shared/events/system-event.ts'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import type { Define } from '../../kit/command.ts'
import type { Context } from '../../kit/context.ts'
import { sentenceOf, usageError } from '../../kit/errors.ts'
import { matchThread, realPlace } from '../../kit/find-thread.ts'
import { currentFolder, appForFacts, threadAround } from '../../kit/running-app.ts'
import { shownLine } from '../../kit/text.ts'
import { addressOf, dropEvent } from '../inbox-drop.ts'
import { ownMarker } from '../own-marker.ts'
import { endText, isFailure, nameOf } from './end-text.ts'
import { endAs, runTransparently } from './run-transparently.ts'
import { within } from './within.ts'

export const execCommand: Define = (command, cx) =>
  command
    .description(
      'run a command as if it stood there alone, and tell its thread how it ended: threadbeat exec -- npm test',
    )
    .argument('<command...>', 'behind --, with its arguments')
    .option('-t, --thread <thread>', 'number, name or path, if not the thread of the current folder')
    .option('--name <name>', 'what to call it, if not as it is written')
    .option('--always-wake', 'ask for a beat also when it ends well; without it only when it fails')
    .addHelpText(
      'after',
      '\nIts exit code, streams and signals are the command’s own. 127: not found, 126: cannot be executed.',
    )
    .action((argv: string[], o: ExecOptions) => exec(cx, argv, o))

interface ExecOptions {
  readonly thread?: string
  readonly name?: string
  readonly alwaysWake?: true
}

/** Whom to tell. `closed`: no app answers, so it is kept in a file for this address. */
type Receiver =
  | { readonly kind: 'thread'; readonly thread: ThreadView }
  | { readonly kind: 'none' | 'several'; readonly why: string }
  | { readonly kind: 'closed'; readonly to: number | string }

const LOOK_WITHIN_MS = 1000

const REPORT_WITHIN_MS = 1500

/** The event of a command that has ended, and what is known of whom it is for. */
interface Report {
  readonly thread: string | undefined // as --thread has it; undefined: the thread of the folder
  readonly folder: string
  readonly text: string
  readonly command: EndedCommand
  readonly again: KeptCommand | null // for the app alone: a file in the inbox could be anybody's
  readonly wake: 'now' | 'next'
  readonly ref: string // an app that is held up may take what came over the socket and the file
  readonly before: Receiver // as it was found when the command began
}

async function exec(cx: Context, argv: readonly string[], o: ExecOptions): Promise<never> {
  const folder = currentFolder()
  const closed: Receiver = { kind: 'closed', to: o.thread === undefined ? folder : addressOf(o.thread) }
  const early = within(LOOK_WITHIN_MS, closed, () => receiver(cx, o.thread, folder))
  if (o.thread !== undefined) {
    // Only a name can be mistaken; then nothing has happened yet.
    const meant = await early
    if (meant.kind === 'several') throw usageError(meant.why)
  }
  const end = await runTransparently(argv)
  if (end.problem !== null) say(`threadbeat: ${argv[0] ?? ''}: ${end.problem}`)
  const name = nameOf(argv, o.name)
  const problem = await report(cx, {
    thread: o.thread,
    folder,
    text: endText(name, end),
    command: { name, hasFailed: isFailure(end) },
    again: keptCommand(argv, folder),
    wake: o.alwaysWake === true || isFailure(end) ? 'now' : 'next',
    ref: randomBytes(16).toString('hex'),
    before: await early,
  })
  if (problem !== null) say(`threadbeat: nobody was told how it ended: ${problem}`)
  return endAs(end)
}

async function receiver(cx: Context, name: string | undefined, folder: string): Promise<Receiver> {
  const client = await appForFacts(cx)
  if (typeof client === 'string') return { kind: 'closed', to: name === undefined ? folder : addressOf(name) }
  const { threads } = await client.snapshot()
  if (name === undefined) {
    const thread = threadAround(threads, folder)
    return thread === null
      ? { kind: 'none', why: `${folder} lies in no thread's repository` }
      : { kind: 'thread', thread }
  }
  const found = matchThread(threads, name, realPlace(name))
  return found.ok
    ? { kind: 'thread', thread: found.value }
    : { kind: found.error.unknown ? 'none' : 'several', why: found.error.message }
}

/** How the event fared: the app has it, it is to be kept in a file for this address, or nobody takes it. */
type Delivery =
  | { readonly kind: 'done' }
  | { readonly kind: 'keep'; readonly to: number | string }
  | { readonly kind: 'nobody'; readonly why: string }

/** null: the thread was told, or it is kept for it. Never takes long, never rejects. */
async function report(cx: Context, r: Report): Promise<string | null> {
  const delivery = await within<Delivery>(
    REPORT_WITHIN_MS,
    { kind: 'keep', to: addressBefore(r) },
    (signal) => tell(cx, r, signal),
    ['SIGINT', 'SIGTERM', 'SIGHUP'],
  )
  if (delivery.kind === 'done') return null
  if (delivery.kind === 'nobody') return delivery.why
  try {
    dropEvent(
      dataDirPath(cx.dataDir),
      {
        to: delivery.to,
        text: r.text,
        command: r.command,
        wake: r.wake,
        urgent: false,
        source: 'command',
        ref: r.ref,
        ...ownMarker(),
      },
      cx.now(),
    )
    return null
  } catch (error) {
    return sentenceOf(error)
  }
}

/** Whom to address where no app answers in time. */
function addressBefore({ before, folder }: Report): number | string {
  if (before.kind === 'thread') return before.thread.number
  return before.kind === 'closed' ? before.to : folder
}

async function tell(cx: Context, r: Report, signal: AbortSignal): Promise<Delivery> {
  const meant = await receiver(cx, r.thread, r.folder)
  if (meant.kind === 'closed')
    return { kind: 'keep', to: r.before.kind === 'thread' ? r.before.thread.number : meant.to }
  if (meant.kind !== 'thread') return { kind: 'nobody', why: meant.why }
  const client = await appForFacts(cx)
  if (typeof client === 'string') return { kind: 'keep', to: meant.thread.number }
  const { text, command, again, wake, ref } = r
  await client.events.ended(
    { to: meant.thread.id, text, command, wake, ref, ...(again === null ? {} : { again }), ...ownMarker() },
    { signal },
  )
  return { kind: 'done' }
}

/** Not by process.stderr, which would make the descriptor non-blocking for everybody who shares it. */
function say(text: string): void {
  try {
    writeSync(2, `${shownLine(text)}\n`)
  } catch {
    // nobody reads it
  }
}
