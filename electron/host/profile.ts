import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { Log } from '../engine/ports/ports.ts'
import { applyPending } from '../machine/archive/carry-out.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { standIn, type StandIn } from '../machine/archive/trouble.ts'
import { ensurePrivateDir, withPrivateUmask } from '../machine/disk/data-dir.ts'
import { logFile } from '../machine/disk/log-file.ts'
import { openSettingsFile, type SettingsFile } from '../machine/disk/settings/settings-file.ts'
import { loadDriver, type Database, type Driver } from '../store/connection/driver.ts'
import { lockFolder } from '../store/connection/lock.ts'
import { openDatabase } from '../store/connection/open.ts'

/** A data folder, locked, with its files opened and what was asked for at this start carried out. */
export interface Profile {
  readonly dataDir: string
  readonly driver: Driver
  readonly settings: SettingsFile
  readonly log: Log
  readonly db: Database
  /** Why what was asked for at this start was not carried out; null: it was, or nothing was asked. */
  readonly notDone: string | null
  /** What takes the place of a damaged history; null: the history itself is open. */
  readonly standIn: StandIn | null
  /** Once the database is closed. */
  unlock(): void
}

export interface OpenError {
  // locked: another Threadbeat works on this folder; damaged: the history cannot be opened
  readonly code: 'locked' | 'damaged' | 'store'
  readonly message: string
}

export function openProfile(folder: string, withoutHistory: boolean): Result<Profile, OpenError> {
  const dataDir = ensurePrivateDir(folder)
  const driver = loadDriver()
  const unlockFolder = withPrivateUmask(() => lockFolder(dataDir, driver))
  if (unlockFolder === null)
    return err({ code: 'locked', message: `Another Threadbeat works on ${dataDir}.` })
  const settings = withPrivateUmask(() => openSettingsFile(dataDir))
  const log = openLog(dataDir, settings)
  const notDone = carryOutPending({ dataDir, driver, settings, log })
  const history = openHistory(dataDir, driver, withoutHistory)
  if (!history.ok) {
    log('error', 'store.failed', { message: history.error })
    unlockFolder()
    return err({ code: 'damaged', message: history.error })
  }
  const { db, migratedFrom, standIn: instead } = history.value
  if (instead !== null)
    log('warn', 'store.failed', {
      where: 'history',
      message: 'damaged; a backup stands in for it until this ends',
      distrusted: instead.distrusted,
    })
  if (migratedFrom !== null) log('info', 'store.migrated', { from: migratedFrom })
  const unlock = (): void => {
    instead?.remove()
    unlockFolder()
  }
  return ok({ dataDir, driver, settings, log, db, notDone, standIn: instead, unlock })
}

const openLog = (dataDir: string, settings: SettingsFile): Log =>
  logFile(join(dataDir, 'logs', 'threadbeat.log'), () =>
    process.env['THREADBEAT_LOG'] === 'debug' || settings.values()['logLevel'] === 'debug' ? 'debug' : 'info',
  )

/** Before the history is opened: it may be another one afterwards. Returns why it was not carried out. */
function carryOutPending(p: Pick<Profile, 'dataDir' | 'driver' | 'settings' | 'log'>): string | null {
  const outcome = applyPending(p.dataDir, p.driver)
  if (!outcome.ok) {
    p.log('error', 'store.failed', { where: 'pending', message: outcome.error })
    return outcome.error
  }
  if (outcome.value !== null) {
    p.log('info', 'authority.changed', { what: 'done at this start', kind: outcome.value })
    p.settings.look()
  }
  return null
}

interface History {
  readonly db: Database
  readonly migratedFrom: number | null
  readonly standIn: StandIn | null
}

/** The history, or, where that is allowed, a backup of it that stands in. An error is a sentence. */
function openHistory(dataDir: string, driver: Driver, withoutHistory: boolean): Result<History, string> {
  const open = (folder: string): ReturnType<typeof openDatabase> =>
    withPrivateUmask(() => openDatabase(join(folder, DATABASE), driver))
  const opened = open(dataDir)
  if (opened.ok) return ok({ ...opened.value, standIn: null })
  if (!withoutHistory) return err(opened.error.message)
  const instead = withPrivateUmask(() => standIn(dataDir))
  if (!instead.ok) return err(`${opened.error.message} ${instead.error}`)
  const replacement = open(instead.value.folder)
  if (!replacement.ok) return err(replacement.error.message)
  return ok({ ...replacement.value, standIn: instead.value })
}
