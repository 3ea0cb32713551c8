import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { loadDriver, modulePathOf, type Driver } from './connection/driver.ts'
import { schemaVersion, strangeSchema, type StrangeSchema } from './schema/version.ts'

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
        const { size, mtimeMs } = statSync(path.join(folder, name))
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
    return err(`No backup was made: ${error instanceof Error ? error.message : String(error)}.`)
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

/** A consistent copy at a place of the caller's; null: done. In a thread of its own. */
export async function copyAside(
  database: string,
  file: string,
  driver: Driver = loadDriver(),
): Promise<string | null> {
  writeFileSync(file, '', { mode: 0o600 })
  return inWorker({ copyFrom: database, file, check: 'whole' }, driver)
}

/**
 * The file written anew, without what stood in its free space; null: done. Nothing else has it open. In a
 * thread of its own.
 */
export const rebuilt = (file: string, driver: Driver): Promise<string | null> =>
  inWorker({ copyFrom: null, file, check: 'rebuild' }, driver)

/**
 * null: sound, as far as a quick look can tell. Beside the app that has it open, in a thread of its own.
 */
export const quickCheck = (database: string, driver: Driver): Promise<string | null> =>
  inWorker({ copyFrom: null, file: database, check: 'quick' }, driver)

interface FileProblem {
  readonly kind: 'missing' | 'damaged' | 'foreign' | StrangeSchema['kind']
  readonly text: string // a sentence without its end
}
/** As `checkBackup`, in this thread: for a start, when nothing else happens yet. */
export function problemOf(file: string, driver: Driver): FileProblem | null {
  if (!existsSync(file)) return { kind: 'missing', text: 'it is not there' }
  try {
    const db = driver.open(file)
    try {
      const verdict = String(db.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check'])
      if (verdict !== 'ok') return { kind: 'damaged', text: `it is damaged: ${verdict}` }
      const strange = strangeSchema(db)
      if (strange !== null) return { kind: strange.kind, text: `it ${strange.text}` }
      return schemaVersion(db) < 1 ? { kind: 'foreign', text: 'it is no history of Threadbeat' } : null
    } finally {
      db.close()
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'damaged', text: `it cannot be opened: ${message}` }
  }
}

/** Another file with the same history, in this thread. Throws. */
export function copyNow(database: string, target: string, driver: Driver): void {
  const db = driver.open(database)
  try {
    db.prepare('VACUUM INTO ?').run(target)
  } finally {
    db.close()
  }
}

/** The history's log becomes part of it, where it can be read; the caller is alone with it. */
export function foldLog(database: string, driver: Driver): void {
  try {
    const db = driver.open(database)
    try {
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    } finally {
      db.close()
    }
  } catch {
    // Damaged: whoever keeps it keeps the log beside it.
  }
}

/** Plain JavaScript, because a worker of a bundle has no other file to begin with. */
const WORKER = `
const { workerData: { module: name, copyFrom, file, check }, parentPort } = require('node:worker_threads')
const { DatabaseSync } = name === null ? process.getBuiltinModule('node:sqlite') : require(name)
const opened = (path, work, readOnly = true) => { const db = new DatabaseSync(path, { readOnly, timeout: 5000 }); try { return work(db) } finally { db.close() } }
let problem = null
try {
  if (copyFrom !== null) opened(copyFrom, (db) => db.prepare('VACUUM INTO ?').run(file))
  if (check === 'rebuild') opened(file, (db) => db.exec('VACUUM'), false)
  problem = opened(file, (db) => {
    const [verdict] = Object.values(db.prepare(check === 'whole' ? 'PRAGMA integrity_check(1)' : 'PRAGMA quick_check(1)').get())
    if (verdict !== 'ok') return 'it is damaged: ' + verdict
    if (check !== 'whole') return null
    const orphan = db.prepare('PRAGMA foreign_key_check').get()
    return orphan === undefined ? null : 'a row of ' + orphan.table + ' belongs to nothing'
  })
} catch (error) {
  problem = error.message
}
parentPort.postMessage(problem)
`
function inWorker(
  job: {
    readonly copyFrom: string | null
    readonly file: string
    readonly check: 'whole' | 'quick' | 'rebuild'
  },
  driver: Driver,
): Promise<string | null> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { eval: true, workerData: { ...job, module: modulePathOf(driver) } })
    worker.once('message', (problem: string | null) => resolve(problem))
    worker.once('error', (error) => resolve(error.message))
    worker.once('exit', (code) => resolve(`the copy ended early (${code})`))
  })
}

interface Checked {
  readonly bytes: number
  readonly mtimeMs: number
  readonly ok: boolean
}
const CHECKED = 'checked.json'
function readChecked(folder: string): Readonly<Record<string, Checked | undefined>> {
  try {
    return JSON.parse(readFileSync(path.join(folder, CHECKED), 'utf8')) as Record<string, Checked>
  } catch {
    return {} // lost: they are looked at anew
  }
}
function noteChecked(folder: string, name: string, isOk: boolean): void {
  try {
    const there = new Set(names(folder))
    const kept = Object.entries(readChecked(folder)).filter(([n]) => there.has(n))
    const { size, mtimeMs } = statSync(path.join(folder, name))
    const temporary = path.join(folder, `${CHECKED}.tmp`)
    writeFileSync(
      temporary,
      JSON.stringify({
        ...Object.fromEntries(kept),
        [name]: { bytes: size, mtimeMs, ok: isOk } satisfies Checked,
      }),
      { mode: 0o600 },
    )
    renameSync(temporary, path.join(folder, CHECKED))
  } catch {
    // Only a note: the next look finds out again.
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Of a file or a folder; where folders cannot be synced, the rename itself has happened. */
export function synced(file: string): void {
  let handle: number | null = null
  try {
    handle = openSync(file, 'r')
    fsyncSync(handle)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EIO') throw error
  } finally {
    if (handle !== null) closeSync(handle)
  }
}
