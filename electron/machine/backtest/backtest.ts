import { randomUUID } from 'node:crypto'
import { mkdir, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { shorten } from '../../../shared/base/one-line.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { judgeRun } from '../../../shared/pollination/backtest/judge-run.ts'
import { sampleOrder } from '../../../shared/pollination/backtest/sample.ts'
import { hasScript } from '../../../shared/pollination/backtest/script-name.ts'
import {
  COMMITS_LOOKED_AT,
  TRIED_AT_MOST,
  TRIED_MS,
  type Backtest,
  type Protection,
  type Tried,
} from '../../../shared/pollination/backtest/tried.ts'
import type { Backtester, BacktestSpec } from '../../engine/ports/backtests.ts'
import { tellingLine } from '../agents/failures/telling-line.ts'
import { makeTemporary } from '../disk/temporary.ts'
import { runProcess } from '../process/process-runner.ts'
import { stateOf } from '../git/facts/past-states.ts'
import { withRepository, type Repository } from '../git/git.ts'
import { NAMESPACES } from './box.ts'
import { makeCopy, type Copy } from './copy.ts'
import { newestCommits, type Commit } from './newest-commits.ts'
import { installedFor, isSame, packagesOf, withPackagesOfHead, type Asked } from './packages.ts'
import { removeCopy } from './remove-copy.ts'
import { GRACE, runInCopy } from './run-in-copy.ts'

export interface Bounds {
  /** For HEAD, and for all commits before it together. */
  readonly headMs: number
  readonly pastMs: number
}
const BOUNDS: Bounds = { headMs: TRIED_MS, pastMs: TRIED_MS }
/** Less than this is no time to try another commit in. */
const LEAST_MS = SECOND
const PROBE_MS = 10 * SECOND
const LINE_CHARS = 160

/** `hidden`: folders of which a command that is tried sees nothing, such as the app's own. */
export function createBacktester(hidden: readonly string[], bounds: Bounds = BOUNDS): Backtester {
  return {
    // Of what is not known the worse is said.
    protection: async () => (await protectionHere(new AbortController().signal)) ?? 'open',
    run: async (spec, signal) => {
      try {
        return await inTemporary((folder) =>
          withRepository(spec.repoPath, (repository) =>
            tryAll({ repository, spec, folder, hidden, bounds, signal }),
          ),
        )
      } catch (error) {
        return err(fault('git.failed', `No copy could be made: ${messageOf(error)}`))
      }
    },
  }
}

async function inTemporary<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporary('try')
  try {
    return await use(folder)
  } finally {
    await removeCopy(folder)
  }
}

interface Trial {
  readonly repository: Repository
  readonly spec: BacktestSpec
  readonly folder: string
  readonly hidden: readonly string[]
  readonly bounds: Bounds
  readonly signal: AbortSignal
}

async function tryAll(trial: Trial): Promise<Result<Backtest, Fault>> {
  const { repository, hidden, signal } = trial
  const { path } = repository.location
  if (repository.bare) return err(fault('git.failed', `${path} is a bare repository: it has no files to try`))
  if (hidden.some((one) => `${path}${sep}`.startsWith(`${one}${sep}`)))
    return err(fault('git.failed', `${path} lies in a folder of the app: nothing is tried there`))
  const newest = await newestCommits(repository, COMMITS_LOOKED_AT, signal)
  if (!newest.ok) return newest
  const [head] = newest.value
  if (head === undefined) return err(fault('git.failed', `${path} has no commit yet`))
  const asked = await packagesOf(repository, head.id)
  if (!asked.ok) return asked
  const protection = await protectionHere(signal)
  if (protection === null)
    return err(fault('git.timed_out', 'The machine was too busy to close a copy off from everything else'))
  if (protection === 'open')
    return err(fault('git.failed', 'This system has no way to close a copy off from everything else'))
  if (!(await hasOwnObjects(repository)))
    return err(fault('git.failed', `The objects of ${path} lie elsewhere, so that nothing is tried`))
  const installed = await installedFor(repository, asked.value)
  const from = installed.length > 0 ? await withPackagesOfHead(repository, newest.value, asked.value) : newest
  if (!from.ok) return from
  const rest: Rest = { ...trial, installed, asked: asked.value, headPassed: null }
  const first = await tryOne(rest, head, trial.bounds.headMs)
  if (!first.ok) return first
  const tried = [first.value]
  const { outcome } = first.value
  // Where HEAD says nothing, no commit before it does.
  if (outcome === 'passed' || outcome === 'failed') {
    const past = await tryPast({ ...rest, headPassed: outcome === 'passed' }, from.value)
    if (!past.ok) return past
    tried.push(...past.value)
  }
  const commits = from.value.length
  return ok({ commits, isCut: commits < newest.value.length, tried })
}

