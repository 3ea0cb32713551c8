import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
  type Stats,
} from 'node:fs'
import path from 'node:path'
import type { CommandLineView } from '../../../../shared/contract/app.ts'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import type { Launcher } from '../../../engine/ports/desktop.ts'
import { writeWholeFile } from '../../disk/whole-file.ts'
import { loginPath } from '../../process/login-shell.ts'
import { programPath } from '../../process/program-path.ts'
import { userEnvironment } from '../../process/user-environment.ts'
import { launcherPlace, pathLine } from './place.ts'
import { commandOf, FOUND_NONE, foundHere, launcherText, programAndFolder, quoted } from './text.ts'
import { readOwnTextSync } from '../../disk/regular-file.ts'
import { homeFolder } from '../../disk/data-dir.ts'

const LARGEST_BYTES = 16 * 1024
const MODE = 0o755

/** What stands where the launcher belongs. */
type Standing =
  | { readonly state: 'absent' | 'ours' }
  | {
      readonly state: 'other'
      readonly starts: string
      readonly isGone: boolean
      readonly folder: string | null // it starts this copy, with this other data folder
    }
  | { readonly state: 'foreign'; readonly what: string }

/** Of the machine, for tests that have one of their own. */
interface Around {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: NodeJS.ProcessEnv
  /** PATH of the person's terminals, as it is now; null: not to be had. */
  readonly terminalPath: () => Promise<string | null>
}
const USUAL = (): Around => ({
  platform: process.platform,
  home: homeFolder(),
  env: process.env,
  terminalPath: () => loginPath(true),
})

/**
 * The `threadbeat` of the person's terminals: a launcher of `command`, which starts this copy, with the words that name
 * its data folder at its end where that is not the plain one.
 */
export function createLauncher(command: readonly string[], around: Around = USUAL()): Launcher {
  const { platform, home } = around
  const place = launcherPlace({ platform, home, canWrite, command })
  const none = place.kind === 'none' ? err(fault('file.write_failed', place.why)) : null
  const file = place.kind === 'none' ? '' : place.file
  const change = async (act: () => Result<null, Fault>): Promise<Result<CommandLineView, Fault>> => {
    if (none !== null) return none
    const done = attempt(file, act)
    return done.ok ? ok(await state()) : done
  }
  const state = async (terminalFinds: string | null = null): Promise<CommandLineView> => {
    if (place.kind === 'none')
      return { state: 'none', file: null, command, found: null, text: place.why, addToPath: null }
    const now = await terminals(around)
    const view =
      packageView(command, now.found) ?? viewOf(file, command, around, standing(file, command), now)
    return now.found === null && terminalFinds !== null ? foundHere(view, terminalFinds) : view
  }
  return {
    state,
    install: () => change(() => install(file, command)),
    remove: () => change(() => remove(file, command)),
  }
}

/** The system's refusal as a fault. */
function attempt(file: string, act: () => Result<null, Fault>): Result<null, Fault> {
  try {
    return act()
  } catch (error) {
    return err(fault('file.write_failed', `${file} could not be changed: ${messageOf(error)}`))
  }
}

/** Looking and writing are one uninterrupted block; a file that comes in between is not overwritten. */
function install(file: string, command: readonly string[]): Result<null, Fault> {
  const now = standing(file, command)
  if (now.state === 'foreign') return err(fault('file.conflict', leftAlone(file, now.what)))
  if (now.state === 'ours') return ok(null)
  const text = launcherText(command)
  if (now.state === 'other') {
    writeWholeFile(file, text, { mode: MODE })
    return ok(null)
  }
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { flag: 'wx', mode: MODE })
  chmodSync(file, MODE) // whatever the umask says
  return ok(null)
}

function remove(file: string, command: readonly string[]): Result<null, Fault> {
  const now = standing(file, command)
  if (now.state === 'foreign') return err(fault('file.conflict', leftAlone(file, now.what)))
  rmSync(file, { force: true })
  return ok(null)
}

function standing(file: string, command: readonly string[]): Standing {
  try {
    return lookAt(file, command)
  } catch (error) {
    return { state: 'foreign', what: `cannot be read (${messageOf(error)})` }
  }
}

