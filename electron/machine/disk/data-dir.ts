import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import path from 'node:path'

interface Place {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}
const here = (): Place => ({ platform: process.platform, home: homeFolder(), env: process.env })

/**
 * The person's home folder: `given`, or what HOME says. One that is empty or relative would be looked for in the current
 * folder, which may be a stranger's repository: then the system's list of its users says it, at last the root.
 */
export function homeFolder(given: string = homedir()): string {
  if (path.isAbsolute(given)) return given
  try {
    const { homedir: listed } = userInfo()
    if (path.isAbsolute(listed)) return listed
  } catch {
    // a user that the system does not list
  }
  return path.parse(process.cwd()).root
}

/**
 * Where Threadbeat keeps everything: `given` (--data-dir), THREADBEAT_DATA_DIR, or the platform's own
 * place. A development build (`npm run dev`, or THREADBEAT_DEV=1) has a folder of its own, so that two
 * versions never share one.
 */
export function dataDirPath(given: string | undefined, { platform, home, env }: Place = here()): string {
  const chosen = given || env['THREADBEAT_DATA_DIR']
  if (chosen) return path.resolve(chosen)
  const suffix = env['THREADBEAT_DEV'] === '1' || env['THREADBEAT_DEV_URL'] ? '-dev' : ''
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', `Threadbeat${suffix}`)
  if (platform === 'win32')
    return path.join(env['LOCALAPPDATA'] || path.join(home, 'AppData', 'Local'), `Threadbeat${suffix}`)
  // The XDG rules: a relative path counts as not set.
  const xdg = env['XDG_DATA_HOME']
  return path.join(
    xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share'),
    `threadbeat${suffix}`,
  )
}

/**
 * What a command line needs behind it so that it finds this data folder wherever it is started: a login, a terminal and
 * another program do not know the variables of this process. Empty for the plain one, which is found without a word.
 */
export function dataDirWords(dataDir: string, place: Omit<Place, 'env'> = here()): readonly string[] {
  const plain = dataDirPath(undefined, { platform: place.platform, home: place.home, env: {} })
  return dataDir === plain ? [] : ['--data-dir', dataDir]
}

/**
 * Makes the folder, for its owner only, whatever the umask. An existing one is narrowed: a closed folder is
 * what protects the files inside. The process's umask stays as it is, because agents and commands inherit
 * it and work in the person's repositories.
 */
export function ensurePrivateDir(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (process.platform !== 'win32') {
    const { mode, uid } = statSync(folder)
    if (uid !== process.getuid?.())
      throw new Error(`the folder ${folder} belongs to another user (uid ${uid})`)
    if ((mode & 0o077) !== 0) chmodSync(folder, 0o700)
  }
  return folder
}

/** SQLite would say of such a folder only that a file cannot be opened. null: it can be written, or is still to be made. */
export function whyUnwritable(folder: string): string | null {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    const why = { EROFS: 'its file system is read-only', EACCES: 'you have no right to' }[code] ?? message
    return `The folder ${folder} cannot be written: ${why}. Nothing is known to be damaged.`
  }
}

/**
 * For synchronous calls that create files without taking a mode, such as opening a database or binding a
 * socket.
 */
export function withPrivateUmask<T>(create: () => T): T {
  if (process.platform === 'win32') return create()
  const before = process.umask(0o077)
  try {
    return create()
  } finally {
    process.umask(before)
  }
}
