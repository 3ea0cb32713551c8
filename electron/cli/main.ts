import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { COMMANDS } from './commands.ts'
import type { Context } from './kit/context.ts'
import { CliError, sentenceOf } from './kit/errors.ts'
import { terminalOutput, type Output } from './kit/output.ts'
import { openSession, type Session } from './kit/session.ts'

const EXIT_CODES = `
Exit codes of beat --wait, send --wait and status: 0 quiet, 10 alert, 20 urgent, 30 broken or needs permission, 40 missed; 2 wrong usage, 1 anything else.
THREAD is a number, a name, a path, or the beginning of a name.`

async function main(argv: readonly string[]): Promise<number> {
  let exitCode = 0
  let session: Promise<Session> | null = null
  let out: Output | null = null
  const program = emptyProgram()
  const dataDir = (): string | undefined => program.opts<{ dataDir?: string }>().dataDir
  const cx: Context = {
    // At the first use: `exec` must leave the streams of this process as they are, for they are its
    // command's.
    get out() {
      return (out ??= terminalOutput(!argv.includes('--no-color')))
    },
    get dataDir() {
      return dataDir()
    },
    now: () => Date.now(),
    session: () => (session ??= openSession(dataDir())),
    exitWith: (code) => (exitCode = Math.max(exitCode, code)),
  }
  for (const { title, commands } of COMMANDS) {
    program.commandsGroup(title)
    for (const [name, define] of Object.entries(commands)) define(program.command(name), cx)
  }
  program.helpCommand('help [command]', 'display help for command') // into the last group
  try {
    await program.parseAsync([...argv], { from: 'user' })
    return exitCode
  } catch (error) {
    return failed(cx, error)
  } finally {
    await (session as Promise<Session> | null)?.then(
      (s) => s.end(),
      () => {},
    )
  }
}

const emptyProgram = (): Command =>
  new Command('threadbeat')
    .description('Heartbeats for your local repositories.')
    .version(versionOfApp(), '--version', 'print the version')
    .option('--data-dir <folder>', 'where the app keeps its data, if not in its usual place')
    .option('--no-color', 'plain text')
    .addHelpText('after', EXIT_CODES)
    .exitOverride()

/** Says what went wrong, unless commander has said it already; the code that the process ends with. */
function failed(cx: Context, error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  cx.out.note(sentenceOf(error))
  return error instanceof CliError ? error.exitCode : 1
}

/** The bundle lies one folder below package.json, in the checkout as in a package. */
function versionOfApp(): string {
  try {
    return (
      JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
    ).version
  } catch {
    return 'unknown'
  }
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code))
