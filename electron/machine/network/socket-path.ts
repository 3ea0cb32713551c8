import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readOwnTextSync } from '../disk/regular-file.ts'

/** sun_path without its final zero: a longer path cannot be bound, and Node would cut it off. */
const LONGEST_BYTES = process.platform === 'darwin' ? 103 : 107
/** Says where the socket is when it could not be in the data folder. */
const POINTER = 'socket.json'

interface SocketPlace {
  readonly path: string
  /** The folder that must be private; null: a named pipe has none. */
  readonly folder: string | null
  /** Must be written so that clients find the socket; null: they look in the data folder by themselves. */
  readonly pointer: string | null
}

/** Where a server for this data folder listens. */
export function socketPlace(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): SocketPlace {
  const id = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  if (process.platform === 'win32')
    return { path: `\\\\.\\pipe\\threadbeat-${id}`, folder: null, pointer: null }
  const folder = path.join(dataDir, 'run')
  const usual = path.join(folder, 'socket')
  if (Buffer.byteLength(usual) <= LONGEST_BYTES) return { path: usual, folder, pointer: null }
  const root =
    [env['XDG_RUNTIME_DIR'], tmpdir(), '/tmp'].find(
      (r) => r !== undefined && path.isAbsolute(r) && Buffer.byteLength(r) + 60 <= LONGEST_BYTES,
    ) ?? '/tmp'
  const short = path.join(root, `threadbeat-${process.getuid?.() ?? 0}-${id}`)
  return { path: path.join(short, 'socket'), folder: short, pointer: path.join(dataDir, POINTER) }
}

/** Where a client looks for the server of this data folder. */
export function findSocket(dataDir: string): string {
  const place = socketPlace(dataDir)
  if (place.pointer === null) return place.path
  try {
    const said = (JSON.parse(readOwnTextSync(place.pointer)) as { path?: unknown }).path
    if (typeof said === 'string') return said
  } catch {
    // no server ever ran here, or the file is damaged: the computed place is as good a guess as any
  }
  return place.path
}

/** A socket of another user is never talked to, so that nobody can squat on the place. null: safe. */
export function socketDanger(socketPath: string): string | null {
  if (process.platform === 'win32') return null
  const me = process.getuid?.()
  for (const file of [socketPath, path.dirname(socketPath)]) {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat !== undefined && stat.uid !== me) return `${file} belongs to another user (uid ${stat.uid})`
  }
  return null
}
