import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { BACKUPS, listBackups } from '../../store/backup/backups.ts'
import { problemOf } from '../../store/backup/at-start.ts'
import { loadDriver, type Database, type Driver } from '../../store/connection/driver.ts'
import { lockFolder } from '../../store/connection/lock.ts'
import { openDatabase } from '../../store/connection/open.ts'
import { salvage } from '../../store/archive/salvage.ts'
import { settleStandIn } from '../../store/archive/stand-in.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { DATABASE } from './manifest.ts'
import { applyPending } from './carry-out.ts'
import { askAtNextStart } from './pending.ts'
import { restorePlan } from './trust/restore-plan.ts'

/** What can be done about a history that cannot be opened. */
interface Trouble {
  /** newer, unreleased: written by a later Threadbeat or one from before the first release, and sound. */
  readonly kind: 'damaged' | 'newer' | 'unreleased'
  /** The newest backup that is sound to its last page; null: none. */
  readonly lastGood: { readonly name: string; readonly at: number } | null
}

export function troubleOf(dataDir: string): Trouble {
  const driver = loadDriver()
  const problem = problemOf(path.join(dataDir, DATABASE), driver)
  const folder = path.join(dataDir, BACKUPS)
  const good = listBackups(folder).find((b) => problemOf(path.join(folder, b.name), driver) === null)
  return {
    kind: problem?.kind === 'newer' || problem?.kind === 'unreleased' ? problem.kind : 'damaged',
    lastGood: good === undefined ? null : { name: good.name, at: good.at },
  }
}

/** What a backup would execute otherwise than the history; that one may be damaged. An error is a sentence. */
export const planRestoreNow = (dataDir: string, name: string): ReturnType<typeof restorePlan> =>
  restorePlan(dataDir, name, loadDriver())

/**
 * Puts a backup in the place of the history, which stays beside it. Nothing may have it open. `hash`: of what
 * the person agreed to, as `planRestoreNow` gave it. An error is a sentence.
 */
export async function restoreNow(dataDir: string, name: string, hash: string): Promise<Result<null, string>> {
  const driver = loadDriver()
  const unlock = withPrivateUmask(() => lockFolder(dataDir, driver))
  if (unlock === null) return err(`Another Threadbeat works on ${dataDir}. Quit it first.`)
  try {
    const plan = await restorePlan(dataDir, name, driver)
    if (!plan.ok) return plan
    if (plan.value.hash !== hash)
      return err(`What ${name} would execute is not what was shown. Nothing was changed; ask for it again.`)
    askAtNextStart(dataDir, { kind: 'restore', askedAt: Date.now(), name, sha256: plan.value.sha256 })
    const done = applyPending(dataDir, driver)
    return done.ok ? ok(null) : done
  } finally {
    unlock()
  }
}

/** A folder that stands in for the damaged history; it is gone when Threadbeat ends. */
const STAND_IN = 'without-history'

export interface StandIn {
  readonly folder: string // holds a history of its own; nothing else is written
  readonly from: number // when the backup was made that it holds
  readonly distrusted: number // threads whose trust the damaged history does not soundly say as well
  remove(): void
}
/**
 * A history to go on with while the real one is damaged: the newest sound backup, of which nothing is done
 * twice and no more is executed than the damaged history allows as well. The caller holds the folder's
 * lock; the damaged history is only read, from a copy. An error is a sentence.
 */
export function standIn(dataDir: string): Result<StandIn, string> {
  const driver = loadDriver()
  const { kind, lastGood } = troubleOf(dataDir)
  if (kind === 'unreleased')
    return err('This history was written by a Threadbeat from before its first release.')
  if (kind === 'newer') return err('This history was written by a newer Threadbeat: install that one again.')
  if (lastGood === null) return err('There is no sound backup to go on with.')
  const folder = path.join(dataDir, STAND_IN)
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    remove()
    mkdirSync(folder, { mode: 0o700 })
    const [history, readable] = [path.join(folder, DATABASE), path.join(folder, 'damaged.db')]
    copyFileSync(path.join(dataDir, BACKUPS, lastGood.name), history)
    for (const end of ['', '-wal'])
      if (existsSync(path.join(dataDir, DATABASE + end)))
        copyFileSync(path.join(dataDir, DATABASE + end), readable + end)
    const opened = openDatabase(history, driver) // a backup of an older schema is brought up to date
    if (!opened.ok) throw new Error(opened.error.message)
    const damaged = openOrNull(readable, driver)
    try {
      return ok({ folder, from: lastGood.at, distrusted: settleStandIn(opened.value.db, damaged), remove })
    } finally {
      damaged?.close()
      opened.value.db.close()
      for (const end of ['', '-wal', '-shm', '-journal']) rmSync(readable + end, { force: true })
    }
  } catch (error) {
    remove()
    return err(`Threadbeat cannot go on without the history: ${messageOf(error)}.`)
  }
}
function openOrNull(file: string, driver: Driver): Database | null {
  try {
    return driver.open(file)
  } catch {
    return null
  }
}

/** Everything that can still be read, as JSON lines. An error is a sentence. */
export function salvageTo(
  dataDir: string,
  target: string,
): Result<{ readonly rows: number; readonly damaged: readonly string[] }, string> {
  if (existsSync(target)) return err(`${target} is there already.`)
  try {
    const { rows, damaged } = salvage(path.join(dataDir, DATABASE), target)
    return ok({ rows, damaged })
  } catch (error) {
    return err(`Nothing could be read: ${messageOf(error)}.`)
  }
}
