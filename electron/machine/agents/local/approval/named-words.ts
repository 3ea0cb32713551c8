import { normalize, posix } from 'node:path'
import { executedInputs, withBracesExpanded } from './executed-inputs.ts'
import { firstMatches } from './file-parts.ts'
import { hooksNamedIn, startedByGit } from './git-starts.ts'
import {
  CONFIGURES_SCRIPTS,
  FOLDER_OPTION,
  KEYWORD,
  optionWords,
  RUNS_RECIPES,
  RUNS_SCRIPTS,
  STARTING,
  withoutOutputs,
  withoutSigns,
} from './programs.ts'

const STARTS = new RegExp(`^(?:${STARTING})$`)
/** A value that a text gives a name, as far as it may be a folder. */
const ASSIGNED = /(?:^|[\s;&|])[A-Za-z_]\w{0,60}[ \t]*[:?+]?=[ \t]*["']?([\w./-]{1,200})/g
const SEARCHED = /\bPATH[ \t]*[:?+]?=[ \t]*["']?([^\n;&]{1,300})/g
/** Before the repository that git works in. */
const GIT_PLACE = /^(?:GIT_DIR|GIT_WORK_TREE|--git-dir|--work-tree)$/
/** What stands for a folder known only to who runs it: `$PWD/`, `$(dirname "$0")/`. */
const VARIABLE = /^["']*\$(?:\{?\w{1,60}\}?|\([^)\n]{0,100}\))["']?\/+/
const QUOTED = /"([^"\n$`]{1,200})"|'([^'\n]{1,200})'/g
const WITH_COMMA = /(?<![\w./-])[\w./-]{1,100},[\w./,-]{1,100}/g
const MATCHES_AT_MOST = 2000
/** More of them make more names than are looked at, which is said. */
const FOLDERS_AT_MOST = 1000
const FOLDER_CHARS = 1000

/** What may be the name of a file, seen from the repository's root. */
export interface NamedWord {
  readonly name: string
  /** It stands behind what executes or includes it. */
  readonly isStarted: boolean
  /** Of git: only the lines that may start a program count. */
  readonly isSettings?: boolean
}

/**
 * Words of a script, a makefile or a command that may be files, in each folder in which the text may work: the
 * root, its own (`home`), those that it goes to, and those on its PATH. Of a path behind a variable or a
 * substitution the rest is tried, in these folders and in those that the text assigns. `isFollowed`: what it starts
 * of the root's scripts and recipes is known by their names already. `further`: folders in which it works besides.
 */
export function* namedWords(
  raw: string,
  home: string,
  isFollowed = false,
  further: readonly string[] = [],
): Generator<NamedWord> {
  const text = withBracesExpanded(withoutOutputs(raw))
  const { names: executed } = executedInputs(text)
  const words = wordsOf(text)
  const folders = foldersIn(text, words, home, further)
  const assigned = firstMatches(text, ASSIGNED, MATCHES_AT_MOST).flatMap(([, value]) =>
    below(home, `${value}/`),
  )
  const started = [...startedByGit(words), ...hooksNamedIn(text), ...oddNames(text)]
  const atRoot = isFollowed ? [] : workedIn(startedBy(text))
  const elsewhere = workedIn(words)
  for (const folder of folders)
    for (const name of [...started, ...(folder === '' ? atRoot : elsewhere)])
      yield { name: normalize(folder + name), isStarted: true }
  if (elsewhere.includes(MANIFEST))
    for (const folder of folders)
      for (const above of foldersAbove(folder))
        for (const name of OF_SCRIPTS) yield { name: above + name, isStarted: true }
  for (const [at, word] of words.entries()) {
    const rest = /^(?:\$\{?\w+\}?)?\/+(.+)/.exec(word)?.[1]
    const before = words.slice(Math.max(0, at - (rest === undefined ? 1 : 4)), at)
    const isStarted = executed.has(word) || before.some((one) => STARTS.test(one))
    const names = [word, ...(rest === undefined ? [] : [rest]), ...modules(words, at)]
    if (rest !== undefined) for (const folder of assigned) yield { name: normalize(folder + rest), isStarted }
    for (const folder of folders)
      for (const name of names)
        if (isStarted || folder !== '' || /[./]/.test(name))
          yield { name: normalize(folder + name), isStarted }
  }
}

const wordsOf = (text: string): readonly string[] =>
  optionWords(text.split(/[\s;&|()<>'"`,\\]+/).map(withoutSigns)).flatMap((word) => word.split('='))

/** The folders in which a text may work, each '' or with a slash at its end. */
export function workingFolders(raw: string, home: string, further: readonly string[]): readonly string[] {
  const text = withBracesExpanded(withoutOutputs(raw))
  return foldersIn(text, wordsOf(text), home, further)
}

/** Names with a blank or a comma, which are no words of their own. */
const oddNames = (text: string): readonly string[] => [
  ...firstMatches(text, QUOTED, MATCHES_AT_MOST)
    .map(([, double, single]) => double ?? single ?? '')
    .filter((name) => /[\s,]/.test(name) && /[./]/.test(name)),
  ...firstMatches(text, WITH_COMMA, MATCHES_AT_MOST).map(([name]) => name),
]

