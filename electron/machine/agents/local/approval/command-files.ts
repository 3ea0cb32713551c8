import { basename, normalize } from 'node:path'
import type { CommandFile } from '../../../../../shared/agents/approval.ts'
import { endOfText, sha256, whole } from './file-parts.ts'
import { isGitSettings } from './git-starts.ts'
import { filesNamedIn, homeOf, isProgramText, textIn, TOO_MANY, type Text } from './named-files.ts'
import { fileInside, placeIn, type FileStamps, type Place, type Sources } from './place.ts'
import { recipes, scripts, type Read } from './program-files.ts'
import {
  INTERPRETER,
  KEYWORD,
  onlyReads,
  optionWords,
  readsArguments,
  RUNS_RECIPES,
  RUNS_SCRIPTS,
  withoutOutputs,
} from './programs.ts'

interface CommandFiles {
  /** A changed file asks for approval again. null: the command executes no file of the repository. */
  readonly hash: string | null
  /** What of them is executed, for a person to read: from the very bytes that were hashed. */
  readonly files: readonly CommandFile[]
  /** What of it is not watched, a sentence each. */
  readonly limits: readonly string[]
  readonly stamps: FileStamps
}

interface Command {
  readonly text: string
  readonly words: readonly string[]
  readonly isShell: boolean
  /** Variables that it is started with, as assignments before it; absent: none of its own. */
  readonly variables?: readonly string[]
}

const LOADS =
  'What its programs load by themselves is not watched (modules, plugins, configuration, files that they look for or ' +
  'whose names they put together): changes of it do not ask again.'

const GIT_OUTSIDE = 'The hooks and settings of git lie outside this folder: changes of them do not ask again.'

/** The repository's files that decide what these words execute. Each is read once. */
export async function filesOf(sources: Sources, command: Command): Promise<CommandFiles> {
  const { text, words, isShell, variables = [] } = command
  const place = placeIn(sources)
  const programs = isShell ? words.map((word) => basename(word)) : [basename(words[0] ?? '')]
  const started = isShell ? startedIn(text) : [words]
  const isEvery = (rule: typeof onlyReads): boolean =>
    started.every(([program = '', ...rest]) => rule(basename(program), rest))
  const isStarting = programs.some((name) => INTERPRETER.test(name))
  const own = await filesAmong(place, command, { isStarting, areRead: isEvery(readsArguments) })
  const parts = [...own.parts]
  const files = [...own.files]
  // What is executed, whole: it may name further files.
  const texts: Text[] = [
    ...words.filter((word) => /\s/.test(word)).map(inRoot),
    ...(isStarting || isShell || !isEvery(onlyReads) || programs.includes('git') || variables.length > 0
      ? [
          {
            ...inRoot(isShell ? withoutOutputs(text) : [...variables, ...words.map(quoted)].join(' ')),
            isFollowed: isShell || programs.some(worksByName),
          },
        ]
      : []),
    ...own.texts,
  ]
  const starting = [...programs.entries()].filter(([, name]) => worksByName(name))
  let isCut = starting.length > PROGRAMS_AT_MOST
  for (const [at, name] of starting.slice(0, PROGRAMS_AT_MOST)) {
    const rest = words.slice(at + 1)
    const read = RUNS_SCRIPTS.test(name) ? await scripts(place, name, rest) : await recipes(place, name, rest)
    isCut ||= read.isCut === true
    for (const word of read.parts) parts.push(word)
    texts.push(...read.texts)
    files.push(
      ...read.files.filter((f) => !files.some((other) => other.file === f.file && other.line === f.line)),
    )
  }
  const named = await filesNamedIn(place, texts)
  for (const { name, content } of named.found) {
    // Of a package.json that npm works in the scripts count, and are among the parts.
    if (parts.includes(name) || files.some((other) => normalize(other.file) === name)) continue
    parts.push(name, sha256(content))
    files.push(whole(name, content, !isNamedBy(text, name)))
  }
  const limits = [
    ...(isCut || named.isCut ? [TOO_MANY] : []),
    ...(named.unknown.length > 0 ? [unknownWords(named.unknown)] : []),
    ...(await endingEarly(place)),
    ...(named.isGitOutside ? [GIT_OUTSIDE] : []),
    ...(isEvery(onlyReads) ? [] : [LOADS]),
  ]
  const hash = parts.length === 0 ? null : sha256(JSON.stringify(parts))
  return { hash, files, limits, stamps: place.stamps }
}

/** One of its words is the file's name, or the end of it: it works in the folder of that one. */
const isNamedBy = (command: string, name: string): boolean =>
  command
    .split(/[\s;&|()<>'"`]+/)
    .filter((word) => /[^./]/.test(word))
    .map(normalize)
    .some((word) => word === name || name.endsWith(`/${word}`))

/** It starts scripts or recipes of the repository by their names. */
const worksByName = (program: string): boolean =>
  RUNS_SCRIPTS.test(program) || RUNS_RECIPES.some((one) => one.program.test(program))

/** Of those that read recipes or scripts, in one command. */
const PROGRAMS_AT_MOST = 20

/** So that its parts are told from the command's own. */
export const quoted = (word: string): string => (/\s/.test(word) ? `"${word}"` : word)

const inRoot = (text: string): Text => ({ text, home: '' })

/**
 * Files among the words of the command itself. What is only read (`wc -l notes.md`) or written does not ask
 * again; in a shell line any executable may be started.
 */
async function filesAmong(
  place: Place,
  { words, isShell }: Command,
  { isStarting, areRead }: { readonly isStarting: boolean; readonly areRead: boolean },
): Promise<Read> {
  const found: { parts: string[]; texts: Text[]; files: CommandFile[] } = { parts: [], texts: [], files: [] }
  for (const [i, word] of [...new Set(optionWords(words))].entries()) {
    const file = await fileInside(place, word)
    if (file === null) continue
    const mayRun = !areRead && (file.executable || isProgramText(word, file.content))
    if (!isStarting && !mayRun && !(i === 0 && !isShell) && !(isShell && file.executable)) continue
    found.parts.push(word, sha256(file.content))
    place.stamps.set(word, file.stamp)
    found.files.push(whole(word, file.content, false))
    found.texts.push(textIn(file.content, homeOf(word)))
  }
  return found
}

/** Roughly what a shell line starts: each program with its words. */
const startedIn = (text: string): readonly (readonly string[])[] =>
  text
    .split(/\$\(|[;&|()`\n]+/)
    .map((segment) => {
      const words = segment.split(/[\s'"]+/).filter((word) => word !== '')
      const first = words.findIndex((word) => !KEYWORD.test(word) && !/^[A-Za-z_]\w*=/.test(word))
      return first < 0 ? [] : words.slice(first)
    })
    .filter((words) => words.length > 0)

/** Files that count and in which a byte is no text. */
async function endingEarly(place: Place): Promise<readonly string[]> {
  const names = new Set<string>()
  for (const name of place.stamps.keys()) {
    const content = isGitSettings(name) ? undefined : (await fileInside(place, name))?.content
    if (content !== undefined && endOfText(content) !== null) names.add(normalize(name))
  }
  return names.size === 0 ? [] : [notText([...names])]
}

const notText = (names: readonly string[]): string =>
  `What these files name behind their first byte that is no text is not looked for: ${names.join(', ')}. Changes of ` +
  'files that are named only there do not ask again.'

const unknownWords = (words: readonly string[]): string =>
  `Which files these words name is known only when they run: ${words.join(', ')}. Changes of those files do not ask ` +
  'again.'
