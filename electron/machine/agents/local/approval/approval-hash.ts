import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { CommandsByLine, ExactCommand, InspectedCommand } from '../../../../engine/ports/repositories.ts'
import { argumentsText, type ApprovalRequest } from '../../../../../shared/agents/approval.ts'
import { checkOf } from '../../../../../shared/runs/check-id.ts'
import type { MissingProgram } from '../../../../../shared/runs/shell/missing-program.ts'
import { commandsOf, type TaskCommand } from '../../../../../shared/runs/shell/task-command.ts'
import { filesOf, quoted } from './command-files.ts'
import { isSameStamp, sourcesOf, type FileStamps, type Sources } from './place.ts'
import { withoutOutputs } from './programs.ts'
import { programPath } from '../../../process/program-path.ts'
import { userEnvironment } from '../../../process/user-environment.ts'

type Lines = readonly { readonly text: string }[]

/**
 * The commands of these task lines that would be executed after an approval; nothing is run. A line with a
 * built-in check has none.
 */
export async function listCommands(repoPath: string, tasks: Lines): Promise<readonly ApprovalRequest[]> {
  const { commands } = await commandsByLine(repoPath, tasks)
  const found = commands.filter((request) => request !== null)
  return [...new Map(found.map((request) => [request.hash, request])).values()]
}

/** The same, one answer for each line, and which were left out (`ListReading`). */
export async function commandsByLine(
  repoPath: string,
  tasks: Lines,
  reading = readingOf(repoPath),
): Promise<CommandsByLine> {
  const commands: (ApprovalRequest | null)[] = []
  const at: number[] = []
  for (const [place, { text }] of tasks.entries()) {
    const read = await reading.command(text)
    commands.push(read === null || typeof read === 'string' ? null : read.request)
    if (read === 'too_much') at.push(place)
  }
  const why = reading.spent()
  return { commands, leftOut: why === null || at.length === 0 ? null : { at, why } }
}

/**
 * null: the line is a built-in check, has no command or several, or its first word is no program here; then it
 * needs an agent.
 */
export async function commandRequest(repoPath: string, taskText: string): Promise<ApprovalRequest | null> {
  return (await commandsByLine(repoPath, [{ text: taskText }])).commands[0] ?? null
}

interface ReadCommand {
  readonly request: ApprovalRequest
  readonly stamps: FileStamps
}

/** The commands of one list, while nothing of it is run: what they share is read and understood once. */
export interface ListReading {
  /**
   * As `readCommand`. 'too_much': the commands before it took all that is read for one list; what is begun is
   * read to its end, so that a command is looked at as a whole or not at all.
   */
  command(taskText: string): Promise<ReadCommand | 'several' | 'too_much' | null>
  /** The bound that was passed, as the end of a sentence; null: none yet. */
  spent(): string | null
}

/** Of all commands of a list. Each has bounds of its own besides. */
const LIST_AT_MOST = { files: 20_000, bytes: 64_000_000, names: 5_000_000, shownChars: 8_000_000, ms: 20_000 }
const BOUNDS: readonly (readonly [bound: keyof typeof LIST_AT_MOST, words: string])[] = [
  ['files', '20,000 files, which is as many as are read'],
  ['bytes', '64 MB of files, which is as much as is read'],
  ['names', '5 million names of files, which is as many as are looked for'],
  ['shownChars', '8 million characters of files, which is as many as are shown'],
  ['ms', '20 s of reading, which is as long as is taken'],
]
/** So long at a time nothing else of the process has a turn. */
const TURN_MS = 10

export function readingOf(repoPath: string, nowMs: () => number = () => performance.now()): ListReading {
  const sources = sourcesOf(repoPath)
  const { files, taken } = sources
  let tookMs = 0
  let turnBegan = nowMs()
  const spent = (): string | null => {
    const used = { files: files.size, ...taken, ms: tookMs }
    const over = BOUNDS.find(([bound]) => used[bound] > LIST_AT_MOST[bound])
    return over === undefined ? null : `the commands before come to more than ${over[1]} for one list`
  }
  return {
    spent,
    async command(taskText) {
      const commands = checkOf(taskText) === null ? commandsOf(taskText) : []
      if (commands.length === 0) return null
      if (nowMs() - turnBegan > TURN_MS) {
        await setImmediate()
        turnBegan = nowMs()
      }
      if (spent() !== null) return 'too_much'
      const began = nowMs()
      const read = await readIn(sources, commands)
      tookMs += nowMs() - began
      return read
    },
  }
}

/**
 * As `commandRequest`, from the files as they are now, with what shows afterwards whether they stayed so.
 * 'several': one of the commands alone would do half of what the line asks for.
 */
export async function readCommand(
  repoPath: string,
  taskText: string,
): Promise<ReadCommand | 'several' | null> {
  return checkOf(taskText) === null ? await readIn(sourcesOf(repoPath), commandsOf(taskText)) : null
}