interface Rest extends Trial {
  readonly installed: readonly string[]
  readonly asked: Asked
  readonly headPassed: boolean | null
}

/** As many as there is time for; newest first. */
async function tryPast(rest: Rest, commits: readonly Commit[]): Promise<Result<readonly Tried[], Fault>> {
  const beganMs = performance.now()
  const tried = new Map<number, Tried>()
  for (const i of sampleOrder(commits.length, TRIED_AT_MOST)) {
    const leftMs = rest.bounds.pastMs - (performance.now() - beganMs)
    const commit = commits[i]
    if (i === 0 || commit === undefined) continue
    if (leftMs < LEAST_MS) break
    const one = await tryOne(rest, commit, leftMs)
    if (!one.ok) return one
    // It is the time of all of them that is over, and says nothing about this one.
    if (one.value.cause === 'slow') break
    tried.set(i, one.value)
  }
  return ok([...tried].sort(([a], [b]) => a - b).map(([, one]) => one))
}

async function tryOne(rest: Rest, commit: Commit, timeoutMs: number): Promise<Result<Tried, Fault>> {
  const { repository, spec, signal, headPassed } = rest
  const state = await stateOf(repository, commit.id)
  if ('error' in state) return state
  const told = (outcome: Tried['outcome'], more: Partial<Tried> = {}): Result<Tried, Fault> =>
    ok({ commit: commit.id, at: commit.at, outcome, cause: null, line: '', ms: null, ...more })
  if (!hasScript(spec.command, state)) return told('absent')
  if (rest.installed.length > 0 && headPassed !== null) {
    const packages = await packagesOf(repository, commit.id)
    if (!packages.ok) return packages
    if (!isSame(packages.value, rest.asked)) return told('other_packages')
  }
  const folder = join(rest.folder, commit.id)
  await mkdir(folder)
  try {
    const copy = await makeCopy(repository, commit.id, folder, signal)
    if (!copy.ok) return copy
    if (!(await spec.mayRun())) return err(fault('git.failed', 'Nobody lets it be tried any more'))
    const ran = await runInCopy({ ...runSpec(rest, copy.value), timeoutMs }, signal)
    if (signal.aborted) return err(fault('git.failed', 'The trial was stopped'))
    const { lacks } = copy.value
    const { outcome, cause } = judgeRun(ran, { headPassed, lacks })
    return told(outcome, {
      cause,
      line: outcome === 'failed' ? shorten(tellingLine(ran.output), LINE_CHARS) : '',
      ms: ran.ms === null ? null : Math.round(ran.ms),
    })
  } finally {
    await removeCopy(folder)
  }
}

const runSpec = ({ spec, repository, installed, hidden }: Rest, copy: Copy) => ({
  command: spec.command.split(' '),
  marker: spec.marker,
  copy,
  places: {
    real: repository.location.path,
    objects: join(repository.location.commonDir, 'objects'),
    installed,
    hidden,
  },
})

/** A link would show a place in the box that is hidden there by its path. */
async function hasOwnObjects({ location }: Repository): Promise<boolean> {
  const objects = join(location.commonDir, 'objects')
  const real = await Promise.all([realpath(objects), realpath(location.commonDir)]).catch(() => null)
  return real !== null && real[0] === join(real[1], 'objects')
}

/**
 * Open only where namespaces are refused. Where they are allowed and the box cannot be closed all the same, its commands do not start.
 * null: the machine was too busy to tell.
 */
async function protectionHere(signal: AbortSignal): Promise<Protection | null> {
  if (process.platform !== 'linux') return 'open'
  const probe = await runProcess(
    {
      argv: ['unshare', ...NAMESPACES, '--', 'true'],
      folder: tmpdir(),
      stdin: null,
      // With a run, all that has its mark is ended.
      marker: `probe-${randomUUID()}`,
      deadlineMs: PROBE_MS,
      capture: 'merged',
      secrets: [],
      grace: GRACE,
    },
    signal,
  )
  if (probe.status === 'timed_out' || signal.aborted) return null
  return probe.status === 'exited' && probe.exitCode === 0 ? 'closed' : 'open'
}
