import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { MAX_BYTES } from '../../../shared/playbook/lint/size.ts'
import { HISTORY_PAGE } from '../../../shared/history/history.ts'
import { exportPieces } from '../../../shared/history/export.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { asSentence } from '../../../shared/base/faults.ts'
import { diskReason } from '../disk/answering/disk-reason.ts'
import { fileFault, readRegularFile } from '../disk/regular-file.ts'
import { openSettingsFile } from '../disk/settings/settings-file.ts'
import { SETTINGS_FILE, type SettingValues } from '../disk/settings/settings-text.ts'
import {
  copyTo,
  readablePages,
  readableThreads,
  rowCounts,
  threadPlaces,
} from '../../store/archive/contents.ts'
import { stripSecrets } from '../../store/archive/secrets.ts'
import { withoutHub } from '../../store/archive/without-hub.ts'
import { rebuilt } from '../../store/backup/in-worker.ts'
import { connect } from '../../store/connection/connection.ts'
import { loadDriver, type Database, type Driver } from '../../store/connection/driver.ts'
import { pages } from '../../store/history/pages.ts'
import { settle } from '../../store/history/settle.ts'
import { MIGRATIONS } from '../../store/schema/schema.ts'
import { schemaVersion } from '../../store/schema/version.ts'
import { withPrivateUmask } from '../disk/data-dir.ts'
import { randomId } from '../clock/ids.ts'
import { keyOf } from './trust/archive-key.ts'
import { SIGNATURE, signatureOf } from './trust/signature.ts'
import { createZip, type Written, type ZipWriter } from './zip/zip-file.ts'
import { openZip } from './zip/zip-read.ts'
import { DATABASE, HISTORY_LINES, MANIFEST, sweepTemporary, temporaryIn, type Manifest } from './manifest.ts'

export interface ExportOptions {
  readonly withSecrets: boolean
  readonly force: boolean // replaces a file that stands there
  readonly appVersion: string
  readonly now: number
  /** Another way to copy the history to a file; null: done, else why not. */
  readonly copy?: (file: string) => Promise<string | null>
}
interface Exported {
  readonly manifest: Manifest
  readonly missed: readonly string[] // sentences: what could not be read
}

/** Files of a trusted repository that say how its thread is worked. */
const PLAYBOOK_FILES = ['HEARTBEAT.md', 'HEARTBEAT.json']

/**
 * Everything of a profile as one zip, of one moment, for its owner only, signed by the data folder. `db` may
 * be in use by others and may be read-only; it is copied on the data folder's disk first and never held in
 * memory. An error is a sentence; then nothing was written.
 */
