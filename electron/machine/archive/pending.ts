import { createHash } from 'node:crypto'
import { closeSync, existsSync, readSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod'
import { foldLog } from '../../store/backup/at-start.ts'
import type { Driver } from '../../store/connection/driver.ts'
import { SETTINGS_FILE } from '../disk/settings/settings-text.ts'
import { writeWholeFile } from '../disk/whole-file.ts'
import { DATABASE } from './manifest.ts'
import { openRegularFileSync, readOwnTextSync } from '../disk/regular-file.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/**
 * What a person asked for that needs the history for itself. It is done at the next start, before anything
 * else is.
 */
const pendingSchema = z.discriminatedUnion('kind', [
  /** `sha256`: of the backup, as the person saw it in the plan. */
  z.strictObject({
    kind: z.literal('restore'),
    askedAt: z.number(),
    name: z.string().regex(/^[A-Za-z0-9._-]+$/),
    sha256,
  }),
  /**
   * `sha256`, `settingsSha256`: of the unpacked history and settings, as the person saw them in the plan;
   * null: there are no settings.
   */
  z.strictObject({
    kind: z.literal('import'),
    askedAt: z.number(),
    sha256,
    settingsSha256: sha256.nullable(),
    choices: z.record(z.string(), z.enum(['mine', 'theirs', 'both'])),
    withSettings: z.boolean(),
    keepTrust: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('clear'), askedAt: z.number() }),
  z.strictObject({ kind: z.literal('factory'), askedAt: z.number() }),
])
export type Pending = z.infer<typeof pendingSchema>

export const PENDING = 'pending.json'
/** An archive that was unpacked for an import, and waits. */
export const STAGED = 'import-staged'

/** null: nothing waits, or it cannot be read. */
export function readPending(dataDir: string): Pending | null {
  try {
    return pendingSchema.parse(JSON.parse(readOwnTextSync(path.join(dataDir, PENDING))))
  } catch {
    return null
  }
}
/** Seals what was unpacked: one file without a log, and the hashes for the intent. Nothing has it open. */
export function sealStaged(
  dataDir: string,
  driver: Driver,
): Pick<Extract<Pending, { kind: 'import' }>, 'sha256' | 'settingsSha256'> {
  const staged = path.join(dataDir, STAGED, DATABASE)
  foldLog(staged, driver)
  return { sha256: hashOf(staged), settingsSha256: stagedSettings(dataDir) }
}
/** Of the unpacked settings; null: there are none. */
export function stagedSettings(dataDir: string): string | null {
  const file = path.join(dataDir, STAGED, SETTINGS_FILE)
  return existsSync(file) ? hashOf(file) : null
}
export function hashOf(file: string): string {
  const hash = createHash('sha256')
  const piece = Buffer.alloc(1 << 20)
  const handle = openRegularFileSync(file, { links: 'follow' })
  try {
    for (let n = readSync(handle, piece); n > 0; n = readSync(handle, piece))
      hash.update(piece.subarray(0, n))
  } finally {
    closeSync(handle)
  }
  return hash.digest('hex')
}
export function askAtNextStart(dataDir: string, pending: Pending): void {
  writeWholeFile(path.join(dataDir, PENDING), JSON.stringify(pending))
}
export function cancelPending(dataDir: string): void {
  rmSync(path.join(dataDir, PENDING), { force: true })
  rmSync(path.join(dataDir, STAGED), { recursive: true, force: true })
}
