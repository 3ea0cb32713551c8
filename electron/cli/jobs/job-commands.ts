import { Option, type Command } from 'commander'
import type { JobPreview, JobView } from '../../../shared/contract/jobs.ts'
import type { JobAction, JobRun, JobSpec } from '../../../shared/jobs/job.ts'
import { isSecretName } from '../../../shared/base/secret-text.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { confirm, snapshotOf, type Context } from '../kit/context.ts'
import { CliError, usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { CATCH_UP_WORDS, CATCH_UPS, readSpec, type JobOptions } from './job-options.ts'
import { exact, indented, iso, oneLine, plain, relative } from '../kit/text.ts'
import { ownZone, saidTime } from '../kit/time-text.ts'

const EXAMPLES = `
Examples: threadbeat job add api "nightly audit" --cron "0 3 * * *" --command -- npm audit
          threadbeat job add api release --at "2026-11-22 09:41" --event "The release is today" --wake now
          threadbeat job add api digest --every 1d --prompt "Summarize what changed since yesterday."
Times without an offset are yours. A job on the full hour starts up to five minutes later, unless --no-spread.`

/** Work at times of its own: job list, add, edit, show, run, runs, pause, resume, remove. */
export function addJobCommands(program: Command, cx: Context): void {
  const job = program.command('job').description('work at times of its own: facts, prompts, commands')
  job
    .command('list')
    .description('all jobs')
    .argument('[thread]', 'only of this one')
    .option('--json', 'for programs')
    .action((name: string | undefined, o: { json?: true }) => list(cx, name, o.json === true))
  withOptions(
    job
      .command('add')
      .description('make one')
      .argument('<thread>', 'number, name, path or the beginning of a name')
      .argument('<name>', 'what to call it'),
  ).action((thread: string, name: string, argv: string[], o: JobOptions) => add(cx, thread, name, argv, o))
  withOptions(
    job
      .command('edit')
      .description('change one; what is not given stays')
      .argument('<job>', 'id or name')
      .option('--name <name>', 'another name')
      .option('--spread', 'spread it again'),
  ).action((name: string, argv: string[], o: JobOptions & { name?: string }) => edit(cx, name, argv, o))
  job
    .command('show')
    .description('everything about one')
    .argument('<job>', 'id or name')
    .option('--json', 'for programs')
    .action((name: string, o: { json?: true }) => show(cx, name, o.json === true))
  job
    .command('run')
    .description('once, now, whatever its schedule says')
    .argument('<job>', 'id or name')
    .action((name: string) => act(cx, name, (client, { id }) => client.jobs.run({ id }), 'is started'))
  job
    .command('runs')
    .description('what came of it, the newest first')
    .argument('<job>', 'id or name')
    .option('-n, --limit <count>', 'how many', '20')
    .option('--json', 'for programs')
    .action((name: string, o: { limit: string; json?: true }) => runs(cx, name, o))
  job
    .command('pause')
    .description('until it is resumed')
    .argument('<job>', 'id or name')
    .action((name: string) => act(cx, name, (client, { id }) => client.jobs.pause({ id }), 'is paused'))
  job
    .command('resume')
    .description('end its pause')
    .argument('<job>', 'id or name')
    .action((name: string) => act(cx, name, (client, { id }) => client.jobs.resume({ id }), 'goes on'))
  job
    .command('remove')
    .description('remove it and its history')
    .argument('<job>', 'id or name')
    .option('-y, --yes', 'do not ask')
    .action((name: string, o: { yes?: true }) => remove(cx, name, o.yes === true))
}

function withOptions(command: Command): Command {
  return command
    .argument('[argv...]', 'of --command, behind --')
    .option('--at <time>', 'once: "2026-11-22 09:41", 2026-11-22T09:41:00+01:00 or "in 2h"')
    .option('--every <duration>', 'such as 6h')
    .option('--cron <expression>', 'minute hour day month weekday')
    .option('--zone <zone>', 'of --cron, such as Europe/Berlin; without it wherever this machine is')
    .option('--event <text>', 'tell the thread this')
    .option('--prompt <text>', 'a turn of its agent, by itself')
    .option('--command', 'run a command, by itself')
    .option('--reflect', 'let its agent look back and write knowledge pages')
    .option('--env <name=value...>', 'for --command')
    .option('--limit <duration>', 'for --command, such as 10m')
    .addOption(new Option('--wake <when>', 'whether its event asks for a beat').choices(['now', 'next']))
    .addOption(
      new Option('--catch-up <how>', 'of a due time that passed while nothing ran').choices(CATCH_UPS),
    )
    .option('--grace <duration>', 'how old it may be with --catch-up grace')
    .option('--no-spread', 'start exactly on time')
    .option('-y, --yes', 'execute it without asking')
    .addHelpText('after', EXAMPLES)
}

type Client = Awaited<ReturnType<typeof snapshotOf>>['client']

async function list(cx: Context, name: string | undefined, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = name === undefined ? null : findThread(snapshot.threads, name)
  const jobs = await client.jobs.list(thread === null ? {} : { threadId: thread.id })
  if (json) return cx.out.json(jobs.map(jobJson))
  if (jobs.length === 0) return cx.out.line('No jobs. Make one: threadbeat job add THREAD NAME …')
  const { colors } = cx.out
  cx.out.table(
    jobs.map((j) => [
      `${j.threadNumber} ${j.threadName}`,
      j.name,
      j.words,
      {
        text: stateOf(j, cx),
        paint: j.problem !== null || j.pause?.by === 'failures' ? colors.yellow : colors.dim,
      },
      { text: j.id, paint: colors.dim },
      `${actionWord(j.action)}: ${gist(j.action)}`,
    ]),
  )
}

const stateOf = (j: JobView, cx: Context): string =>
  j.problem !== null
    ? `cannot: ${j.problem}`
    : j.pause !== null
      ? j.pause.by === 'failures'
        ? 'paused: it failed too often'
        : 'paused'
      : j.nextDueAt === null
        ? 'done'
        : relative(j.nextDueAt, cx.now())
const ACTION_WORD: Record<JobAction['kind'], string> = {
  event: 'event',
  agent: 'agent',
  command: 'command',
  reflect: 'reflect',
}
const actionWord = (action: JobAction): string => ACTION_WORD[action.kind]
const gist = (action: JobAction): string =>
  action.kind === 'event'
    ? action.text
    : action.kind === 'agent'
      ? action.prompt
      : action.kind === 'command'
        ? action.argv.join(' ')
        : 'looks back and writes knowledge pages'

async function add(
  cx: Context,
  threadName: string,
  name: string,
  argv: readonly string[],
  o: JobOptions,
): Promise<void> {
  const spec = readSpec(name, o, argv, null, cx.now(), ownZone())
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, threadName)
  const confirmed = await shown(
    cx,
    client,
    `${thread.number} ${exact(thread.name)}`,
    thread.repoPath,
    spec,
    o.yes === true,
  )
  const saved = await client.jobs.save({
    threadId: thread.id,
    spec,
    ...(confirmed && { confirmed: true as const }),
  })
  cx.out.line(
    `Made ${saved.id}: ${plain(saved.name)}, ${saved.words}; next ` +
      `${saved.nextDueAt === null ? 'never' : saidTime(saved.nextDueAt)}.`,
  )
}

