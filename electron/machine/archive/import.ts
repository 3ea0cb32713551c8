import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import { copyProblem } from '../../store/archive/copy-problem.ts'
import { rowCounts, threadPlaces, type ThreadPlace } from '../../store/archive/contents.ts'
import { settlePlaces } from '../../store/archive/hold-back.ts'
import { loadDriver, type Driver } from '../../store/connection/driver.ts'
import { ensurePrivateDir, withPrivateUmask } from '../disk/data-dir.ts'
import { placeNew } from './zip/zip-file.ts'
import { openZip, ZipError, type ZipReader } from './zip/zip-read.ts'
import {
  DATABASE,
  MANIFEST,
  MOST_MANIFEST_BYTES,
  readManifest,
  temporaryIn,
  type Manifest,
} from './manifest.ts'

export interface ImportOptions {
  /** Old beginning of a path → new one, longest first; only whole folder names match. */
  readonly map: readonly { readonly from: string; readonly to: string }[]
  /** Real path of a repository; looks at names only. */
  readonly identify: (path: string) => Promise<Result<{ readonly realPath: string }, Fault>>
}
export interface ImportedThread extends ThreadPlace {
  readonly movedFrom: string | null // null: the folder it was exported with
  readonly missing: string | null // why no repository is there; null: it is
  readonly distrusted: boolean // trust and approvals were taken away
}
export interface Imported {
  readonly manifest: Manifest
  readonly threads: readonly ImportedThread[]
}

/**
 * Makes an archive the state of an empty data folder, whose lock the caller holds. The history appears in
 * one step, last of all; a thread keeps its trust only where its own repository is found at its own real
 * path, because trust was given to that folder. An error is a sentence; then there is no history as before.
 */
export async function importFrom(
  zipPath: string,
  dataDir: string,
  { map, identify }: ImportOptions,
  driver: Driver = loadDriver(),
): Promise<Result<Imported, string>> {
  ensurePrivateDir(dataDir)
  const target = path.join(dataDir, DATABASE)
  for (const end of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(target + end))
      return err(
        `${dataDir} has a history already (${path.basename(target + end)}). An archive is only taken ` +
          'over into an empty folder: --data-dir FOLDER',
      )
  }
  if (existsSync(path.join(dataDir, SETTINGS_FILE)))
    return err(
      `${dataDir} has settings already (${SETTINGS_FILE}). An archive is only taken over into an ` +
        'empty folder: --data-dir FOLDER',
    )
  const temporary = temporaryIn(dataDir)
  const placed: string[] = []
  let zip: ZipReader | null = null
  let isDone = false
  try {
    zip = await openZip(zipPath)
    const manifest = readManifest(await zip.text(MANIFEST, MOST_MANIFEST_BYTES))
    if (typeof manifest === 'string') throw new ZipError(manifest)
    const problem = membersProblem(manifest, zip)
    if (problem !== null) throw new ZipError(problem)
    for (const name of Object.keys(manifest.members)) {
      // Read to its end in any case: an archive is whole, or it is not taken.
      const ownPlace = name === SETTINGS_FILE ? path.join(dataDir, name) : null
      const to = name === DATABASE ? temporary : ownPlace
      await takeOut(zip, manifest, name, to, placed)
    }
    checkSettings(path.join(dataDir, SETTINGS_FILE))
    const threads = await settle(driver, temporary, manifest, map, identify)
    chmodSync(temporary, 0o600)
    await synced(temporary)
    if (!placeNew(temporary, target)) throw new ZipError(`${target} appeared meanwhile`)
    isDone = true
    return ok({ manifest, threads })
  } catch (error) {
    return err(`${zipPath} was not taken over: ${messageOf(error)}.`)
  } finally {
    await zip?.close()
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(temporary + end, { force: true })
    if (isDone)
      await synced(dataDir).catch(() => undefined) // some systems cannot sync a folder
    else for (const file of placed) await rm(file, { force: true })
  }
}

function checkSettings(file: string): void {
  if (!existsSync(file)) return
  const read = readSettingsText(readFileSync(file, 'utf8'))
  if (!read.ok) throw new ZipError(read.error)
}

/** null: the zip holds what its manifest names, and nothing else. */
function membersProblem(manifest: Manifest, zip: ZipReader): string | null {
  if (manifest.members[DATABASE] === undefined) return `it has no ${DATABASE}`
  for (const [name, { size }] of Object.entries(manifest.members)) {
    const there = zip.members.get(name)
    if (there === undefined) return `it has no ${name}, which its manifest names`
    if (there !== size) return `${name} has ${there} bytes, its manifest says ${size}`
  }
  const extra = [...zip.members.keys()].find(
    (name) => name !== MANIFEST && manifest.members[name] === undefined,
  )
  return extra === undefined ? null : `its manifest does not name ${extra}`
}

