import { writeSync } from 'node:fs'
import type { Command } from 'commander'
import { ownMarker } from './event-commands.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { findSecret } from '../../../shared/base/secret-text.ts'
import { EVENT_CHARS } from '../../../shared/events/system-event.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import type { Context } from '../kit/context.ts'
import { sentenceOf, usageError } from '../kit/errors.ts'
import { matchThread, realPlace } from '../kit/find-thread.ts'
import { addressOf, dropEvent } from './inbox-drop.ts'
import { endAs, runTransparently, type CommandEnd } from './run-transparently.ts'
import { currentFolder, runningApp, threadAround } from '../kit/running-app.ts'
import { shellWord } from '../runs/show-run.ts'
import { oneLine } from '../kit/text.ts'

/** exec: a command as if it stood there alone, and how it ended becomes an event of its thread. */
export function addExecCommand(program: Command, cx: Context): void {
  program
    .command('exec')
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
}

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
  const problem = await report(cx, { argv, end, o, folder, before: await early })
  if (problem !== null) say(`threadbeat: nobody was told how it ended: ${problem}`)
  return endAs(end)
}

async function receiver(cx: Context, name: string | undefined, folder: string): Promise<Receiver> {
  const client = await runningApp(cx)
  if (client === null) return { kind: 'closed', to: name === undefined ? folder : addressOf(name) }
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

/** null: the thread was told, or it is kept for it. Never takes long, never rejects. */
async function report(
  cx: Context,
  {
    argv,
    end,
    o,
    folder,
    before,
  }: { argv: readonly string[]; end: CommandEnd; o: ExecOptions; folder: string; before: Receiver },
): Promise<string | null> {
  const text = eventText(nameOf(argv, o.name), end)
  const wake = o.alwaysWake === true || isFailure(end) ? 'now' : 'next'
  const tell = async (
    signal: AbortSignal,
  ): Promise<{ done: boolean; to: number | string | null; why: string }> => {
    const meant = await receiver(cx, o.thread, folder)
    if (meant.kind === 'closed')
      return { done: false, to: before.kind === 'thread' ? before.thread.number : meant.to, why: '' }
    if (meant.kind !== 'thread') return { done: false, to: null, why: meant.why }
    const client = await runningApp(cx)
    if (client === null) return { done: false, to: meant.thread.number, why: '' }
    await client.events.add(
      { to: meant.thread.id, text, source: 'command', wake, trusted: false, urgent: false, ...ownMarker() },
      { signal },
    )
    return { done: true, to: null, why: '' }
  }
  const byFile = {
    done: false,
    to: before.kind === 'thread' ? before.thread.number : before.kind === 'closed' ? before.to : folder,
    why: '',
  }
  const told = await within(REPORT_WITHIN_MS, byFile, tell, ['SIGINT', 'SIGTERM', 'SIGHUP'])
  if (told.done) return null
  if (told.to === null) return told.why
  try {
    dropEvent(
      dataDirPath(cx.dataDir),
      { to: told.to, text, wake, urgent: false, source: 'command', ...ownMarker() },
      cx.now(),
    )
    return null
  } catch (error) {
    return sentenceOf(error)
  }
}

/**
 * What comes in time; otherwise, and where it fails, the fallback. The signals say that somebody is
 * impatient.
 */
async function within<T>(
  ms: number,
  fallback: T,
  work: (signal: AbortSignal) => Promise<T>,
  impatient: readonly NodeJS.Signals[] = [],
): Promise<T> {
  const abort = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let giveUp: () => void = () => {}
  const tooLate = new Promise<T>((resolve) => {
    giveUp = () => resolve(fallback)
    timer = setTimeout(giveUp, ms)
  })
  for (const signal of impatient) process.on(signal, giveUp)
  try {
    return await Promise.race([work(abort.signal).catch(() => fallback), tooLate])
  } finally {
    clearTimeout(timer)
    for (const signal of impatient) process.removeListener(signal, giveUp)
    abort.abort()
  }
}

/**
 * Ended by the person at the keyboard, or because nobody reads its output any more: not well, but no
 * failure either.
 */
const isFailure = ({ code, signal }: Pick<CommandEnd, 'code' | 'signal'>): boolean =>
  signal === null ? code !== 0 && code !== 130 && code !== 141 : signal !== 'SIGINT' && signal !== 'SIGPIPE'

const NAME_CHARS = 200

function nameOf(argv: readonly string[], name: string | undefined): string {
  const written = oneLine(name ?? argv.map(shellWord).join(' '))
  const shown =
    findSecret(written) === null && argv.every((arg) => findSecret(arg) === null)
      ? written
      : `${oneLine(argv[0] ?? '')} … (its arguments seem to hold a credential)`
  return shown.length > NAME_CHARS ? `${shown.slice(0, NAME_CHARS - 1)}…` : shown
}

function eventText(name: string, end: CommandEnd): string {
  const after = `after ${formatDuration(end.durationMs)}`
  const how =
    end.problem !== null
      ? `could not be started: ${end.problem}, exit code ${end.code}.`
      : end.signal !== null
        ? `was ended by ${end.signal} ${after}.`
        : end.code === 0
          ? `ended well ${after}.`
          : `failed with exit code ${end.code} ${after}.`
  const head = `Command "${name}" ${how}`
  const lines = [...end.tail.lines()]
  const shown = end.isShown ? 'Its output was shown in a terminal.' : null
  if (lines.length === 0)
    return [head, end.problem !== null ? null : (shown ?? 'It printed nothing.')].filter(Boolean).join(' ')
  const intro = `${head}${end.isShown ? ' Part of its output was shown in a terminal. The rest ended with:' : ' Its output ended with:'}`
  // The newest lines say most.
  while (lines.length > 1 && intro.length + 1 + lines.join('\n').length > EVENT_CHARS) lines.shift()
  return `${intro}\n${lines.join('\n')}`.slice(0, EVENT_CHARS)
}

/** Not by process.stderr, which would make the descriptor non-blocking for everybody who shares it. */
function say(text: string): void {
  try {
    writeSync(2, `${oneLine(text)}\n`)
  } catch {
    // nobody reads it
  }
}