async function edit(
  cx: Context,
  name: string,
  argv: readonly string[],
  o: JobOptions & { name?: string },
): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const before = await findJob(client, name)
  const spec = readSpec(o.name ?? before.name, o, argv, before, cx.now(), ownZone())
  const thread = snapshot.threads.find((t) => t.id === before.threadId)
  const confirmed = await shown(
    cx,
    client,
    `${before.threadNumber} ${exact(before.threadName)}`,
    thread?.repoPath ?? '',
    spec,
    o.yes === true,
  )
  const saved = await client.jobs.save({
    id: before.id,
    threadId: before.threadId,
    spec,
    ...(confirmed && { confirmed: true as const }),
  })
  cx.out.line(
    `Changed ${saved.id}: ${plain(saved.name)}, ${saved.words}; next ` +
      `${saved.nextDueAt === null ? 'never' : saidTime(saved.nextDueAt)}.`,
  )
}

const FIRES_SHOWN = 3

/** Says what will happen, and asks where something is executed. true: it was confirmed. */
async function shown(
  cx: Context,
  client: Client,
  who: string,
  folder: string,
  spec: JobSpec,
  yes: boolean,
): Promise<boolean> {
  const preview = await client.jobs.preview({ schedule: spec.schedule })
  if (preview.problem !== null) throw new CliError(`Nothing was changed: ${preview.problem}`)
  cx.out.line(`${exact(spec.name)} of ${who}: ${preview.words}`)
  showFires(cx, spec, preview)
  showAction(cx, spec.action, folder)
  if (spec.action.kind === 'event') return false
  if (!yes && !(await confirm('Execute exactly this at these times?')))
    throw new CliError('Nothing was changed. Without a terminal: add --yes')
  return true
}

