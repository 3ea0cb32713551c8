import { runsAgain, type Alert } from '../../../shared/alerts/alert.ts'
import { commandName } from '../../../shared/alerts/fact-news.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { JOB_DEFAULTS } from '../../../shared/jobs/job-bounds.ts'
import { EXIT_CODE } from '../../../shared/runs/run.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { runDetailJson } from '../kit/json.ts'
import { exact, plain, shownLine } from '../kit/text.ts'
import type { Client } from '../kit/socket-client.ts'
import { openAlerts, requireOpen } from './open-alerts.ts'

interface RunAgainOptions {
  readonly wait?: true
  readonly yes?: true
  readonly json?: true
}

/** Runs the command whose failure an alert tells once more, as it ran under `threadbeat exec`. */
export async function runAgain(cx: Context, what: string, o: RunAgainOptions): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  if (alone !== null)
    throw new CliError('Nothing was started: Threadbeat is not running. Start it, or: threadbeat serve')
  const alert = await meant(cx, client, what, snapshot)
  const command = runsAgain(alert)
  if (command === null)
    throw new CliError(
      'Nothing of this alert can be run again: its news did not come from `threadbeat exec` itself, or an ' +
        'argument seemed to hold a credential.',
    )
  const argv = [...command.argv]
  const say = o.json === true ? cx.out.note : cx.out.line
  say(
    `arguments: ${exact(JSON.stringify(argv))}, started in ${exact(command.folder)}, without a shell, at most ` +
      `${formatDuration(JOB_DEFAULTS.limitMs)}`,
  )
  await requireYes(o.yes === true, 'Run exactly this?', 'Nothing was started.')
  const input = { id: alert.id, command: { ...command, argv }, confirmed: true as const }
  const { itemId } = await client.alerts.runAgain(input)
  const name = plain(commandName(alert.key) ?? argv[0] ?? '')
  if (o.wait !== true && o.json !== true) return cx.out.line(`${name} is on its way.`)
  const run = await client.beat.wait({ itemId })
  if (run === null) throw new CliError(`${name} was taken back before it started.`)
  cx.exitWith(EXIT_CODE[run.outcome ?? 'broken'])
  if (o.json === true) return cx.out.json(runDetailJson(await client.runs.get({ id: run.id })))
  cx.out.line(`${shownLine(run.summary ?? '')}  (${run.id})`)
}

/** By its id, or the only one of a thread. */
async function meant(cx: Context, client: Client, what: string, { threads }: Snapshot): Promise<Alert> {
  const open = await openAlerts(client)
  if (what.startsWith('alt_')) {
    const [id] = await requireOpen(cx, client, open, [what])
    return open.find((alert) => alert.id === id)!
  }
  const thread = findThread(threads, what)
  const who = `${thread.number} ${plain(thread.name)}`
  const [first, ...more] = open.filter((a) => a.threadId === thread.id && runsAgain(a) !== null)
  if (first === undefined) throw new CliError(`${who} has no open alert of a command that can be run again.`)
  if (more.length === 0) return first
  const list = [first, ...more].map((a) => `  ${a.id}  ${plain(commandName(a.key) ?? '')}`).join('\n')
  throw usageError(`${who} has several commands that failed. Which one?\n${list}`)
}
