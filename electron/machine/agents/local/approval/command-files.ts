import { createHash } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { basename, normalize, resolve, sep } from 'node:path'
import { COMMAND_FILE_CHARS, type CommandFile } from '../../../../../shared/agents/approval.ts'
import { readRegularFile } from '../../../disk/regular-file.ts'
import { recipesOf } from './recipes.ts'
import { startedByPattern } from './wildcards.ts'
import { scriptsOf } from './package-scripts.ts'

/** Programs that execute a file given as an argument. */
const INTERPRETER =
  /^(?:sh|bash|dash|zsh|fish|ksh|python[\d.]*|node|deno|bun|tsx|ruby|perl|php|pwsh|powershell|lua|Rscript|env|source|\.|time|nice|timeout|xargs|sudo|exec|command)$/
/** Programs that execute what a file of the repository says; for package.json only the scripts count. */
const RUNS_SCRIPTS = /^(?:npm|npx|pnpm|yarn|bun)$/
/** They may say with which shell scripts are run, and what runs besides. */
const CONFIGURES_SCRIPTS = [
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmfile.cjs',
  'bunfig.toml',
  'node_modules/.bin/sh', // found before the system's own: each script would run in it
] as const
/** Programs that execute recipes, and the files they read when none is named: the first that is there. */
const RUNS_RECIPES = [
  { program: /^(?:g?make)$/, files: ['GNUmakefile', 'makefile', 'Makefile'] },
  { program: /^just$/, files: ['justfile', 'Justfile', '.justfile'] },
] as const
const LARGEST_HASHED_BYTES = 16 * 1024 * 1024

interface CommandFiles {
  /** A changed file asks for approval again. null: the command executes no file of the repository. */
  readonly hash: string | null
  /** What of them is executed, for a person to read: from the very bytes that were hashed. */
  readonly files: readonly CommandFile[]
  readonly stamps: FileStamps
}

/**
 * Of each file that decides what is executed, by its name in the repository: its number and the time of its
 * last change of any kind, which nobody can set back, also not by exchanging it twice. null: it was not there.
 */
export type FileStamps = ReadonlyMap<string, string | null>

/** A repository, and the stamps of what is read in it. */
interface Place {
  readonly repoPath: string
  readonly stamps: Map<string, string | null>
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
  const texts: string[] = [...words.filter((word) => /\s/.test(word)), ...(isShell ? [words.join(' ')] : [])]
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
      texts.push(textOf(file.content))
    }
  }
  for (const [at, name] of programs.entries()) {
    const rest = words.slice(at + 1)
    const read = RUNS_SCRIPTS.test(name) ? await scripts(place, name, rest) : await recipes(place, name, rest)
    for (const word of read.parts) parts.push(word)
    for (const text of read.texts) texts.push(text)
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
  return { hash: parts.length === 0 ? null : sha256(JSON.stringify(parts)), files, stamps: place.stamps }
}

/** Before the name of a file that is executed, whatever it is called. */
const STARTING = `-?include|sinclude|${INTERPRETER.source.slice(1, -1)}`
const STARTS = new RegExp(`^(?:${STARTING})$`)
const NAMED_AT_MOST = 40
const NAMES_LOOKED_AT = 2000
const TOO_MANY =
  `More than ${NAMED_AT_MOST} files, or ${NAMES_LOOKED_AT} words that may be one, are named here. Changes of the ` +
  'others do not ask again.'

/**
 * Files of the repository that these texts name, and that those name in turn: a script of package.json that
 * starts another script, `sh -c ". ./lib.sh"`, `include more.mk`, also behind a `cd`. What a program imports
 * without naming its file is not found.
 */
