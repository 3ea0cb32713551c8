import type { Check } from '../../../shared/contract/app.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { programPath } from '../../machine/process/program-path.ts'
import type { Define } from '../kit/command.ts'
import type { Context } from '../kit/context.ts'
import { sentenceOf, usageError } from '../kit/errors.ts'
import type { Session } from '../kit/session.ts'
import { plain } from '../kit/text.ts'

export const doctorCommand: Define = (command, cx) =>
  command
    .description('look at everything a beat depends on')
    .option('--json', 'for programs')
    .option(
      '--report',
      'a text for whoever helps you: without secrets, names of repositories and your home folder',
    )
    .action((o: { json?: true; report?: true }) => {
      if (o.report !== true) return doctor(cx, o.json === true)
      if (o.json === true) throw usageError('Either --report or --json, not both.')
      return report(cx)
    })

/** What the window shows under *Report a problem*, or what can be said without the history. Nothing is sent. */
async function report(cx: Context): Promise<void> {
  try {
    const { client } = await cx.session()
    cx.out.line(plain((await client.app.report()).text))
  } catch (error) {
    const { reportWithoutHistory } = await import('../engine.ts')
    cx.out.line(plain(await reportWithoutHistory(dataDirPath(cx.dataDir), sentenceOf(error))))
    cx.exitWith(1)
  }
}

/** What this terminal starts as `threadbeat`: the app knows only what a new one finds. */
const found = (): Promise<string | null> =>
  programPath('threadbeat', { PATH: process.env['PATH'] ?? '' }, '/')

async function doctor(cx: Context, json: boolean): Promise<void> {
  const checks = await checksOf(cx)
  if (json) cx.out.json(checks)
  else show(cx, checks)
  if (checks.some((c) => c.state === 'fail')) cx.exitWith(1)
}

/** Of a data folder that cannot be opened what can be known without its history, and why it cannot. */
async function checksOf(cx: Context): Promise<readonly Check[]> {
  const dataDir = dataDirPath(cx.dataDir)
  let session: Session
  try {
    session = await cx.session()
  } catch (error) {
    const { checksWithoutHistory } = await import('../engine.ts')
    return await checksWithoutHistory(dataDir, sentenceOf(error))
  }
  const { client, alone } = session
  const isRunning = alone === null
  const app = {
    name: 'App',
    state: isRunning ? 'ok' : 'warn',
    text: isRunning ? `Running, data in ${dataDir}.` : `Not running, data in ${dataDir}.`,
    repair: isRunning ? null : 'Start it, or: threadbeat serve',
  } as const
  // A scheduler at rest cannot be judged.
  return [
    app,
    ...(await client.doctor({ terminalFinds: await found() })).filter(
      (check) => isRunning || check.name !== 'Scheduler',
    ),
  ]
}

function show(cx: Context, checks: readonly Check[]): void {
  const { colors } = cx.out
  const look = {
    ok: { glyph: '✓', paint: colors.green },
    off: { glyph: '–', paint: colors.dim },
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
