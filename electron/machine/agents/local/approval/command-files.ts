import { createHash } from 'node:crypto'
import { basename, normalize } from 'node:path'
import { COMMAND_FILE_CHARS, type CommandFile } from '../../../../../shared/agents/approval.ts'
import { filesNamedIn, homeOf, isBinary, isProgramText, TOO_MANY, type Text } from './named-files.ts'
import { scriptsOf, workspacesOf } from './package-scripts.ts'
import { fileInside, placeOf, stampedInside, type FileStamps, type Place } from './place.ts'
import {
  INTERPRETER,
  KEYWORD,
  onlyReads,
  optionWords,
  readsArguments,
  RUNS_RECIPES,
  RUNS_SCRIPTS,
  withoutOutputs,
  workingFolder,
  WORKSPACE_OPTION,
} from './programs.ts'
import { recipesOf } from './recipes.ts'
import { filesMatching } from './wildcards.ts'

/** They may say with which shell scripts are run, and what runs besides. */
const CONFIGURES_SCRIPTS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  'bunfig.toml',
  'node_modules/.bin/sh', // found before the system's own: each script would run in it
] as const

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
}

const LOADS =
  'What its programs load by themselves is not watched (modules, plugins, configuration, files that they look for or ' +
  'whose names they put together): changes of it do not ask again.'

const GIT_OUTSIDE = 'The hooks and settings of git lie outside this folder: changes of them do not ask again.'

/** The repository's files that decide what these words execute. Each is read once. */
export async function filesOf(repoPath: string, command: Command): Promise<CommandFiles> {
  const { text, words, isShell } = command
  const place = placeOf(repoPath)
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
    ...(isStarting || isShell || !isEvery(onlyReads) || programs.includes('git')
      ? [inRoot(isShell ? withoutOutputs(text) : words.join(' '))]
      : []),
    ...own.texts,
  ]
  const starting = [...programs.entries()].filter(
    ([, name]) => RUNS_SCRIPTS.test(name) || RUNS_RECIPES.some(({ program }) => program.test(name)),
  )
  for (const [at, name] of starting.slice(0, PROGRAMS_AT_MOST)) {
    const rest = words.slice(at + 1)
    const read = RUNS_SCRIPTS.test(name) ? await scripts(place, name, rest) : await recipes(place, name, rest)
    for (const word of read.parts) parts.push(word)
    texts.push(...read.texts)
    files.push(
      ...read.files.filter((f) => !files.some((other) => other.file === f.file && other.line === f.line)),
    )
  }
  const named = await filesNamedIn(place, texts)
  for (const { name, content } of named.found) {
    if (files.some((other) => normalize(other.file) === name)) continue
    parts.push(name, sha256(content))
    files.push(whole(name, content, true))
  }
  const limits = [
    ...(named.isCut || starting.length > PROGRAMS_AT_MOST ? [TOO_MANY] : []),
    ...(named.unknown.length > 0 ? [unknownWords(named.unknown)] : []),
    ...(programs.includes('git') && (await fileInside(place, '.git')) !== null ? [GIT_OUTSIDE] : []),
    ...(isEvery(onlyReads) ? [] : [LOADS]),
  ]
  const hash = parts.length === 0 ? null : sha256(JSON.stringify(parts))
  return { hash, files, limits, stamps: place.stamps }
}

/** Of those that read recipes or scripts, in one command. */
const PROGRAMS_AT_MOST = 20

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
    found.texts.push({ text: textOf(file.content), home: homeOf(word) })
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

const unknownWords = (words: readonly string[]): string =>
  `Which files these words name is known only when they run: ${words.join(', ')}. Changes of those files do not ask ` +
  'again.'

interface Read {
  readonly parts: readonly string[]
  readonly texts: readonly Text[]
  readonly files: readonly CommandFile[]
}

