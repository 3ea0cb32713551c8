import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Place } from '../../store/archive/secrets.ts'
import type { Written } from './zip/zip-file.ts'

export const DATABASE = 'threadbeat.db'
/**
 * The history as lines of JSON, newest first: one run, or one due time without a run of its own, with the
 * fields that `history export` has. For people and scripts; what is restored is the database.
 */
export const HISTORY_LINES = 'history.jsonl'
export const MANIFEST = 'manifest.json'
export const MOST_MANIFEST_BYTES = 16 * 1024 * 1024

/**
 * What an archive says of itself; the zip also holds the history (threadbeat.db, and as lines of JSON in
 * history.jsonl), settings.json and threads.json for people to read, playbooks/<number>/HEARTBEAT.md as
 * they stood, and knowledge/<number>/ with the pages that reflections wrote, to read; what is restored is the
 * database.
 */
export interface Manifest {
  readonly format: 1
  readonly app: string // version that wrote it
  readonly schema: number
  readonly exportedAt: string // ISO 8601
  readonly secrets: 'kept' | 'left out'
  readonly leftOut: readonly Place[] // emptied; to be filled in again after an import
  readonly suspects: readonly Place[] // look like a credential, but stand where none is expected: kept
  readonly rows: Readonly<Record<string, number>> // of each table
  readonly members: Readonly<Record<string, Written>> // all but the manifest itself
}

const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000

/** A copy beside the history, hidden while it is worked on. */
export const temporaryIn = (dataDir: string): string =>
  path.join(dataDir, `.archive.${randomBytes(6).toString('hex')}.tmp`)

/** Copies that a crash left; those of a day ago are nobody's any more. */
export async function sweepTemporary(dataDir: string, now: number): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const file = path.join(dataDir, name)
    if (/^\.archive\.[0-9a-f]{12}\.tmp/.test(name) && now - (await stat(file)).mtimeMs > LEFT_BEHIND_MS)
      await rm(file, { force: true })
  }
}

/** A sentence when the text is no manifest that this app can read. */
export function readManifest(text: string): Manifest | string {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return `its ${MANIFEST} is no JSON`
  }
  if (!isRecord(value)) return `its ${MANIFEST} is no object`
  if (value['format'] !== 1)
    return `it has format ${JSON.stringify(value['format'])}, this app reads format 1`
  const { app, schema, exportedAt, secrets, rows, members } = value
  const isWhole =
    typeof app === 'string' &&
    Number.isInteger(schema) &&
    typeof exportedAt === 'string' &&
    (secrets === 'kept' || secrets === 'left out') &&
    isRecord(rows) &&
    Object.values(rows).every((n) => Number.isInteger(n)) &&
    isRecord(members) &&
    Object.values(members).every(
      (m) =>
        isRecord(m) &&
        Number.isInteger(m['size']) &&
        typeof m['sha256'] === 'string' &&
        /^[0-9a-f]{64}$/.test(m['sha256']),
    ) &&
    isPlaces(value['leftOut']) &&
    isPlaces(value['suspects'])
  return isWhole ? (value as unknown as Manifest) : `its ${MANIFEST} is not complete`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isPlaces = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((p) => isRecord(p) && ['table', 'row', 'what'].every((k) => typeof p[k] === 'string'))
