import { createHash } from 'node:crypto'
import { readFile, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { ApprovalRequest } from '../../../../shared/agents/approval.ts'
import { checkOf } from '../../../../shared/runs/check-id.ts'
import { commandOf, type TaskCommand } from '../../../../shared/runs/shell/task-command.ts'
import { programPath } from '../../process/program-path.ts'
import { userEnvironment } from '../../process/user-environment.ts'

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
 * null: the line is a built-in check, has no command, or its first word is no program here; then it needs
 * an agent.
 */
export async function commandRequest(repoPath: string, taskText: string): Promise<ApprovalRequest | null> {
  if (checkOf(taskText) !== null) return null
  const command = commandOf(taskText)
  return command !== null && (await canStart(repoPath, command)) ? await requestOf(repoPath, command) : null
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

/** Roughly the words of a shell line; used to find files in it, never to execute it. */
const shellWords = (text: string): readonly string[] =>
  text.split(/[\s;|&<>()'"`]+/).filter((word) => word !== '')

async function requestOf(
  repoPath: string,
  { argv, text, needsShell }: TaskCommand,
): Promise<ApprovalRequest> {
  const kind = needsShell ? 'shell' : 'argv'
  const fileHash = await hashOfFiles(repoPath, needsShell ? shellWords(text) : argv, needsShell)
  const hash = createHash('sha256')
    .update(JSON.stringify([kind, argv, text, fileHash]))
    .digest('hex')
  return { kind, argv, text, fileHash, hash }
}

/** Programs that execute a file given as an argument. */
const INTERPRETER =
  /^(?:sh|bash|dash|zsh|fish|ksh|python[\d.]*|node|deno|bun|tsx|ruby|perl|php|pwsh|powershell|lua|Rscript|env|source|\.|time|nice|timeout|xargs|sudo|exec|command)$/
/** Programs that execute what a file of the repository says; for package.json only the scripts count. */
const RUNS_SCRIPTS = /^(?:npm|npx|pnpm|yarn|bun)$/
const RUNS_MAKEFILE = /^(?:g?make)$/
const LARGEST_HASHED_BYTES = 16 * 1024 * 1024

/**
 * Hash over the repository's files that decide what is executed, so that a changed script asks for approval
 * again. null: the command executes no file of the repository.
 */
async function hashOfFiles(
  repoPath: string,
  words: readonly string[],
  isShell: boolean,
): Promise<string | null> {
  const parts: string[] = []
  const programs = isShell ? words.map((word) => basename(word)) : [basename(words[0] ?? '')]
  const allWords = programs.some((name) => INTERPRETER.test(name))
  for (const [i, word] of words.entries()) {
    const file = await fileInside(repoPath, word)
    // Without an interpreter an argument is only read (`wc -l notes.md`); in a shell line any executable
    // may be started.
    if (file !== null && (allWords || (i === 0 && !isShell) || (isShell && file.executable)))
      parts.push(word, sha256(file.content))
  }
  if (programs.some((name) => RUNS_SCRIPTS.test(name)))
    parts.push('package.json', sha256(await packageScripts(repoPath)))
  if (programs.some((name) => RUNS_MAKEFILE.test(name))) {
    for (const name of ['GNUmakefile', 'makefile', 'Makefile'])
      parts.push(name, sha256((await fileInside(repoPath, name))?.content ?? ''))
  }
  return parts.length === 0 ? null : sha256(JSON.stringify(parts))
}

/**
 * Content of a regular file that lies in the repository, or is linked from it. A name on PATH is no file of
 * the repository.
 */
async function fileInside(
  repoPath: string,
  word: string,
): Promise<{ content: Buffer; executable: boolean } | null> {
  try {
    const root = await realpath(repoPath)
    const path = resolve(root, word)
    if (!path.startsWith(root + sep) && !(await realpath(path)).startsWith(root + sep)) return null
    const found = await stat(path)
    return found.isFile() && found.size <= LARGEST_HASHED_BYTES
      ? { content: await readFile(path), executable: (found.mode & 0o111) !== 0 }
      : null
  } catch {
    return null
  }
}

async function packageScripts(repoPath: string): Promise<string> {
  try {
    const parsed = JSON.parse(await readFile(join(repoPath, 'package.json'), 'utf8')) as { scripts?: unknown }
    return JSON.stringify(parsed.scripts ?? {})
  } catch {
    return ''
  }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