function showFires(cx: Context, spec: JobSpec, { fires, warnings }: JobPreview): void {
  const zone =
    spec.schedule.kind === 'cron' && spec.schedule.timeZone !== '' ? spec.schedule.timeZone : ownZone()
  if (fires.length === 0) cx.out.line(cx.out.colors.yellow('  never'))
  for (const at of fires.slice(0, FIRES_SHOWN))
    cx.out.line(`  ${saidTime(at, zone)}  (${relative(at, cx.now())})`)
  for (const warning of warnings) cx.out.line(cx.out.colors.yellow(`  ! ${plain(warning)}`))
}

/**
 * Word for word what will be executed: quoted, so that what is one argument and what are two cannot be
 * mistaken.
 */
function showAction(cx: Context, action: JobAction, folder: string): void {
  switch (action.kind) {
    case 'event':
      return cx.out.line(`  tells the thread: ${oneLine(action.text)}`)
    case 'agent':
      return cx.out.line(
        `  a turn of its agent, started in ${exact(folder)}, with this ` +
          `prompt:\n${indented(action.prompt.split('\n').map(exact).join('\n'))}`,
      )
    case 'reflect':
      return cx.out.line(
        `  a turn of its agent, started in ${exact(folder)}, that looks back and writes knowledge pages`,
      )
    case 'command': {
      cx.out.line(
        `  arguments: ${exact(JSON.stringify(action.argv))}, started in ${exact(folder)}, at most ` +
          `${formatDuration(action.limitMs)}`,
      )
      for (const [name, value] of Object.entries(action.env))
        cx.out.line(`  environment: ${name}=${isSecretName(name) ? '(not shown)' : exact(value)}`)
    }
  }
}

async function show(cx: Context, name: string, json: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const j = await findJob(client, name)
  if (json) return cx.out.json(jobJson(j))
  const preview = await client.jobs.preview({ schedule: j.schedule })
  cx.out.line(`${cx.out.colors.bold(plain(j.name))}  ${j.id}`)
  cx.out.table([
    ['Thread', `${j.threadNumber} ${j.threadName}`],
    ['When', j.words],
    ['Next', stateOf(j, cx)],
    [
      'Missed',
      `${CATCH_UP_WORDS[j.catchUp]}${j.catchUp === 'grace' ? ` (${formatDuration(j.graceMs)})` : ''}`,
    ],
    ['Spread', j.spread ? 'up to five minutes after a full hour' : 'exactly on time'],
    ['Wake', j.wake === 'now' ? 'its event asks for a beat' : 'its event waits for the next beat'],
    ...(j.failures > 0 ? [['Failures', `${j.failures} in a row`]] : []),
    ...(j.lastRun === null
      ? []
      : [
          [
            'Last',
            `${relative(j.lastRun.startedAt ?? j.lastRun.dueAt, cx.now())}, ` +
              `${RUN_WORD[j.lastRun.state]}${j.lastRun.summary === null ? '' : `: ${j.lastRun.summary}`}`,
          ],
        ]),
  ])
  if (j.pause === null) showFires(cx, j, preview)
  showAction(cx, j.action, snapshot.threads.find((t) => t.id === j.threadId)?.repoPath ?? '')
}

const RUN_WORD: Record<JobRun['state'], string> = {
  waiting: 'waiting',
  running: 'running',
  ok: 'ok',
  failed: 'failed',
  skipped: 'skipped',
  missed: 'missed',
}

