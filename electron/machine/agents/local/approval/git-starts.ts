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
]
const SETTINGS = /(?:^|\/)\.git\/config(?:\.worktree)?$/

/** What git starts by itself, and the settings that may say what else: nearly each of its commands may do so. */
export const startedByGit = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (word !== 'git') return []
    const rest = words.slice(at + 1, at + 1 + GIT_OPTIONS)
    const folders = ['', ...rest.filter((_, i) => rest[i - 1] === '-C').map((folder) => `${folder}/`)]
    return folders.flatMap((folder) => [
      ...HOOKS.map((hook) => `${folder}.git/hooks/${hook}`),
      `${folder}.git/config`,
      `${folder}.git/config.worktree`,
    ])
  })

export const isGitSettings = (name: string): boolean => SETTINGS.test(name)

/** Keys of git's configuration that start no program, by section; an address only as `ORDINARY_URL`. */
const HARMLESS: Readonly<Record<string, RegExp>> = {
  core: /^(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|untrackedcache|commitgraph|quotepath|abbrev|compression)$/,
  remote:
    /^(?:url|pushurl|fetch|push|tagopt|prune|prunetags|mirror|promisor|partialclonefilter|gh-resolved)$/,
  branch: /^(?:remote|merge|rebase|pushremote|description|vscode-merge-base|gh-merge-base|github-pr-[\w-]+)$/,
  user: /^(?:name|email)$/,
  submodule: /^(?:active|url|branch|recurse)$/,
  push: /^(?:default|autosetupremote|followtags)$/,
  pull: /^(?:rebase|ff)$/,
  fetch: /^(?:prune|prunetags|parallel|writecommitgraph)$/,
  gc: /^(?:auto|autodetach|autopacklimit|pruneexpire)$/,
  maintenance: /^(?:auto|strategy)$/,
  extensions: /^(?:objectformat|worktreeconfig|partialclone|refstorage)$/,
  http: /^(?:extraheader|postbuffer|version)$/,
  lfs: /^(?:repositoryformatversion|access)$/,
}
const ORDINARY_URL = /^(?:(?:https?|ssh|git|file):\/\/|[\w.-]+@[\w.-]+:|\.{0,2}\/)[^\s"\\]*$/

/**
 * What is left of git's configuration without what a clone, a branch or a remote brings: these lines may start
 * programs, or lead to hooks elsewhere. '' where nothing is left.
 */
export function settingsThatMayStart(config: string): string {
  const kept: string[] = []
  let section: string | null = null // null: of a kind whose lines are all kept
  let header: string | null = null // not kept so far
  let isContinued = false
  for (const line of config.split('\n')) {
    const wasContinued = isContinued
    isContinued = line.endsWith('\\')
    const opened = /^\s*\[([\w-]+)(?:\s+"[^"\\]*")?\]\s*$/.exec(line)?.[1]?.toLowerCase()
    if (!wasContinued && opened !== undefined) {
      section = opened
      header = line
    } else if (wasContinued || !startsNothing(section, line)) {
      if (header !== null) kept.push(header)
      header = null
      if (line.includes('[')) section = null
      kept.push(line)
    }
  }
  return kept.join('\n')
}

function startsNothing(section: string | null, line: string): boolean {
  if (/^\s*(?:[#;].*)?$/.test(line) && !line.endsWith('\\')) return true
  const [, key = '', value = ''] = /^\s*([\w-]+)\s*(?:=\s*([^"\\]*?)\s*)?$/.exec(line) ?? []
  if (section === null || HARMLESS[section]?.test(key.toLowerCase()) !== true) return false
  return !/url$/i.test(key) || ORDINARY_URL.test(value)
}

/** Hooks in folders that the configuration names besides git's own. */
export const hooksNamedIn = (config: string): readonly string[] =>
  config.split('\n', 1000).flatMap((line) => {
    const folder = /hookspath\s*=\s*"?([\w./-]{1,200})/i.exec(line)?.[1]
    return folder === undefined ? [] : HOOKS.map((hook) => `${folder}/${hook}`)
  })
