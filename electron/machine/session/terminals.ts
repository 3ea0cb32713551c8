import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import {
  FINDING_VARIABLE,
  TERMINALS,
  terminalScript,
  type TerminalRow,
} from '../../../shared/alerts/hand-over.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { DAY } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { HandOver } from '../../engine/ports/desktop.ts'
import { programPath } from '../process/program-path.ts'
import { userEnvironment } from '../process/user-environment.ts'

/**
 * A terminal that could not open is gone within this; one that hands over to a running instance ends well.
 */
const FAILS_WITHIN_MS = 700
const KEPT_MS = 7 * DAY

/** Of the person's session, what a program with a window needs besides. */
const DESKTOP = /^(?:DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|DESKTOP_SESSION|COLORTERM|TERMINAL)$/

/** The system's own terminal, and a private folder for each thing that is handed over. Never rejects. */
export function createHandOver(
  dataDir: string,
  platform: NodeJS.Platform = process.platform,
  source: NodeJS.ProcessEnv = process.env,
): HandOver {
  const root = path.join(dataDir, 'hand-over')
  const rows = TERMINALS[platform === 'darwin' || platform === 'win32' ? platform : 'linux']
  const environment = desktopEnvironment(source)
  return {
    platform,
    write: (name, text) => writeFinding(root, name, text),
    async open(repoPath, argv, file) {
      if (platform === 'linux' && !source['DISPLAY'] && !source['WAYLAND_DISPLAY'])
        return err(noTerminal('there is no desktop to open one on'))
      const what: Opening = { repoPath, argv, file, environment }
      for (const row of rows) {
        const opened = await openIn(row, what)
        if (!opened.ok) return opened
        if (opened.value) return ok(null)
      }
      return err(noTerminal('none of those that Threadbeat knows is here'))
    },
  }
}

const desktopEnvironment = (source: NodeJS.ProcessEnv): Record<string, string> => ({
  ...userEnvironment(source),
  ...Object.fromEntries(
    Object.entries(source).filter(
      (entry): entry is [string, string] => DESKTOP.test(entry[0]) && entry[1] !== undefined,
    ),
  ),
})

async function writeFinding(root: string, name: string, text: string): ReturnType<HandOver['write']> {
  try {
    await mkdir(root, { recursive: true, mode: 0o700 })
    await sweep(root)
    // One for each: an agent that may read it learns nothing of other repositories.
    const folder = path.join(root, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    const file = path.join(folder, 'finding.md')
    await writeFile(file, text, { mode: 0o600, flag: 'wx' })
    return ok({ file, folder })
  } catch (error) {
    return err(fault('file.write_failed', `the finding could not be written to ${root}: ${messageOf(error)}`))
  }
}

interface Opening {
  readonly repoPath: string
  readonly argv: readonly string[]
  readonly file: string // the finding
  readonly environment: Readonly<Record<string, string>>
}

/** ok(false): this terminal is not here, or did not come up. */
async function openIn(row: TerminalRow, what: Opening): Promise<Result<boolean, Fault>> {
  const { repoPath, argv, file, environment } = what
  const script = file.replace(/\.md$/, '.command')
  try {
    if (row.needsScript) {
      await rm(script, { force: true })
      await writeFile(script, terminalScript(repoPath, argv), { mode: 0o700, flag: 'wx' })
    }
  } catch (error) {
    return err(noTerminal(messageOf(error)))
  }
  const args = row.args(repoPath, argv, script)
  const [word = '', ...rest] = row.program === '' ? args : [row.program, ...args]
  const program = await programPath(word, environment, repoPath)
  if (program === null) return ok(false)
  return ok(await started([program, ...rest], repoPath, { ...environment, [FINDING_VARIABLE]: file }))
}

const noTerminal = (why: string): Fault => fault('agent.spawn_failed', `No terminal could be opened: ${why}.`)

/** On its own: it lives on when Threadbeat ends. */
async function started(
  [program = '', ...args]: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<boolean> {
  try {
    const child = spawn(program, args, {
      cwd,
      env,
      detached: true,
      stdio: 'ignore',
      shell: false,
      windowsHide: false,
    })
    child.unref()
    return await new Promise((resolve) => {
      child.once('error', () => resolve(false))
      const timer = setTimeout(() => resolve(true), FAILS_WITHIN_MS)
      child.once('exit', (code) => {
        clearTimeout(timer)
        resolve(code === 0)
      })
    })
  } catch {
    return false // an argument that no program can be given; on Windows a script without its shell
  }
}

/** What was handed over a week ago has been read. */
async function sweep(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const folder = path.join(root, name)
    const at = await stat(folder).then(
      (s) => s.mtimeMs,
      () => null,
    )
    if (at !== null && Date.now() - at > KEPT_MS) await rm(folder, { recursive: true, force: true })
  }
}
