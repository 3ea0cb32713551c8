import { chmodSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { loadDriver, type Driver } from '../connection/driver.ts'
import { inWorker } from './in-worker.ts'
import { readChecked, noteChecked } from './verdicts.ts'
import { names, synced } from './files.ts'

// before: a change of the schema, a restore, an import
export type BackupKind = 'daily' | 'asked' | 'before'
export interface BackupFile {
  readonly name: string
  readonly at: number
  readonly bytes: number
  readonly kind: BackupKind
  readonly why: string // 'daily', 'asked', 'before-restore' …
  readonly verified: boolean | null // null: not looked at since it was written
}

export const BACKUPS = 'backups'
/** Of each kind the newest stay. */
const BACKUPS_KEPT = 7
const NAME = /^(daily|asked|before-[a-z]+)-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.db$/
const SCHEMA_NAME = /^before-schema-\d+\.db(\.older)?$/

export const backupName = (why: string, at: number): string =>
  `${why}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.db`

/** Newest first. What is in the folder for other reasons is left out. */
export function listBackups(folder: string): readonly BackupFile[] {
  const checked = readChecked(folder)
  return names(folder)
    .flatMap((name): BackupFile[] => {
      const match = NAME.exec(name)
      if (match === null && !SCHEMA_NAME.test(name)) return []
      try {
        const stats = statSync(path.join(folder, name))
        if (!stats.isFile()) return []
        const { size, mtimeMs } = stats
        const at = match === null ? mtimeMs : Date.parse(`${match[2]}T${match[3]}:${match[4]}:${match[5]}Z`)
        const why = match?.[1] ?? 'before-schema'
        const seen = checked[name]
        return [
          {
            name,
            at,
            bytes: size,
            kind: why === 'daily' || why === 'asked' ? why : 'before',
            why,
            verified: seen !== undefined && seen.bytes === size && seen.mtimeMs === mtimeMs ? seen.ok : null,
          },
        ]
      } catch {
        return [] // gone meanwhile
      }
    })
    .sort((a, b) => b.at - a.at)
}

/**
 * A consistent copy of a history that is in use, checked to its last page before it has its name; older
 * ones of the same reason make room. Works in a thread of its own. An error is a sentence; then nothing was
 * added and nothing removed.
 */
export async function makeBackup(
  database: string,
  folder: string,
  why: string,
  at: number,
  driver: Driver = loadDriver(),
): Promise<Result<BackupFile, string>> {
  const target = path.join(folder, backupName(why, at))
  const temporary = `${target}.tmp`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    for (const left of names(folder))
      if (left.endsWith('.db.tmp')) rmSync(path.join(folder, left), { force: true }) // of a crash
    writeFileSync(temporary, '', { mode: 0o600 }) // SQLite itself would make it for everybody's eyes
    const copied = await inWorker({ copyFrom: database, file: temporary, check: 'whole' }, driver)
    if (copied !== null) return err(`No backup was made: ${copied}.`)
    chmodSync(temporary, 0o600)
    synced(temporary)
    renameSync(temporary, target)
    synced(folder)
    noteChecked(folder, path.basename(target), true)
    const mine = listBackups(folder).filter((b) => b.why === why)
    // The new one stays whatever the dates of the others: the clock may have been ahead.
    for (const old of mine.filter((b) => b.name !== path.basename(target)).slice(BACKUPS_KEPT - 1))
      rmSync(path.join(folder, old.name), { force: true })
    return ok(
      mine.find((b) => b.name === path.basename(target)) ?? {
        name: path.basename(target),
        at,
        bytes: statSync(target).size,
        kind: 'asked',
        why,
        verified: true,
      },
    )
  } catch (error) {
    return err(`No backup was made: ${messageOf(error)}.`)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * null: every page of it is sound, and no row lacks what it refers to; else what is wrong. In a thread of
 * its own.
 */
export async function checkBackup(
  folder: string,
  name: string,
  driver: Driver = loadDriver(),
): Promise<string | null> {
  const problem = await inWorker({ copyFrom: null, file: path.join(folder, name), check: 'whole' }, driver)
  noteChecked(folder, name, problem === null)
  return problem
}
