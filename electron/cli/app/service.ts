import { dataDirPath, dataDirWords, homeFolder } from '../../machine/disk/data-dir.ts'
import { commandOfThisProcess } from '../../machine/process/own-command.ts'
import { installService, removeService, serviceState } from '../../machine/session/service/service.ts'
import { serviceWay, type ServiceWay } from '../../machine/session/service/service-way.ts'
import type { Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import type { Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { exact } from '../kit/text.ts'

/** For machines without a desktop: `serve`, started at login by the system and kept running. */
export const serviceCommand: Define = (service, cx) => {
  service.description(
    'run without a window from login on, started by the system: for machines without a desktop',
  )
  service
    .command('show')
    .description('whether it is installed and runs, and what would be written')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => show(cx, o.json === true))
  service
    .command('install')
    .description('write exactly what is shown, and start it')
    .option('-y, --yes', 'without asking')
    .action((o: { yes?: true }) => install(cx, o.yes === true))
  service
    .command('remove')
    .description('end it and take away what starts it; the data stay')
    .option('-y, --yes', 'without asking')
    .action((o: { yes?: true }) => remove(cx, o.yes === true))
}

function wayHere(cx: Context): ServiceWay {
  const { platform, env } = process
  const home = homeFolder()
  return serviceWay({
    platform,
    home,
    env,
    command: commandOfThisProcess(),
    dataDir: dataDirWords(dataDirPath(cx.dataDir))[1] ?? null,
    uid: process.getuid?.() ?? null,
  })
}

function show(cx: Context, json: boolean): void {
  const way = wayHere(cx)
  const state = serviceState(way)
  if (json)
    return cx.out.json({
      ...state,
      by: way.kind === 'none' ? null : way.by, // what starts it; null: this system has nothing for that
      file: fileOf(way), // what is written; null: nothing
    })
  if (way.kind === 'none') return cx.out.line(way.why)
  const installed = state.written === 'ours' && !state.atLogin ? NOT_AT_LOGIN : STATE[state.written]
  cx.out.line(`${installed} ${state.runs ? 'It runs.' : 'It does not run.'}`)
  describe(cx, way)
}

const STATE = {
  absent: 'Not installed.',
  ours: 'Installed.',
  other: 'Installed, but for another copy or another data folder; install writes it anew.',
  foreign: 'Something that is not Threadbeat’s stands in its place.',
}

const NOT_AT_LOGIN =
  'Written, but not switched on, so it does not start at login; install tries it again, and says what is in the way.'

const fileOf = (way: ServiceWay): string | null => (way.kind === 'file' ? way.file : null)

function describe(cx: Context, way: Exclude<ServiceWay, { kind: 'none' }>): void {
  if (way.kind === 'file') {
    cx.out.line(`By ${way.by}: ${exact(way.file)}`)
    for (const line of way.text.trimEnd().split('\n')) cx.out.line(`  ${exact(line)}`)
  } else cx.out.line(`By ${way.by}:`)
  for (const argv of way.on) cx.out.line(`  ${exact(argv.join(' '))}`)
}

async function install(cx: Context, yes: boolean): Promise<void> {
  const way = wayHere(cx)
  if (way.kind === 'none') throw new CliError(way.why)
  const { written, atLogin, runs } = serviceState(way)
  if (written === 'ours' && atLogin && runs) return cx.out.line('Installed already, and it runs.')
  describe(cx, way)
  await requireYes(yes, 'Write exactly this, and start it?', 'Nothing was written.')
  const done = installService(way)
  if (!done.ok) throw new CliError(done.error.message)
  cx.out.line('Installed and started. Whether it stays up: threadbeat service show')
  if (way.kind === 'file' && way.also !== null) cx.out.line(way.also)
}

async function remove(cx: Context, yes: boolean): Promise<void> {
  const way = wayHere(cx)
  if (way.kind === 'none') throw new CliError(way.why)
  const { written } = serviceState(way)
  if (written === 'absent') return cx.out.line('Nothing is installed.')
  await requireYes(yes, 'End it, and take away what starts it?', 'Nothing was removed.')
  const done = removeService(way)
  if (!done.ok) throw new CliError(done.error.message)
  cx.out.line('Removed. Settings, history and each HEARTBEAT.md are as they were.')
}