async function runs(
  cx: Context,
  name: string,
  { limit, json }: { limit: string; json?: true },
): Promise<void> {
  const wanted = Number(limit)
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > 200)
    throw usageError(`-n must be 1 to 200, got "${limit}"`)
  const { client } = await cx.session()
  const j = await findJob(client, name)
  const found = await client.jobs.runs({ id: j.id, limit: wanted })
  if (json === true) return cx.out.json(found.map(jobRunJson))
  if (found.length === 0) return cx.out.line(`${plain(j.name)} was never due.`)
  const { colors } = cx.out
  const paint = (state: JobRun['state']): ((text: string) => string) =>
    state === 'ok' ? colors.green : state === 'failed' || state === 'missed' ? colors.yellow : colors.dim
  cx.out.table(
    found.map((r) => [
      saidTime(r.dueAt),
      { text: RUN_WORD[r.state], paint: paint(r.state) },
      r.byHand ? 'by hand' : r.attempt > 1 ? `try ${r.attempt}` : r.count > 1 ? `${r.count} due times` : '',
      r.startedAt === null || r.finishedAt === null ? '' : formatDuration(r.finishedAt - r.startedAt),
      { text: r.runId ?? '', paint: colors.dim },
      r.summary ?? '',
    ]),
  )
}

async function act(
  cx: Context,
  name: string,
  deed: (client: Client, job: JobView) => Promise<unknown>,
  words: string,
): Promise<void> {
  const { client, alone } = await cx.session()
  const j = await findJob(client, name)
  await deed(client, j)
  cx.out.line(`${plain(j.name)} of ${j.threadNumber} ${plain(j.threadName)} ${words}.`)
  if (alone !== null) cx.out.note('Threadbeat is not running; no job runs until it is started.')
}

async function remove(cx: Context, name: string, yes: boolean): Promise<void> {
  const { client } = await cx.session()
  const j = await findJob(client, name)
  if (
    !yes &&
    !(await confirm(
      `Remove the job ${plain(j.name)} of ${j.threadNumber} ${plain(j.threadName)} and its history?`,
    ))
  )
    throw new CliError('Nothing was removed. Without a terminal: add --yes')
  await client.jobs.remove({ id: j.id })
  cx.out.line(`Removed ${plain(j.name)}.`)
}

async function findJob(client: Client, text: string): Promise<JobView> {
  const found = matchJob(await client.jobs.list({}), text)
  if (found.length > 1)
    throw usageError(
      `"${text}" could be ${found.map((j) => `${j.id} (${j.name} of ${j.threadNumber} ${j.threadName})`).join(', ')}. Use the id.`,
    )
  const [only] = found
  if (only === undefined) throw new CliError(`There is no job "${text}". \`threadbeat job list\` shows them.`)
  return only
}

/** By id, else by name, else by the beginning of a name. Several: it is for the caller to ask. */
export const matchJob = <T extends Pick<JobView, 'id' | 'name'>>(
  jobs: readonly T[],
  text: string,
): readonly T[] =>
  [
    jobs.filter((j) => j.id === text),
    jobs.filter((j) => j.name === text),
    jobs.filter((j) => j.name.toLowerCase().startsWith(text.toLowerCase())),
  ].find((found) => found.length > 0) ?? []

const jobJson = (j: JobView) => ({
  id: j.id,
  name: j.name,
  thread: { id: j.threadId, number: j.threadNumber, name: j.threadName },
  schedule: j.schedule,
  words: j.words,
  action:
    j.action.kind === 'command'
      ? {
          ...j.action,
          env: Object.fromEntries(
            Object.entries(j.action.env).map(([name, value]) => [
              name,
              isSecretName(name) ? '(not shown)' : value,
            ]),
          ),
        }
      : j.action,
  catchUp: j.catchUp,
  graceMs: j.graceMs,
  spread: j.spread,
  wake: j.wake,
  paused: j.pause === null ? null : { by: j.pause.by, at: iso(j.pause.at) },
  nextDueAt: iso(j.nextDueAt),
  problem: j.problem,
  failures: j.failures,
  lastRun: j.lastRun === null ? null : jobRunJson(j.lastRun),
})
const jobRunJson = (r: JobRun) => ({
  dueAt: iso(r.dueAt),
  state: r.state,
  byHand: r.byHand,
  attempt: r.attempt,
  count: r.count,
  run: r.runId,
  startedAt: iso(r.startedAt),
  finishedAt: iso(r.finishedAt),
  summary: r.summary,
})
