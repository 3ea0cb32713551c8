import { protection } from '../machine/process/marks.ts'
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AutostartView, Check } from '../../shared/contract/app.ts'
import type { BackupsView } from '../../shared/contract/archive.ts'
import { isSettingKey } from '../../shared/settings/table.ts'
import { formatDuration, MINUTE } from '../../shared/base/time.ts'
import type { Engine } from '../engine/loop/engine.ts'
import type { Runners } from '../engine/ports/agents.ts'
import type { Store } from '../engine/ports/store.ts'

import { quickCheck } from '../store/backup/in-worker.ts'
import type { Driver } from '../store/connection/driver.ts'
import { redact } from '../machine/disk/log-file.ts'

export interface DoctorFacts {
  readonly dataDir: string
  readonly driver: Driver
  readonly store: Store
  readonly engine: Engine
  readonly hasShell: boolean
  readonly autostart?: AutostartView | null // null: there is nothing to start at login
  readonly runners?: Runners
  readonly hasTray?: boolean
  readonly backups?: BackupsView
}

const LOW_DISK_BYTES = 500_000_000
const OLDEST_GIT = [2, 30] as const
const run = promisify(execFile)
const check = (name: string, state: Check['state'], text: string, repair: string | null = null): Check => ({
  name,
  state,
  text,
  repair,
})

/** Looks at everything a beat depends on. Never rejects; each check says what it saw. */
export async function checkOf(f: DoctorFacts): Promise<readonly Check[]> {
  const [git, gh, agents, repositories, history, free, own] = await Promise.all([
    gitCheck(),
    ghCheck(),
    agentsCheck(f),
    readable(f.store),
    database(f),
    disk(f.dataDir),
    strays(),
  ])
  return [
    check(
      'Runtime',
      'ok',
      `Node ${process.versions.node}${process.versions['electron'] === undefined ? '' : `, Electron ${process.versions['electron']}`}, ${f.driver.name} with SQLite ${f.driver.sqliteVersion}`,
    ),
    agents,
    git,
    gh,
    repositories,
    threads(f.store),
    scheduler(f.engine),
    clock(),
    history,
    ...(f.backups === undefined ? [] : [backups(f.backups)]),
    free,
    notifications(f),
    ...(f.hasShell ? [tray(f.hasTray !== false)] : []),
    ...(f.autostart == null ? [] : [autostart(f.autostart)]),
    own,
    memory(),
  ]
}

async function agentsCheck({ runners, store }: DoctorFacts): Promise<Check> {
  const found = ((await runners?.find(false)) ?? []).filter((r) => r.program !== null)
  const needed = store.threads.list().filter((t) => t.agent.kind === 'cli').length
  if (found.length === 0)
    return check(
      'Agents',
      needed > 0 ? 'fail' : 'ok',
      needed > 0
        ? `No agent was found, and ${needed === 1 ? '1 thread needs' : `${needed} threads need`} one.`
        : 'No agent was found; local checks need none.',
      needed > 0 ? 'Install one, or name its program on the Agents page.' : null,
    )
  const out = found.filter((r) => r.signedIn === 'no')
  const words = found
    .map(
      (r) =>
        `${r.cli}${r.version === null ? '' : ` ${r.version}`}${r.signedIn === 'no' ? ' (signed out)' : r.signedIn === 'yes' ? ' (signed in)' : ''}`,
    )
    .join(', ')
  return check(
    'Agents',
    out.length > 0 ? 'warn' : 'ok',
    `${words}.`,
    out.length > 0 ? `Sign in to ${out.map((r) => r.cli).join(' and ')} in a terminal.` : null,
  )
}

async function readable(store: Store): Promise<Check> {
  const all = store.threads.list()
  const bad = (
    await Promise.all(
      all.map(async (t) =>
        (await access(t.repoPath, constants.R_OK | constants.X_OK).then(
          () => true,
          () => false,
        ))
          ? null
          : t.name,
      ),
    )
  ).filter((name) => name !== null)
  return bad.length === 0
    ? check('Repositories', 'ok', `${all.length === 1 ? '1 folder' : `${all.length} folders`} can be read.`)
    : check(
        'Repositories',
        'fail',
        `${bad.slice(0, 5).join(', ')}${bad.length > 5 ? ` and ${bad.length - 5} more` : ''} cannot be read.`,
        'Put the folder back, locate it again, or give yourself the right to read it.',
      )
}

