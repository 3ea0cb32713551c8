import { spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import argumentsAtLine from 'launch-editor/get-args.js'
import type { FilePlace } from '../../engine/ports/desktop.ts'
import { LINUX_TERMINALS } from '../../../shared/settings/terminals.ts'
import { programPath } from '../process/program-path.ts'
import { homeFolder } from '../disk/data-dir.ts'

/**
 * Editors and terminals that can be told which folder to open, as data: what is installed is found out,
 * never assumed.
 */

interface OpenerRow {
  readonly key: string
  readonly what: 'editor' | 'terminal'
  readonly name: string
  /**
   * Names on PATH, or absolute paths; `~` is the home folder and `%NAME%` a variable of Windows. The first
   * that is there counts.
   */
  readonly programs: readonly string[]
  /**
   * Arguments behind the program. Every opener is started in the folder, so that one which takes none opens
   * it as well.
   */
  readonly args: (folder: string) => readonly string[]
  /** The editor whose arguments for a line it takes; absent: its own, by the name of its program. */
  readonly like?: 'code'
}

const editor = (
  key: string,
  name: string,
  programs: readonly string[],
  args: OpenerRow['args'] = (folder) => [folder],
): OpenerRow => ({ key, what: 'editor', name, programs, args })
const terminal = (
  key: string,
  name: string,
  programs: readonly string[],
  args: OpenerRow['args'] = () => [],
): OpenerRow => ({ key, what: 'terminal', name, programs, args })
/** An app of macOS is started by its bundle; its folder says whether it is there. */
const bundle = (
  row: (key: string, name: string, programs: readonly string[], args: OpenerRow['args']) => OpenerRow,
  key: string,
  name: string,
  file: string,
): OpenerRow =>
  row(
    key,
    name,
    [`/Applications/${file}.app`, `~/Applications/${file}.app`, `/System/Applications/Utilities/${file}.app`],
    (folder) => ['-a', file, folder],
  )

export const OPENERS: Readonly<Record<'linux' | 'darwin' | 'win32', readonly OpenerRow[]>> = {
  linux: [
    editor('code', 'VS Code', ['code', '/snap/bin/code']),
    editor('cursor', 'Cursor', ['cursor']),
    editor('codium', 'VSCodium', ['codium']),
    editor('zed', 'Zed', ['zed', 'zeditor', '~/.local/bin/zed']),
    { ...editor('windsurf', 'Windsurf', ['windsurf']), like: 'code' },
    editor('sublime', 'Sublime Text', ['subl']),
    editor('idea', 'IntelliJ IDEA', ['idea', 'intellij-idea-ultimate', 'intellij-idea-community']),
    editor('webstorm', 'WebStorm', ['webstorm']),
    editor('kate', 'Kate', ['kate']),
    editor('gedit', 'Text Editor', ['gnome-text-editor', 'gedit']),
    ...LINUX_TERMINALS.map(({ key, name, program, inFolder }) => terminal(key, name, [program], inFolder)),
  ],
  darwin: [
    bundle(editor, 'code', 'VS Code', 'Visual Studio Code'),
    bundle(editor, 'cursor', 'Cursor', 'Cursor'),
    bundle(editor, 'codium', 'VSCodium', 'VSCodium'),
    bundle(editor, 'zed', 'Zed', 'Zed'),
    bundle(editor, 'windsurf', 'Windsurf', 'Windsurf'),
    bundle(editor, 'sublime', 'Sublime Text', 'Sublime Text'),
    bundle(editor, 'idea', 'IntelliJ IDEA', 'IntelliJ IDEA'),
    bundle(editor, 'webstorm', 'WebStorm', 'WebStorm'),
    bundle(editor, 'nova', 'Nova', 'Nova'),
    bundle(terminal, 'ghostty', 'Ghostty', 'Ghostty'),
    bundle(terminal, 'iterm', 'iTerm', 'iTerm'),
    bundle(terminal, 'kitty', 'kitty', 'kitty'),
    bundle(terminal, 'warp', 'Warp', 'Warp'),
    bundle(terminal, 'system', 'Terminal', 'Terminal'),
  ],
  // Programs themselves: what ends in .cmd would need a shell.
  win32: [
    editor('code', 'VS Code', [
      '%LOCALAPPDATA%\\Programs\\Microsoft VS Code\\Code.exe',
      '%ProgramFiles%\\Microsoft VS Code\\Code.exe',
    ]),
    editor('cursor', 'Cursor', ['%LOCALAPPDATA%\\Programs\\cursor\\Cursor.exe']),
    editor('codium', 'VSCodium', [
      '%LOCALAPPDATA%\\Programs\\VSCodium\\VSCodium.exe',
      '%ProgramFiles%\\VSCodium\\VSCodium.exe',
    ]),
    editor('zed', 'Zed', ['%LOCALAPPDATA%\\Programs\\Zed\\Zed.exe']),
    editor('windsurf', 'Windsurf', ['%LOCALAPPDATA%\\Programs\\Windsurf\\Windsurf.exe']),
    editor('sublime', 'Sublime Text', ['%ProgramFiles%\\Sublime Text\\sublime_text.exe']),
    editor('notepadpp', 'Notepad++', ['%ProgramFiles%\\Notepad++\\notepad++.exe'], (folder) => [
      '-openFoldersAsWorkspace',
      folder,
    ]),
    terminal('wt', 'Windows Terminal', ['%LOCALAPPDATA%\\Microsoft\\WindowsApps\\wt.exe'], () => ['-d', '.']),
    terminal('pwsh', 'PowerShell 7', ['%ProgramFiles%\\PowerShell\\7\\pwsh.exe'], () => ['-NoExit']),
    terminal(
      'system',
      'PowerShell',
      ['%SystemRoot%\\System32\\WindowsPowerShell\\v1.0\\powershell.exe'],
      () => ['-NoExit'],
    ),
  ],
}

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Absolute path of what can be started, or a bundle; null: it is not there. */
  readonly find: (program: string) => Promise<string | null>
}

