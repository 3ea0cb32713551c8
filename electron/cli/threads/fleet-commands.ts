import path from 'node:path'
import type { Command } from 'commander'
import { wordsOfUse } from '../../../shared/agents/budget.ts'
import { runnerName } from '../../../shared/agents/presets.ts'
import type { Snapshot, ThreadView } from '../../../shared/views/snapshot.ts'
import { statusExitCode } from '../../../shared/views/status-code.ts'
import { TIERS } from '../../../shared/schedule/tier.ts'
import { formatDuration } from '../../../shared/base/time.ts'
import { TIER_WORD } from '../../../shared/views/words.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { scopeWords } from '../agents/caps-text.ts'
import { confirm, readSnapshotOf, snapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { findThread } from '../kit/find-thread.ts'
import { statusJson, threadJson } from '../kit/json.ts'
import { shortStatus } from '../quick.ts'
import { snoozeWords } from './thread-commands.ts'
import { outcomeText, paintOf, plain, relative, restWords, stateText } from '../kit/text.ts'

/** Threads: add, remove, list, status, flags. */
export function addFleetCommands(program: Command, cx: Context): void {
  program
    .command('add')
    .description('add repositories as threads')
    .argument('<path...>', 'folders of git repositories')
    .option('--trust', 'let their heartbeats run at once; without it nothing of them is read')
    .option('--name <name>', 'what to call it (one path only)')
    .action((paths: string[], o: { trust?: true; name?: string }) => add(cx, paths, o))
  program
    .command('remove')
    .description('remove a thread and its history; the repository is left alone')
    .argument('<thread>', 'number, name, path or the beginning of a name')
    .option('-y, --yes', 'do not ask')
    .action((name: string, o: { yes?: true }) => remove(cx, name, o.yes === true))
  program
    .command('list')
    .description('all threads')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => list(cx, o.json === true))
  program
    .command('status')
    .description('what needs you; the exit code says how bad it is')
    .argument('[thread]', 'only this one, with its tiers')
    .option('--json', 'for programs')
    .option('--short', 'one line for a prompt, at once')
    .action((name: string | undefined, o: { json?: true; short?: true }) =>
      o.short === true ? short(cx, name, o.json === true) : status(cx, name, o.json === true),
    )
  program
    .command('flags')
    .description('urgent flags that stand in HEARTBEAT.md files')
    .option('--json', 'for programs')
    .action((o: { json?: true }) => flags(cx, o.json === true))
}

async function add(
  cx: Context,
  paths: readonly string[],
  { trust, name }: { trust?: true; name?: string },
): Promise<void> {
  const { client } = await cx.session()
  const { added, rejected } = await client.threads.add({
    paths: paths.map((p) => path.resolve(p)),
    trust: trust === true,
    ...(name !== undefined && { name }),
  })
  for (const t of added)
    cx.out.line(
      `Added ${t.number} ${plain(t.name)}${t.trusted ? '' : `: not trusted yet, so nothing of it is read. When you trust it: threadbeat trust ${t.number}`}`,
    )
  for (const { path: rejectedPath, why } of rejected) cx.out.note(`Not added: ${rejectedPath}: ${why}`)
  if (rejected.length > 0) cx.exitWith(1)
}

async function remove(cx: Context, name: string, sure: boolean): Promise<void> {
  const { client, snapshot } = await snapshotOf(cx)
  const thread = findThread(snapshot.threads, name)
  if (
    !sure &&
    process.stdin.isTTY &&
    !(await confirm(`Remove ${thread.number} ${plain(thread.name)} and its history?`))
  )
    return cx.exitWith(1)
  await client.threads.remove({ id: thread.id })
  cx.out.line(
    `Removed ${thread.number} ${plain(thread.name)}. The repository and its HEARTBEAT.md are untouched.`,
  )
}

async function list(cx: Context, json: boolean): Promise<void> {
  const { snapshot } = await snapshotOf(cx)
  if (json) return cx.out.json(snapshot.threads.map(threadJson))
  if (snapshot.threads.length === 0) return cx.out.line('No threads yet. Add one: threadbeat add PATH')
  cx.out.table(
    snapshot.threads.map((t) => [
      { text: String(t.number), paint: cx.out.colors.dim },
      t.name,
      { text: stateText(t.state), paint: paintOf(cx.out.colors, t.state) },
      t.intervalMs === 0 ? 'off' : `every ${formatDuration(t.intervalMs)}`,
      runnerName(t.agent),
      { text: t.repoPath, paint: cx.out.colors.dim },
    ]),
  )
}

/** As the entry answers it before anything is loaded; here with options that it leaves to us. */
function short(cx: Context, name: string | undefined, json: boolean): void {
  if (name !== undefined || json)
    throw usageError('--short is one line about all threads: neither a thread nor --json goes with it.')
  const { text, exitCode } = shortStatus(dataDirPath(cx.dataDir), cx.now())
  cx.out.line(text.trimEnd())
  cx.exitWith(exitCode)
}