function clock(): Check {
  const now = new Date()
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return now.getFullYear() < 2025
    ? check(
        'Clock',
        'fail',
        `The clock says ${now.toISOString()}.`,
        'Set the system’s clock; what is due is decided by it.',
      )
    : check('Clock', 'ok', `${now.toISOString()}, zone ${zone}.`)
}

/** The quick check: the whole one is made with each backup. */
async function database({ dataDir, driver }: DoctorFacts): Promise<Check> {
  const problem = await quickCheck(join(dataDir, 'threadbeat.db'), driver)
  return problem === null
    ? check('History', 'ok', 'The database is sound.')
    : check(
        'History',
        'fail',
        `The database is not sound: ${problem}.`,
        'Restore a backup in Settings, Data & privacy.',
      )
}

function backups({ backups: all, problem }: BackupsView): Check {
  const newest = all.find((b) => b.verified === true)
  if (problem !== null)
    return check('Backups', 'fail', problem, 'Free some space, then back up in Settings, Data & privacy.')
  return newest === undefined
    ? check(
        'Backups',
        'warn',
        'There is no checked backup yet; the first is made a few minutes after the start.',
      )
    : check(
        'Backups',
        'ok',
        `The newest is ${formatDuration(Math.max(0, Date.now() - newest.at))} old and was checked.`,
      )
}

const tray = (present: boolean): Check =>
  present
    ? check('Tray', 'ok', 'The desktop shows the tray icon.')
    : check(
        'Tray',
        'warn',
        'The desktop has no place for tray icons.',
        'Closing the window minimises it then; an extension of your desktop can add a tray.',
      )
const autostart = ({ supported, on, text }: AutostartView): Check =>
  check('Start at login', 'ok', !supported ? text : on ? `On. ${text}` : 'Off.')
/** What Threadbeat itself takes, without its window’s processes. */
const memory = (): Check =>
  check(
    'Threadbeat’s processes',
    'ok',
    `Process ${process.pid} uses ${Math.round(process.memoryUsage.rss() / 1e6)} MB and has used ` +
      `${formatDuration((process.cpuUsage().user + process.cpuUsage().system) / 1000)} of processor time ` +
      `in ${formatDuration(process.uptime() * 1000)}.`,
  )

interface ReportFacts {
  readonly appVersion: string
  readonly dataDir: string
  readonly checks: readonly Check[]
  readonly settings: { readonly values: Readonly<Record<string, unknown>>; readonly problem: string | null }
  readonly threads: readonly {
    readonly number: number
    readonly state: string
    readonly agent: { readonly kind: string }
  }[]
}
/** For an issue: what was found, without names of repositories, secrets, or the home folder. */
export function reportText({ appVersion, dataDir, checks, settings, threads: all }: ReportFacts): string {
  const mark = { ok: 'ok  ', warn: 'LOOK', fail: 'FAIL' }
  const states = [...new Set(all.map((t) => t.state))]
    .map((state) => `${all.filter((t) => t.state === state).length} ${state}`)
    .join(', ')
  const safe = Object.entries(settings.values).filter(
    ([key]) => key !== 'views' && key !== 'caps' && isSettingKey(key),
  )
  return redact(
    [
      `Threadbeat ${appVersion} on ${process.platform} ${process.arch}, ${new Date().toISOString()}`,
      `Data in ${dataDir}`,
      '',
      ...checks.map((c) => `${mark[c.state]}  ${c.name}: ${hideNames(c)}`),
      '',
      `Threads: ${all.length}${states === '' ? '' : ` (${states})`}`,
      'Settings that are not built in: ' +
        `${safe.length === 0 ? 'none' : safe.map(([key, value]) => `${key}=${JSON.stringify(value)}`).join(' ')}`,
      ...(settings.problem === null ? [] : [`settings.json: ${settings.problem}`]),
    ].join('\n'),
  )
}
/** These two name threads, which are names of repositories. */
const hideNames = ({ name, state, text }: Check): string =>
  state !== 'ok' && (name === 'Repositories' || name === 'Threads') ? 'see the window' : text

