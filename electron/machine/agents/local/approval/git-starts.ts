import { realpath } from 'node:fs/promises'
import { isAbsolute, join, posix, relative, resolve, sep } from 'node:path'
import { firstMatches } from './file-parts.ts'
import { gitStarts } from './programs.ts'
import { sourceInside, type Sources } from './place.ts'
import { entriesOf, isThere, MOST_ENTRIES_IN_ALL, type Looking, type Matches } from './wildcards.ts'

const GIT_OPTIONS = 12
const HOOKS = [
  'applypatch-msg',
  'pre-applypatch',
  'post-applypatch',
  'pre-commit',
  'prepare-commit-msg',
  'commit-msg',
  'post-commit',
  'pre-merge-commit',
  'post-merge',
  'pre-push',
  'pre-rebase',
  'post-rewrite',
  'post-checkout',
  'post-index-change',
  'pre-auto-gc',
  'reference-transaction',
  'fsmonitor-watchman',
  'pre-receive',
  'update',
  'post-receive',
  'post-update',
  'push-to-checkout',
  'proc-receive',
  'sendemail-validate',
]
const SETTINGS = /(?:^|\/)\.git\/(?:modules\/.+\/)?config(?:\.worktree)?$/

/** What git starts by itself, and the settings that may say what else: nearly each of its commands may do so. */
export const startedByGit = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (posix.basename(word) !== 'git') return []
    const rest = words.slice(at + 1, at + 1 + GIT_OPTIONS)
    const folders = ['', ...rest.filter((_, i) => rest[i - 1] === '-C').map((folder) => `${folder}/`)]
    return folders.flatMap((folder) => startedIn(`${folder}.git/`))
  })

/** Of a folder that git keeps, with a slash at its end. */
const startedIn = (folder: string): readonly string[] => [
  ...HOOKS.map((hook) => `${folder}hooks/${hook}`),
  `${folder}config`,
  `${folder}config.worktree`,
]

/** What git starts besides what lies in `.git`. */
interface FurtherGit extends Matches {
  /** Those of the names that are settings. */
  readonly settings: ReadonlySet<string>
  /** Hooks and settings of a repository in which the text works lie outside of this one. */
  readonly isOutside: boolean
}

const NAMES_GIT = /(?:^|[^\w.-])git(?![\w.-])/
const SUBMODULES_AT_MOST = 20
const FOLDERS_LOOKED_AT = 50

/**
 * The same of the submodules that git keeps in this repository, into which many of its commands go, and of folders
 * that a file `.git` leads to, where the text works (`folders`, each '' or with a slash at its end).
 */
export async function startedByFurtherGit(
  sources: Sources,
  text: string,
  folders: readonly string[],
): Promise<FurtherGit> {
  if (!NAMES_GIT.test(text)) return { names: [], settings: new Set(), isCut: false, isOutside: false }
  const found: string[] = []
  let isOutside = false
  for (const folder of folders.slice(0, FOLDERS_LOOKED_AT))
    for (const kept of await foldersBehind(sources, folder))
      if (kept === null) isOutside = true
      else found.push(kept)
  const modules: Matches[] = []
  for (const kept of new Set(['.git', ...found])) modules.push(await submodulesIn(sources.repoPath, kept))
  const all = [...found, ...modules.flatMap(({ names }) => names)].map((one) => `${one}/`)
  return {
    names: all.flatMap(startedIn),
    settings: new Set(all.flatMap((folder) => [`${folder}config`, `${folder}config.worktree`])),
    isCut: folders.length > FOLDERS_LOOKED_AT || modules.some(({ isCut }) => isCut),
    isOutside,
  }
}

/** Of what git keeps itself in a folder of its own no submodule is one. */
const KEPT_BY_GIT = /^(?:objects|refs|logs|hooks|info|lfs|branches|rr-cache|worktrees)$/

/** Folders of submodules; their names, with slashes, are those below `modules`. */
async function submodulesIn(root: string, kept: string): Promise<Matches> {
  const looking: Looking = { root, left: MOST_ENTRIES_IN_ALL, isCut: false }
  const names: string[] = []
  const waiting = [`${kept}/modules`]
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const isOne = await isThere(join(root, next, 'config'))
    if (isOne) names.push(next)
    if (names.length > SUBMODULES_AT_MOST) break
    for await (const entry of entriesOf(looking, next))
      if (entry.isDirectory() && !(isOne && KEPT_BY_GIT.test(entry.name)))
        waiting.push(`${next}/${entry.name}`)
  }
  return {
    names: names.slice(0, SUBMODULES_AT_MOST),
    isCut: looking.isCut || names.length > SUBMODULES_AT_MOST,
  }
}