/** `to` null: only compared with its hash. */
async function takeOut(
  zip: ZipReader,
  manifest: Manifest,
  name: string,
  to: string | null,
  placed: string[],
): Promise<void> {
  const file = to === null ? null : await open(to, 'wx', 0o600)
  if (to !== null) placed.push(to)
  try {
    const { sha256 } = await zip.unpack(name, async (piece) => {
      for (let at = 0; file !== null && at < piece.length; )
        at += (await file.write(piece, at, piece.length - at)).bytesWritten
    })
    if (sha256 !== manifest.members[name]?.sha256)
      throw new ZipError(`${name} is not what its manifest says (sha256 ${sha256})`)
  } finally {
    await file?.close()
  }
}

/** Checks the unpacked history and settles where its threads are on this machine. */
async function settle(
  driver: Driver,
  file: string,
  manifest: Manifest,
  map: ImportOptions['map'],
  identify: ImportOptions['identify'],
): Promise<readonly ImportedThread[]> {
  const db = withPrivateUmask(() => driver.open(file))
  try {
    const problem = copyProblem(db, driver)
    if (problem !== null) throw new ZipError(`${DATABASE} ${problem}`)
    for (const [table, n] of Object.entries(rowCounts(db))) {
      if (manifest.rows[table] !== n)
        throw new ZipError(`${table} has ${n} rows, its manifest says ${manifest.rows[table] ?? 'nothing'}`)
    }
    const threads: ImportedThread[] = []
    for (const thread of threadPlaces(db)) threads.push(await placeOf(thread, map, identify))
    const taken = new Map<string, ImportedThread>()
    for (const t of threads) {
      const other = taken.get(t.repoPath)
      if (other !== undefined)
        throw new ZipError(
          `the threads ${other.number} ${other.name} and ${t.number} ${t.name} would share the folder ${t.repoPath}`,
        )
      taken.set(t.repoPath, t)
    }
    const moved = threads.filter((t) => t.movedFrom !== null)
    withPrivateUmask(() =>
      settlePlaces(
        db,
        new Map(moved.map((t) => [t.id, t.repoPath])),
        new Set(threads.filter((t) => t.distrusted || t.movedFrom !== null).map((t) => t.id)),
      ),
    )
    return threads
  } finally {
    db.close()
  }
}

async function placeOf(
  thread: ThreadPlace,
  map: ImportOptions['map'],
  identify: ImportOptions['identify'],
): Promise<ImportedThread> {
  const wanted = mapped(thread.repoPath, map)
  const found = await identify(wanted)
  // A person named the folder: where it really lies is what counts from now on. Without their word a path
  // that leads elsewhere stays as it was.
  const repoPath = wanted !== thread.repoPath && found.ok ? found.value.realPath : wanted
  const isItself = repoPath === thread.repoPath && found.ok && found.value.realPath === thread.repoPath
  const missing = found.ok ? elsewhere(repoPath, found.value.realPath) : found.error.message
  return {
    ...thread,
    repoPath,
    movedFrom: repoPath === thread.repoPath ? null : thread.repoPath,
    missing,
    trusted: thread.trusted && isItself,
    distrusted: thread.trusted && !isItself,
  }
}

/** By whole folder names: /home/a maps /home/a/x, not /home/ab. The longest beginning counts. */
export function mapped(repoPath: string, map: ImportOptions['map']): string {
  const trimmed = (p: string): string => (p.length > 1 ? p.replace(/[/\\]+$/, '') : p)
  const [best] = map
    .map(({ from, to }) => ({ from: trimmed(from), to: trimmed(to) }))
    .filter(
      ({ from }) =>
        repoPath === from ||
        repoPath.startsWith(/[/\\]$/.test(from) ? from : `${from}/`) ||
        repoPath.startsWith(`${from}\\`),
    )
    .sort((a, b) => b.from.length - a.from.length)
  if (best === undefined) return repoPath
  const rest = repoPath.slice(best.from.length).replace(/^[/\\]+/, '')
  return rest === '' ? best.to : path.join(best.to, rest)
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** null: it is where the person said. */
const elsewhere = (repoPath: string, realPath: string): string | null =>
  realPath === repoPath ? null : `${repoPath} now leads to ${realPath}`