async function gitCheck(): Promise<Check> {
  const version = await run('git', ['--version']).then(
    (r) => /(\d+)\.(\d+)/.exec(r.stdout),
    () => null,
  )
  if (version === null) return check('git', 'fail', 'git was not found on the PATH.', 'Install git.')
  const [major, minor] = [Number(version[1]), Number(version[2])]
  const old = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])
  return old
    ? check('git', 'warn', `git ${version[0]} is old.`, `Install git ${OLDEST_GIT.join('.')} or newer.`)
    : check('git', 'ok', `git ${version[0]}`)
}

async function ghCheck(): Promise<Check> {
  const found = await run('gh', ['--version']).then(
    () => true,
    () => false,
  )
  if (!found) return check('gh', 'ok', 'gh is not installed: pull requests and CI are not checked.')
  const signedIn = await run('gh', ['auth', 'status'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  return signedIn
    ? check('gh', 'ok', 'gh is signed in.')
    : check('gh', 'warn', 'gh is signed out: pull requests and CI are not checked.', 'Run gh auth login.')
}

function scheduler(engine: Engine): Check {
  const last = engine.live.lastTickAt()
  if (engine.live.halted())
    return check(
      'Scheduler',
      'fail',
      'It failed three times in a row.',
      'It tries again every half minute; the log says why.',
    )
  const ago = last === null ? null : Date.now() - last
  if (ago === null || ago > 2 * MINUTE)
    return check(
      'Scheduler',
      'fail',
      `No tick for ${ago === null ? 'ever' : formatDuration(ago)}.`,
      'Restart Threadbeat.',
    )
  return check('Scheduler', 'ok', `Alive, last tick ${formatDuration(ago)} ago.`)
}

function threads(store: Store): Check {
  const all = store.threads.list()
  const untrusted = all.filter((t) => t.trustedAt === null).length
  const unplanned = all.filter((t) => t.trustedAt !== null && t.intervalMs > 0 && t.nextDueAt === null)
  if (unplanned.length > 0)
    return check(
      'Threads',
      'fail',
      `${unplanned.length} without a next due time: ${unplanned.map((t) => t.name).join(', ')}.`,
      'Look at their active hours.',
    )
  return check(
    'Threads',
    untrusted > 0 ? 'warn' : 'ok',
    `${all.length} threads${untrusted > 0 ? `, ${untrusted} not trusted yet` : ''}.`,
    untrusted > 0 ? 'Trust them, or remove them.' : null,
  )
}

async function disk(dataDir: string): Promise<Check> {
  const space = await statfs(dataDir).then(
    (s) => s.bavail * s.bsize,
    () => null,
  )
  if (space === null) return check('Disk', 'warn', 'Free space could not be read.')
  const mb = Math.round(space / 1e6)
  return space < LOW_DISK_BYTES
    ? check('Disk', 'warn', `${mb} MB free in ${dataDir}.`, 'Free some space.')
    : check('Disk', 'ok', `${mb} MB free in ${dataDir}.`)
}

async function strays(): Promise<Check> {
  const level = await protection()
  const words = {
    limits: 'Strays of a run are caught in its own process space.',
    marker: 'Strays of a run are found by a mark in their environment.',
    group: 'Only a run’s process group is ended.',
  }
  return check('Processes', level === 'group' ? 'warn' : 'ok', words[level])
}

function notifications({ engine, hasShell }: DoctorFacts): Check {
  if (!hasShell) return check('Notifications', 'ok', 'No window here: alerts are printed.')
  const fault = engine.live.notifierFault()
  return fault === null
    ? check('Notifications', 'ok', 'No failure seen.')
    : check('Notifications', 'fail', fault.message, 'Look at the system’s notification settings.')
}
