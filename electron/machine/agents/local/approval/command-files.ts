import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { COMMAND_FILE_CHARS, type CommandFile } from '../../../../../shared/agents/approval.ts'
import { filesNamedIn, homeOf, TOO_MANY, type Text } from './named-files.ts'
import { scriptsOf, workspacesOf } from './package-scripts.ts'
import { fileInside, stampedInside, type FileStamps, type Place } from './place.ts'
import { INTERPRETER, RUNS_RECIPES, RUNS_SCRIPTS, workingFolder, WORKSPACE_OPTION } from './programs.ts'
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
  readonly stamps: FileStamps
}

/** The repository's files that decide what these words execute. Each is read once. */
export async function filesOf(
  repoPath: string,
  words: readonly string[],
  isShell: boolean,
): Promise<CommandFiles> {
  const place: Place = { repoPath, stamps: new Map() }
  const parts: string[] = []
  const files: CommandFile[] = []
  // What is executed, whole: it may name further files.
  const texts: Text[] = [
    ...words.filter((word) => /\s/.test(word)),
    ...(isShell ? [words.join(' ')] : []),
  ].map((text) => ({ text, home: '' }))
  const programs = isShell ? words.map((word) => basename(word)) : [basename(words[0] ?? '')]
  const allWords = programs.some((name) => INTERPRETER.test(name))
  for (const [i, word] of words.entries()) {
    const file = await fileInside(place, word)
    // Without an interpreter an argument is only read (`wc -l notes.md`); in a shell line any executable
    // may be started.
    if (file !== null && (allWords || (i === 0 && !isShell) || (isShell && file.executable))) {
      parts.push(word, sha256(file.content))
      place.stamps.set(word, file.stamp)
      files.push(part(word, textOf(file.content), 1, false))
      texts.push({ text: textOf(file.content), home: homeOf(word) })
    }
  }
  if (programs[0] === 'git' && !isShell) texts.push({ text: `git ${words[1] ?? ''}`, home: '' })
  if (allWords && !isShell) texts.push({ text: words.join(' '), home: '' })
  for (const [at, name] of programs.entries()) {
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
    if (files.some((other) => other.file === name)) continue
    parts.push(name, sha256(content))
    files.push(part(name, textOf(content), 1, true))
  }
  if (named.isCut) files.push(part('and more', TOO_MANY, null, true))
  if (named.unknown.length > 0) files.push(part('and more', unknownWords(named.unknown), null, true))
  return { hash: parts.length === 0 ? null : sha256(JSON.stringify(parts)), files, stamps: place.stamps }
}

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
  const text = (await stampedInside(place, manifest))?.toString('utf8') ?? ''
  const { all, named, others } = scriptsOf(text, program, rest)
  const parts = [manifest, sha256(all === null ? '' : JSON.stringify(all))]
  const texts = named.map((script) => ({ text: script.text, home: folder }))
  const around: CommandFile[] = []
  const folders = new Set(['', folder])
  for (const name of [...folders].flatMap((at) => CONFIGURES_SCRIPTS.map((file) => at + file))) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content === null) continue
    around.push(part(name, textOf(content), 1, true))
    texts.push({ text: textOf(content), home: '' })
  }
  if (rest.some((word) => WORKSPACE_OPTION.test(word)))
    for (const name of await workspaceManifests(place, folder, text)) {
      const own = scriptsOf((await stampedInside(place, name))?.toString('utf8') ?? '', program, rest)
      parts.push(name, sha256(JSON.stringify(own.all)))
      around.push(...own.named.map((script) => part(name, script.text, script.line, true)))
      texts.push(...own.named.map((script) => ({ text: script.text, home: homeOf(name) })))
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
  const pnpm = (await stampedInside(place, `${folder}pnpm-workspace.yaml`))?.toString('utf8') ?? ''
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
  const named = rest.filter((_, i) => /^(?:-f|--file|--makefile|--justfile)$/.test(rest[i - 1] ?? ''))
  for (const name of [...named, ...kind.files].map((file) => folder + file)) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content !== null) texts.push({ text: content.toString('utf8'), home: folder })
    if (content === null || files.length > 0) continue
    const { asked, others } = recipesOf(content.toString('utf8'), rest)
    files.push(...asked.map(({ line, text }) => part(name, text, line, false)))
    if (others !== '') files.push(part(name, others, null, true))
  }
  return { parts, texts, files }
}

function textOf(content: Buffer): string {
  const isBinary = content.subarray(0, 8000).includes(0)
  return isBinary ? `a program of ${content.length} bytes, not text` : content.toString('utf8')
}

const part = (file: string, text: string, line: number | null, aside: boolean): CommandFile => {
  const shown = text.slice(0, COMMAND_FILE_CHARS)
  return { file, line, text: shown, cut: text.length - shown.length, aside }
}

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex')
