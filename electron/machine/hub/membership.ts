import path from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { readRegularFile } from '../disk/regular-file.ts'
import { writeWholeFile } from '../disk/whole-file.ts'
import type { Address } from './connection/address.ts'

/** What a machine that has joined knows of its hub and of itself there. */
export interface Membership {
  readonly machine: string // its id, a UUID
  readonly host: string
  readonly port: number
  readonly database: string
  readonly ca: string | null // PEM
  readonly role: string
  readonly password: string
  readonly nextPassword: string | null // about to take its place, or just in it; null: settled
}

/** In the data folder, for its owner only; in no export and no backup. */
export const HUB_FILE = 'hub.json'
const MOST_BYTES = 100_000

/** With the password that was written last, then with the one that may be in force already. */
export function addressesOf(membership: Membership): readonly [Address, Address?] {
  const { host, port, database, ca, role, password, nextPassword } = membership
  const address = { host, port, database, ca, role, password }
  return nextPassword === null ? [address] : [address, { ...address, password: nextPassword }]
}

/**
 * ok(null): this machine has joined no hub. file.unreadable: the file is there and cannot be used; it stays as it is.
 */
export async function readMembership(dataDir: string): Promise<Result<Membership | null, Fault>> {
  const file = path.join(dataDir, HUB_FILE)
  try {
    const { bytes, stats } = await readRegularFile(file, { maxBytes: MOST_BYTES, links: 'refuse' })
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      return unusable(file, 'others may read or write it (its mode must be 600)')
    const membership = membershipOf(parsed(bytes.toString('utf8')))
    return typeof membership === 'string' ? unusable(file, membership) : ok(membership)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return ok(null)
    return unusable(file, code === 'ELOOP' ? 'it is a link' : messageOf(error))
  }
}

/** undefined: no JSON. What the runtime says of it has a part of the text, and so maybe of the password. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** file.write_failed: what was there is still there. */
export function writeMembership(dataDir: string, membership: Membership): Result<void, Fault> {
  const file = path.join(dataDir, HUB_FILE)
  try {
    writeWholeFile(file, `${JSON.stringify({ version: 1, ...membership }, null, 2)}\n`)
    return ok(undefined)
  } catch (error) {
    return err(fault('file.write_failed', `${file}: ${messageOf(error)}`))
  }
}

const unusable = (file: string, why: string): Result<never, Fault> =>
  err(
    fault(
      'file.unreadable',
      `${file}, which says how this machine reaches its hub, cannot be used: ${why}. Mend it, or move it away and join ` +
        'again with a new code',
    ),
  )

/** A sentence: what is wrong. */
function membershipOf(value: unknown): Membership | string {
  if (typeof value !== 'object' || value === null) return 'it is no object of JSON'
  const read = value as Readonly<Record<string, unknown>>
  if (read['version'] !== 1) return `its version is ${JSON.stringify(read['version'])}, not 1`
  for (const name of ['machine', 'host', 'database', 'role', 'password'])
    if (typeof read[name] !== 'string' || read[name] === '') return `${name} is no text`
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(String(read['machine'])))
    return 'machine is no UUID'
  const { port } = read
  if (!Number.isInteger(port) || Number(port) < 1 || Number(port) > 65_535) return 'port is not 1 to 65535'
  for (const name of ['ca', 'nextPassword'])
    if (read[name] !== null && typeof read[name] !== 'string') return `${name} is neither a text nor null`
  const { machine, host, database, ca, role, password, nextPassword } = read
  return { machine, host, port, database, ca, role, password, nextPassword } as Membership
}
