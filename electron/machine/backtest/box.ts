import { access, lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readOwnText } from '../disk/regular-file.ts'
import { programPath } from '../process/program-path.ts'
import { userEnvironment } from '../process/user-environment.ts'
import { BOX_SCRIPT } from './box-script.ts'
import type { Copy } from './copy.ts'
import { homeFolder } from '../disk/data-dir.ts'

/** What the box has to know beside the copy. */
export interface BoxPlaces {
  readonly real: string
  readonly objects: string
  /** Of the real folder, seen in the copy; what is written there stays in memory. Names of folders at the root. */
  readonly installed: readonly string[]
  /** The command sees nothing in them: the app's own folder, above all. */
  readonly hidden: readonly string[]
}

/** Folders in which other programs of the person wait for orders, which they would carry out outside of the box. */
const SERVICES = [
  '/run/containerd',
  '/run/podman',
  '/run/dbus',
  '/run/user',
  '/tmp/.X11-unix',
  '/tmp/.ICE-unix',
]
/** More than any machine has. */
const SOCKETS_AT_MOST = 2000

/** The sockets at which something waits now, wherever they lie; null: that cannot be told. */
async function socketsNow(): Promise<readonly string[] | null> {
  const table = await readOwnText('/proc/net/unix').catch(() => null)
  if (table === null) return null
  const paths = table.split('\n').flatMap((line) => / (\/.*)$/.exec(line)?.[1] ?? [])
  const all = [...new Set(paths)]
  return all.length > SOCKETS_AT_MOST ? null : all
}

/** Of the box; the command has one more for its user. */
export const NAMESPACES = '--user --map-root-user --mount --pid --net --ipc --uts --fork --kill-child'.split(
  ' ',
)

/** The command line that runs `command` in the copy. `word` is printed by it in a line of its own when it starts. */
export async function boxed(
  command: readonly string[],
  word: string,
  copy: Copy,
  places: BoxPlaces,
): Promise<readonly string[]> {
  const dies = await diesWithUs()
  const scratch = join(copy.folder, 'scratch')
  await Promise.all([mkdir(scratch), mkdir(copy.objects)])
  const sockets = await socketsNow()
  if (sockets === null) throw new Error('the sockets of this machine cannot be told')
  const hidden = [...places.hidden, ...SERVICES, join(homeFolder(), '.docker', 'run'), ...sockets]
  const there = await Promise.all(hidden.map(isThere))
  const installed: string[] = []
  // Only into a folder that the commit has not: mount would follow a link of it.
  for (const name of places.installed)
    if (await mkdir(join(copy.tree, name)).then(...YES_OR_NO)) installed.push(join(places.real, name), name)
  return [
    ...dies,
    'unshare',
    ...NAMESPACES,
    '--mount-proc',
    '--',
    ...['/bin/sh', '-c', BOX_SCRIPT, 'box'],
    ...[copy.tree, places.real, places.objects, copy.objects, scratch],
    ...[String(process.getuid?.() ?? 0), String(process.getgid?.() ?? 0), word],
    ...hidden.filter((_path, i) => there[i]),
    '--',
    ...installed,
    '--',
    ...command,
  ]
}

/** Killed with the app, and with it the whole box; politely slow. */
async function diesWithUs(): Promise<readonly string[]> {
  if (process.platform !== 'linux') return []
  const environment = userEnvironment()
  const [setpriv, nice] = await Promise.all([
    programPath('setpriv', environment, '/'),
    programPath('nice', environment, '/'),
  ])
  return [
    ...(setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL', '--']),
    ...(nice === null ? [] : [nice, '-n', '5']),
  ]
}

const YES_OR_NO = [() => true, () => false] as const
const isThere = (path: string): Promise<boolean> => access(path).then(...YES_OR_NO)

/** Folders of installed packages at the root of a repository; a link is none. */
export async function installedIn(real: string): Promise<readonly string[]> {
  const names = ['node_modules', '.venv', 'venv']
  const found = await Promise.all(
    names.map((name) =>
      lstat(join(real, name)).then(
        (seen) => seen.isDirectory(),
        () => false,
      ),
    ),
  )
  return names.filter((_name, i) => found[i])
}
