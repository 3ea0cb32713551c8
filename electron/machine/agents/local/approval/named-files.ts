import { dirname } from 'node:path'
import { firstMatches, onceOf, scriptOf } from './file-parts.ts'
import { includedIn, isGitSettings, settingsThatMayStart, startedByFurtherGit } from './git-starts.ts'
import { namedWords, workingFolders, type NamedWord } from './named-words.ts'
import { worksInWorkspaces, workspaceManifests } from './package-scripts.ts'
import { fileInside, sourceInside, type Place, type Sources } from './place.ts'
import { OWN_SHELL, STARTING } from './programs.ts'
import { foldersInVariables, withProgramsNamed } from './variables.ts'
import { filesMatching, startedByPattern, type Matches } from './wildcards.ts'

const NAMED_AT_MOST = 40
const NAMES_LOOKED_AT = 4000
/** With those that were looked at before, and in each folder in which they may stand. */
const NAMES_MADE = 20_000
/** As long as the longest path of a system. */
const NAME_CHARS = 4096
/** Of all texts together: somebody else wrote them, and looking through them costs time. */
const CHARS_LOOKED_AT = 500_000
export const TOO_MANY =
  `More than is looked at is named here: ${NAMED_AT_MOST} files, ${NAMES_LOOKED_AT} words that may be one, or a text ` +
  `longer than ${CHARS_LOOKED_AT} characters, among other bounds. Changes of what is named after that do not ask again.`

/** What is executed, whole, and the folder in which it stands: '' or with a slash at its end. */
export interface Text {
  readonly text: string
  readonly home: string
  /** What it starts of the root's scripts and recipes is among the texts by itself. */
  readonly isFollowed?: boolean
}

interface NamedFiles {
  readonly found: readonly { readonly name: string; readonly content: Buffer }[]
  /** More are named than are looked at. */
  readonly isCut: boolean
  /** Git is started, and its hooks and settings lie outside of the repository. */
  readonly isGitOutside: boolean
  /** Words behind a variable that name what is executed, and that no file of the repository fits. */
  readonly unknown: readonly string[]
}

/**
 * Files of the repository that these texts name, and that those name in turn: a script of package.json that
 * starts another script, `sh -c ". ./lib.sh"`, `include more.mk`, also behind a `cd`, `make -C` or a variable.
 * What a program imports without naming its file is not found.
 */
export async function filesNamedIn(place: Place, texts: readonly Text[]): Promise<NamedFiles> {
  const looked = new Map<string, boolean>() // true: as one that is started
  const found = new Map<string, Buffer>()
  const unknown = new Set<string>()
  let isCut = false
  let isGitOutside = false
  let made = 0
  const waiting = [...texts]
  let left = CHARS_LOOKED_AT
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const one = next.text.length <= left ? next : { ...next, text: next.text.slice(0, left) }
    left -= one.text.length
    const { isCut: isMore, isGitOutside: isElsewhere, words, behind } = await understood(place.sources, one)
    isGitOutside ||= isElsewhere
    isCut ||= isMore || one.text.length < next.text.length
    for (const { name, isStarted, isSettings = false } of words()) {
      const isDone = found.has(name) || looked.get(name) === true || (looked.has(name) && !isStarted)
      if (++made <= NAMES_MADE && (isDone || name.length > NAME_CHARS)) continue
      if (isTooMuch(found.size, looked.size, made)) {
        isCut = true
        break
      }
      looked.set(name, isStarted)
      const file = await fileInside(place, name)
      if (file === null) continue
      if (isSettings || isGitSettings(name)) {
        const settings = startingSettings(name, file.content)
        if (settings === null) continue
        found.set(name, Buffer.from(settings.shown))
        place.stamps.set(name, settings.shown) // other lines may change while a command runs
        waiting.push(settings)
        continue
      }
      if (!isStarted && !file.executable && !isProgramText(name, file.content)) continue // it is only read
      found.set(name, file.content)
      place.stamps.set(name, file.stamp)
      waiting.push(textIn(file.content, homeOf(name)))
    }
    for (const word of behind()) if (!isAmong(found, word)) unknown.add(word)
  }
  place.sources.taken.names += made
  return {
    found: [...found].map(([name, content]) => ({ name, content })),
    isCut,
    isGitOutside,
    unknown: [...unknown],
  }
}

/** Of git: the lines that may start a program, with what they include; null: there are none. */
function startingSettings(name: string, content: Buffer): (Text & { readonly shown: string }) | null {
  const shown = settingsThatMayStart(content.toString('utf8'))
  return shown === '' ? null : { shown, text: [shown, ...includedIn(shown)].join('\n'), home: homeOf(name) }
}

const isTooMuch = (found: number, looked: number, made: number): boolean =>
  found >= NAMED_AT_MOST || looked >= NAMES_LOOKED_AT || made > NAMES_MADE

/** A file's text where it stands: for all commands that come to it one and the same, so that it is understood once. */
export function textIn(content: Buffer, home: string): Text {
  const texts = textsOf(content)
  const known = texts.get(home) ?? { text: scriptOf(content), home }
  texts.set(home, known)
  return known
}
const textsOf = onceOf(() => new Map<string, Text>())

interface Understood {
  readonly isCut: boolean
  readonly isGitOutside: boolean
  /** As far as it is asked for. */
  readonly words: () => Iterable<NamedWord>
  readonly behind: () => readonly string[]
}
const known = new WeakMap<Text, Promise<Understood>>()

