import { plural } from '../../../shared/base/amounts.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { shorten } from '../../../shared/base/one-line.ts'
import type { Notifier } from '../../engine/ports/desktop.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import type { Host } from '../../host/host.ts'
import type { Problem, Snapshot } from '../../../shared/views/snapshot.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import type { Client } from '../kit/socket-client.ts'
import { shownLine } from '../kit/text.ts'
import { beatAll } from './beat-all.ts'

export const serveCommand: Define = (command, cx) =>
  command
    .description('run without a window: beats go on, alerts are printed, Ctrl-C ends it')
    .option('--demo', 'a fleet of small repositories to look at, gone afterwards')
    .option(
      '--without-history',
      'where the history is damaged: go on with its newest sound backup; what happens is kept only until this ends',
    )
    .allowUnknownOption()
    .allowExcessArguments() // started by `npm start` with whatever was meant for the window
    .action((o: { demo?: true; withoutHistory?: true }) =>
      serve(cx, { demo: o.demo === true, beatsNow: false, withoutHistory: o.withoutHistory === true }),
    )

interface ServeOptions {
  readonly demo: boolean
  readonly beatsNow: boolean
  readonly withoutHistory: boolean
}

/** Resolves when the host has stopped. */
export async function serve(cx: Context, o: ServeOptions): Promise<void> {
  const { openHost, createRouterClient, startDemo } = await import('../engine.ts')
  const demo = o.demo ? startDemo() : null
  const dataDir = demo?.dataDir ?? dataDirPath(cx.dataDir)
  const opened = await openHost({
    dataDir,
    notifier: printingNotifier(cx),
    shell: null,
    demo: o.demo,
    withoutHistory: o.withoutHistory,
  })
  if (!opened.ok)
    throw opened.error.code === 'damaged' && !o.withoutHistory
      ? damagedError(opened.error.message)
      : new CliError(opened.error.message)
  const host = opened.value
  goOnAfterBugs(cx, host)
  const stopped = Promise.race([stopOnSignal(cx, host), stopOnDamage(host)])
  stopped.catch(() => undefined) // it is awaited below
  cx.out.line(
    `Threadbeat runs without a window; ${plural(host.snapshot().threads.length, 'thread')}, data in ${dataDir}. Ctrl-C ends it.`,
  )
  printProblems(cx, host)
  const client = createRouterClient(host.router, { context: { origin: 'socket' } }) as Client
  if (demo !== null) {
    await demo.fill(client)
    cx.out.line(
      `A demo fleet of ${host.snapshot().threads.length} threads. Look at it from another terminal: ` +
        `threadbeat --data-dir ${dataDir} status`,
    )
  }
  if (o.beatsNow) await Promise.race([beatAll(cx, client), stopped])
  await stopped
  demo?.remove()
}

/** What a window shows as a banner: once when it comes, and when it is over. */
function printProblems(cx: Context, host: Host): void {
  let shown = new Map<Problem['code'], string>()
  const print = ({ fleet }: Snapshot): void => {
    const standing = new Map(
      fleet.problems.map(({ code, text }) => [
        code,
        shownLine(code === 'store' ? `${text} ${REPAIR}` : text),
      ]),
    )
    for (const [code, line] of standing) if (!shown.has(code)) cx.out.note(`! ${line}`)
    for (const [code, line] of shown) if (!standing.has(code)) cx.out.note(`Over: ${line}`)
    shown = standing
  }
  print(host.snapshot())
  host.onSnapshot(print)
}

/** Found after the start: it ends as the start would have. */
const stopOnDamage = (host: Host): Promise<void> =>
  new Promise((_, reject) =>
    host.onDamaged((message) => {
      void host.stop('stop').finally(() => reject(damagedError(message)))
    }),
  )

const damagedError = (message: string): CliError =>
  new CliError(`${message}\n${REPAIR} Go on meanwhile: threadbeat serve --without-history`)

const REPAIR = 'Go back to a backup: threadbeat restore last. Save what can be read: threadbeat salvage FILE.'

const printingNotifier = (cx: Context): Notifier => ({
  show(notice) {
    cx.out.line(
      `${notice.severity.toUpperCase()} ${shownLine(notice.title)} — ` +
        `${shorten(shownLine(notice.body), 300)}${notice.runId === null ? '' : `  (${notice.runId})`}`,
    )
    return Promise.resolve({ ok: true, value: null })
  },
})

/** What nobody caught ends the work it was in; the engine, whose steps are transactions, goes on, and says so. */
function goOnAfterBugs(cx: Context, host: Host): void {
  const note = (error: unknown): void => {
    host.noteBug(error)
    cx.out.note(`Something in Threadbeat broke, and it goes on: ${messageOf(error)}. The log says more.`)
  }
  process.on('uncaughtException', note)
  process.on('unhandledRejection', note)
}

function stopOnSignal(cx: Context, host: Host): Promise<void> {
  return new Promise<void>((resolve) => {
    let isStopping = false
    const stop = (): void => {
      if (isStopping) process.exit(130) // asked twice: at once
      isStopping = true
      cx.out.note('Stopping. Once more to stop at once.')
      void host.stop('stop').then(resolve, resolve)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
}
