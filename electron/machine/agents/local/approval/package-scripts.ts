import { manifestText } from './file-parts.ts'
import { filesMatching, type Matches } from './wildcards.ts'

interface Scripts {
  /** What stands under "scripts" and "config", as text; of a file that cannot be read, or is too deep, all of it. */
  readonly all: string
  /** Those that the words start, and those that they start in turn, with their lines. */
  readonly named: readonly {
    readonly line: number | null
    readonly text: string // as it stands in the file
    readonly script: string
  }[]
  readonly others: string // the rest, one a line
}

/** What of a package.json is executed by `program` with these words (those of `npm run build` behind npm). */
export function scriptsOf(text: string, program: string, words: readonly string[]): Scripts {
  let all: unknown
  let counted: string
  try {
    const manifest = JSON.parse(text) as { scripts?: unknown; config?: unknown }
    all = manifest.scripts ?? {}
    counted = JSON.stringify([all, manifest.config])
  } catch {
    return { all: text, named: [], others: '' }
  }
  const scripts = new Map(
    typeof all === 'object' && all !== null
      ? Object.entries(all).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
      : [],
  )
  const started = reachedFrom(startedBy(program, words, scripts), scripts)
  const shown = (name: string): string => `${JSON.stringify(name)}: ${JSON.stringify(scripts.get(name))}`
  return {
    all: counted,
    named: started.map((name) => ({
      line: lineOf(text, name),
      text: shown(name),
      script: scripts.get(name) ?? '',
    })),
    others: [...scripts.keys()]
      .filter((name) => !started.includes(name))
      .map(shown)
      .join('\n'),
  }
}

/** Options of npm and pnpm with a value in a word of its own. */
const WITH_VALUE = /^(?:-w|--workspace|--filter|-F|--loglevel)$/

const PATTERNS_AT_MOST = 500
const PACKAGES_AT_MOST = 200

/** `npm test -w b`, `yarn workspace b test`: an option in the line of the program. */
const IN_WORKSPACES =
  /\b(?:npm|npx|pnpm|yarn|bun)\b(?:[^\n;&|]{0,300}[ \t"',](?:-w|-ws|-W|-r|-F|--workspaces?|--filter|--recursive)(?![\w-])|[ \t"',]{1,9}workspaces?\b)/
/** The same said by `.npmrc`, or by the environment. */
const SET_WORKSPACES =
  /^[ \t]*(?:workspaces?|filter|recursive)(?:\[\])?[ \t]*=|\bnpm_config_(?:workspaces?|filter|recursive)\b/im

/** A script, a makefile or a configuration with which npm and its kind work in packages of the repository. */
export const worksInWorkspaces = (text: string): boolean =>
  IN_WORKSPACES.test(text.replaceAll('\\\n', ' ')) || SET_WORKSPACES.test(text)

/**
 * The package.json of each package of the one in `folder` ('' or with a slash at its end): of npm's and yarn's
 * workspaces, which stand in it, and of pnpm's in a file of its own. `read` answers null for a file that is not there.
 */
export async function workspaceManifests(
  root: string,
  folder: string,
  read: (name: string) => Promise<Buffer | null>,
): Promise<Matches> {
  const manifest = manifestText(await read(`${folder}package.json`))
  const pnpm = manifestText(await read(`${folder}pnpm-workspace.yaml`))
  const patterns = workspacesOf(manifest, pnpm)
  const found = await Promise.all(
    patterns
      .slice(0, PATTERNS_AT_MOST)
      .map((pattern) => filesMatching(root, `${folder}${pattern}/package.json`, PACKAGES_AT_MOST)),
  )
  return {
    names: found.flatMap(({ names }) => names),
    isCut: patterns.length > PATTERNS_AT_MOST || found.some(({ isCut }) => isCut),
  }
}

/** Patterns of folders with packages of their own: `workspaces` of a package.json, `packages` of pnpm's file. */
const workspacesOf = (manifest: string, pnpm: string): readonly string[] => [
  ...[...pnpm.matchAll(/^[ \t]*-[ \t]*["']?([\w./*@-]{1,200})["']?[ \t]*$/gm)].map(([, at = '']) => at),
  ...ofManifest(manifest),
]

function ofManifest(manifest: string): readonly string[] {
  try {
    const { workspaces } = JSON.parse(manifest) as { workspaces?: unknown }
    const list: unknown = Array.isArray(workspaces)
      ? workspaces
      : (workspaces as { packages?: unknown } | undefined)?.packages
    return Array.isArray(list) ? list.filter((pattern) => typeof pattern === 'string') : []
  } catch {
    return []
  }
}

const STARTS_NONE =
  /^(?:|ls|list|ll|la|view|info|outdated|audit|config|get|root|bin|prefix|ping|help|doctor|fund|explain|why|search|whoami|query|licenses)$/

const INSTALL = ['preinstall', 'install', 'postinstall', 'prepare']

function startedBy(
  program: string,
  words: readonly string[],
  scripts: ReadonlyMap<string, string>,
): readonly string[] {
  const [verb = '', name = ''] = words.filter(
    (word, at) => !word.startsWith('-') && !WITH_VALUE.test(words[at - 1] ?? ''),
  )
  if (program === 'npx' || STARTS_NONE.test(verb)) return []
  if (/^(?:run|run-script|rum|urn)$/.test(verb)) return [name]
  if (/^(?:t|tst|test)$/.test(verb)) return ['test']
  if (/^(?:i|ci|install|add|rebuild)$/.test(verb) || (program === 'yarn' && verb === '')) return INSTALL
  if (/^(?:start|stop)$/.test(verb) || (program !== 'npm' && scripts.has(verb))) return [verb]
  return [...scripts.keys()] // any may belong to it, as start to restart, prepack to pack
}

const SCRIPTS_AT_MOST = 200
const STARTS_SEVERAL = /\b(?:run-s|run-p|npm-run-all2?|node --run)\b/

/** With what runs before and after each, and what their texts start in turn. */
function reachedFrom(names: readonly string[], scripts: ReadonlyMap<string, string>): readonly string[] {
  const reached: string[] = []
  const reach = (name: string): void => {
    if (!scripts.has(name) || reached.length >= SCRIPTS_AT_MOST || reached.includes(name)) return
    reached.push(name)
    for (const around of [`pre${name}`, `post${name}`]) reach(around)
    if (STARTS_SEVERAL.test(scripts.get(name) ?? '')) for (const other of scripts.keys()) reach(other)
    const calls = /\b(?:npm|pnpm|yarn|bun)\s+(?:run(?:-script)?\s+)?(?:-\S+\s+)*([\w:.-]+)/g
    for (const [, called = ''] of scripts.get(name)?.matchAll(calls) ?? [])
      reach(called === 't' ? 'test' : called)
  }
  for (const name of names) reach(name)
  return reached
}

const LINES_COUNTED_CHARS = 500_000

/** Of the key below "scripts"; null: it is not written there letter by letter, or the file is very long. */
function lineOf(text: string, name: string): number | null {
  if (text.length > LINES_COUNTED_CHARS) return null
  const from = text.indexOf('"scripts"')
  const at = text.indexOf(JSON.stringify(name), Math.max(0, from) + '"scripts"'.length)
  return from < 0 || at < 0 ? null : text.slice(0, at).split('\n').length
}
