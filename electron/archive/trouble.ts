import { existsSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { BACKUPS, listBackups, problemOf } from '../store/backup.ts'
import { loadDriver } from '../store/driver.ts'
import { MIGRATIONS } from '../store/migrations.ts'
import { lockFolder } from '../store/open.ts'
import { salvage } from '../store/salvage.ts'
import { withPrivateUmask } from '../system/data-dir.ts'
import { DATABASE } from './manifest.ts'
import { applyPending, askAtNextStart } from './pending.ts'

/** What can be done about a history that cannot be opened. */
export interface Trouble {
  readonly isNewer: boolean // written by a newer Threadbeat: nothing is damaged
  /** The newest backup that is sound to its last page; null: none. */
  readonly lastGood: { readonly name: string; readonly at: number } | null
}

export function troubleOf(dataDir: string): Trouble {
  const driver = loadDriver()
  const problem = problemOf(path.join(dataDir, DATABASE), driver, MIGRATIONS.length)
  const folder = path.join(dataDir, BACKUPS)
  const good = listBackups(folder).find((b) => problemOf(path.join(folder, b.name), driver, MIGRATIONS.length) === null)
  return { isNewer: problem?.startsWith('it has schema') === true, lastGood: good === undefined ? null : { name: good.name, at: good.at } }
}

/** Puts a backup in the place of the history, which stays beside it. Nothing may have it open. An error is a sentence. */
export function restoreNow(dataDir: string, name: string): Result<null, string> {
  const driver = loadDriver()
  const unlock = withPrivateUmask(() => lockFolder(dataDir, driver))
  if (unlock === null) return err(`Another Threadbeat works on ${dataDir}. Quit it first.`)
  try {
    askAtNextStart(dataDir, { kind: 'restore', askedAt: Date.now(), name })
    const done = applyPending(dataDir, driver)
    return done.ok ? ok(null) : done
  } finally {
    unlock()
  }
}

/** Everything that can still be read, as JSON lines. An error is a sentence. */
export function salvageTo(dataDir: string, target: string): Result<{ readonly rows: number; readonly damaged: readonly string[] }, string> {
  if (existsSync(target)) return err(`${target} is there already.`)
  try {
    const { rows, damaged } = salvage(path.join(dataDir, DATABASE), target)
    return ok({ rows, damaged })
  } catch (error) {
    return err(`Nothing could be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
}
