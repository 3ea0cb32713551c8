import { constants } from 'node:fs'
import { opendir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { HOUR } from '../../../../../shared/base/time.ts'
import { openRegularFile } from '../../../disk/regular-file.ts'
import { asObject, eventIn, type CliRequest } from '../../cli.ts'
import { followFile, type Following } from '../../records/follow-file.ts'
import { homeFolder } from '../../../disk/data-dir.ts'

const FIRST_LINE_BYTES = 1024 * 1024
const FILES_OF_A_DAY = 50_000

/** Where Codex keeps its records. */
export const homeOf = ({ environment }: Pick<CliRequest, 'environment'>): string =>
  environment['CODEX_HOME'] ?? join(homeFolder(environment['HOME']), '.codex')

interface Followed {
  readonly home: string
  readonly sessionId: string
  /** How long it was before this run; null: it is not known. */
  readonly from: Promise<number | null>
  readonly onLine: (line: string) => void
  readonly mostBytes?: number
}

/** The record of a session, read on as it grows. */
export const followRecord = ({ home, sessionId, ...how }: Followed): Following =>
  followFile({ ...how, open: () => openRecord(home, sessionId), missing: 'Codex kept no record of it' })

/** How long the record of a session is by now; null: there is none, or it is no record. */
export async function recordLength(home: string, sessionId: string): Promise<number | null> {
  const file = await openRecord(home, sessionId).catch(() => null)
  if (file === null) return null
  const { size } = await file.stat()
  await file.close()
  return size
}

/** null: there is none yet. Throws for what is no record of this session. */
async function openRecord(home: string, sessionId: string): Promise<FileHandle | null> {
  const path = await findRecord(home, sessionId)
  if (path === null) return null
  const file = await openRegularFile(path, constants.O_RDONLY, { links: 'refuse' })
  const { bytesRead, buffer } = await file.read(Buffer.alloc(FIRST_LINE_BYTES), 0, FIRST_LINE_BYTES, 0)
  const end = buffer.subarray(0, bytesRead).indexOf(10)
  const first = end === -1 ? null : eventIn(buffer.toString('utf8', 0, end))
  if (first?.['type'] === 'session_meta' && asObject(first['payload'])['id'] === sessionId) return file
  await file.close()
  if (end === -1 && bytesRead < FIRST_LINE_BYTES) return null
  throw new Error('the record of another session')
}

/** In a folder of the day on which the session began, as its id says; null: there is none. */
async function findRecord(home: string, sessionId: string): Promise<string | null> {
  const hex = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(sessionId)
  if (hex === null) return null
  const begun = parseInt(hex[1]! + hex[2]!, 16)
  const days = [0, -24, 24].map((hours) => new Date(begun + hours * HOUR))
  for (const day of days) {
    const parts = [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    const folder = join(home, 'sessions', ...parts.map((part) => String(part).padStart(2, '0')))
    const name = await nameIn(folder, `-${sessionId}.jsonl`)
    if (name !== null) return join(folder, name)
  }
  return null
}

async function nameIn(folder: string, ending: string): Promise<string | null> {
  const entries = await opendir(folder).catch(() => null)
  if (entries === null) return null
  let seen = 0
  for await (const { name } of entries) {
    if (name.startsWith('rollout-') && name.endsWith(ending)) return name
    if (++seen === FILES_OF_A_DAY) return null
  }
  return null
}
