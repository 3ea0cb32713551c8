import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ADMIN_PASSWORD, BINARIES, newCluster, own, userOf } from './cluster.ts'

/** For `describe.skipIf`. */
export const NO_POSTGRES = BINARIES === null || userOf() === null
/** What a suite is called, so that a list of tests says what was not run. */
export const named = (name: string): string => (NO_POSTGRES ? `${name} (not run: no PostgreSQL here)` : name)

export interface Postgres {
  readonly port: number
  readonly folder: string
  /** As the superuser over loopback, `database` after creating it. */
  adminUrl(database: string): string
  /** Runs SQL as the superuser; the lines of the answer, fields parted by `|`. */
  sql(database: string, text: string): string[]
  /** A program of PostgreSQL, such as pg_dump, as the superuser; what it prints. */
  run(program: string, args: readonly string[], input?: string): string
  /** Lines that it has written so far. */
  readonly log: readonly string[]
  /** As the power goes. */
  kill(): Promise<void>
  /** Clients are cut off, and nothing is written down. */
  stopAtOnce(): Promise<void>
  start(): Promise<void>
  /** Ended, and its folder gone. */
  remove(): Promise<void>
}

interface ServerOptions {
  readonly settings?: Readonly<Record<string, string>>
  /** Written into its folder before it starts. */
  readonly files?: Readonly<Record<string, string>>
  /** Lines of pg_hba.conf. */
  readonly rules?: readonly string[]
}

/** Of pg_hba.conf as Debian has it, and of the tests' own administrator. */
export const DEBIAN_RULES = [
  'local all admin scram-sha-256',
  'local all all peer',
  'host all all 127.0.0.1/32 scram-sha-256',
]

/** A server of its own, in a temporary folder, on a free port of the loopback. It ends with this process. */
export async function startPostgres(options: ServerOptions = {}): Promise<Postgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'tb-pg-'))
  const data = path.join(folder, 'data')
  const user = userOf()!
  own(folder, user)
  const as = user.uid === null ? {} : { uid: user.uid, gid: user.gid! }
  const program = (name: string): string => path.join(BINARIES!, name)
  newCluster(folder, user)
  for (const [name, text] of Object.entries(options.files ?? {})) {
    writeFileSync(path.join(data, name), text, { mode: 0o600 })
    own(path.join(data, name), user)
  }
  if (options.rules) writeFileSync(path.join(data, 'pg_hba.conf'), `${options.rules.join('\n')}\n`)
  const port = await freePort()
  const settings = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: 'off',
    dynamic_shared_memory_type: 'mmap', // in its folder: a server that was killed leaves nothing elsewhere
    shared_buffers: '16MB',
    max_connections: '30',
    ...options.settings,
  }
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  let child: ChildProcess | null = null
  const log: string[] = []

  const ended = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null) return
    const { pid } = child
    const over = once(child, 'exit')
    process.kill(serverPid(data) ?? pid!, signal)
    await over
    child = null
  }
  const server: Postgres = {
    port,
    folder,
    adminUrl: (database) =>
      `postgres://admin:${encodeURIComponent(ADMIN_PASSWORD)}@127.0.0.1:${port}/${database}`,
    sql: (database, text) =>
      server
        .run('psql', ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-d', database, '-c', text])
        .split('\n')
        .filter((line) => line !== ''),
    run: (name, programArgs, input = '') =>
      execFileSync(program(name), [...programArgs], {
        ...as,
        cwd: folder,
        input,
        encoding: 'utf8',
        maxBuffer: 100_000_000,
        stdio: ['pipe', 'pipe', 'pipe'],
        env: {
          ...process.env,
          PGHOST: folder,
          PGPORT: String(port),
          PGUSER: 'admin',
          PGPASSWORD: ADMIN_PASSWORD,
        },
      }),
    log,
    kill: () => ended('SIGKILL'),
    stopAtOnce: () => ended('SIGQUIT'),
    async start() {
      // The shell ends the server when this process is gone, however it went.
      const begin = (): ChildProcess =>
        spawn('sh', ['-c', KEEPER, 'sh', program('postgres'), '-D', data, ...args], {
          ...as,
          cwd: folder,
          stdio: ['pipe', 'ignore', 'pipe'],
        })
      // Where it was killed, the processes of its clients may live a moment longer.
      for (let tries = 0; child === null && tries < 100; tries++) child = await ready(begin(), log)
      if (child === null) throw new Error('PostgreSQL did not start again: something still has its memory')
    },
    async remove() {
      await ended('SIGQUIT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await server.start()
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return server
}

const KEEPER =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; (read -r _ <&3; kill -QUIT $server) & keeper=$!; wait $server; kill $keeper'

/** Of a server that runs; null: none does. */
function serverPid(data: string): number | null {
  const file = path.join(data, 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** null: another that was killed has not let go of its memory. */
async function ready(child: ChildProcess, log: string[]): Promise<ChildProcess | null> {
  const said: string[] = []
  const lines = createInterface({ input: child.stderr! })
  return await new Promise((resolve, reject) => {
    lines.on('line', (line) => {
      said.push(line)
      log.push(line)
      if (line.includes('database system is ready to accept connections')) resolve(child)
    })
    child.once('close', () => {
      if (said.some((line) => line.includes('pre-existing shared memory'))) resolve(null)
      else reject(new Error(`PostgreSQL did not start:\n${said.join('\n')}`))
    })
    child.once('error', reject)
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
