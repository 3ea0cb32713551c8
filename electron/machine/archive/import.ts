import { createHash } from 'node:crypto'
import { chmodSync, existsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { ArchiveAuthority } from '../../../shared/contract/authority.ts'
import { readSettingsText, SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import { authorityOf } from '../../store/archive/authority.ts'
import { copyProblem } from '../../store/archive/copy-problem.ts'
import { rowCounts } from '../../store/archive/contents.ts'
import { withoutAuthority } from '../../store/archive/stranger.ts'
import { loadDriver, type Driver } from '../../store/connection/driver.ts'
import { withoutHub } from '../../store/archive/without-hub.ts'
import { MIGRATIONS } from '../../store/schema/schema.ts'
import { migrate } from '../../store/schema/version.ts'
import { ensurePrivateDir, withPrivateUmask } from '../disk/data-dir.ts'
import { settleThreads, type ImportedThread, type Places } from './import-places.ts'
import { agreementHash } from './trust/agreement.ts'
import { readKey } from './trust/archive-key.ts'
import { isSigned, MOST_SIGNATURE_BYTES, SIGNATURE } from './trust/signature.ts'
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
import { readOwnTextSync } from '../disk/regular-file.ts'

export interface ImportOptions extends Places {
  /** The data folder for which the archive is: by its key it knows its own archives. */
  readonly owner: string
  /**
   * Asked when all is unpacked and checked, and nothing is in its place yet: what is agreed to here is what
   * then appears. null: yes; else a sentence, with which the import ends.
   */
  readonly agree: (authority: ArchiveAuthority) => Promise<string | null>
}
export interface Imported {
  readonly manifest: Manifest
  readonly threads: readonly ImportedThread[]
  readonly authority: ArchiveAuthority
}

/**
 * Makes an archive the state of an empty data folder, whose lock the caller holds. The history appears in
 * one step, last of all. Trust, approvals and permissions come only from an archive that `owner` signed. An
 * error is a sentence; then there is no history as before.
 */
export async function importFrom(
  zipPath: string,
  dataDir: string,
  options: ImportOptions,
  driver: Driver = loadDriver(),
): Promise<Result<Imported, string>> {
  ensurePrivateDir(dataDir)
  const full = notEmpty(dataDir)
  if (full !== null) return err(full)
  const key = readKey(options.owner)
  if (!key.ok) return err(`${zipPath} was not taken over: ${key.error.message}.`)
  const temporary = temporaryIn(dataDir)
  const settings = `${temporary}-settings`
  let zip: ZipReader | null = null
  try {
    zip = await openZip(zipPath)
    const { manifest, sha256, signed } = await readSigned(zip, key.value)
    for (const name of Object.keys(manifest.members)) {
      // Read to its end in any case: an archive is whole, or it is not taken.
      const aside = name === SETTINGS_FILE ? settings : null
      await takeOut(zip, manifest, name, name === DATABASE ? temporary : aside)
    }
    checkSettings(settings)
    const settled = await settle(driver, temporary, manifest, signed, options)
    const hash = agreementHash('import', sha256, settled.shown)
    const authority: ArchiveAuthority = { ...settled.shown, hash }
    const no = await options.agree(authority)
    if (no !== null) return err(no)
    await place(dataDir, temporary, settings)
    return ok({ manifest, threads: settled.threads, authority })
  } catch (error) {
    return err(`${zipPath} was not taken over: ${messageOf(error)}.`)
  } finally {
    await zip?.close()
    for (const end of ['', '-settings', '-journal', '-wal', '-shm'])
      await rm(temporary + end, { force: true })
  }
}

/** A sentence; null: nothing is here yet. */
function notEmpty(dataDir: string): string | null {
  const only = 'An archive is only taken over into an empty folder: --data-dir FOLDER'
  for (const end of ['', '-wal', '-shm', '-journal'])
    if (existsSync(path.join(dataDir, DATABASE + end)))
      return `${dataDir} has a history already (${DATABASE}${end}). ${only}`
  return existsSync(path.join(dataDir, SETTINGS_FILE))
    ? `${dataDir} has settings already (${SETTINGS_FILE}). ${only}`
    : null
}

/** The manifest, the SHA-256 of its bytes, and whether the key has signed them. */
async function readSigned(
  zip: ZipReader,
  key: Buffer | null,
): Promise<{ readonly manifest: Manifest; readonly sha256: string; readonly signed: boolean }> {
  const bytes = await zip.bytes(MANIFEST, MOST_MANIFEST_BYTES)
  const signature = zip.members.has(SIGNATURE) ? await zip.bytes(SIGNATURE, MOST_SIGNATURE_BYTES) : null
  const manifest = readManifest(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (typeof manifest === 'string') throw new ZipError(manifest)
  const problem = membersProblem(manifest, zip)
  if (problem !== null) throw new ZipError(problem)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { manifest, sha256, signed: isSigned(bytes, signature, key) }
}

/** The settings first: the history says that all is there. Throws; then neither is. */
async function place(dataDir: string, history: string, settings: string): Promise<void> {
  const [target, settingsTarget] = [path.join(dataDir, DATABASE), path.join(dataDir, SETTINGS_FILE)]
  const hasSettings = existsSync(settings)
  if (hasSettings) {
    await synced(settings)
    if (!placeNew(settings, settingsTarget)) throw new ZipError(`${settingsTarget} appeared meanwhile`)
  }
  try {
    chmodSync(history, 0o600)
    await synced(history)
    if (!placeNew(history, target)) throw new ZipError(`${target} appeared meanwhile`)
  } catch (error) {
    if (hasSettings) await rm(settingsTarget, { force: true })
    throw error
  }
  await synced(dataDir).catch(() => undefined) // some systems cannot sync a folder
}

function checkSettings(file: string): void {
  if (!existsSync(file)) return
  const read = readSettingsText(readOwnTextSync(file))
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
    (name) => name !== MANIFEST && name !== SIGNATURE && manifest.members[name] === undefined,
  )
  return extra === undefined ? null : `its manifest does not name ${extra}`
}

/** `to` null: only compared with its hash. */
async function takeOut(zip: ZipReader, manifest: Manifest, name: string, to: string | null): Promise<void> {
  const file = to === null ? null : await open(to, 'wx', 0o600)
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

/** Checks the unpacked history, settles where its threads are on this machine, and what of it may act. */
async function settle(
  driver: Driver,
  file: string,
  manifest: Manifest,
  signed: boolean,
  places: Places,
): Promise<{
  readonly threads: readonly ImportedThread[]
  readonly shown: Omit<ArchiveAuthority, 'hash'>
}> {
  const db = withPrivateUmask(() => driver.open(file))
  try {
    const problem = copyProblem(db, driver)
    if (problem !== null) throw new ZipError(`${DATABASE} ${problem}`)
    for (const [table, n] of Object.entries(rowCounts(db))) {
      if (manifest.rows[table] !== n)
        throw new ZipError(`${table} has ${n} rows, its manifest says ${manifest.rows[table] ?? 'nothing'}`)
    }
    withPrivateUmask(() => migrate(db, MIGRATIONS))
    withPrivateUmask(() => withoutHub(db))
    const notTaken = signed ? [] : withPrivateUmask(() => withoutAuthority(db))
    const threads = await settleThreads(db, places)
    return { threads, shown: { signed, brings: authorityOf(db), notTaken } }
  } finally {
    db.close()
  }
}

async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