function lookAt(file: string, command: readonly string[]): Standing {
  const own = programAndFolder(command)
  const found = statOrNull(file)
  if (found === null) return { state: 'absent' }
  if (found.isSymbolicLink())
    return own.folder === null && realPath(file) === realPath(own.script)
      ? { state: 'ours' }
      : { state: 'foreign', what: notOurs(`a link to ${readlinkSync(file)}`) }
  if (found.isDirectory()) return { state: 'foreign', what: notOurs('a folder') }
  if (!found.isFile()) return { state: 'foreign', what: notOurs('no plain file') }
  const words = found.size > LARGEST_BYTES ? null : commandOf(readOwnTextSync(file))
  if (words === null) return { state: 'foreign', what: notOurs('another program') }
  const its = programAndFolder(words)
  const gone = its.program.find((word) => path.isAbsolute(word) && !existsSync(word))
  const isThis = gone === undefined && its.script === own.script
  if (isThis && its.folder === own.folder && (found.mode & 0o111) !== 0) return { state: 'ours' }
  return {
    state: 'other',
    starts: gone ?? its.script,
    isGone: gone !== undefined,
    folder: isThis && its.folder !== own.folder ? (its.folder ?? 'the ordinary data folder') : null,
  }
}

const notOurs = (what: string): string => `is ${what} that Threadbeat did not put there`
const leftAlone = (file: string, what: string): string => `${file} ${what}, and is left alone.`

interface Terminals {
  readonly folders: readonly string[]
  readonly found: string | null // what they start as `threadbeat`
}
async function terminals({ env, terminalPath }: Around): Promise<Terminals> {
  const PATH = (await terminalPath()) ?? userEnvironment(env)['PATH'] ?? ''
  return { folders: PATH.split(path.delimiter), found: await programPath('threadbeat', { PATH }, '/') }
}

/** null: what terminals find is not what the package of this copy put there. */
function packageView(command: readonly string[], found: string | null): CommandLineView | null {
  const { program, folder } = programAndFolder(command)
  if (program.length !== 1 || found === null || realPath(found) !== program[0]) return null
  const words = [found, ...command.slice(program.length)]
  const plain = `Your terminals find it as “threadbeat”: ${found} came with the package.`
  const text =
    folder === null ? plain : `${plain} For the data of this app: threadbeat --data-dir ${quoted(folder)}`
  return { state: 'package', file: found, command: words, found, text, addToPath: null }
}

function viewOf(
  file: string,
  command: readonly string[],
  { home, env }: Around,
  now: Standing,
  { folders, found }: Terminals,
): CommandLineView {
  const folder = path.dirname(file)
  const isOnPath = folders.some((entry) => path.resolve(entry) === folder)
  return {
    state: now.state,
    file,
    command: now.state === 'ours' ? [file] : command,
    found,
    text: `${wordsOf(file, now)} ${foundWords(file, now, found)}`.trim(),
    addToPath: isOnPath ? null : pathLine(folder, home, env['SHELL']),
  }
}

function wordsOf(file: string, now: Standing): string {
  switch (now.state) {
    case 'absent':
      return `There is no ${file} yet.`
    case 'ours':
      return `${file} starts this copy of Threadbeat.`
    case 'other':
      if (now.folder !== null) return `${file} starts this copy with other data: ${now.folder}.`
      return now.isGone
        ? `${file} starts ${now.starts}, which is gone.`
        : `${file} starts another copy of Threadbeat, ${now.starts}.`
    case 'foreign':
      return leftAlone(file, now.what)
  }
}

function foundWords(file: string, now: Standing, found: string | null): string {
  if (found === null) return FOUND_NONE
  if (found === file) return now.state === 'ours' ? 'Your terminals find it as “threadbeat”.' : ''
  return `Your terminals find ${found} first, which is another program.`
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** null: there is nothing, nor can there be, below what is no folder. */
function statOrNull(file: string): Stats | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ?? null
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return null
    throw error
  }
}

/** null: there is nothing behind it. */
function realPath(file: string): string | null {
  try {
    return realpathSync(file)
  } catch {
    return null
  }
}
