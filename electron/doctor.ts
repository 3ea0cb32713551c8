import { execFile } from 'node:child_process'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Check } from '../shared/api.ts'
import { formatDuration, MINUTE } from '../shared/time.ts'
import type { Engine } from './engine/engine.ts'
import type { Store } from './engine/store-port.ts'
import { protection } from './agents/process-runner.ts'
import type { Driver } from './store/driver.ts'

export interface DoctorFacts {
  readonly dataDir: string
  readonly driver: Driver
  readonly store: Store
  readonly engine: Engine
  readonly hasShell: boolean
}

const LOW_DISK_BYTES = 500_000_000
const OLDEST_GIT = [2, 30] as const
const run = promisify(execFile)
const check = (name: string, state: Check['state'], text: string, repair: string | null = null): Check => ({ name, state, text, repair })

/** Looks at everything a beat depends on. Never rejects; each check says what it saw. */
export async function checkOf(f: DoctorFacts): Promise<readonly Check[]> {
  return [
    check('Runtime', 'ok', `Node ${process.versions.node}${process.versions['electron'] === undefined ? '' : `, Electron ${process.versions['electron']}`}, ${f.driver.name} with SQLite ${f.driver.sqliteVersion}`),
    await gitCheck(),
    await ghCheck(),
    scheduler(f.engine),
    threads(f.store),
    await disk(f.dataDir),
    await strays(),
    notifications(f),
  ]
}

async function gitCheck(): Promise<Check> {
  const version = await run('git', ['--version']).then((r) => /(\d+)\.(\d+)/.exec(r.stdout), () => null)
  if (version === null) return check('git', 'fail', 'git was not found on the PATH.', 'Install git.')
  const [major, minor] = [Number(version[1]), Number(version[2])]
  const old = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])
  return old ? check('git', 'warn', `git ${version[0]} is old.`, `Install git ${OLDEST_GIT.join('.')} or newer.`) : check('git', 'ok', `git ${version[0]}`)
}

async function ghCheck(): Promise<Check> {
  const found = await run('gh', ['--version']).then(() => true, () => false)
  if (!found) return check('gh', 'ok', 'gh is not installed: pull requests and CI are not checked.')
  const signedIn = await run('gh', ['auth', 'status'], { timeout: 10_000 }).then(() => true, () => false)
  return signedIn ? check('gh', 'ok', 'gh is signed in.') : check('gh', 'warn', 'gh is signed out: pull requests and CI are not checked.', 'Run gh auth login.')
}

function scheduler(engine: Engine): Check {
  const last = engine.live.lastTickAt()
  if (engine.live.halted()) return check('Scheduler', 'fail', 'It failed three times in a row.', 'It tries again every half minute; the log says why.')
  const ago = last === null ? null : Date.now() - last
  if (ago === null || ago > 2 * MINUTE) return check('Scheduler', 'fail', `No tick for ${ago === null ? 'ever' : formatDuration(ago)}.`, 'Restart Threadbeat.')
  return check('Scheduler', 'ok', `Alive, last tick ${formatDuration(ago)} ago.`)
}

function threads(store: Store): Check {
  const all = store.threads()
  const untrusted = all.filter((t) => t.trustedAt === null).length
  const unplanned = all.filter((t) => t.trustedAt !== null && t.intervalMs > 0 && t.nextDueAt === null)
  if (unplanned.length > 0) return check('Threads', 'fail', `${unplanned.length} without a next due time: ${unplanned.map((t) => t.name).join(', ')}.`, 'Look at their active hours.')
  return check('Threads', untrusted > 0 ? 'warn' : 'ok', `${all.length} threads${untrusted > 0 ? `, ${untrusted} not trusted yet` : ''}.`, untrusted > 0 ? 'Trust them, or remove them.' : null)
}

async function disk(dataDir: string): Promise<Check> {
  const space = await statfs(dataDir).then((s) => s.bavail * s.bsize, () => null)
  if (space === null) return check('Disk', 'warn', 'Free space could not be read.')
  const mb = Math.round(space / 1e6)
  return space < LOW_DISK_BYTES ? check('Disk', 'warn', `${mb} MB free in ${dataDir}.`, 'Free some space.') : check('Disk', 'ok', `${mb} MB free in ${dataDir}.`)
}

async function strays(): Promise<Check> {
  const level = await protection()
  const words = { limits: 'Strays of a run are caught in its own process space.', marker: 'Strays of a run are found by a mark in their environment.', group: 'Only a run’s process group is ended.' }
  return check('Processes', level === 'group' ? 'warn' : 'ok', words[level])
}

function notifications({ engine, hasShell }: DoctorFacts): Check {
  if (!hasShell) return check('Notifications', 'ok', 'No window here: alerts are printed.')
  const fault = engine.live.notifierFault()
  return fault === null ? check('Notifications', 'ok', 'No failure seen.') : check('Notifications', 'fail', fault.message, 'Look at the system’s notification settings.')
}
