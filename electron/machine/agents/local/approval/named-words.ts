import { normalize } from 'node:path'
import { executedInputs, withBracesExpanded } from './executed-inputs.ts'
import { firstMatches } from './first-matches.ts'
import { startedByGit } from './git-starts.ts'
import {
  FOLDER_OPTION,
  optionWords,
  RUNS_RECIPES,
  RUNS_SCRIPTS,
  STARTING,
  withoutOutputs,
} from './programs.ts'

const STARTS = new RegExp(`^(?:${STARTING})$`)
/** A value that a text gives a name, as far as it may be a folder. */
const ASSIGNED = /(?:^|[\s;&|])[A-Za-z_]\w{0,60}[ \t]*[:?+]?=[ \t]*["']?([\w./-]{1,200})/g
const MOST_FOLDERS = 20

/** What may be the name of a file, seen from the repository's root. */
export interface NamedWord {
  readonly name: string
  /** It stands behind what executes or includes it. */
  readonly isStarted: boolean
}

/**
 * Words of a script, a makefile or a command that may be files, in each folder in which the text may work: the
 * root, its own (`home`), those that it goes to, and those on its PATH. Of a path behind a variable or a
 * substitution the rest is tried, in these folders and in those that the text assigns.
 */
export function* namedWords(raw: string, home: string): Generator<NamedWord> {
  const text = withBracesExpanded(withoutOutputs(raw))
  const executed = executedInputs(text)
  const words = optionWords(text.split(/[\s;&|()<>'"`,\\]+/).map(withoutSigns)).flatMap((word) =>
    word.split('='),
  )
  const folders = foldersIn(words, home)
  const assigned = firstMatches(text, ASSIGNED, MOST_FOLDERS).flatMap(([, value]) => below(home, `${value}/`))
  const started = (name: string): NamedWord => ({ name: normalize(name), isStarted: true })
  for (const name of startedByGit(words)) yield started(name)
  for (const folder of folders.slice(1)) for (const file of workedIn(words)) yield started(folder + file)
  for (const [at, word] of words.entries()) {
    const rest = /^(?:\$\{?\w+\}?)?\/+(.+)/.exec(word)?.[1]
    const before = words.slice(Math.max(0, at - (rest === undefined ? 1 : 4)), at)
    const isStarted = executed.has(word) || before.some((one) => STARTS.test(one))
    const tried = rest === undefined ? [] : [...folders, ...assigned].map((folder) => folder + rest)
    for (const name of [word, ...tried, ...folders.slice(1).map((f) => f + word), ...modules(words, at)])
      yield { name: normalize(name), isStarted }
  }
}

/** Of a first line that names its program, and of a recipe's line that is not shown. */
const withoutSigns = (word: string): string => word.replace(/^(?:#!|[-+]*@[-+@]*)/, '')

function foldersIn(words: readonly string[], home: string): readonly string[] {
  const found = words.flatMap((word, at) => {
    const before = words[at - 1] ?? ''
    if (before === 'PATH') return word.split(':').filter((part) => !/^[/$]/.test(part) && part !== '')
    return /^(?:cd|pushd)$/.test(before) || FOLDER_OPTION.test(before) ? [word] : []
  })
  const named = found.flatMap((folder) => below(home, `${folder.replace(/^\$\{?\w+\}?\//, '')}/`))
  return [...new Set(['', home, ...named])].slice(0, MOST_FOLDERS)
}

/** From the root, and from the text's own folder. */
const below = (home: string, folder: string): readonly string[] =>
  home === '' ? [folder] : [folder, home + folder]

/** Files that programs read in the folder in which they work, without being named. */
const workedIn = (words: readonly string[]): readonly string[] => [
  ...RUNS_RECIPES.flatMap(({ program, files }) => (words.some((word) => program.test(word)) ? files : [])),
  ...(words.some((word) => RUNS_SCRIPTS.test(word)) ? ['package.json'] : []),
]

const ENDINGS = ['.js', '.cjs', '.mjs', '.ts', '.json']

/** `python -m name`, `python folder`, `node .`, `node scripts/check` for a file with its ending */
function modules(words: readonly string[], at: number): readonly string[] {
  const [word = '', before = '', program = ''] = [words[at], words[at - 1], words[at - 2]]
  if (before === '-m' && /^python/.test(program.split('/').at(-1) ?? '')) {
    const path = word.replaceAll('.', '/')
    return [`${path}.py`, `${path}/__main__.py`, `${path}/__init__.py`]
  }
  if (!/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(before) || word.startsWith('-'))
    return /^python/.test(before) ? [`${word}/__main__.py`] : []
  return [...ENDINGS.map((ending) => word + ending), `${word}/index.js`, `${word}/package.json`]
}