async function readIn(
  sources: Sources,
  [command, ...others]: readonly TaskCommand[],
): Promise<ReadCommand | 'several' | null> {
  if (command === undefined || !(await canStart(sources, command))) return null
  for (const other of others) if (await canStart(sources, other)) return 'several'
  return await requestOf(sources, command)
}

/**
 * The program of a line's first command where it is not found. null: it is found, the line has no command of its own, or
 * only a shell can tell what its first word means. Never rejects.
 */
export async function missingProgram(
  repoPath: string,
  taskText: string,
  sources = sourcesOf(repoPath),
): Promise<MissingProgram | null> {
  const command = checkOf(taskText) === null ? commandsOf(taskText)[0] : undefined
  if (command === undefined) return null
  const program = programWord(command)
  if (program === '' || (command.needsShell && /[$~]/.test(program))) return null
  if (await canStart(sources, command)) return null
  const isThere = await stat(resolve(repoPath, program)).then(
    () => true,
    () => false,
  )
  return { command: command.text, program, isThere }
}

/** Of these lines, in their order; each program is looked for once. */
export async function missingPrograms(
  repoPath: string,
  tasks: Lines,
): Promise<readonly (MissingProgram | null)[]> {
  const sources = sourcesOf(repoPath)
  const found: (MissingProgram | null)[] = []
  for (const { text } of tasks) found.push(await missingProgram(repoPath, text, sources))
  return found
}

/**
 * What an argument list would execute with these variables, also where its program is not there; nothing is run.
 * Its hash is never that of a line of HEARTBEAT.md.
 */
export async function inspectCommand(repoPath: string, command: ExactCommand): Promise<InspectedCommand> {
  const { request, stamps } = await requestOfExact(repoPath, command)
  const exchanged = async (): Promise<readonly string[]> =>
    exchangedFiles(stamps, (await requestOfExact(repoPath, command)).stamps)
  return { request, exchanged }
}

async function requestOfExact(repoPath: string, { argv, env }: ExactCommand): Promise<ReadCommand> {
  const {
    hash: fileHash,
    stamps,
    ...shown
  } = await filesOf(sourcesOf(repoPath), {
    text: argv.map(quoted).join(' '),
    words: argv,
    isShell: false,
    variables: Object.entries(env).map(([name, value]) => `${name}=${quoted(value)}`),
  })
  const hash = createHash('sha256')
    .update(JSON.stringify(['exact', argv, Object.entries(env).sort(), fileHash]))
    .digest('hex')
  return { request: { kind: 'argv', argv, text: argumentsText(argv), fileHash, ...shown, hash }, stamps }
}

/** Names of files of a command that were changed, exchanged, made or removed between two readings. */
export function exchangedFiles(before: FileStamps, after: FileStamps): readonly string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => !isSameStamp(before.get(name) ?? null, after.get(name) ?? null)).sort()
}

/** Absolute path of what the first word starts. null: no such program. */
export async function executableOf(repoPath: string, word: string): Promise<string | null> {
  const environment = userEnvironment()
  return (
    (await programPath(word, environment, repoPath)) ??
    (/[\\/]/.test(word) ? null : await programPath(`./${word}`, environment, repoPath))
  )
}

const SHELL_WORDS =
  /^(?:\.|:|\[|\[\[|!|\(|\{|test|cd|if|for|while|until|case|export|set|source|eval|exec|command|type|ulimit|umask|trap|wait|read|echo|printf|true|false)$/

/** The word that is to be started; '' for none. */
const programWord = ({ argv, text, needsShell }: TaskCommand): string =>
  (needsShell ? shellWords(text).find((word) => !/^[A-Za-z_]\w*=/.test(word)) : argv[0]) ?? ''

async function canStart(sources: Sources, command: TaskCommand): Promise<boolean> {
  const first = programWord(command)
  return (command.needsShell && SHELL_WORDS.test(first)) || (await isProgram(sources, first))
}

async function isProgram({ repoPath, programs }: Sources, word: string): Promise<boolean> {
  const looking = programs.get(word) ?? executableOf(repoPath, word)
  programs.set(word, looking)
  return (await looking) !== null
}

/**
 * Roughly the words of a shell line, without files that it writes; used to find files in it, never to execute
 * it.
 */
const shellWords = (text: string): readonly string[] =>
  withoutOutputs(text)
    .split(/[\s;|&<>()'"`]+/)
    .filter((word) => word !== '')

async function requestOf(sources: Sources, { argv, text, needsShell }: TaskCommand): Promise<ReadCommand> {
  const kind = needsShell ? 'shell' : 'argv'
  const words = needsShell ? shellWords(text) : argv
  const command = { text, words, isShell: needsShell }
  const { hash: fileHash, files, limits, stamps } = await filesOf(sources, command)
  for (const file of files) sources.taken.shownChars += file.text.length
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, argv, text, fileHash]))
    .digest('hex')
  return { request: { kind, argv, text, fileHash, files, limits, hash }, stamps }
}