async function filesNamedIn(
  place: Place,
  texts: readonly string[],
): Promise<{
  readonly found: readonly { readonly name: string; readonly content: Buffer }[]
  readonly isCut: boolean
}> {
  const looked = new Set<string>()
  let isCut = false
  const found = new Map<string, Buffer>()
  const waiting = [...texts]
  for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
    const byPattern = await startedByPattern(place.repoPath, text, STARTING, NAMED_AT_MOST + 1)
    isCut ||= byPattern.isCut
    const words = [
      ...text.split(/[\s;&|()<>'"`=,\\]+/),
      ...byPattern.names.flatMap((name) => ['include', `./${name}`]),
    ]
    const folders = ['', ...words.filter((_, i) => words[i - 1] === 'cd').map((folder) => `${folder}/`)]
    for (const [at, word] of words.entries())
      for (const name of new Set(folders.map((folder) => normalize(folder + word)))) {
        const isStarted = STARTS.test(words[at - 1] ?? '')
        if (found.has(name) || (!isStarted && !/[./]/.test(name))) continue
        if (found.size >= NAMED_AT_MOST || looked.size >= NAMES_LOOKED_AT) {
          isCut ||= !looked.has(name)
          continue
        }
        looked.add(name)
        const file = await fileInside(place, name)
        if (file === null) continue
        const isProgram = isProgramText(name, file.content)
        if (!isProgram && !file.executable && !isStarted) continue // it is only read
        found.set(name, file.content)
        place.stamps.set(name, file.stamp)
        if (isProgram) waiting.push(file.content.toString('utf8'))
      }
  }
  return { found: [...found].map(([name, content]) => ({ name, content })), isCut }
}

/** One that may name others: a script or a makefile, not the notes that it reads. */
const isProgramText = (name: string, content: Buffer): boolean =>
  /(?:\.(?:sh|bash|zsh|mk|[cm]?[jt]s|py|rb|pl)|[Mm]akefile)$/.test(name) ||
  content.subarray(0, 2).toString() === '#!'

interface Read {
  readonly parts: readonly string[]
  readonly texts: readonly string[] // of what is executed, whole
  readonly files: readonly CommandFile[]
}

async function scripts(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const text = (await stampedInside(place, 'package.json'))?.toString('utf8') ?? ''
  const { all, named, others } = scriptsOf(text, program, words)
  const parts = ['package.json', sha256(all === null ? '' : JSON.stringify(all))]
  const texts = named.map((script) => script.text)
  const configuration: CommandFile[] = []
  for (const name of CONFIGURES_SCRIPTS) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content === null) continue
    configuration.push(part(name, textOf(content), 1, true))
    texts.push(textOf(content))
  }
  return {
    parts,
    texts,
    files: [
      ...named.map(({ line, text: script }) => part('package.json', script, line, false)),
      ...(others === '' ? [] : [part('package.json', others, null, true)]),
      ...configuration,
    ],
  }
}

async function recipes(place: Place, program: string, words: readonly string[]): Promise<Read> {
  const kind = RUNS_RECIPES.find((known) => known.program.test(program))
  if (kind === undefined) return { parts: [], texts: [], files: [] }
  const parts: string[] = []
  const texts: string[] = []
  const files: CommandFile[] = []
  const named = words.filter((_, i) => /^(?:-f|--file|--makefile|--justfile)$/.test(words[i - 1] ?? ''))
  for (const name of [...named, ...kind.files]) {
    const content = await stampedInside(place, name)
    parts.push(name, sha256(content ?? ''))
    if (content !== null) texts.push(content.toString('utf8'))
    if (content === null || files.length > 0) continue
    const { asked, others } = recipesOf(content.toString('utf8'), words)
    files.push(...asked.map(({ line, text }) => part(name, text, line, false)))
    if (others !== '') files.push(part(name, others, null, true))
  }
  return { parts, texts, files }
}

/**
 * Content of a regular file that lies in the repository, or is linked from it. A name on PATH is no file of
 * the repository.
 */
async function fileInside(
  { repoPath }: Place,
  word: string,
): Promise<{ content: Buffer; stamp: string; executable: boolean } | null> {
  try {
    const root = await realpath(repoPath)
    const path = resolve(root, word)
    if (!path.startsWith(root + sep) && !(await realpath(path)).startsWith(root + sep)) return null
    const { bytes, stats } = await readRegularFile(path, { maxBytes: LARGEST_HASHED_BYTES, links: 'follow' })
    return { content: bytes, stamp: `${stats.ino}:${stats.ctimeMs}`, executable: (stats.mode & 0o111) !== 0 }
  } catch {
    return null
  }
}

/** As `fileInside`, of one that decides what is executed also where it is not there. */
async function stampedInside(place: Place, name: string): Promise<Buffer | null> {
  const file = await fileInside(place, name)
  place.stamps.set(name, file?.stamp ?? null)
  return file?.content ?? null
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