async function scripts(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const { folder, rest } = workingFolder(words)
  const manifest = `${folder}package.json`
  const text = manifestText(await stampedInside(place, manifest))
  const { all, named, others } = scriptsOf(text, program, rest)
  const parts = [manifest, sha256(all)]
  // npm's own start script, where there is none.
  const texts = [...named.map(({ script }) => script), 'node server.js'].map((script) => ({
    text: script,
    home: folder,
  }))
  const around: CommandFile[] = []
  const folders = new Set(['', folder])
  for (const name of [...folders].flatMap((at) => CONFIGURES_SCRIPTS.map((file) => at + file))) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content === null) continue
    around.push(whole(name, content, true))
    texts.push({ text: textOf(content), home: '' })
  }
  if (rest.some((word) => WORKSPACE_OPTION.test(word)))
    for (const name of await workspaceManifests(place, folder, text)) {
      const own = scriptsOf(manifestText(await stampedInside(place, name)), program, rest)
      parts.push(name, sha256(own.all))
      around.push(...own.named.map((script) => part(name, script.text, script.line, true)))
      texts.push(...own.named.map(({ script }) => ({ text: script, home: homeOf(name) })))
    }
  return {
    parts,
    texts,
    files: [
      ...named.map(({ line, text: script }) => part(manifest, script, line, false)),
      ...(others === '' ? [] : [part(manifest, others, null, true)]),
      ...around,
    ],
  }
}

const PACKAGES_AT_MOST = 200

/** Of npm's and yarn's workspaces, which stand in the manifest, and of pnpm's in a file of its own. */
async function workspaceManifests(
  place: Place,
  folder: string,
  manifest: string,
): Promise<readonly string[]> {
  const pnpm = manifestText(await stampedInside(place, `${folder}pnpm-workspace.yaml`))
  const found = await Promise.all(
    workspacesOf(manifest, pnpm).map((pattern) =>
      filesMatching(place.repoPath, `${folder}${pattern}/package.json`, PACKAGES_AT_MOST),
    ),
  )
  return found.flatMap(({ names }) => names)
}

async function recipes(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const kind = RUNS_RECIPES.find((known) => known.program.test(program))
  if (kind === undefined) return { parts: [], texts: [], files: [] }
  const { folder, rest } = workingFolder(words)
  const parts: string[] = []
  const texts: Text[] = []
  const files: CommandFile[] = []
  const named = rest.filter((_, i) =>
    /^(?:-[A-Za-z]{0,3}f|--file|--makefile|--justfile)$/.test(rest[i - 1] ?? ''),
  )
  const included = rest.filter((_, i) => rest[i - 1] === '-I').map((one) => `${folder}${one}/`)
  for (const name of [...named, ...kind.files].map((file) => folder + file)) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content !== null)
      for (const home of [folder, ...included]) texts.push({ text: textOf(content), home })
    if (content === null || files.length > 0) continue
    const { asked, others } = recipesOf(textOf(content), rest)
    files.push(...asked.map(({ line, text }) => part(name, text, line, false)))
    if (others !== '') files.push(part(name, others, null, true))
  }
  return { parts, texts, files }
}

/** What is shown, and looked through, of a file: more of it only counts. */
const TEXT_BYTES = 2_000_000

const textOf = (content: Buffer): string =>
  isBinary(content)
    ? `a program of ${content.length} bytes, not text`
    : content.subarray(0, TEXT_BYTES).toString('utf8')

/** One that is too long to be read as what it is counts as it stands. '': there is none. */
function manifestText(content: Buffer | null): string {
  if (content === null) return ''
  return content.length > TEXT_BYTES ? `# ${sha256(content)}` : content.toString('utf8')
}

const whole = (file: string, content: Buffer, aside: boolean): CommandFile => {
  const shown = part(file, textOf(content), 1, aside)
  return { ...shown, cut: shown.cut + Math.max(0, content.length - TEXT_BYTES) }
}

const part = (file: string, text: string, line: number | null, aside: boolean): CommandFile => {
  const shown = text.slice(0, COMMAND_FILE_CHARS)
  return { file, line, text: shown, cut: text.length - shown.length, aside }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
