import { Option, type Command } from 'commander'
import { EXIT_CODE, worstOutcome, type Run, type RunOutcome } from '../../../shared/runs/run.ts'
import type { BeatTicket } from '../../../shared/contract/beats.ts'
import type { ThreadView } from '../../../shared/views/snapshot.ts'
import { TIERS, type Tier } from '../../../shared/schedule/tier.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { snapshotOf, type Context } from '../kit/context.ts'
import { isConflict, usageError } from '../kit/errors.ts'
import { chooseThreads, findThread } from '../kit/find-thread.ts'
import { runDetailJson, runJson } from '../kit/json.ts'
import { printOutput } from './run-output.ts'
import { readRunId, showRun, summaryOf } from './show-run.ts'
import { outcomeOf, outcomeText, paintOf, plain, relative } from '../kit/text.ts'

/** Runs: beat, stop, log, run. */
export function addBeatCommands(program: Command, cx: Context): void {
  program
    .command('beat')
    .alias('heartbeat')
    .description('beat a thread now')
    .argument('[thread]', 'number, name, path or the beginning of a name')
    .option('--all', 'every thread')
    .addOption(new Option('--tier <tier>', 'this tier and those below it, due or not').choices([...TIERS]))
    .option('--anyway', 'although the budget is used up, or its runner rests')
    .option('--session-id <uuid>', 'go on with this session of its agent, for this beat only')
    .option('--wait', 'until it has ended; the exit code says how')
    .option('--json', 'for programs; waits')
    .action((name: string | undefined, o: BeatOptions) => beat(cx, name, o))
  program
    .command('stop')
    .description('end what a thread is running')
    .argument('[thread]', 'number, name, path or the beginning of a name')
    .option('--all', 'whatever runs')
    .action((name: string | undefined, o: { all?: true }) => stop(cx, name, o.all === true))
  program
    .command('log')
    .description('recent runs, the newest first')
    .argument('[thread]', 'only this one')
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { limit: string; json?: true }) => log(cx, name, o))
  program
    .command('run')
    .description('everything about one run')
    .argument('<id>', 'as `log` shows it')
    .option('--json', 'for programs')
    .option('--output', 'only what it printed, all of it where that is kept; to be piped on')
    .action((id: string, o: { json?: true; output?: true }) =>
      o.output === true ? printOutput(cx, readRunId(id)) : run(cx, id, o.json === true),
    )
}

interface BeatOptions {
  readonly all?: true
  readonly tier?: Tier
  readonly anyway?: true
  readonly sessionId?: string
  readonly wait?: true
  readonly json?: true
}

async function beat(cx: Context, name: string | undefined, o: BeatOptions): Promise<void> {
  const sessionId = o.sessionId === undefined ? undefined : readSessionId(o.sessionId)
  if (sessionId !== undefined && o.all === true)
    throw usageError('--session-id is a session of one thread: not with --all.')
  const { client, snapshot, alone } = await snapshotOf(cx)
  const chosen = chooseThreads(snapshot.threads, name, o.all === true, 'beat')
  if (alone !== null) cx.out.note('Threadbeat is not running; the beat runs here, to its end.')
  const started: { readonly thread: ThreadView; readonly ticket: BeatTicket }[] = []
  const refused: { readonly thread: ThreadView; readonly why: string }[] = []
  for (const thread of chosen) {
    try {
      started.push({
        thread,
        ticket: await client.beat.start({
          id: thread.id,
          ...(o.tier !== undefined && { tier: o.tier }),
          ...(o.anyway === true && { anyway: true }),
          ...(sessionId !== undefined && { sessionId }),
        }),
      })
    } catch (error) {
      // The budget is used up or the runner rests: no reason not to beat the others.
      if (!isConflict(error)) throw error
      refused.push({ thread, why: error.message.replace(/ Beat anyway\?$/, '') })
      cx.out.note(
        `${thread.number} ${thread.name} was not beaten: ${refused.at(-1)?.why} Beat it all the same: ` +
          `threadbeat beat ${thread.number} --anyway`,
      )
      cx.exitWith(1)
    }
  }
  if (alone === null && o.wait !== true && o.json !== true) {
    const words = {
      queued: 'queued',
      merged: 'joined the beat that was waiting',
      running: 'is beating already',
    }
    for (const { thread, ticket } of started)
      cx.out.line(
        `${thread.number} ${plain(thread.name)}: ` +
          `${ticket.runId !== null && ticket.state === 'queued' ? 'started' : words[ticket.state]}`,
      )
    return
  }
  const ended = await Promise.all(
    started.map(async ({ thread, ticket }) => {
      const ending = await client.beat.wait({ itemId: ticket.itemId })
      if (o.json !== true) report(cx, thread, ending)
      return { thread, ending }
    }),
  )
  if (o.json === true) {
    cx.out.json([
      ...ended.map(({ thread, ending }) => ({
        number: thread.number,
        name: thread.name,
        ...(ending === null ? { outcome: 'skipped', skipReason: 'cancelled' } : runJson(ending)),
      })),
      ...refused.map(({ thread, why }) => ({
        number: thread.number,
        name: thread.name,
        outcome: null,
        refused: why,
      })),
    ])
  }
  cx.exitWith(beatExitCode(ended.map(({ ending }) => ending)))
}

