import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from '../../../../build/machine/machine.mjs'

/** Where PostgreSQL's programs are. null: there are none on this machine. */
export const BINARIES = findBinaries()
export const ADMIN_PASSWORD = 'pass:word/?#@ %41' // each character has to be written otherwise in an address

/** A database cluster as `initdb` makes it takes a second of work: made once, and copied from then on. */
const KEPT = path.join(
  root,
  'node_modules/.cache',
  `postgres-${createHash('sha256')
    .update(BINARIES ?? '')
    .digest('hex')
    .slice(0, 8)}`,
)

/** In `data` of the folder. */
export function newCluster(folder: string, user: User): void {
  const copy = (from: string, to: string): unknown => execFileSync('cp', ['-a', from, to])
  const data = path.join(folder, 'data')
  const kept = `${KEPT}-${user.uid ?? 'own'}`
  if (existsSync(kept)) return void copy(kept, data)
  const secret = path.join(folder, 'secret')
  writeFileSync(secret, ADMIN_PASSWORD)
  own(secret, user)
  execFileSync(
    path.join(BINARIES!, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'admin',
      '-A',
      'scram-sha-256',
      `--pwfile=${secret}`,
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ],
    { ...(user.uid === null ? {} : { uid: user.uid, gid: user.gid! }), cwd: folder, stdio: 'pipe' },
  )
  mkdirSync(path.dirname(kept), { recursive: true })
  const beside = mkdtempSync(`${kept}-`)
  try {
    copy(data, path.join(beside, 'data'))
    renameSync(path.join(beside, 'data'), kept)
  } catch (error) {
    if (!existsSync(kept)) throw error // else another process was first, and its is the same
  } finally {
    rmSync(beside, { recursive: true, force: true })
  }
}

interface User {
  readonly uid: number | null // null: who runs the tests
  readonly gid: number | null
}

/** PostgreSQL refuses to run as root. null: there is nobody else. */
export function userOf(): User | null {
  if (process.getuid?.() !== 0) return { uid: null, gid: null }
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((each) => each.split(':'))
    .find(([name]) => name === 'postgres' || name === 'nobody')
  return line === undefined ? null : { uid: Number(line[2]), gid: Number(line[3]) }
}

export function own(file: string, { uid, gid }: User): void {
  if (uid !== null) chownSync(file, uid, gid!)
}

function findBinaries(): string | null {
  const installed = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : []
  const folders = [
    ...installed.sort((a, b) => Number(b) - Number(a)).map((version) => `/usr/lib/postgresql/${version}/bin`),
    ...(process.env['PATH'] ?? '').split(path.delimiter),
  ]
  return (
    folders.find((folder) =>
      ['initdb', 'postgres', 'psql', 'pg_dump'].every((name) => existsSync(path.join(folder, name))),
    ) ?? null
  )
}
