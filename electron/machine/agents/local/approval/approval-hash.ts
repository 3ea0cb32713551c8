import { createHash } from 'node:crypto'
import type { ApprovalRequest } from '../../../../../shared/agents/approval.ts'
import { checkOf } from '../../../../../shared/runs/check-id.ts'
import { commandsOf, type TaskCommand } from '../../../../../shared/runs/shell/task-command.ts'
import { filesOf } from './command-files.ts'
import { isSameStamp, type FileStamps } from './place.ts'
import { withoutOutputs } from './programs.ts'
import { programPath } from '../../../process/program-path.ts'
import { userEnvironment } from '../../../process/user-environment.ts'

/**
 * The commands of these task lines that would be executed after an approval; nothing is run. A line with a
 * built-in check has none.
 */
export async function listCommands(
  repoPath: string,
  tasks: readonly { readonly text: string }[],
): Promise<readonly ApprovalRequest[]> {
  const found = new Map<string, ApprovalRequest>()
  for (const { text } of tasks) {
    const request = await commandRequest(repoPath, text)
    if (request !== null) found.set(request.hash, request)
  }
  return [...found.values()]
}

/**
 * null: the line is a built-in check, has no command or several, or its first word is no program here; then it
 * needs an agent.
 */
export async function commandRequest(repoPath: string, taskText: string): Promise<ApprovalRequest | null> {
  const read = await readCommand(repoPath, taskText)
  return read === null || read === 'several' ? null : read.request
}

interface ReadCommand {
  readonly request: ApprovalRequest
  readonly stamps: FileStamps
}

/**
 * As `commandRequest`, with what shows afterwards whether its files stayed as they were read. 'several': one of
 * the commands alone would do half of what the line asks for.
 */
export async function readCommand(
  repoPath: string,
  taskText: string,
): Promise<ReadCommand | 'several' | null> {
  if (checkOf(taskText) !== null) return null
  const [command, ...others] = commandsOf(taskText)
  if (command === undefined || !(await canStart(repoPath, command))) return null
  for (const other of others) if (await canStart(repoPath, other)) return 'several'
  return await requestOf(repoPath, command)
}

/** Names of files of a command that were changed, exchanged, made or removed between two readings. */
export function changedFiles(before: FileStamps, after: FileStamps): readonly string[] {
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

async function canStart(repoPath: string, { argv, text, needsShell }: TaskCommand): Promise<boolean> {
  if (!needsShell) return (await executableOf(repoPath, argv[0] ?? '')) !== null
  const first = shellWords(text).find((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? ''
  return SHELL_WORDS.test(first) || (await executableOf(repoPath, first)) !== null
}

/**
 * Roughly the words of a shell line, without files that it writes; used to find files in it, never to execute
 * it.
 */
const shellWords = (text: string): readonly string[] =>
  withoutOutputs(text)
    .split(/[\s;|&<>()'"`]+/)
    .filter((word) => word !== '')

async function requestOf(repoPath: string, { argv, text, needsShell }: TaskCommand): Promise<ReadCommand> {
  const kind = needsShell ? 'shell' : 'argv'
  const words = needsShell ? shellWords(text) : argv
  const command = { text, words, isShell: needsShell }
  const { hash: fileHash, files, limits, stamps } = await filesOf(repoPath, command)
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, argv, text, fileHash]))
    .digest('hex')
  return { request: { kind, argv, text, fileHash, files, limits, hash }, stamps }
}
