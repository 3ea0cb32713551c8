import { existsSync } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'

/** A PostgreSQL on this machine, by the folder of its unix socket. */
export interface LocalServer {
  readonly folder: string
  readonly port: number // names the socket, and is its port where it listens on the network as well
}

/** Where servers make their sockets: as Debian and Fedora build PostgreSQL, and as it comes. */
const SOCKET_FOLDERS: readonly string[] = ['/run/postgresql', '/var/run/postgresql', '/tmp']

/** PGHOST, where it names a folder, as for psql. */
export function socketFolders(): readonly string[] {
  const chosen = process.env['PGHOST'] ?? ''
  return path.isAbsolute(chosen) ? [chosen] : SOCKET_FOLDERS
}

/**
 * Servers that take connections and whose socket no stranger can have made, lowest port first. (Whoever can write into a
 * folder can put a socket there that looks like a server's: PostgreSQL, "Preventing Server Spoofing".)
 */
export async function localServers(folders: readonly string[]): Promise<readonly LocalServer[]> {
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => [])))
  const all = await Promise.all([...new Set(real.flat())].map(serversIn))
  return all.flat().sort((a, b) => a.port - b.port)
}

async function serversIn(folder: string): Promise<readonly LocalServer[]> {
  const [at, names] = await Promise.all([lstat(folder), readdir(folder)]).catch(() => [null, []] as const)
  if (at === null) return []
  const isEverybodys = (at.mode & 0o002) !== 0
  const found: LocalServer[] = []
  for (const name of names) {
    const port = Number(/^\.s\.PGSQL\.(\d{1,5})$/.exec(name)?.[1])
    if (!(port >= 1 && port <= 65_535)) continue
    const socket = await lstat(path.join(folder, name)).catch(() => null)
    const isOurs = socket?.uid === process.getuid?.() || socket?.uid === 0
    if (socket?.isSocket() !== true || (isEverybodys && !isOurs)) continue
    if (await takesConnections(path.join(folder, name))) found.push({ folder, port })
  }
  return found
}

/** false: its server has ended and left it. */
function takesConnections(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(file)
    const end = (is: boolean): void => {
      socket.destroy()
      resolve(is)
    }
    socket
      .once('connect', () => end(true))
      .once('error', ({ code }: NodeJS.ErrnoException) => end(code === 'EAGAIN')) // so many wait there
  })
}

/** Whether the programs of a PostgreSQL server are here. */
export async function isInstalled(): Promise<boolean> {
  const versions = await Promise.all(
    ['/usr/lib/postgresql', '/opt/homebrew/opt', '/usr/local/opt'].map(async (folder) =>
      (await readdir(folder).catch(() => []))
        .filter((name) => /^(postgresql(@\d+)?|\d+)$/.test(name))
        .map((name) => path.join(folder, name, 'bin')),
    ),
  )
  const folders = [...versions.flat(), ...(process.env['PATH'] ?? '').split(path.delimiter)]
  return folders.some((folder) => path.isAbsolute(folder) && existsSync(path.join(folder, 'postgres')))
}