export function readSessionId(text: string): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i.test(text))
    throw usageError(`--session-id must be a UUID, as \`run\` shows it behind Session; got "${text}"`)
  return text.toLowerCase()
}

/** A beat that was cancelled before it ran counts as skipped. */
export const beatExitCode = (runs: readonly (Pick<Run, 'outcome'> | null)[]): number =>
  EXIT_CODE[worstOutcome(runs.map((r): RunOutcome => r?.outcome ?? 'skipped')) ?? 'quiet']

function report(cx: Context, thread: ThreadView, ending: Run | null): void {
  const outcome = ending === null ? 'skipped' : outcomeOf(ending)
  cx.out.table([
    [
      { text: String(thread.number), paint: cx.out.colors.dim },
      thread.name,
      { text: outcomeText(outcome), paint: paintOf(cx.out.colors, outcome) },
      ending?.durationMs == null ? '' : formatDuration(ending.durationMs),
      ending === null ? 'cancelled' : summaryOf(ending),
    ],
  ])
}

async function log(
  cx: Context,
  name: string | undefined,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > 200)
    throw usageError(`-n must be 1 to 200, got "${limit}"`)
  const { client, snapshot } = await snapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const { runs } = await client.runs.page({ limit: count, ...(thread !== null && { threadId: thread.id }) })
  if (json === true) return cx.out.json(runs.map(runJson))
  if (runs.length === 0) return cx.out.line('No runs yet.')
  const names = new Map(snapshot.threads.map((t) => [t.id, `${t.number} ${t.name}`]))
  const { colors } = cx.out
  cx.out.table(
    runs.map((r) => [
      relative(r.startedAt, cx.now()),
      names.get(r.threadId) ?? r.threadId,
      { text: outcomeText(outcomeOf(r)), paint: paintOf(colors, outcomeOf(r)) },
      r.kind === 'message' ? 'message' : (r.tiers.at(-1) ?? ''),
      r.durationMs === null ? '' : formatDuration(r.durationMs),
      { text: r.id, paint: colors.dim },
      summaryOf(r),
    ]),
  )
}

async function run(cx: Context, id: string, json: boolean): Promise<void> {
  const { client } = await cx.session()
  const detail = await client.runs.get({ id: readRunId(id) })
  if (json) return cx.out.json(runDetailJson(detail))
  showRun(cx, detail)
}

async function stop(cx: Context, name: string | undefined, all: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const chosen = chooseThreads(snapshot.threads, name, all, 'stop')
  const running = chosen.filter((t) => t.running !== null)
  for (const { number, name: called, running: now } of running) {
    if (now === null) continue
    await client.beat.stop({ runId: now.runId })
    cx.out.line(
      `${number} ${plain(called)}: its ${now.kind === 'message' ? 'message' : 'beat'} is being stopped (${now.runId})`,
    )
  }
  if (running.length === 0)
    cx.out.line(
      all
        ? 'Nothing is running.'
        : `${chosen.map((t) => `${t.number} ${plain(t.name)}`).join(', ')} is not running anything.`,
    )
}
