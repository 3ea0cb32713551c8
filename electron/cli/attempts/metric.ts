import { METRIC_BOUNDS, type MetricSpec } from '../../../shared/attempts/metric.ts'
import type { Limits } from '../../../shared/attempts/limits.ts'
import { readMinGain, type MinGain } from '../../../shared/attempts/gain.ts'

import { plural } from '../../../shared/base/amounts.ts'
import { formatDuration, parseDuration } from '../../../shared/base/time.ts'
import type { MetricView } from '../../../shared/contract/attempts.ts'
import { commandFilePlace, commandFileText } from '../../../shared/agents/approval.ts'
import { THREAD_WORDS, type Define } from '../kit/command.ts'
import { requireYes } from '../kit/confirm.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { exact, plain } from '../kit/text.ts'

export const metricCommand: Define = (command, cx) => {
  command
    .description('by what the work of threads is measured')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  command
    .command('set')
    .description('measure a thread after each run of its agent; what would be executed is shown and asked')
    .argument('<thread>', THREAD_WORDS)
    .argument(
      '[command]',
      'prints the number, as a line of HEARTBEAT.md would name it; none: its agent reports scores',
    )
    .requiredOption('--name <team>', 'of the metric; threads with the same one are a team')
    .requiredOption('--better <direction>', 'lower or higher')
    .option('--json-path <path>', 'where the number stands in the JSON it prints, such as a.b.0')
    .option(
      '--min-gain <gain>',
      'what counts as progress: auto, a number (0: any gain) or a share such as 2%',
      'auto',
    )
    .option('--timeout <duration>', 'of one measurement', '5m')
    .option('--file <path...>', 'belongs to the metric: a run that changes it is worth nothing')
    .option('--in-a-row <n>', 'how many interventions may follow one another before the next beat', '1')
    .option(
      '--folder <path>',
      'below the repository: each .json file that is dropped there is an attempt, such as {"score": 12.5}',
    )
    .option(
      '--grace <duration>',
      'how long a turn may go on while something is due, before it is interrupted; never: it is not',
      '5m',
    )
    .option('--target <score>', 'enough when it is reached')
    .option('--max-runs <n>', 'measured runs from now on')
    .option('--max-usd <amount>', 'that its agent may cost from now on')
    .option('--max-work <duration>', 'that its agent may work from now on, such as 8h')
    .option('--at-limit <what>', 'stop: the thread is paused; ask: what is due waits for your answer', 'stop')
    .option('--yes', 'without asking')
    .action((name: string, line: string | undefined, o: SetOptions) => set(cx, name, line ?? null, o))
  command
    .command('remove')
    .description('measure a thread no more; its attempts stay on record')
    .argument('<thread>', THREAD_WORDS)
    .action((name: string) => remove(cx, name))
}

interface SetOptions {
  readonly name: string
  readonly better: string
  readonly jsonPath?: string
  readonly minGain: string
  readonly timeout: string
  readonly file?: string[]
  readonly inARow: string
  readonly grace: string
  readonly folder?: string
  readonly target?: string
  readonly maxRuns?: string
  readonly maxUsd?: string
  readonly maxWork?: string
  readonly atLimit: string
  readonly yes?: true
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { client } = await snapshotOf(cx)
  const metrics = await client.metrics.list()
  if (json) return cx.out.json(metrics)
  if (metrics.length === 0) return cx.out.line('The work of no thread is measured: threadbeat metric set')
  for (const metric of metrics) cx.out.line(lineOf(metric))
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
  const spec = specOf(line, o)
  const { request } = await client.metrics.preview({ id: thread.id, spec })
  if (request !== null) {
    cx.out.line(
      request.kind === 'shell'
        ? `After each run, with a shell: ${exact(request.text)}`
        : `After each run, arguments: ${exact(JSON.stringify(request.argv))}`,
    )
    for (const file of request.files.filter(({ aside }) => !aside)) {
      cx.out.line(exact(commandFilePlace(file)))
      for (const text of commandFileText(file).split('\n')) cx.out.line(`  | ${exact(text)}`)
    }
    await requireYes(o.yes === true, `Measure ${plain(thread.name)} by exactly this?`, 'Nothing was changed.')
  }
  const saved = await client.metrics.save({ id: thread.id, spec, hash: request?.hash ?? '', confirmed: true })
  cx.out.line(lineOf(saved))
  if (saved.folder === null) cx.out.line(`One measurement takes at most ${formatDuration(saved.timeoutMs)}.`)
  else if (saved.passedOver > 0)
    cx.out.line(`Already there, and no attempts: ${plural(saved.passedOver, 'file')}.`)
}

function specOf(command: string | null, o: SetOptions): MetricSpec {
  if (o.better !== 'lower' && o.better !== 'higher')
    throw usageError(`--better is lower or higher, got "${o.better}"`)
  const timeoutMs = parseDuration(o.timeout, 's')
  if (timeoutMs === null) throw usageError(`--timeout is a duration such as 90s or 5m, got "${o.timeout}"`)
  const { least, most } = METRIC_BOUNDS.inARow
  const inARow = Number(o.inARow)
  if (!Number.isInteger(inARow)) throw usageError(`--in-a-row is ${least} to ${most}, got "${o.inARow}"`)
  return {
    team: o.name,
    command,
    place: o.jsonPath === undefined ? { kind: 'last number' } : { kind: 'json', path: o.jsonPath },
    direction: o.better,
    minGain: gainOf(o.minGain),
    timeoutMs,
    files: o.file ?? [],
    inARow,
    graceMs: graceOf(o.grace),
    folder: o.folder ?? null,
    limits: limitsOf(o),
  }
}

function limitsOf({ target, maxRuns, maxUsd, maxWork, atLimit }: SetOptions): Limits {
  if (atLimit !== 'stop' && atLimit !== 'ask') throw usageError(`--at-limit is stop or ask, got "${atLimit}"`)
  const number = (option: string, text: string | undefined): number | null => {
    if (text === undefined) return null
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value))
      throw usageError(`${option} is a number, got "${text}"`)
    return value
  }
  const workMs = maxWork === undefined ? null : parseDuration(maxWork, 'h')
  if (maxWork !== undefined && workMs === null)
    throw usageError(`--max-work is a duration such as 8h, got "${maxWork}"`)
  return {
    target: number('--target', target),
    runs: number('--max-runs', maxRuns),
    usd: number('--max-usd', maxUsd),
    workMs,
    atLimit,
  }
}

function graceOf(text: string): number | null {
  if (text === 'never') return null
  const ms = parseDuration(text, 's')
  if (ms === null) throw usageError(`--grace is a duration such as 90s or 5m, or never, got "${text}"`)
  return ms
}

function gainOf(text: string): MinGain {
  const gain = readMinGain(text)
  if (gain === null) throw usageError(`--min-gain is auto, a number or a share such as 2%, got "${text}"`)
  return gain
}

async function remove(cx: Context, name: string): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  await client.metrics.remove({ id: thread.id })
  cx.out.line(`${plain(thread.name)} is not measured any more.`)
}
