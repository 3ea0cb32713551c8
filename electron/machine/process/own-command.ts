import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { userEnvironment } from './user-environment.ts'

/** What has to be known of the program that runs now; all of it can be made up in tests. */
interface OwnProgram {
  readonly script: string // the bundle of the command line
  readonly execPath: string
  /**
   * `node`: what runs is Node itself. `package`: Electron of a package, which runs the bundle without
   * becoming the app. `checkout`: Electron of a checkout, whose person has a Node.
   */
  readonly runtime: 'node' | 'package' | 'checkout'
  readonly nodes: readonly string[] // on the person's PATH, in its order
  /** The program of a package that starts its command line. null: it has none, or this is no package. */
  readonly packaged: string | null
}

/**
 * How other programs (git hooks, the launcher in a folder of the PATH, agents) start this command line. By
 * whole paths: a mere name would be looked up inside of whatever folder they run in. Of the names of one
 * Node that of the PATH is taken, because package managers move what lies behind it with each update.
 */
export function ownCommand({ script, execPath, runtime, nodes, packaged }: OwnProgram): readonly string[] {
  if (packaged !== null) return [packaged]
  if (runtime === 'package') return ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1', execPath, script]
  if (runtime === 'checkout') return [nodes[0] ?? 'node', script]
  return [nodes.find((node) => realPath(node) === realPath(execPath)) ?? execPath, script]
}

/** As the command line itself, in Node or in a package's Electron. */
export function commandOfThisProcess(): readonly string[] {
  const script = realPath(resolve(process.argv[1] ?? ''))
  const runtime = process.versions['electron'] === undefined ? 'node' : 'package'
  return ownCommand({
    script,
    execPath: process.execPath,
    runtime,
    nodes: nodesOnPath(),
    packaged: runtime === 'package' ? packagedCommand(script) : null,
  })
}

/** By what path the command line was called, told to it by what an AppImage is called by from outside. */
export const COMMAND_VARIABLE = 'THREADBEAT_COMMAND'

/** What starts the command line of a package hands over here what it found in ELECTRON_RUN_AS_NODE; empty: nothing. */
export const FOUND_VARIABLE = 'THREADBEAT_FOUND_RUN_AS_NODE'

/**
 * Makes `env` what it was before a package's Electron was started as a Node, which is told to it by a variable: what
 * this process starts for a person may be an Electron too, and is to start as itself. In a plain Node the variable is
 * the person's own.
 */
export function restoreFound(
  env: NodeJS.ProcessEnv,
  isElectron = process.versions['electron'] !== undefined,
): void {
  const found = env[FOUND_VARIABLE]
  delete env[FOUND_VARIABLE]
  if (found) env['ELECTRON_RUN_AS_NODE'] = found
  else if (isElectron || found !== undefined) delete env['ELECTRON_RUN_AS_NODE']
}

/**
 * resources/bin/threadbeat, beside the archive that the bundle lies in: a path that an update leaves as it is. Of an
 * AppImage it is gone with the mount, and what stays is told by a variable. null: there is none.
 */
export function packagedCommand(script: string, env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env[COMMAND_VARIABLE]
  if (named !== undefined && isAbsolute(named) && isExecutable(named)) return named
  const name = process.platform === 'win32' ? 'threadbeat.cmd' : 'threadbeat'
  const file = join(script, '../../../bin', name)
  return ownImage(env) === null && isExecutable(file) ? file : null
}

/**
 * The AppImage that this process runs from. null: it runs from none; APPIMAGE alone may be that of another program,
 * whose terminal this was started in.
 */
export function ownImage(
  env: Readonly<Record<string, string | undefined>> = process.env,
  execPath: string = process.execPath,
): string | null {
  const { APPIMAGE: image, APPDIR: mount } = env
  if (image === undefined || mount === undefined || !isAbsolute(image) || !isAbsolute(mount)) return null
  const root = realPath(mount)
  return root !== sep && isBelow(root, realPath(execPath)) && isFile(image) ? image : null
}

const isBelow = (folder: string, file: string): boolean => {
  const way = relative(folder, file)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

const isFile = (file: string): boolean => {
  try {
    return statSync(file).isFile()
  } catch {
    return false
  }
}

export function nodesOnPath(source: NodeJS.ProcessEnv = process.env): readonly string[] {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  return (userEnvironment(source)['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .filter(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** As it is where there is none. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
