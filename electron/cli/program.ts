import { Command, CommanderError, InvalidArgumentError, type OutputConfiguration } from 'commander'
import { appVersion } from '../machine/process/app-version.ts'
import { COMMANDS } from './commands.ts'
import type { Context } from './kit/context.ts'
import { firstWords } from './first-words.ts'
import { CliError, sentenceOf } from './kit/errors.ts'
import { outputTo, readable, type Output, type Streams } from './kit/output.ts'
import { openSession, type Session } from './kit/session.ts'

const EXIT_CODES = `
Exit codes of beat --wait, send --wait and status: 0 quiet, 10 alert, 20 urgent, 30 broken or needs permission, 40 missed; 2 wrong usage, 1 anything else.
THREAD is a number, a name, a path, or the beginning of a name.`

/**
 * One command from its words to the code the process ends with. `openStreams` is called at the first word:
 * `exec` must leave the streams of its process as they are, for they are its command's.
 */
export async function runProgram(
  argv: readonly string[],
  openStreams: (color: boolean) => Streams,
): Promise<number> {
  let exitCode = 0
  let session: Promise<Session> | null = null
  let streams: Streams | null = null
  let out: Output | null = null
  const words = (): Streams => (streams ??= readable(openStreams(!argv.includes('--no-color'))))
  const dataDir = (): string | undefined => program.opts<{ dataDir?: string }>().dataDir
  const cx: Context = {
    get out() {
      return (out ??= outputTo(words()))
    },
    get dataDir() {
      return dataDir()
    },
    now: () => Date.now(),
    session: () => (session ??= openSession(dataDir())),
    exitWith: (code) => (exitCode = Math.max(exitCode, code)),
  }
  const program = programOf(
    cx,
    { writeOut: (text) => words().out(text), writeErr: (text) => words().err(text) },
    firstWords(argv).words[0],
  )
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

/** An empty one would be the usual place, without a word. */
function named(folder: string): string {
  if (folder === '') throw new InvalidArgumentError('It names no folder.')
  return folder
}

/** It prints what all others are called. */
const ABOUT_ALL = 'completion'

/**
 * The commands of the table, in its groups, as the library that reads words knows them. `only`: where it is the name
 * of one, that one alone, for all others take longer than most answers.
 */
export function programOf(cx: Context, words: OutputConfiguration = {}, only?: string): Command {
  const program = new Command('threadbeat')
    .description('Heartbeats for your local repositories.')
    .version(appVersion(), '--version', 'print the version')
    .option('--data-dir <folder>', 'where the app keeps its data, if not in its usual place', named)
    .option('--no-color', 'plain text')
    .addHelpText('after', EXIT_CODES)
    .configureOutput(words)
    .exitOverride()
  const asked = COMMANDS.flatMap(({ commands }) => Object.entries(commands)).find(
    ([name]) => name === only && name !== ABOUT_ALL,
  )
  if (asked !== undefined) {
    const [name, define] = asked
    define(program.command(name), cx)
    return program
  }
  for (const { title, commands } of COMMANDS) {
    program.commandsGroup(title)
    for (const [name, define] of Object.entries(commands)) define(program.command(name), cx)
  }
  return program.helpCommand('help [command]', 'display help for command') // into the last group
}

/** Says what went wrong, unless commander has said it already; the code that the process ends with. */
function failed(cx: Context, error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  cx.out.note(sentenceOf(error))
  return error instanceof CliError ? error.exitCode : 1
}
