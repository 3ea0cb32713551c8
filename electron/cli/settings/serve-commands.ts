import type { Command } from 'commander'
import type { Notifier } from '../../engine/ports/desktop.ts'
import type { Client } from '../kit/socket-client.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { findSocket } from '../../machine/network/socket-path.ts'
import { answers } from '../kit/socket-client.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { beatAll, startInTmux, TMUX_SESSION } from '../runs/start.ts'
import { oneLine, plain } from '../kit/text.ts'

/** serve, start and doctor. */
export function addServeCommands(program: Command, cx: Context): void {
  program
    .command('serve')
    .description('run without a window: beats go on, alerts are printed, Ctrl-C ends it')
    .option('--demo', 'a fleet of small repositories to look at, gone afterwards')
    .option(
      '--without-history',
      'where the history is damaged: go on with its newest sound backup; what happens is kept only until this ends',
    )
    .allowUnknownOption()
    .allowExcessArguments() // started by `npm start` with whatever was meant for the window
    .action((o: { demo?: true; withoutHistory?: true }) =>
      serve(cx, o.demo === true, false, o.withoutHistory === true),
    )
  program
    .command('start')
    .description('as serve, and able to go on in the background')
    .option('--heartbeat-now', 'beat every thread that is on once, at once')
    .option('--tmux', `in a tmux session of its own, named ${TMUX_SESSION}, that you can attach to`)
    .action((o: { heartbeatNow?: true; tmux?: true }) =>
      o.tmux === true ? startInTmux(cx, o.heartbeatNow === true) : serve(cx, false, o.heartbeatNow === true),
    )
  program
    .command('doctor')
    .description('look at everything a beat depends on')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => doctor(cx, o.json === true))
}

async function serve(cx: Context, isDemo: boolean, beatsNow = false, withoutHistory = false): Promise<void> {
  const { openHost, createRouterClient, startDemo } = await import('../engine.ts')
  const demo = isDemo ? startDemo() : null
  const dataDir = demo?.dataDir ?? dataDirPath(cx.dataDir)
  const notifier: Notifier = {
    show(notice) {
      cx.out.line(
        `${notice.severity.toUpperCase()} ${oneLine(notice.title)} — ` +
          `${cut(oneLine(notice.body))}${notice.runId === null ? '' : `  (${notice.runId})`}`,
      )
      return Promise.resolve({ ok: true, value: null })
    },
  }
  const opened = await openHost({ dataDir, notifier, shell: null, demo: isDemo, withoutHistory })
  if (!opened.ok)
    throw new CliError(
      `${opened.error.message}${opened.error.code === 'damaged' && !withoutHistory ? '\nGo back to a backup: threadbeat restore last. Save what can be read: threadbeat salvage FILE. Go on meanwhile: threadbeat serve --without-history' : ''}`,
    )
  const host = opened.value
  for (const problem of host.snapshot().fleet.problems)
    if (problem.code === 'store')
      cx.out.note(
        `${problem.text} Go back to a backup: threadbeat restore last. Save what can be read: threadbeat salvage FILE.`,
      )

  const ended = new Promise<void>((resolve) => {
    let isStopping = false
    const stop = (): void => {
      if (isStopping) process.exit(130) // asked twice: at once
      isStopping = true
      cx.out.note('Stopping. Once more to stop at once.')
      void host.stop('stop').then(resolve, resolve)
    }
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  })
  cx.out.line(
    `Threadbeat runs without a window; ${host.snapshot().threads.length} threads, data in ${dataDir}. Ctrl-C ends it.`,
  )
  if (demo !== null) {
    await demo.fill(createRouterClient(host.router, { context: { origin: 'socket' } }) as Client)
    cx.out.line(
      `A demo fleet of ${host.snapshot().threads.length} threads. Look at it from another terminal: ` +
        `threadbeat --data-dir ${dataDir} status`,
    )
  }
  if (beatsNow)
    await beatAll(cx, createRouterClient(host.router, { context: { origin: 'socket' } }) as Client)
  await ended
  demo?.remove()
}

async function doctor(cx: Context, json: boolean): Promise<void> {
  const dataDir = dataDirPath(cx.dataDir)
  const isRunning = await answers(findSocket(dataDir))
  const { client } = await cx.session()
  const app = {
    name: 'App',
    state: isRunning ? 'ok' : 'warn',
    text: isRunning ? `Running, data in ${dataDir}.` : `Not running, data in ${dataDir}.`,
    repair: isRunning ? null : 'Start it, or: threadbeat serve',
  } as const
  // A scheduler at rest cannot be judged.
  const checks = [app, ...(await client.doctor()).filter((check) => isRunning || check.name !== 'Scheduler')]
  if (json) cx.out.json(checks)
  else {
    const { colors } = cx.out
    const look = {
      ok: { glyph: '✓', paint: colors.green },
      warn: { glyph: '!', paint: colors.yellow },
      fail: { glyph: '✗', paint: colors.red },
    }
    cx.out.table(
      checks.map((c) => [
        { text: look[c.state].glyph, paint: look[c.state].paint },
        c.name,
        plain([c.text, c.repair ?? ''].filter(Boolean).join(' ')),
      ]),
    )
  }
  if (checks.some((c) => c.state === 'fail')) cx.exitWith(1)
}

const cut = (text: string): string => (text.length > 300 ? `${text.slice(0, 299)}…` : text)
