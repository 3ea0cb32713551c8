import { readdir } from 'node:fs/promises'
import { delimiter, dirname, join, win32 } from 'node:path'
import type { CliName } from '../../../shared/agents/agent-names.ts'
import { PRESETS } from '../../../shared/agents/presets.ts'
import type { FoundRunner } from '../../engine/ports/agents.ts'
import { programPath } from './program-path.ts'
import { userEnvironment } from './user-environment.ts'
import { joinPaths, loginPath } from './login-shell.ts'
import { readOwnText } from '../disk/regular-file.ts'
import { homeFolder } from '../disk/data-dir.ts'

// path: PATH for the program, so that it finds its interpreter
type Found = Pick<FoundRunner, 'program' | 'how' | 'looked'> & { readonly path: string }

/**
 * Folders of no home where package managers of macOS and Linux put programs; a launcher's PATH lacks them.
 */
const SYSTEM_FOLDERS =
  process.platform === 'win32'
    ? []
    : ['/opt/homebrew/bin', '/usr/local/bin', '/home/linuxbrew/.linuxbrew/bin', '/snap/bin']

/**
 * Looks on PATH, on a login shell's PATH, then where installers put programs. A start from a terminal is
 * never needed.
 */
export async function findProgram(
  cli: CliName,
  source: NodeJS.ProcessEnv = process.env,
  login: () => Promise<string | null> = loginPath,
): Promise<Found> {
  const { program: name, folders } = PRESETS[cli]
  const own = userEnvironment(source)['PATH'] ?? ''
  if (name === null) return { program: null, how: null, looked: [], path: own }
  const onPath = await programPath(name, { PATH: own }, '/')
  if (onPath !== null) return { program: onPath, how: 'path', looked: split(own), path: own }
  const shellPath = await login()
  const inShell = shellPath === null ? null : await programPath(name, { PATH: shellPath }, '/')
  if (inShell !== null)
    return {
      program: inShell,
      how: 'login shell',
      looked: split(joinPaths(own, shellPath)),
      path: joinPaths(dirname(inShell), own, shellPath),
    }
  const known = await knownFolders(folders, source)
  const inFolder = await programPath(name, { PATH: known.join(delimiter) }, '/')
  // Its own folder first: beside a program of npm lies the Node.js that it was installed with.
  return {
    program: inFolder,
    how: inFolder === null ? null : 'folder',
    looked: split(joinPaths(own, shellPath, known.join(delimiter))),
    path: joinPaths(inFolder === null ? null : dirname(inFolder), own, shellPath),
  }
}

const split = (path: string): readonly string[] => path.split(delimiter).filter((entry) => entry !== '')

async function knownFolders(
  folders: readonly string[],
  source: NodeJS.ProcessEnv,
): Promise<readonly string[]> {
  const home = homeFolder(source['HOME'] ?? source['USERPROFILE'])
  const versions = join(source['NVM_DIR'] ?? join(home, '.nvm'), 'versions/node')
  const newestFirst = (await readdir(versions).catch(() => [])).sort((a, b) =>
    b.localeCompare(a, 'en', { numeric: true }),
  )
  const npm = source['APPDATA'] === undefined ? [] : [join(source['APPDATA'], 'npm')]
  return [
    ...folders.map((folder) => join(home, folder)),
    ...newestFirst.map((version) => join(versions, version, 'bin')),
    ...npm,
    ...SYSTEM_FOLDERS,
  ]
}

/**
 * How a program is started: itself, or, where npm put a .cmd in front of it, what that .cmd would start.
 * Never through a shell.
 */
export async function startOf(program: string): Promise<readonly string[]> {
  if (!/\.cmd$/i.test(program)) return [program]
  const target = shimTarget(await readOwnText(program).catch(() => ''), win32.dirname(program))
  if (target === null) return [program]
  if (/\.[cm]?js$/i.test(target)) return ['node', target]
  return [target]
}

/** The file that a .cmd of npm names: its last line is `"%_prog%"  "%dp0%\node_modules\…\cli.js" %*`. */
export function shimTarget(cmd: string, folder: string): string | null {
  const named = [...cmd.matchAll(/"%(?:~dp0|dp0%)\\([^"%\r\n]+)"/g)]
    .map((match) => match[1]!)
    .filter((file) => !/^node\.exe$/i.test(file))
    .at(-1)
  return named === undefined ? null : win32.join(folder, named)
}