/** The root, the text's own folder, and those that it goes to, from there or from the one before. */
function foldersIn(
  text: string,
  words: readonly string[],
  home: string,
  further: readonly string[],
): readonly string[] {
  const gone = words.flatMap((word, at) => {
    const before = words[at - 1] ?? ''
    if (GIT_PLACE.test(before)) return [word.replace(/(^|\/)\.git\/?$/, '$1.')]
    return /^(?:cd|pushd|-I)$/.test(before) || FOLDER_OPTION.test(before) ? [word] : []
  })
  const searched = firstMatches(text, SEARCHED, MATCHES_AT_MOST).flatMap(([, value = '']) =>
    value.split(':').map((part) => part.replace(VARIABLE, '').split(/[\s"']/, 1)[0] ?? ''),
  )
  const found = new Set(['', home])
  for (const folder of further.flatMap((one) => below(home, one)))
    if (!/^(?:\/|\.\.)/.test(normalize(folder))) found.add(normalize(`${folder}/`).replace(/^\.\/$/, ''))
  let last: readonly string[] = []
  for (const folder of [...gone.map((one) => one.replace(VARIABLE, '')), ...searched]) {
    if (found.size >= FOLDERS_AT_MOST) break
    if (folder === '' || /^[/$]/.test(folder)) continue
    last = ['', home, ...last.slice(0, 3)]
      .map((from) => normalize(`${from}${folder}/`).replace(/^\.\/$/, ''))
      .filter((one) => !one.startsWith('..') && one.length <= FOLDER_CHARS)
    for (const one of last) found.add(one)
  }
  return [...found]
}

/** From the root, and from the text's own folder. */
const below = (home: string, folder: string): readonly string[] =>
  home === '' ? [folder] : [folder, home + folder]

const MANIFEST = 'package.json'
const OF_SCRIPTS = [MANIFEST, ...CONFIGURES_SCRIPTS]

/** Files that programs read in the folder in which they work, without being named. */
function workedIn(words: readonly string[]): readonly string[] {
  const programs = words.map((word) => posix.basename(word))
  return [
    ...RUNS_RECIPES.flatMap(({ program, files }) => (programs.some((one) => program.test(one)) ? files : [])),
    ...(programs.some((one) => RUNS_SCRIPTS.test(one)) ? OF_SCRIPTS : []),
  ]
}

/** `a/b/c/`: `a/b/`, `a/`, where npm looks for the package that it works in. Nothing of the root. */
function* foldersAbove(folder: string): Generator<string> {
  for (let at = folder.lastIndexOf('/', folder.length - 2); at > 0; at = folder.lastIndexOf('/', at - 1))
    yield folder.slice(0, at + 1)
}

/** Before a program that starts in its turn: a wrapper, or a command that takes one. */
const WRAPS = new RegExp(`^(?:${STARTING}|foreach|corepack|run)$`)
const PIECES_AT_MOST = 5000

/**
 * Programs where a shell would start them, or behind what starts others: at the beginning of a line, of a part of it
 * or of a text in quotes. A word of a comment or a sentence is none.
 */
function startedBy(text: string): readonly string[] {
  return text.split(/=!|[\n;&|(){}`"',[\]]+/, PIECES_AT_MOST).flatMap((piece) => {
    const tokens = piece
      .trim()
      .split(/\s+/, 40)
      .map((token) => posix.basename(withoutSigns(token)))
      .filter((token) => !KEYWORD.test(token) && !/^\w+=/.test(token))
    if (tokens.some((token) => NODE.test(token)) && tokens.includes('--run')) return ['npm']
    return WRAPS.test(tokens[0] ?? '') || tokens[0] === 'git' ? tokens : tokens.slice(0, 1)
  })
}

const ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.json']
const NODE = /^(?:node[\d.]*|nodejs|bun|deno|tsx|ts-node)$/

/** The program before a word, with nothing but options between them; '': none. */
function programBefore(words: readonly string[], at: number): string {
  let before = at - 1
  while (before > Math.max(0, at - 6) && words[before]!.startsWith('-')) before--
  return posix.basename(words[before] ?? '')
}

/** Options of python in one word, of which the last says that a module is next, or is it: `-Bm`, `-mci.check`. */
const MODULE = /^-[bBdEhiIOPqsSuvVx]{0,9}m([A-Za-z_][\w.]{0,200})?$/
const PYTHON = /^(?:python|pypy)/
const OPTIONS_LOOKED_AT = 8

/** `python -m name`, `python folder`, `node .`, `node scripts/check` for a file with its ending */
function modules(words: readonly string[], at: number): readonly string[] {
  const [word = '', before = ''] = [words[at], words[at - 1]]
  const glued = MODULE.exec(word)?.[1]
  const module = glued ?? (MODULE.exec(before)?.[1] === undefined && MODULE.test(before) ? word : null)
  const near = words.slice(Math.max(0, at - OPTIONS_LOOKED_AT), at)
  if (module !== null && near.some((one) => PYTHON.test(posix.basename(one)))) {
    const path = module.replaceAll('.', '/')
    return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`]
  }
  if (word.startsWith('-')) return []
  const program = programBefore(words, at)
  if (PYTHON.test(program)) return [`${word}/__main__.py`]
  if (!NODE.test(program)) return []
  return [...ENDINGS.map((ending) => word + ending), `${word}/index.js`, `${word}/package.json`]
}