function understood(sources: Sources, text: Text): Promise<Understood> {
  const before = known.get(text) ?? understand(sources, text)
  known.set(text, before)
  return before
}

async function understand(sources: Sources, { text: raw, home, isFollowed }: Text): Promise<Understood> {
  const root = sources.repoPath
  const text = withProgramsNamed(raw)
  const variables = foldersInVariables(text)
  const further = await foldersMatching(root, variables.values, home)
  const folders = workingFolders(text, home, further.names)
  const git = await startedByFurtherGit(sources, text, folders)
  const unnamed = [
    await startedByPattern(root, text, STARTING, NAMED_AT_MOST + 1),
    await startedInWorkspaces(sources, text, folders),
    git,
    { names: [], isCut: further.isCut },
  ]
  function* named(): Generator<NamedWord> {
    for (const { names } of unnamed)
      for (const name of names) yield { name, isStarted: true, isSettings: git.settings.has(name) }
    yield* namedWords(text, home, isFollowed, further.names)
  }
  let behind: readonly string[] | null = null
  return {
    isCut: unnamed.some(({ isCut }) => isCut),
    isGitOutside: git.isOutside,
    words: again(named()),
    behind: () => (behind ??= [...variables.unknown.slice(0, VARIABLES_TOLD), ...behindVariables(text)]),
  }
}

/** What variables say, with the folders that fit a pattern of it. */
async function foldersMatching(root: string, values: readonly string[], home: string): Promise<Matches> {
  const patterns = values.filter((value) => /[*?]/.test(value))
  const found = await Promise.all(
    patterns
      .flatMap((one) => (home === '' ? [one] : [one, home + one]))
      .map((pattern) => filesMatching(root, pattern, WORKING_FOLDERS_AT_MOST)),
  )
  return {
    names: [...values.filter((value) => !patterns.includes(value)), ...found.flatMap(({ names }) => names)],
    isCut: found.some(({ isCut }) => isCut),
  }
}

const WORKING_FOLDERS_AT_MOST = 50

/** Packages of the repository that npm and its kind work in because a text, or their configuration, says so. */
async function startedInWorkspaces(
  sources: Sources,
  text: string,
  folders: readonly string[],
): Promise<Matches> {
  if (!worksInWorkspaces(text)) return { names: [], isCut: false }
  const read = async (name: string): Promise<Buffer | null> =>
    (await sourceInside(sources, name))?.content ?? null
  const found: Matches[] = []
  for (const folder of folders.slice(0, WORKING_FOLDERS_AT_MOST))
    found.push(await workspaceManifests(sources.repoPath, folder, read))
  return {
    names: found.flatMap(({ names }) => names.flatMap((name) => [name, `${homeOf(name)}${OWN_SHELL}`])),
    isCut: folders.length > WORKING_FOLDERS_AT_MOST || found.some(({ isCut }) => isCut),
  }
}

/** What a generator gives, to be gone through any number of times; it goes on only as far as somebody asks. */
function again<T>(source: Generator<T>): () => Generator<T> {
  const given: T[] = []
  return function* () {
    for (let at = 0; ; at++) {
      if (at === given.length) {
        const next = source.next()
        if (next.done === true) return
        given.push(next.value)
      }
      yield given[at]!
    }
  }
}

export const homeOf = (name: string): string => (dirname(name) === '.' ? '' : `${dirname(name)}/`)

const VARIABLES_TOLD = 5

/** `. "$X/lib.sh"`, `bash $script`, `./d/$(T)`: what is executed stands in a variable. */
function behindVariables(text: string): readonly string[] {
  const executed = new RegExp(
    `(?:^|[\\n;&|({@]|\\bdo\\b|\\bthen\\b)[ \\t]*(?:${STARTING})[ \\t]+(?:-\\S{1,40}[ \\t]+){0,4}["']?([\\w./-]{0,200}\\$[^\\s;&|]{1,200})`,
    'g',
  )
  const itself =
    /(?:^|[\n;&|({@])[ \t]*["']?([\w./-]{0,200}(?:\/[\w.-]{0,100}\$|\$[({]?\w{1,60}[)}]?["']?\/)[^\s;&|]{1,200})/g
  return [executed, itself]
    .flatMap((pattern) => firstMatches(text, pattern, VARIABLES_TOLD))
    .map(([, word = '']) => word.replace(/["']+$/, ''))
    .slice(0, VARIABLES_TOLD)
}

/** One of the files fits what stands behind the variable. */
function isAmong(found: ReadonlyMap<string, unknown>, word: string): boolean {
  const rest = /\/([\w.-][^$"']*)$/.exec(word)?.[1]
  return rest !== undefined && [...found.keys()].some((name) => name.endsWith(rest))
}

/** One that may name others: source code, a script or a makefile, not the notes that it reads. */
export const isProgramText = (name: string, content: Buffer): boolean =>
  CODE_NAME.test(name) || content.subarray(0, 2).toString() === '#!'
const CODE_NAME =
  /(?:\.(?:sh|bash|zsh|fish|ksh|mk|[cm]?[jt]sx?|py|rb|pl|pm|php|lua|tcl|bats|awk|sed|ps1|cmake|ninja|vim|el|gdb|java|kts?|groovy|gradle|scala|clj|exs?|erl|go|rs|c|cc|cpp|swift|[rR]|jl|sql|nu|bat|cmd)|[Mm]akefile|[Jj]ustfile|Dockerfile|CMakeLists\.txt|Rakefile|Taskfile\.ya?ml)$/