async function status(cx: Context, name: string | undefined, json: boolean): Promise<void> {
  const { snapshot, alone } = await readSnapshotOf(cx)
  const threads = name === undefined ? snapshot.threads : [findThread(snapshot.threads, name)]
  cx.exitWith(statusExitCode(threads))
  if (json) return cx.out.json(statusJson(snapshot, threads, alone === null ? 'running' : 'closed'))
  if (alone !== null) cx.out.note('Threadbeat is not running: no heartbeats until it is started.')
  if (name !== undefined && threads[0] !== undefined) return one(cx, threads[0])
  summary(cx, snapshot)
}

function summary(cx: Context, { fleet, threads }: Snapshot): void {
  const { colors } = cx.out
  cx.out.line(colors.bold([fleet.verdict.headline, fleet.verdict.rest].filter(Boolean).join(' ')))
  for (const problem of fleet.problems)
    cx.out.line(colors.yellow(`! ${plain(problem.text)} ${plain(problem.repair)}`))
  for (const r of fleet.resting) cx.out.line(colors.yellow(`! ${restWords(r, cx.now())}`))
  for (const use of fleet.spend.near)
    cx.out.line(
      colors.yellow(
        `! ${scopeWords(use.cap, threads)}: ${wordsOfUse(use)} used. All of it: threadbeat spend`,
      ),
    )
  cx.out.table(
    threads.map((t) => [
      { text: String(t.number), paint: colors.dim },
      t.name,
      { text: stateText(t.state), paint: paintOf(colors, t.state) },
      t.last === null ? 'never' : relative(t.last.finishedAt, cx.now()),
      `next ${t.nextDueAt === null ? '–' : relative(t.nextDueAt, cx.now())}`,
      t.because,
    ]),
  )
}

function one(cx: Context, t: ThreadView): void {
  const { colors } = cx.out
  const now = cx.now()
  cx.out.line(
    `${colors.bold(`${t.number} ${plain(t.name)}`)}  ${paintOf(colors, t.state)(stateText(t.state))}  ` +
      `${plain(t.because)}`,
  )
  cx.out.table([
    ['Folder', t.repoPath],
    ['Runner', runnerName(t.agent)],
    ['Interval', t.intervalMs === 0 ? 'off' : formatDuration(t.intervalMs)],
    ...(t.activeHours === null
      ? []
      : [['Active hours', `${t.activeHours.start}–${t.activeHours.end} ${t.activeHours.timeZone}`]]),
    ...(t.tags.length === 0 ? [] : [['Tags', t.tags.join(', ')]]),
    ...(t.pinned ? [['Pinned', 'yes']] : []),
    ...(t.dailyAt === null ? [] : [['Daily at', t.dailyAt]]),
    ...(t.pause === null
      ? []
      : [
          [
            'Paused',
            `${t.pause.reason}${t.pause.until === null ? '' : `, until ${relative(t.pause.until, now)}`}`,
          ],
        ]),
    ...(t.scheduleProblem === null ? [] : [['Schedule', t.scheduleProblem]]),
    ['Session', t.session === 'resume' ? 'one for beats and messages, resumed' : 'a fresh one for each run'],
    ['Agent starts', t.gate === 'changes' ? 'when something changed' : 'at each beat'],
    ['Next beat', relative(t.nextDueAt, now)],
    [
      'Last beat',
      t.last === null
        ? 'never'
        : `${relative(t.last.finishedAt, now)}, ${outcomeText(t.last.outcome)}: ${t.last.summary}  (${t.last.runId})`,
    ],
    ...TIERS.map((tier) => [
      TIER_WORD[tier],
      `${t.tiers[tier].tasks} tasks, last ` +
        `${t.tiers[tier].lastDoneAt === null ? 'never' : relative(t.tiers[tier].lastDoneAt, now)}${snoozeWords(t, tier)}`,
    ]),
    ...(t.approvalsWanted === 0
      ? []
      : [['Approvals', `${t.approvalsWanted} wanted: threadbeat approve ${t.number}`]]),
    ...(t.permissionsWanted === 0
      ? []
      : [['Permissions', `${t.permissionsWanted} wanted: threadbeat permissions ${t.number}`]]),
  ])
  if (t.bypassUntil !== null)
    cx.out.line(
      colors.red(
        `! Its runner’s own permission checks are off; they are on again ${relative(t.bypassUntil, now)}.`,
      ),
    )
  for (const flag of t.doc?.flags ?? []) cx.out.line(colors.red(`! ${plain(flag)}`))
}

async function flags(cx: Context, json: boolean): Promise<void> {
  const { snapshot } = await readSnapshotOf(cx)
  const raised = snapshot.threads.flatMap((t) =>
    (t.doc?.flags ?? []).map((flag) => ({ number: t.number, name: t.name, flag })),
  )
  if (json) return cx.out.json(raised)
  if (raised.length === 0) return cx.out.line('No flags are raised.')
  cx.out.table(
    raised.map((r) => [
      { text: String(r.number), paint: cx.out.colors.dim },
      r.name,
      { text: r.flag, paint: cx.out.colors.red },
    ]),
  )
}
