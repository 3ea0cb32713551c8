import { Option, type Command } from 'commander'
import { EXIT_CODE, worstOutcome, type Run, type RunDetail, type RunOutcome } from '../../shared/run.ts'
import type { BeatTicket } from '../../shared/api.ts'
import type { RunId } from '../../shared/ids.ts'
import type { ThreadView } from '../../shared/snapshot.ts'
import { TIERS, type Tier } from '../../shared/tier.ts'
import { formatDuration } from '../../shared/time.ts'
import { REASON_WORD, SKIP_WORD, TASK_WORD, TIER_WORD } from '../../shared/words.ts'
import { snapshotOf, type Context } from './context.ts'
import { usageError } from './errors.ts'
import { chooseThreads, findThread } from './find-thread.ts'
import { runJson } from './json.ts'
import { outcomeOf, outcomeText, paintOf, plain, relative } from './text.ts'

/** Runs: beat, log, run. */
export function addBeatCommands(program: Command, cx: Context): void {
  program.command('beat').description('beat a thread now')
    .argument('[thread]', 'number, name, path or the beginning of a name')
    .option('--all', 'every thread')
    .addOption(new Option('--tier <tier>', 'this tier and those below it, due or not').choices([...TIERS]))
    .option('--wait', 'until it has ended; the exit code says how')
    .option('--json', 'for programs; waits')
    .action((name: string | undefined, o: BeatOptions) => beat(cx, name, o))
  program.command('log').description('recent runs, the newest first')
    .argument('[thread]', 'only this one').option('-n, --limit <count>', 'how many', '20').option('--json', 'for programs')
    .action((name: string | undefined, o: { limit: string; json?: true }) => log(cx, name, o))
  program.command('run').description('everything about one run')
    .argument('<id>', 'as `log` shows it').option('--json', 'for programs')
    .action((id: string, o: { json?: true }) => run(cx, id, o.json === true))
}

interface BeatOptions {
  readonly all?: true
  readonly tier?: Tier
  readonly wait?: true
  readonly json?: true
}

async function beat(cx: Context, name: string | undefined, o: BeatOptions): Promise<void> {
  const { client, snapshot, alone } = await snapshotOf(cx)
  const chosen = chooseThreads(snapshot.threads, name, o.all === true, 'beat')
  if (alone !== null) cx.out.note('Threadbeat is not running; the beat runs here, to its end.')
  const started: { readonly thread: ThreadView; readonly ticket: BeatTicket }[] = []
  for (const thread of chosen) started.push({ thread, ticket: await client.beat.start({ id: thread.id, ...(o.tier !== undefined && { tier: o.tier }) }) })
  if (alone === null && o.wait !== true && o.json !== true) {
    const words = { queued: 'queued', merged: 'joined the beat that was waiting', running: 'is beating already' }
    for (const { thread, ticket } of started) cx.out.line(`${thread.number} ${plain(thread.name)}: ${ticket.runId !== null && ticket.state === 'queued' ? 'started' : words[ticket.state]}`)
    return
  }
  const ended = await Promise.all(started.map(async ({ thread, ticket }) => {
    const ending = await client.beat.wait({ itemId: ticket.itemId })
    if (o.json !== true) report(cx, thread, ending)
    return { thread, ending }
  }))
  if (o.json === true) cx.out.json(ended.map(({ thread, ending }) => ({ number: thread.number, name: thread.name, ...(ending === null ? { outcome: 'skipped', skipReason: 'cancelled' } : runJson(ending)) })))
  cx.exitWith(beatExitCode(ended.map(({ ending }) => ending)))
}

/** A beat that was cancelled before it ran counts as skipped. */
export const beatExitCode = (runs: readonly (Pick<Run, 'outcome'> | null)[]): number =>
  EXIT_CODE[worstOutcome(runs.map((r): RunOutcome => r?.outcome ?? 'skipped')) ?? 'quiet']

function report(cx: Context, thread: ThreadView, ending: Run | null): void {
  const outcome = ending === null ? 'skipped' : outcomeOf(ending)
  cx.out.table([[
    { text: String(thread.number), paint: cx.out.colors.dim }, thread.name, { text: outcomeText(outcome), paint: paintOf(cx.out.colors, outcome) },
    ending?.durationMs == null ? '' : formatDuration(ending.durationMs), ending === null ? 'cancelled' : summaryOf(ending),
  ]])
}

const summaryOf = (r: Run): string =>
  r.summary ?? (r.skipReason !== null ? SKIP_WORD[r.skipReason] : r.fault !== null ? r.fault.message : '')

async function log(cx: Context, name: string | undefined, { limit, json }: { limit: string; json?: true }): Promise<void> {
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > 200) throw usageError(`-n must be 1 to 200, got "${limit}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const { runs } = await client.runs.page({ limit: count, ...(thread !== null && { threadId: thread.id }) })
  if (json === true) return cx.out.json(runs.map(runJson))
  if (runs.length === 0) return cx.out.line('No runs yet.')
  const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
  const { colors } = cx.out
  cx.out.table(runs.map((r) => [
    relative(r.startedAt, cx.now()), names.get(r.threadId) ?? r.threadId, { text: outcomeText(outcomeOf(r)), paint: paintOf(colors, outcomeOf(r)) },
    r.kind === 'message' ? 'message' : (r.tiers.at(-1) ?? ''), r.durationMs === null ? '' : formatDuration(r.durationMs), { text: r.id, paint: colors.dim }, summaryOf(r),
  ]))
}

async function run(cx: Context, id: string, json: boolean): Promise<void> {
  if (!id.startsWith('run_')) throw usageError(`A run's id begins with "run_", got "${id}". \`threadbeat log\` shows them.`)
  const { client } = await cx.session()
  const detail = await client.runs.get({ id: id as RunId })
  if (json) return cx.out.json({ ...runJson(detail), threadName: detail.threadName, runner: detail.runner, tasks: detail.tasks, output: detail.output, prompt: detail.prompt, exitCode: detail.exitCode, slots: detail.slots })
  detailed(cx, detail)
}

function detailed(cx: Context, r: RunDetail): void {
  const { colors } = cx.out
  const outcome = outcomeOf(r)
  cx.out.line(`${colors.bold(plain(r.threadName))}  ${paintOf(colors, outcome)(outcomeText(outcome))}  ${plain(summaryOf(r))}`)
  cx.out.table([
    ['Started', `${new Date(r.startedAt).toISOString()}  (${relative(r.startedAt, cx.now())})`],
    ...(r.durationMs === null ? [] : [['Took', formatDuration(r.durationMs)]]),
    ['Because', r.reasons.map((reason) => REASON_WORD[reason]).join(', ') || r.kind],
    ['Tiers', r.tiers.map((tier) => TIER_WORD[tier]).join(', ') || '–'],
    ['Runner', `${r.runner}${r.exitCode === null ? '' : `, exit code ${r.exitCode}`}`],
    ...(r.fault === null ? [] : [['Fault', `${r.fault.code}: ${r.fault.message}`]]),
  ])
  if (r.tasks.length > 0) cx.out.line()
  cx.out.table(r.tasks.map((t) => [
    { text: TASK_WORD[t.status], paint: t.status === 'passed' ? colors.green : t.status === 'needs_agent' ? colors.dim : colors.yellow }, TIER_WORD[t.tier], t.text, t.note,
  ]))
  if (r.output !== '') cx.out.line(`\n${plain(r.output)}`)
}
