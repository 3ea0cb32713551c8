import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { BACKUPS, backupName } from '../../store/backup/backups.ts'
import { foldLog, problemOf } from '../../store/backup/at-start.ts'
import { synced } from '../../store/backup/files.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { DATABASE } from './manifest.ts'

/**
 * The present history stays as a backup, also a damaged one. Afterwards its log is in it, or beside its
 * copy.
 */
export function keepPresent(dataDir: string, why: string, driver: Driver, now: number): string | null {
  const database = path.join(dataDir, DATABASE)
  if (!existsSync(database)) return null
  const folder = path.join(dataDir, BACKUPS)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = backupName(why, now)
  foldLog(database, driver)
  const log = `${database}-wal`
  const isWhole = !existsSync(log) || statSync(log).size === 0
  if (isWhole && problemOf(database, driver) === null) {
    placeCopy(database, path.join(folder, name))
    return name
  }
  for (const end of ENDS)
    if (existsSync(database + end))
      placeCopy(database + end, path.join(folder, `damaged-${name.replace(/\.db$/, '')}.db${end}`))
  return null
}

/** Under its name only when it is whole. */
function placeCopy(from: string, to: string): void {
  rmSync(to, { force: true })
  try {
    linkSync(from, to) // the old bytes get a second name; nothing is copied
  } catch {
    copyFileSync(from, `${to}.tmp`)
    synced(`${to}.tmp`)
    renameSync(`${to}.tmp`, to)
  }
}

export const ENDS = ['', '-wal', '-shm', '-journal'] as const
