import { onlyShows, STEERS } from './harmless-commands.ts'
import { readLine, type SimpleCommand } from './shell-syntax.ts'

/** One program call inside a command line, without the shells, wrappers and assignments around it. */
interface LineCommand {
  readonly words: readonly string[] // program first; never empty
  /**
   * It alone made the line, but for `cd` before it: the line's exit code is its own. Not in the background,
   * negated or as a condition.
   */
  readonly alone: boolean
}

const MAX_DEPTH = 5

/**
 * The commands that a command line runs, as far as reading can tell: through `bash -lc '…'`, `cd x &&`,
 * pipes, lists, substitutions and the like. What stands behind `||` may never have run and is left out.
 * Total: a line that no shell would take gives what was read.
 */
export function lineCommands(line: string): readonly LineCommand[] {
  const all = commandsIn(line, 0).commands.filter(({ words }) => words.length > 0)
  const programs = all.filter(({ words }) => words[0] !== 'cd')
  const isAlone = (c: SimpleCommand): boolean => programs.length === 1 && !c.loose && all.at(-1) === c
  return programs.filter((c) => !c.maybe).map((c) => ({ words: c.words, alone: isAlone(c) }))
}

/**
 * Whether a command line may have changed files, HEAD, branches, the index or a stash, or run an unknown
 * program. What is not known to be harmless may, and so may what cannot be read.
 */
export const mayWrite = (line: string): boolean =>
  allCommands(line)?.some((command) => command.mayWrite) ?? true

interface JudgedCommand {
  readonly words: readonly string[] // program first; never empty
  /** It may change files, or is not known. */
  readonly mayWrite: boolean
}

/**
 * All that a command line may run, what stands behind `||` too. null: it cannot be read, or what is printed
 * goes into a file.
 */
export function allCommands(line: string): readonly JudgedCommand[] | null {
  const { commands, isBroken } = commandsIn(line, 0)
  if (isBroken || commands.some(({ writes }) => writes)) return null
  return commands
    .filter(({ words }) => words.length > 0)
    .map(({ words }) => ({ words, mayWrite: !onlyShows(words) }))
}

interface Commands {
  readonly commands: readonly SimpleCommand[]
  readonly isBroken: boolean
}

function commandsIn(line: string, depth: number): Commands {
  if (depth > MAX_DEPTH || hidesACommand(line)) return { commands: [], isBroken: true }
  const read = readLine(line)
  const unwrapped = read.commands.map((command) => unwrap(command, depth))
  return {
    commands: unwrapped.flatMap(({ commands }) => commands),
    isBroken: read.isBroken || unwrapped.some(({ isBroken }) => isBroken),
  }
}

/** In quotes a substitution is a text, until a test or an index is worked out of it. */
const hidesACommand = (line: string): boolean => /'[^']*(?:\$\(|`)|\\[$`]/.test(line)

const isSteering = (word: string): boolean => STEERS.test(word) && !/=(?:cat|true|0|1)?$/.test(word)
/** Programs that run the rest of their arguments, with their options that take a value. */
const WRAPPERS: Readonly<Record<string, RegExp>> = {
  env: /^-[uCS]$/,
  command: /^$/,
  exec: /^-a$/,
  time: /^-[fo]$/,
  timeout: /^-[ks]$/,
  nice: /^-n$/,
  nohup: /^$/,
  stdbuf: /^-[ioe]$/,
  sudo: /^-[ugC]$/,
  caffeinate: /^-[tw]$/,
}
const SHELLS = new Set(['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish'])

const commandOnly = (command: SimpleCommand): Commands => ({ commands: [command], isBroken: false })

/** The program call behind assignments, wrappers and shells. */
function unwrap(raw: SimpleCommand, depth: number): Commands {
  let command = raw
  let { words } = command
  for (;;) {
    const first = words[0]
    if (first === undefined) return commandOnly({ ...command, words: [] })
    const name = programName(first)
    if (/^[A-Za-z_]\w*=/.test(first)) {
      command = { ...command, writes: command.writes || isSteering(first) }
      words = words.slice(1)
    } else if (Object.hasOwn(WRAPPERS, name) && words.length > 1) {
      if (hidesALine(name, words)) command = { ...command, writes: true }
      words = withoutWrapper(name, words)
    } else {
      const script = SHELLS.has(name) ? scriptOf(words) : null
      if (script !== null)
        return within(
          { ...command, writes: command.writes || readsMore(words) },
          commandsIn(script, depth + 1),
        )
      return commandOnly({ ...command, words: programOf(name, words) })
    }
  }
}

/** A line in one word is split again, and time writes what it measured into a file. */
const hidesALine = (name: string, words: readonly string[]): boolean =>
  name === 'sudo' ||
  (name === 'env' && words.some((w) => /^(?:-\w*S|--split-string)/.test(w))) ||
  (name === 'time' && words.some((w) => /^(?:-\w*o|--output)/.test(w)))

function withoutWrapper(name: string, words: readonly string[]): readonly string[] {
  const valued = WRAPPERS[name]
  let at = 1
  while (at < words.length && /^-/.test(words[at] ?? '')) at += valued?.test(words[at] ?? '') ? 2 : 1
  if (name === 'timeout' && /^[\d.]+[smhd]?$/.test(words[at] ?? '')) at++
  return words.slice(at)
}

/** What a shell is given with -c; null: it is not. */
function scriptOf(words: readonly string[]): string | null {
  const at = words.findIndex((w, i) => i > 0 && /^-[a-z]*c$/i.test(w))
  return at === -1 ? null : (words[at + 1] ?? '')
}

/** With a start-up file of somebody's choice, or that of a person at a terminal. */
const readsMore = (words: readonly string[]): boolean => {
  const before = words.slice(1, words.findIndex((w, i) => i > 0 && /^-[a-z]*c$/i.test(w)) + 1)
  return before.some((w) => w.startsWith('--') || /^-[a-z]*i/i.test(w))
}

/** bash ./check.sh is ./check.sh */
function programOf(name: string, words: readonly string[]): readonly string[] {
  const file = SHELLS.has(name) ? words.findIndex((w, i) => i > 0 && !w.startsWith('-')) : -1
  return file === -1 ? [name, ...words.slice(1)] : words.slice(file)
}

/** The commands of a script take over what is so of the shell that runs it. */
const within = (shell: SimpleCommand, { commands, isBroken }: Commands): Commands => ({
  commands: commands.map((command) => ({
    ...command,
    writes: command.writes || shell.writes,
    maybe: command.maybe || shell.maybe,
    loose: command.loose || shell.loose,
  })),
  isBroken,
})

/**
 * Without the folder that it was found in; a path into the repository stays, for it is the program's name.
 */
const programName = (word: string): string =>
  /^(?:\/(?:usr\/(?:local\/)?|opt\/[\w.-]+\/)?s?bin\/)([^/]+)$/.exec(word)?.[1] ?? word
