import { changeWords, metricChanges } from '../../../shared/attempts/metrics/metric-changes.ts'
import { HINDRANCE_WORDS } from '../../../shared/attempts/hindrance.ts'
import type { Limits } from '../../../shared/attempts/limits.ts'
import type { MetricSpec } from '../../../shared/attempts/metric.ts'
import { plural } from '../../../shared/base/amounts.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import type { MetricTrial, MetricView, SavedMetric } from '../../../shared/contract/attempts.ts'
import { commandFilePlace, notShownText, type ApprovalRequest } from '../../../shared/agents/approval.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { CliError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, indented, plain } from '../kit/text.ts'
import { specOf, type SetOptions } from './metric-spec.ts'

export const metricCommand: Define = (command, cx) => {
  command
    .description('by what the work of threads is measured')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  command
    .command('set')
    .description(
      'measure a thread after each run of its agent; what would be executed is shown and asked. What is not given stays as it stands; the word none clears it',
    )
    .argument('<thread>', THREAD_WORDS)
    .argument(
      '[command]',
      'prints the number, as a line of HEARTBEAT.md would name it; none: its agent reports scores',
    )
    .option('--name <team>', 'of the metric; threads with the same one are a team')
    .option('--better <direction>', 'lower or higher')
    .option('--json-path <path>', 'where the number stands in the JSON it prints, such as a.b.0')
    .option(
      '--min-gain <gain>',
      'what counts as progress: auto, a number (0: any gain) or a share such as 2%',
    )
    .option('--timeout <duration>', 'of one measurement; usually 5m')
    .option('--file <path...>', 'belongs to the metric: a run that changes it is worth nothing')
    .option(
      '--may-change <answer>',
      'yes: its command may change the repository; no (usual): you are told if it does',
    )
    .option('--in-a-row <n>', 'how many interventions may follow one another before the next beat; usually 1')
    .option(
      '--folder <path>',
      'below the repository: each .json file that is dropped there is an attempt, such as {"score": 12.5}',
    )
    .option(
      '--grace <duration>',
      'how long a turn may go on while something is due, before it is interrupted, usually 5m; never: it is not',
    )
    .option('--target <score>', 'enough when it is reached')
    .option('--max-runs <n>', 'measured runs from now on')
    .option('--max-usd <amount>', 'that its agent may cost from now on')
    .option('--max-work <duration>', 'that its agent may work from now on, such as 8h')
    .option('--at-limit <what>', 'stop: the thread is paused; ask: what is due waits for your answer')
    .option('--no-try', 'set a command without trying whether it prints a number')
    .option('--yes', 'without asking')
    .action((name: string, line: string | undefined, o: SetOptions) => set(cx, name, line ?? null, o))
  command
    .command('try')
    .description('measure a thread once by its command; what comes of it counts for nothing')
    .argument('<thread>', THREAD_WORDS)
    .action((name: string) => tryNow(cx, name))
  command
    .command('remove')
    .description('measure a thread no more; its attempts stay on record')
    .argument('<thread>', THREAD_WORDS)
    .action((name: string) => remove(cx, name))
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { client } = await snapshotOf(cx)
  const metrics = await client.metrics.list()
  if (json) return cx.out.json(metrics)
  if (metrics.length === 0) return cx.out.line('The work of no thread is measured: threadbeat metric set')
  for (const metric of metrics) {
    cx.out.line(lineOf(metric))
    if (metric.notice !== null) cx.out.line(`   ${exact(metric.notice)}`)
  }
}

const lineOf = (metric: MetricView): string => {
  const { threadNumber, threadName, team, direction, noise, isApproved } = metric
  const by = byOf(metric)
  const varies = noise === null ? 'noise not measured yet' : `noise ${noise}`
  const held = isApproved ? '' : '; not approved as it is now, so no score counts'
  return `${threadNumber}  ${plain(threadName)}  ${team}: ${direction} is better, by ${by}; ${varies}${held}`
}

const byOf = ({ command, folder }: MetricView): string => {
  if (command !== null) return exact(command)
  return folder === null
    ? 'scores that its agent reports'
    : `files in ${exact(folder)}, and scores that its agent reports`
}

