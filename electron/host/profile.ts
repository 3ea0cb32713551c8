import { statSync } from 'node:fs'
import { join } from 'node:path'
import { plural } from '../../shared/base/amounts.ts'
import { messageOf } from '../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { SUMMARY } from '../../shared/views/summary-names.ts'
import type { Log } from '../engine/ports/ports.ts'
import { applyPending } from '../machine/archive/carry-out.ts'
import { lastEnd, noteOpen, type EndNote } from '../machine/archive/last-end.ts'
import { DATABASE } from '../machine/archive/manifest.ts'
import { standIn, type StandIn } from '../machine/archive/trouble.ts'
import { ensurePrivateDir, whyUnwritable, withPrivateUmask } from '../machine/disk/data-dir.ts'
import { readOwnTextSync } from '../machine/disk/regular-file.ts'
import { logFile } from '../machine/disk/log-file.ts'
import { openSettingsFile, type SettingsFile } from '../machine/disk/settings/settings-file.ts'
import { BACKUPS, listBackups } from '../store/backup/backups.ts'
import { loadDriver, type Database, type Driver } from '../store/connection/driver.ts'
import { lockFolder } from '../store/connection/lock.ts'
import { openDatabase, type Reading } from '../store/connection/open.ts'

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
  /** Who has still to read the pages of the history, and says what was found; null: they are sound. */
  readonly unread: Pick<EndNote, 'sound'> | null
  /** The history was found damaged: the next start reads every page. */
  noteDamaged(): void
  /** Once the database is closed. */
  unlock(): void
}

export interface OpenError {
  // locked: another Threadbeat works on this folder; damaged: the history cannot be opened
  readonly code: 'locked' | 'damaged' | 'store'
  readonly message: string
}

interface ProfileOptions {
  readonly withoutHistory: boolean
  /** Somebody reads the pages of the history once it is open, where its end was unclean. */
  readonly readsLater: boolean
}

export function openProfile(folder: string, options: ProfileOptions): Result<Profile, OpenError> {
  const unwritable = whyUnwritable(folder)
  if (unwritable !== null) return err({ code: 'store', message: unwritable })
  const dataDir = ensurePrivateDir(folder)
  const driver = loadDriver()
  const lock = locked(dataDir, driver)
  if (!lock.ok) return lock
  const unlockFolder = lock.value
  const settings = withPrivateUmask(() => openSettingsFile(dataDir))
  const log = openLog(dataDir, settings)
  const notDone = carryOutPending({ dataDir, driver, settings, log })
  const history = openHistory(dataDir, driver, options)
  if (!history.ok) {
    log('error', 'store.failed', { message: history.error })
    unlockFolder()
    return err({ code: 'damaged', message: history.error })
  }
  const { db, migratedFrom, standIn: instead, end, isRead } = history.value
  if (instead !== null)
    log('warn', 'store.failed', {
      where: 'history',
      message: 'damaged; a backup stands in for it until this ends',
      distrusted: instead.distrusted,
    })
  if (migratedFrom !== null) log('info', 'store.migrated', { from: migratedFrom })
  const unlock = (): void => {
    end?.closed()
    instead?.remove()
    unlockFolder()
  }
  const unread = isRead ? null : end
  const noteDamaged = (): void => end?.damaged()
  return ok({ dataDir, driver, settings, log, db, notDone, standIn: instead, unread, noteDamaged, unlock })
}

function locked(dataDir: string, driver: Driver): Result<() => void, OpenError> {
  try {
    const unlock = withPrivateUmask(() => lockFolder(dataDir, driver))
    return unlock === null
      ? err({
          code: 'locked',
          message: `Another Threadbeat works on ${dataDir}: quit it, or end its \`threadbeat serve\`, first.`,
        })
      : ok(unlock)
  } catch (error) {
    return err({ code: 'store', message: messageOf(error) })
  }
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
  readonly end: EndNote | null // null: it is a backup that stands in
  readonly isRead: boolean // all pages are sound, as far as anybody can know
}

/** Where backups lie, opening finds that by itself. null: nothing is known to be lost. */
function lostWithoutBackup(dataDir: string): string | null {
  const file = join(dataDir, DATABASE)
  const told = threadsTold(dataDir)
  const isEmpty = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
  if (told === 0 || !isEmpty || listBackups(join(dataDir, BACKUPS)).length > 0) return null
  return (
    `${file} is missing or empty, but ${SUMMARY.threads} beside it tells of ${plural(told, 'thread')}. Put the ` +
    `history back; to begin anew, delete ${SUMMARY.threads} first.`
  )
}

/** How many threads the last start told of in the data folder; 0: of none, or it cannot be read. */
function threadsTold(dataDir: string): number {
  try {
    const { threads } = JSON.parse(readOwnTextSync(join(dataDir, SUMMARY.threads))) as { threads?: unknown }
    return Array.isArray(threads) ? threads.length : 0
  } catch {
    return 0
  }
}

/**
 * The history, or, where that is allowed, a backup of it that stands in. An error is a sentence. Its pages
 * are read at once unless its end was clean, or unclean and somebody reads them later.
 */
function openHistory(
  dataDir: string,
  driver: Driver,
  { withoutHistory, readsLater }: ProfileOptions,
): Result<History, string> {
  const open = (folder: string, reading: Reading): ReturnType<typeof openDatabase> =>
    withPrivateUmask(() => openDatabase(join(folder, DATABASE), driver, undefined, reading))
  const file = join(dataDir, DATABASE)
  const before = lastEnd(file)
  const lost = withoutHistory ? null : lostWithoutBackup(dataDir)
  if (lost !== null) return err(lost)
  const isUnread = before === 'unclean' && readsLater && !withoutHistory
  const opened = open(dataDir, isUnread || before === 'clean' ? 'first pages' : 'all pages')
  if (opened.ok)
    return ok({ ...opened.value, standIn: null, end: noteOpen(file, !isUnread), isRead: !isUnread })
  if (!withoutHistory) return err(opened.error.message)
  const instead = withPrivateUmask(() => standIn(dataDir))
  if (!instead.ok) return err(`${opened.error.message} ${instead.error}`)
  const replacement = open(instead.value.folder, 'all pages')
  if (!replacement.ok) return err(replacement.error.message)
  return ok({ ...replacement.value, standIn: instead.value, end: null, isRead: true })
}