/** Where a file `.git` leads to, and where the common part of that lies; null for one outside of the repository. */
async function foldersBehind(sources: Sources, folder: string): Promise<readonly (string | null)[]> {
  const leads = /^gitdir:[ \t]*([^\n]{1,4096})/.exec(await headOf(sources, `${folder}.git`))?.[1]?.trim()
  if (leads === undefined) return []
  const kept = await insideOf(sources.repoPath, folder, leads)
  if (kept === null) return [null]
  const common = (await headOf(sources, `${kept}/commondir`)).split('\n', 1)[0]!.trim()
  return common === '' ? [kept] : [kept, await insideOf(sources.repoPath, kept, common)]
}

const headOf = async (sources: Sources, name: string): Promise<string> =>
  (await sourceInside(sources, name))?.content.toString('utf8', 0, 5000) ?? ''

/** A path as a name in the repository; null: it lies outside. */
async function insideOf(root: string, folder: string, path: string): Promise<string | null> {
  for (const base of [root, await realpath(root).catch(() => root)]) {
    const name = relative(base, resolve(base, folder, path))
    if (name !== '' && !name.startsWith('..') && !isAbsolute(name)) return name.split(sep).join('/')
  }
  return null
}

export const isGitSettings = (name: string): boolean => SETTINGS.test(name)

/** Sections of git's configuration, and keys, whose values are programs, lead to them or to more settings. */
const STARTING_SECTION = /^(?:include|includeif|sendemail|browser|man|hook|guitool|url)$/
const STARTING_KEY =
  /(?:cmd|command|program|helper|driver|textconv|clean|smudge|process|external|hookspath|fsmonitor|editor|pager|askpass|proxy|vcs|uploadpack|receivepack|path|packobjectshook|hook|difffilter|templatedir|update|attributesfile)$/i
const STARTING_VALUE = /^"?\s*!|::|--(?:upload|receive)-pack/

const HEADER = /^\s*\[\s*([\w.-]{1,100})(?![\w.-])[^\]]*\](.*)$/
/** A longer one counts as it stands. */
const LINE_CHARS = 2000

/**
 * The lines of git's configuration that may start a program, with the headers of their sections. '': there are none.
 * A line that goes on in the next one, or that cannot be read, counts.
 */
export function settingsThatMayStart(config: string): string {
  const kept: string[] = []
  let section = ''
  let header = ''
  let isContinued = false
  for (const line of config.split('\n')) {
    const wasContinued = isContinued
    isContinued = line.endsWith('\\')
    const [, opened, more = ''] = wasContinued ? [] : (HEADER.exec(line.slice(0, LINE_CHARS)) ?? [])
    if (opened !== undefined) {
      section = opened.toLowerCase()
      header = line
    }
    const setting = opened === undefined ? line : more
    if (wasContinued || isContinued || line.length > LINE_CHARS || mayStart(section, setting)) {
      if (header !== '' && header !== line) kept.push(header)
      header = ''
      kept.push(line)
    }
  }
  return kept.join('\n')
}

function mayStart(section: string, line: string): boolean {
  if (/^\s*(?:[#;].*)?$/.test(line)) return false
  const [, key, value = ''] = /^\s*([\w-]+)\s*(?:=\s*(.*))?$/.exec(line) ?? []
  if (key === undefined || line.includes('[')) return true
  if (section === 'alias')
    return value.startsWith('!') || value.includes('"') || gitStarts(value.split(/\s+/))
  // Where large files come from, of a kind of which each clone has one.
  if (section === 'filter' && /^git-lfs [\w-]+(?: -- %f)?(?: --skip)?\s*$/.test(value)) return false
  return STARTING_SECTION.test(section) || STARTING_KEY.test(key) || STARTING_VALUE.test(value)
}

/** Further settings that a configuration includes, each as a line that starts them. */
export const includedIn = (settings: string): readonly string[] =>
  firstMatches(settings, /^[ \t]*path[ \t]*=[ \t]*"?([^"\n]{1,200})/gim, FOLDERS_AT_MOST).map(
    ([, path = '']) => `. ${path}`,
  )

const HOOKS_FOLDER = /hookspath[ \t]*=[ \t]*(?:"([^"\n]{1,200})"|([^\n;#]{1,200}))/gi
const FOLDERS_AT_MOST = 200

/** Hooks in folders that a configuration, or `git -c`, names besides git's own. */
export const hooksNamedIn = (text: string): readonly string[] =>
  firstMatches(text, HOOKS_FOLDER, FOLDERS_AT_MOST).flatMap(([, quoted, plain = '']) =>
    [quoted ?? plain.trim(), plain.split(/\s/, 1)[0]!]
      .filter((folder) => folder !== '')
      .flatMap((folder) => HOOKS.map((hook) => `${folder}/${hook}`)),
  )