async function set(cx: Context, name: string, line: string | null, o: SetOptions): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const before = (await client.metrics.list()).find(({ threadId }) => threadId === thread.id) ?? null
  const spec = specOf(line, o, before)
  const { request } = await client.metrics.preview({ id: thread.id, spec })
  const changes = metricChanges(before, spec)
  if (request !== null) {
    showRequest(cx, request, thread.repoPath)
    for (const change of changes) cx.out.line(exact(changeWords(change)))
    await requireYes(o.yes === true, `Measure ${plain(thread.name)} by exactly this?`, 'Nothing was changed.')
  }
  const confirmed = { id: thread.id, spec, hash: request?.hash ?? '', confirmed: true } as const
  const isOther = before?.isApproved !== true || measures(before) !== measures(spec)
  const isTried = request !== null && isOther && o.try !== false && thread.running === null
  if (isTried) {
    const trial = await client.metrics.try(confirmed)
    if (trial.score === null) throw noNumber(spec, trial, 'Nothing was changed; --no-try sets it untried.')
    cx.out.line(`Tried: ${trial.score}. It is no attempt.`)
    noteChanged(cx, trial)
  }
  const saved = await client.metrics.save(confirmed)
  if (request === null) for (const change of changes) cx.out.line(exact(changeWords(change)))
  cx.out.line(lineOf(saved))
  if (saved.notice !== null) cx.out.note(exact(saved.notice))
  const isTurned = before !== null && before.direction !== saved.direction
  tellAfterwards(cx, saved, { isRestarted: before !== null && saved.isCountedAnew, isTurned })
  if (saved.folder === null) cx.out.line(`One measurement takes at most ${formatDuration(saved.timeoutMs)}.`)
  else if (saved.passedOver > 0)
    cx.out.line(`Already there, and no attempts: ${plural(saved.passedOver, 'file')}.`)
  if (request !== null && isOther && !isTried)
    cx.out.line(
      `Not tried: it is measured first with the next run, or now by threadbeat metric try ${thread.number}`,
    )
}

function tellAfterwards(
  cx: Context,
  { limits, hindrances }: SavedMetric,
  { isRestarted, isTurned }: { readonly isRestarted: boolean; readonly isTurned: boolean },
): void {
  if (isRestarted && hasLimit(limits)) cx.out.line('Its limits count from now on.')
  if (isTurned)
    cx.out.line('Scores so far cannot be compared with new ones: best and runs without progress begin anew.')
  for (const one of hindrances) cx.out.note(HINDRANCE_WORDS[one])
}

/** What of a metric decides about its number. */
const measures = ({ command, place, timeoutMs }: MetricSpec): string =>
  JSON.stringify([command, place.kind === 'json' ? place.path : null, timeoutMs])

const hasLimit = ({ atLimit: _, ...limits }: Limits): boolean =>
  Object.values(limits).some((limit) => limit !== null)

function showRequest(cx: Context, request: ApprovalRequest, folder: string): void {
  cx.out.line(
    request.kind === 'shell'
      ? `After each run, with a shell: ${exact(request.text)}`
      : `After each run, arguments: ${exact(JSON.stringify(request.argv))}`,
  )
  for (const file of request.files.filter(({ aside }) => !aside)) {
    cx.out.line(exact(commandFilePlace(file)))
    for (const text of file.text.split('\n')) cx.out.line(`  | ${exact(text)}`)
    const notShown = notShownText(file, folder)
    if (notShown !== null) cx.out.line(cx.out.colors.yellow(exact(notShown)))
  }
}

function noteChanged(cx: Context, { changed }: MetricTrial): void {
  if (changed !== null)
    cx.out.note(
      `While it ran, the repository changed: ${exact(changed)}. Let it write only what git ignores, or set --may-change yes.`,
    )
}

function noNumber({ command }: MetricSpec, { note, output }: MetricTrial, then: string): CliError {
  const tail = output === '' ? 'It printed nothing.' : indented(output)
  return new CliError(`${exact(command ?? '')} gave no number: ${exact(note)}\n${tail}\n${then}`)
}

async function tryNow(cx: Context, name: string): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  const metric = (await client.metrics.list()).find(({ threadId }) => threadId === thread.id)
  if (metric === undefined) throw new CliError(`The work of ${plain(thread.name)} is not measured.`)
  if (metric.command === null) throw new CliError('No command measures it, so that there is nothing to try.')
  if (metric.request === null || !metric.isApproved)
    throw new CliError('Its command is not approved as it is now; threadbeat metric set shows it and asks.')
  const spec = specOf(null, {}, metric)
  const trial = await client.metrics.try({ id: thread.id, spec, hash: metric.request.hash, confirmed: true })
  if (trial.score === null) throw noNumber(spec, trial, 'Nothing was changed.')
  cx.out.line(`${trial.score}. It is no attempt.`)
  noteChanged(cx, trial)
}

async function remove(cx: Context, name: string): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  await client.metrics.remove({ id: thread.id })
  cx.out.line(`${plain(thread.name)} is not measured any more.`)
}
