import { posix } from 'node:path'
import { firstMatches } from './file-parts.ts'
import { gitStarts } from './programs.ts'
import { filesMatching, type Matches } from './wildcards.ts'

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
const SETTINGS = /(?:^|\/)\.git\/(?:modules\/[^/]+\/)?config(?:\.worktree)?$/

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

/** The same of the submodules that lie in this repository: many commands of git go into them. */
export async function startedBySubmodules(root: string, text: string): Promise<Matches> {
  if (!/\bgit\b/.test(text)) return { names: [], isCut: false }
  const { names, isCut } = await filesMatching(root, '.git/modules/*/config', SUBMODULES_AT_MOST)
  return { names: names.flatMap((name) => startedIn(`${posix.dirname(name)}/`)), isCut }
}
const SUBMODULES_AT_MOST = 20

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
