import { shortMomentText, type ClockFace } from '../../../shared/base/clock/time-text.ts'
import { quietHoursWords } from '../../../shared/views/words.ts'
import { ALL_QUIET, ALL_QUIET_HERE } from '../../../shared/views/verdict.ts'
import { whileClosed } from '../../../shared/views/status/while-closed.ts'
import { faceOf } from '../kit/time-text.ts'
import { wordsOfUse } from '../../../shared/agents/budget.ts'
import type { Snapshot } from '../../../shared/views/snapshot.ts'
import type { Instant } from '../../../shared/base/time.ts'
import { statusExitCode } from '../../../shared/views/status/status-code.ts'
import { dataDirPath } from '../../machine/disk/data-dir.ts'
import { scopeWords } from '../agents/caps-text.ts'
import type { Define } from '../kit/command.ts'
import { readSnapshotOf, type Context } from '../kit/context.ts'
import { usageError } from '../kit/errors.ts'
import { keptWords } from '../threads/kept.ts'
import { askOtherMachines, isTroubled, showOtherMachines } from '../hub/all-machines.ts'
import { findThread } from '../kit/find-thread.ts'
import { statusJson } from '../kit/json.ts'
import { shortStatus } from '../quick.ts'
import { paintOf, plain, relative, restWords, stateText } from '../kit/text.ts'
import { showThread } from './show-thread.ts'

export const statusCommand: Define = (command, cx) =>
  command
    .description('what needs you; the exit code says how bad it is')
    .argument('[thread]', 'only this one, with its tiers')
    .option('--json', 'for programs')
    .option('--short', 'one line for a prompt, at once')
    .option(
      '--all-machines',
      'with the threads of the other machines of a hub; the exit code is about those here',
    )
    .action((name: string | undefined, o: StatusOptions) =>
      o.short === true ? short(cx, name, o) : status(cx, name, o),
    )

interface StatusOptions {
  readonly json?: true
  readonly short?: true
  readonly allMachines?: true
}

/** As the entry answers it before anything is loaded; here with options that it leaves to us. */
function short(cx: Context, name: string | undefined, { json, allMachines }: StatusOptions): void {
  if (name !== undefined || json === true || allMachines === true)
    throw usageError(
      '--short is one line about all threads here: neither a thread nor --json nor --all-machines goes with it.',
    )
  const { text, exitCode } = shortStatus(dataDirPath(cx.dataDir), cx.now())
  cx.out.line(text.trimEnd())
  cx.exitWith(exitCode)
}

async function status(
  cx: Context,
  name: string | undefined,
  { json, allMachines }: StatusOptions,
): Promise<void> {
  if (allMachines === true && (name !== undefined || json === true))
    throw usageError(
      '--all-machines goes with neither a thread nor --json; threadbeat hub status --json has the machines.',
    )
  const { snapshot: read, alone } = await readSnapshotOf(cx)
  const snapshot = alone === null ? read : whileClosed(read, cx.now())
  const threads = name === undefined ? snapshot.threads : [findThread(snapshot.threads, name)]
  cx.exitWith(statusExitCode(threads, alone === null && snapshot.fleet.engine === 'halted'))
  if (json === true) return cx.out.json(statusJson(snapshot, threads, alone === null ? 'running' : 'closed'))
  if (alone !== null) cx.out.note('Threadbeat is not running: no heartbeats until it is started.')
  if (name !== undefined && threads[0] !== undefined)
    return showThread(cx, threads[0], faceOf(snapshot.fleet))
  if (allMachines !== true) return summary(cx, snapshot, snapshot.fleet.verdict.headline)
  const others = await askOtherMachines(cx)
  const { headline } = snapshot.fleet.verdict
  summary(cx, snapshot, headline === ALL_QUIET && isTroubled(others, cx.now()) ? ALL_QUIET_HERE : headline)
  await showOtherMachines(cx, others, alone === null ? snapshot.fleet.others : null)
}

function summary(cx: Context, { fleet, threads }: Snapshot, headline: string): void {
  const { colors } = cx.out
  cx.out.line(colors.bold([headline, fleet.verdict.rest].filter(Boolean).join(' ')))
  for (const problem of fleet.problems)
    cx.out.line(colors.yellow(`! ${plain(problem.text)} ${plain(problem.repair)}`))
  for (const r of fleet.resting) cx.out.line(colors.yellow(`! ${restWords(r, cx.now())}`))
  for (const use of fleet.spend.near)
    cx.out.line(
      colors.yellow(
        `! ${scopeWords(use.cap, threads)}: ${wordsOfUse(use)} used. All of it: threadbeat spend`,
      ),
    )
  for (const t of threads) {
    const kept = keptWords(t)
    if (kept !== null) cx.out.line(colors.dim(kept))
  }
  cx.out.table(
    threads.map((t) => [
      { text: String(t.number), paint: colors.dim },
      t.name,
      { text: stateText(t.state), paint: paintOf(colors, t.state) },
      t.last === null ? 'never' : relative(t.last.finishedAt, cx.now()),
      nextWords(t, cx.now(), faceOf(fleet)),
      t.because,
    ]),
  )
}

function nextWords({ rests, nextDueAt }: Snapshot['threads'][number], now: Instant, face: ClockFace): string {
  if (rests === 'paused') return 'paused'
  if (rests === 'quiet-hours' && nextDueAt !== null)
    return quietHoursWords(shortMomentText(nextDueAt, now, face))
  return `next ${nextDueAt === null ? '–' : relative(nextDueAt, now)}`
}
