import { CHECK_KINDS, type CheckId } from './kinds/check-kinds.ts'
import type { Signs } from './kinds/kind.ts'
import { foundNothing, type Found } from './signs/found.ts'
import { readPackageJson } from './signs/package-json.ts'
import { readHooks, readProject, readRecipes, readTasks } from './signs/recipes.ts'
import { readWorkflow } from './signs/workflow.ts'
import { ecosystemOf, type Ecosystem } from './facts.ts'
import type { RepositoryState } from './state.ts'

/** What lies at the root of a repository. All of it was written by others and may be anything. */
interface RootFiles {
  /** Names at the root, folders with a slash at their end. */
  readonly names: readonly string[]
  /** Path → text of those that `isRead` names; a file that could not be read is left out. */
  readonly texts: ReadonlyMap<string, string>
  /** Ending without its point → number of files. */
  readonly languages: Readonly<Record<string, number>>
  /** Commits in the half-year before. */
  readonly active: number
}

type Reader = (text: string, found: Found) => void
const READERS: readonly (readonly [RegExp, readonly Reader[]])[] = [
  [/^package\.json$/, [readPackageJson]],
  [/^\.github\/workflows\/[^/]+\.ya?ml$/, [readWorkflow]],
  [
    /^(\.travis\.yml|\.gitlab-ci\.yml|azure-pipelines\.yml|\.?appveyor\.yml|\.circleci\/config\.yml)$/,
    [readWorkflow],
  ],
  [/^(GNUmakefile|[Mm]akefile|[Jj]ustfile|\.justfile|Taskfile\.ya?ml)$/, [readRecipes]],
  [/^(pyproject\.toml|setup\.cfg|tox\.ini|noxfile\.py)$/, [readProject, readTasks]],
  [/^(requirements[\w-]*\.txt|setup\.py|Cargo\.toml|go\.mod|requirements\/[\w-]+\.(txt|in))$/, [readProject]],
  [/^\.pre-commit-config\.ya?ml$/, [readHooks]],
]
/** Files of services that only have to be there. */
const NAMED = /^\.github\/([\w-]+\.(ya?ml|json5?))$/

/** Whether a text of this path is wanted in `RootFiles.texts`. */
export const isRead = (path: string): boolean =>
  NAMED.test(path) || READERS.some(([pattern]) => pattern.test(path))

interface Recognised extends RepositoryState {
  readonly checks: readonly CheckId[]
  readonly ecosystem: Ecosystem
}

/**
 * The checks that a repository has, and what it is made of. Reads line by line, each at most once and with
 * bounded patterns, so that it takes time in proportion to what it is given; it never throws.
 */
export function recognise(root: RootFiles): Recognised {
  const found = foundNothing()
  const names = root.names.map((name) => name.replace(/\/$/, ''))
  for (const [path, text] of root.texts)
    for (const [pattern, readers] of READERS)
      if (pattern.test(path)) for (const read of readers) read(text, found)
  const paths = [...new Set([...names, ...root.texts.keys()])]
  const checks = [...CHECK_KINDS]
    .filter(([, { signs }]) => shows(signs, found, paths))
    .map(([id]) => id as CheckId)
  return {
    checks: checks.sort(),
    files: [...root.names].sort(),
    languages: root.languages,
    tools: [...found.tools].sort(),
    scripts: [...found.scripts].sort(),
    active: root.active,
    isLibrary: found.isLibrary,
    ecosystem: ecosystemOf({ languages: root.languages, files: names }),
  }
}

const KEYS = {
  command: 'commands',
  ciCommand: 'ciCommands',
  uses: 'uses',
  workflow: 'workflow',
  hook: 'hooks',
  script: 'scripts',
  tool: 'tools',
} as const satisfies Partial<Record<keyof Signs, keyof Found>>

function shows(signs: Signs, found: Found, paths: readonly string[]): boolean {
  if (signs.versions === true && found.versions) return true
  if (signs.pinned === true && found.pinned > 0 && found.pinned * 2 >= found.uses.length) return true
  if (signs.file !== undefined && paths.some((path) => signs.file?.test(path))) return true
  return Object.entries(KEYS).some(([sign, list]) => {
    const pattern = signs[sign as keyof typeof KEYS]
    return pattern !== undefined && [...found[list]].some((line) => pattern.test(line))
  })
}