export async function exportTo(
  db: Database,
  dataDir: string,
  zipPath: string,
  options: ExportOptions,
  driver: Driver = loadDriver(),
): Promise<Result<Exported, string>> {
  if (!options.force && existsSync(zipPath))
    return err(`${zipPath} is there already; with --force it is replaced.`)
  const key = withPrivateUmask(() => keyOf(dataDir))
  if (!key.ok) return err(`${zipPath} was not written: ${key.error.message}.`)
  const copy = temporaryIn(dataDir)
  let zip: ZipWriter | null = null
  try {
    await sweepTemporary(dataDir, options.now)
    if (options.copy === undefined) withPrivateUmask(() => copyTo(db, copy))
    else await options.copy(copy).then((problem) => problem !== null && Promise.reject(new Error(problem)))
    const { about, readable, knowledge, trusted } = describeCopy(
      driver,
      copy,
      options.withSecrets,
      openSettingsFile(dataDir).values(),
    )
    const unclean = about.leftOut.length === 0 ? null : await rebuilt(copy, driver)
    if (unclean !== null) throw new Error(unclean)
    zip = await createZip(zipPath, options.now)
    const members: Record<string, Written> = {}
    const missed: string[] = []
    members[DATABASE] = await zip.addFile(DATABASE, copy)
    for (const [name, value] of Object.entries(readable))
      members[name] = await zip.addBytes(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))
    if (about.schema === MIGRATIONS.length)
      members[HISTORY_LINES] = await zip.addPieces(HISTORY_LINES, linesOf(driver, copy))
    else
      missed.push(
        `${HISTORY_LINES} was left out: this history was written by another version of Threadbeat ` +
          `(schema ${about.schema}, this one has ${MIGRATIONS.length}). Start this version once, then ` +
          'export again.',
      )
    for (const { number, repoPath } of trusted) {
      for (const name of PLAYBOOK_FILES)
        await addPlain(zip, members, missed, `playbooks/${number}/${name}`, path.join(repoPath, name))
    }
    for (const { name, text } of knowledge) members[name] = await zip.addBytes(name, Buffer.from(text))
    const manifest: Manifest = {
      format: 1,
      app: options.appVersion,
      exportedAt: new Date(options.now).toISOString(),
      secrets: options.withSecrets ? 'kept' : 'left out',
      ...about,
      members,
    }
    const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
    await zip.addBytes(MANIFEST, bytes)
    await zip.addBytes(SIGNATURE, Buffer.from(signatureOf(bytes, key.value)))
    if ((await zip.finish(options.force)) === 'exists')
      return err(`${zipPath} is there already; with --force it is replaced.`)
    await (await openZip(zipPath)).close() // what is written here can be read by the same rules
    return ok({ manifest, missed })
  } catch (error) {
    return err(asSentence(`${zipPath} was not written: ${diskReason(error)}`))
  } finally {
    await zip?.abandon()
    for (const end of ['', '-journal', '-wal', '-shm']) await rm(copy + end, { force: true })
  }
}

/** Takes out of the copy what was for a hub, and its secrets if asked to, and says what is in it. */
function describeCopy(driver: Driver, copy: string, withSecrets: boolean, own: SettingValues) {
  const db = driver.open(copy)
  try {
    withPrivateUmask(() => withoutHub(db))
    const { leftOut, suspects } = withSecrets
      ? { leftOut: [], suspects: [] }
      : withPrivateUmask(() => stripSecrets(db))
    return {
      about: { schema: schemaVersion(db), leftOut, suspects, rows: rowCounts(db) },
      readable: { [SETTINGS_FILE]: own, 'threads.json': readableThreads(db) },
      knowledge: schemaVersion(db) === MIGRATIONS.length ? readablePages(db) : [],
      trusted: threadPlaces(db).filter((t) => t.trusted),
    }
  } finally {
    db.close()
  }
}

/** A page at a time, and no faster than the zip takes them. */
async function* linesOf(driver: Driver, copy: string): AsyncGenerator<Uint8Array> {
  const db = driver.open(copy)
  try {
    const connection = connect(db, randomId, {
      committed: () => undefined,
      refused: () => undefined,
      damaged: () => undefined,
    })
    // In the copy alone: the original may be open for reading only, and the database of the archive is of one moment.
    connection.verb(() => settle(connection))
    const { page } = pages(connection)
    for await (const { text } of exportPieces((after) => page({}, { after }, HISTORY_PAGE), 'jsonl'))
      yield Buffer.from(text)
  } finally {
    db.close()
  }
}

/**
 * A regular file as it stands now; a link is not followed, because a repository could point it anywhere.
 * What is not there is no loss.
 */
async function addPlain(
  zip: ZipWriter,
  members: Record<string, Written>,
  missed: string[],
  name: string,
  from: string,
): Promise<void> {
  const read = await readRegularFile(from, { maxBytes: MAX_BYTES, links: 'refuse' }).catch(
    (error: unknown) => void noteMissed(missed, from, error),
  )
  if (read !== undefined) members[name] = await zip.addBytes(name, read.bytes)
}

function noteMissed(missed: string[], from: string, error: unknown): void {
  const { code } = error as NodeJS.ErrnoException
  const known = fileFault(error)
  if (known !== null) missed.push(`${known.message}; it was left out.`)
  else if (code === 'ELOOP') missed.push(`${from} is a link and was left out.`)
  else if (code !== 'ENOENT' && code !== 'ENOTDIR') missed.push(`${from} could not be read (${code}).`)
}