const rowsOf = (platform: NodeJS.Platform): readonly OpenerRow[] =>
  OPENERS[platform === 'darwin' || platform === 'win32' ? platform : 'linux']

/** A row's places as this machine spells them; a variable that is not set leaves its place out. */
export const placesOf = (row: OpenerRow, { home, env }: Pick<Machine, 'home' | 'env'>): readonly string[] =>
  row.programs.flatMap((program) => {
    const missing = [...program.matchAll(/%([^%]+)%/g)].some(([, name]) => (env[name ?? ''] ?? '') === '')
    return missing
      ? []
      : [program.replace(/^~(?=\/)/, home).replace(/%([^%]+)%/g, (_, name: string) => env[name] ?? '')]
  })

async function startable(row: OpenerRow, machine: Machine): Promise<string | null> {
  for (const place of placesOf(row, machine)) {
    const found = await machine.find(place)
    if (found !== null) return found
  }
  return null
}

export async function installedOpeners(
  machine: Machine = thisMachine(),
): Promise<readonly Pick<OpenerRow, 'key' | 'what' | 'name'>[]> {
  const found = await Promise.all(
    rowsOf(machine.platform).map(async (row) =>
      (await startable(row, machine)) === null ? [] : [{ key: row.key, what: row.what, name: row.name }],
    ),
  )
  return found.flat()
}

/** The program and its arguments; null: not installed, or no such key. */
export async function openerCommand(
  key: string,
  folder: string,
  machine: Machine = thisMachine(),
  place?: FilePlace,
): Promise<readonly [string, ...string[]] | null> {
  const row = rowsOf(machine.platform).find((r) => r.key === key)
  const program = row === undefined ? null : await startable(row, machine)
  if (row === undefined || program === null) return null
  if (machine.platform !== 'darwin')
    return [program, ...row.args(folder), ...(place === undefined ? [] : atLine(row, program, folder, place))]
  // `open` has no word for a line: the file is opened at its head
  const file = place === undefined ? [] : [path.join(folder, place.file)]
  return ['/usr/bin/open', ...row.args(folder), ...file]
}

/** The file, at its line where the editor can be told one, in the window of its folder. */
const atLine = (row: OpenerRow, program: string, folder: string, place: FilePlace): readonly string[] =>
  argumentsAtLine(row.like ?? program, path.join(folder, place.file), place.line)
    .map(String)
    .filter((argument) => argument !== '-r') // VS Code's window that was used last may hold another folder

/** false: it could not be started, or the folder is gone. */
export async function startOpener(key: string, folder: string, place?: FilePlace): Promise<boolean> {
  const command = await openerCommand(key, folder, thisMachine(), place)
  if (
    command === null ||
    !(await stat(folder).then(
      (s) => s.isDirectory(),
      () => false,
    ))
  )
    return false
  return startDetached(command, folder)
}

/**
 * A program of the person's, without our own variables; it lives on when Threadbeat ends. false: it could
 * not be started.
 */
export async function startDetached(
  [program, ...args]: readonly [string, ...string[]],
  folder: string,
): Promise<boolean> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:ELECTRON_|NODE_OPTIONS$|CHROME_DESKTOP$|THREADBEAT_)/.test(name),
    ),
  )
  try {
    const child = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'ignore' })
    child.unref()
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false))
      child.once('spawn', () => resolve(true))
    })
  } catch {
    return false // such as a script on Windows, which would need its shell
  }
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homeFolder(),
  env: process.env,
  find: findProgram,
})

/** A launcher's PATH lacks where people put programs. */
const MORE_FOLDERS = [
  '/usr/local/bin',
  '/opt/homebrew/bin',
  '/snap/bin',
  path.join(homeFolder(), '.local', 'bin'),
]

/** Where a program, or a bundle of macOS, lies; null: it is not there. */
export async function findProgram(program: string): Promise<string | null> {
  if (program.endsWith('.app'))
    return (await stat(program).then(
      (s) => s.isDirectory(),
      () => false,
    ))
      ? program
      : null
  return await programPath(
    program,
    { PATH: [process.env['PATH'] ?? '', ...MORE_FOLDERS].join(path.delimiter) },
    homeFolder(),
  )
}
