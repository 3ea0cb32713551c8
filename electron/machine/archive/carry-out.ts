import { ENDS, keepPresent } from './keep-present.ts'
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { BACKUPS } from '../../store/backup/backups.ts'
import { copyNow, problemOf } from '../../store/backup/at-start.ts'
import { synced } from '../../store/backup/files.ts'
import { loadDriver, type Database, type Driver } from '../../store/connection/driver.ts'
import { clearHistory, hasThreads, takeWhole } from '../../store/archive/whole.ts'
import { mergeThreads, type MergeChoice } from '../../store/archive/merge.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { DATABASE } from './manifest.ts'
import {
  type Pending,
  PENDING,
  STAGED,
  readPending,
  hashOf,
  cancelPending,
  stagedSettings,
} from './pending.ts'
import { takeStagedFiles } from './staged-files.ts'

/**
 * What the app makes in its data folder, and nothing else: any folder can be named as one, also a person's
 * own. Left alone are `shell`, where Chromium writes while the app runs, the lock, and the intent itself.
 */
const OURS =
  /^(threadbeat\.db(-wal|-shm|-journal)?|\.next\.db(-wal|-shm|-journal)?|history-end\.json|settings\.json|settings\.d|backups|logs|hand-over|inbox|master|outputs|knowledge|run|import-staged|salvaged\.jsonl|archive\.key|without-history|threads\.json|heartbeat_state\.json|runtime_index\.json|status-short|\.plan-\d+)$/

/**
 * Does what was asked for. The caller holds the folder's lock and nothing has the history open. A kill at
 * any moment leaves the old history or the new one, whole, and the next start goes on. ok(null): nothing
 * was asked for. An error is a sentence; then the history is as it was and nothing is asked any more.
 */
export function applyPending(
  dataDir: string,
  driver: Driver = loadDriver(),
  now: number = Date.now(),
  step: (name: string) => void = () => undefined,
): Result<Pending['kind'] | null, string> {
  const pending = readPending(dataDir)
  if (pending === null) {
    if (!existsSync(path.join(dataDir, PENDING))) return ok(null)
    cancelPending(dataDir)
    return err(
      `What was asked for at this start could not be read (${PENDING}), so nothing was done and ` +
        'everything is as it was. Ask for it again.',
    )
  }
  try {
    withPrivateUmask(() => carryOut({ dataDir, driver, now, step }, pending))
  } catch (error) {
    if (error instanceof Killed) throw error
    cancelPending(dataDir)
    return err(
      `${WORDS[pending.kind]} was not carried out: ${messageOf(error)}. ` +
        `${pending.kind === 'factory' ? 'Some of it may be gone; ask for it again.' : 'Everything is as it was.'}`,
    )
  }
  step('done')
  cancelPending(dataDir)
  return ok(pending.kind)
}
const WORDS: Record<Pending['kind'], string> = {
  restore: 'Restoring the backup',
  import: 'The import',
  clear: 'Clearing the history',
  factory: 'The factory reset',
}
/** For tests: ends everything where it stands, as a kill would. */
export class Killed extends Error {}

interface Errand {
  readonly dataDir: string
  readonly driver: Driver
  readonly now: number
  readonly step: (name: string) => void
}

function carryOut(errand: Errand, pending: Pending): void {
  const { dataDir, driver, now, step } = errand
  if (pending.kind === 'factory') return removeOurs(errand)
  const next = path.join(dataDir, '.next.db')
  for (const end of ENDS) rmSync(next + end, { force: true })
  makeNext(errand, pending, next)
  const problem = problemOf(next, driver)
  if (problem !== null) throw new Error(problem.text)
  for (const end of ENDS.slice(1)) rmSync(next + end, { force: true })
  synced(next)
  step('keep')
  keepPresent(dataDir, `before-${pending.kind}`, driver, now)
  swapIn(errand, next)
  if (pending.kind === 'import') {
    step('settings')
    takeStagedFiles(dataDir, pending.withSettings)
  }
}

function removeOurs({ dataDir, step }: Errand): void {
  for (const name of readdirSync(dataDir)) {
    if (!OURS.test(name)) continue
    step(`remove ${name}`)
    rmSync(path.join(dataDir, name), { recursive: true, force: true })
  }
}

/** The history that is to be, beside the present one. */
function makeNext(errand: Errand, pending: Exclude<Pending, { kind: 'factory' }>, next: string): void {
  const { dataDir, driver, step } = errand
  switch (pending.kind) {
    case 'restore': {
      const from = path.join(dataDir, BACKUPS, pending.name)
      const problem = problemOf(from, driver)
      if (problem !== null) throw new Error(`${pending.name}: ${problem.text}`)
      step('copy')
      copyFileSync(from, next)
      if (hashOf(next) !== pending.sha256)
        throw new Error(`${pending.name} has changed since you looked at it; ask for it again`)
      return
    }
    case 'import':
      return mergeStaged(errand, pending, next)
    case 'clear':
      copyNow(path.join(dataDir, DATABASE), next, driver)
      step('clear')
      upToDate(next, driver, clearHistory)
  }
}

function mergeStaged(
  { dataDir, driver, step }: Errand,
  pending: Extract<Pending, { kind: 'import' }>,
  next: string,
): void {
  const { choices, keepTrust } = pending
  const database = path.join(dataDir, DATABASE)
  const staged = path.join(dataDir, STAGED, DATABASE)
  if (!existsSync(staged)) throw new Error('what was unpacked for it is gone')
  // Whatever was put there since, or beside it as a log, is not what a person agreed to.
  const isAsSeen =
    hashOf(staged) === pending.sha256 && stagedSettings(dataDir) === pending.settingsSha256 && !hasLog(staged)
  if (!isAsSeen)
    throw new Error('what was unpacked for it has changed since you looked at it; import the archive again')
  if (!existsSync(database) || isEmpty(database, driver)) {
    copyFileSync(staged, next)
    within(next, driver, (db) => takeWhole(db, choices, keepTrust))
    return
  }
  copyNow(database, next, driver)
  step('merge')
  const choiceOf = new Map(Object.entries(choices) as [string, MergeChoice][])
  upToDate(next, driver, (db) => mergeThreads(db, staged, choiceOf, keepTrust))
}

const hasLog = (file: string): boolean =>
  ENDS.slice(1).some((end) => end !== '-shm' && existsSync(file + end) && statSync(file + end).size > 0)

function swapIn({ dataDir, step }: Errand, next: string): void {
  const database = path.join(dataDir, DATABASE)
  step('swap')
  // Without its log first: a log of one history beside the other would be read as its own. From here on
  // only the new one is whole, and this file says so.
  for (const end of ENDS.slice(1)) rmSync(database + end, { force: true })
  step('rename')
  renameSync(next, database)
  synced(dataDir)
}

function isEmpty(database: string, driver: Driver): boolean {
  try {
    return !within(database, driver, hasThreads)
  } catch {
    return false
  }
}
/** As `within`; an older schema is brought up to this app's first. */
function upToDate<T>(file: string, driver: Driver, work: (db: Database) => T): T {
  const opened = openDatabase(file, driver)
  if (!opened.ok) throw new Error(opened.error.message)
  try {
    return work(opened.value.db)
  } finally {
    opened.value.db.close()
  }
}
function within<T>(file: string, driver: Driver, work: (db: Database) => T): T {
  const db = driver.open(file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
