import path from 'node:path'
import type { BackupView } from '../../../shared/contract/archive.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { Log } from '../../engine/ports/ports.ts'
import { BACKUPS, listBackups, makeBackup, type BackupFile } from '../../store/backup/backups.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { DATABASE } from './manifest.ts'

interface BackupParts {
  readonly dataDir: string
  readonly driver: Driver
  readonly log: Log
  readonly now?: () => number
  /** Calls back at a time, also a past one; returns its end. */
  readonly timer?: (delayMs: number, fn: () => void) => () => void
}

/** The backups of one history, made one at a time. */
export interface DailyBackups {
  readonly folder: string
  list(): readonly BackupView[]
  /** Why the last one could not be made; null: it was, or none was tried. */
  problem(): string | null
  isMaking(): boolean
  /** One for whoever calls while one is made: that one. An error is a sentence. */
  make(why: string): Promise<Result<BackupView, string>>
  /** A backup each day from now on; ends with `close`. */
  follow(): void
  close(): Promise<void>
}

/** How long after the start the first daily backup is looked for: a start has enough to do. */
const FIRST_LOOK_MS = 2 * MINUTE
const LOOK_EVERY_MS = HOUR

export function createDailyBackups(parts: BackupParts): DailyBackups {
  const { dataDir, driver, log, now = Date.now, timer = usualTimer } = parts
  const folder = path.join(dataDir, BACKUPS)
  let making: Promise<Result<BackupView, string>> | null = null
  let problem: string | null = null
  let endTimer = (): void => {}

  async function makeOne(why: string): Promise<Result<BackupView, string>> {
    const backup = await makeBackup(path.join(dataDir, DATABASE), folder, why, now(), driver)
    problem = backup.ok ? null : backup.error
    if (backup.ok) log('info', 'backup.made', { name: backup.value.name, bytes: backup.value.bytes })
    else log('warn', 'store.failed', { where: 'backup', message: backup.error })
    return backup.ok ? ok(toView(backup.value)) : backup
  }
  const make = (why: string): Promise<Result<BackupView, string>> =>
    (making ??= makeOne(why).finally(() => (making = null)))

  const look = (): void => {
    const newest = listBackups(folder).find((b) => b.kind === 'daily')
    // a clock set back must not end them
    const isDue = newest === undefined || now() - newest.at >= DAY || newest.at > now() + HOUR
    void (isDue ? make('daily') : Promise.resolve()).finally(() => (endTimer = timer(LOOK_EVERY_MS, look)))
  }

  return {
    folder,
    list: () => listBackups(folder).map(toView),
    problem: () => problem,
    isMaking: () => making !== null,
    make,
    follow: () => void (endTimer = timer(FIRST_LOOK_MS, look)),
    async close() {
      endTimer()
      await making
      endTimer()
    },
  }
}

const toView = ({ name, at, bytes, why, verified }: BackupFile): BackupView => ({
  name,
  at,
  bytes,
  why,
  verified,
})

function usualTimer(delayMs: number, fn: () => void): () => void {
  const timer = setTimeout(fn, delayMs)
  timer.unref()
  return () => clearTimeout(timer)
}
