import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryLook } from '../../engine/ports/repositories.ts'
import type { Fault } from '../../../shared/base/faults.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { plural } from '../../../shared/base/plural.ts'
import { withRepository, type Repository } from './git.ts'
import { isTempName } from '../disk/replace-file.ts'
import { parseStatus } from './working-state.ts'

/** Files looked at one by one; of the rest the names alone are compared, under this entry. */
const FILES_AT_MOST = 20_000
const REST = '(more files)'
const OWN_FILES = ['HEARTBEAT.md', 'HEARTBEAT.json']

/**
 * What a look-only run must leave as it was; executes nothing of the repository and writes nothing into it.
 * Not seen: ignored files, work inside submodules, and an edit of a file that keeps its size, mode and all
 * of its times.
 */
export const look = (repoPath: string): Promise<Result<RepositoryLook, Fault>> =>
  withRepository(repoPath, lookAt)

export async function lookAt(repository: Repository): Promise<Result<RepositoryLook, Fault>> {
  const head = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { okCodes: [1] })
  if (!head.ok) return head
  const branch = await repository.git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { okCodes: [1] })
  if (!branch.ok) return branch
  const refs = await repository.git([
    'for-each-ref',
    '--format=%(refname:lstrip=1) %(objectname)',
    'refs/heads',
    'refs/tags',
  ])
  if (!refs.ok) return refs
  const stashes = await repository.git(['log', '--walk-reflogs', '--format=%H', 'refs/stash', '--'], {
    okCodes: [128],
  })
  if (!stashes.ok) return stashes
  const tree = repository.bare ? ok({ index: '', files: {} }) : await treeOf(repository)
  if (!tree.ok) return tree
  return ok({
    head: headText(head.value.stdout.trim(), branch.value.stdout.trim()),
    branches: Object.fromEntries(
      lines(refs.value.stdout).map((line) => [
        line.slice(0, line.lastIndexOf(' ')),
        line.slice(line.lastIndexOf(' ') + 1),
      ]),
    ),
    stashes: stashes.value.exitCode === 0 ? lines(stashes.value.stdout) : [],
    config: await configPrint(repository),
    ...tree.value,
  })
}

async function treeOf(
  repository: Repository,
): Promise<Result<Pick<RepositoryLook, 'index' | 'files'>, Fault>> {
  // With -v also the marks that would hide later changes of a file from git status. Entries, not bytes: a
  // mere refresh is no change.
  const entries = await repository.git(['ls-files', '--stage', '-v', '-z'])
  // Too long a list for that: what differs from HEAD says the same, but for the marks.
  const index = entries.ok
    ? entries
    : await repository.git(['diff-index', '--cached', '--raw', '--no-renames', '-z', 'HEAD', '--'])
  if (!index.ok) return index
  const asked = ['status', '--porcelain=v2', '-z', '--no-renames', '--ignore-submodules=dirty']
  const all = await repository.git([...asked, '--untracked-files=all'])
  const status = all.ok ? all : await repository.git([...asked, '--untracked-files=normal'])
  if (!status.ok) return status
  const { changed, unmerged, untracked } = parseStatus(status.value.stdout)
  const named = [
    ...[...changed, ...unmerged].map((name) => ['M', name] as const),
    ...untracked.map((name) => ['?', name] as const),
  ].filter(([, name]) => !isOwn(name))
  // a file may be called __proto__
  const files: Record<string, string> = Object.create(null) as Record<string, string>
  for (let i = 0; i < Math.min(named.length, FILES_AT_MOST); i += 64) {
    const some = named.slice(i, Math.min(i + 64, FILES_AT_MOST))
    const prints = await Promise.all(some.map(([, name]) => filePrint(join(repository.location.path, name))))
    some.forEach(([kind, name], at) => (files[name] = `${kind} ${prints[at]}`))
  }
  const rest = named.slice(FILES_AT_MOST)
  if (rest.length > 0)
    files[REST] = `${rest.length} ${hash(rest.map(([kind, name]) => kind + name).join('\0'))}`
  return ok({ index: hash(index.value.stdout), files })
}

/** A remote, a pushurl, an alias or a hook that was put there is used by whoever calls git next. */
async function configPrint({ location: { commonDir, gitDir } }: Repository): Promise<string> {
  const texts = await Promise.all(
    [join(commonDir, 'config'), join(gitDir, 'config.worktree'), join(commonDir, 'info/attributes')].map(
      (file) => readFile(file, 'latin1').catch(() => 'none'),
    ),
  )
  const folder = join(commonDir, 'hooks')
  const names = (await readdir(folder).catch(() => [])).sort()
  const hooks = await Promise.all(
    names.slice(0, HOOKS_AT_MOST).map(async (name) => `${said(name)} ${await filePrint(join(folder, name))}`),
  )
  return [
    hash(texts.join('\0')),
    ...hooks,
    ...(names.length > HOOKS_AT_MOST ? [`${REST} ${hash(names.join('\0'))}`] : []),
  ].join('\n')
}
const HOOKS_AT_MOST = 100

/** ctime as well: an edit that puts the old time of modification back cannot put that one back. */
async function filePrint(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  return found === null ? 'gone' : `${found.size}:${found.mtimeMs}:${found.ctimeMs}:${found.mode.toString(8)}`
}

const isOwn = (name: string): boolean =>
  OWN_FILES.includes(name) || OWN_FILES.some((own) => isTempName(name, own))
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const lines = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')
const headText = (commit: string, branch: string): string =>
  `${commit || 'no-commit'} ${branch || '(detached)'}`
const readHead = (head: string): { commit: string; branch: string } => {
  const cut = head.indexOf(' ')
  return { commit: head.slice(0, cut), branch: head.slice(cut + 1) }
}

// ── The difference between two looks
// ─────────────────────────────────────────────────────────────────────────────────────

const DIFFERENCE_CHARS = 20_000

/**
 * What differs, in words and then as a diff of at most 20,000 characters in all; null: nothing. Tags that
 * the remote has too came with a fetch, which a look-only run may make. Contract: never rejects.
 */
export async function difference(
  repoPath: string,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<string | null> {
  const came = await cameByFetch(repoPath, before, after)
  const words = [
    ...headWords(before, after),
    ...refWords(before, after, came),
    ...fileWords(before, after),
    ...(before.index !== after.index ? ['the index changed'] : []),
    ...stashWords(before, after),
    ...configWords(before, after),
  ]
  if (words.length === 0) return null
  const shown = await withRepository(repoPath, async (repository) =>
    ok(await diffText(repository, before, after)),
  )
  const text = [
    words.join('; '),
    shown.ok ? shown.value : `(The diff cannot be shown: ${shown.error.message})`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return text.length <= DIFFERENCE_CHARS ? text : withGap(text)
}

const withGap = (text: string): string => {
  const kept = DIFFERENCE_CHARS - 60
  return `${text.slice(0, kept)}\n… (${(text.length - kept).toLocaleString('en-US')} more characters are left out)`
}

function headWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const [was, is] = [readHead(before.head), readHead(after.head)]
  return [
    ...(was.branch !== is.branch ? [`HEAD switched from ${said(was.branch)} to ${said(is.branch)}`] : []),
    ...(was.commit !== is.commit
      ? [
          `HEAD moved from ${short(was.commit)} to ` +
            `${short(is.commit)}${was.branch === is.branch ? ` (branch ${said(is.branch)})` : ''}`,
        ]
      : []),
  ]
}

function refWords(
  before: RepositoryLook,
  after: RepositoryLook,
  came: ReadonlySet<string>,
): readonly string[] {
  const [was, is] = [readHead(before.head), readHead(after.head)]
  const words: string[] = []
  for (const name of new Set([...Object.keys(before.branches), ...Object.keys(after.branches)])) {
    const [from, to] = [before.branches[name], after.branches[name]]
    // The branch that HEAD is on moved with it: that has been said.
    if (
      from === to ||
      came.has(name) ||
      (name === `heads/${is.branch}` && is.branch === was.branch && from === was.commit && to === is.commit)
    )
      continue
    const shown = name.startsWith('tags/') ? `tag ${said(name.slice(5))}` : `branch ${said(name.slice(6))}`
    words.push(
      from === undefined
        ? `${shown} was created`
        : to === undefined
          ? `${shown} was deleted`
          : `${shown} moved from ${short(from)} to ${short(to)}`,
    )
  }
  return words.length <= NAMES
    ? words
    : [...words.slice(0, NAMES), `and ${words.length - NAMES} more branches and tags`]
}

function fileWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const changed = changedFiles(before, after)
  const gone = Object.keys(before.files).filter((name) => !(name in after.files))
  const untracked = gone.filter((name) => before.files[name]!.startsWith('?'))
  const settled = gone.filter((name) => !before.files[name]!.startsWith('?'))
  const list = (names: readonly string[], what: string): readonly string[] =>
    names.length === 0 ? [] : [`${plural(names.length, 'file')} ${what}: ${nameList(names)}`]
  return [
    ...list(changed, 'changed'),
    ...list(settled, settled.length === 1 ? 'is as in HEAD now' : 'are as in HEAD now'),
    ...list(untracked, 'no longer untracked'),
  ]
}

const changedFiles = (before: RepositoryLook, after: RepositoryLook): readonly string[] =>
  Object.keys(after.files).filter((name) => before.files[name] !== after.files[name])

function stashWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const added = after.stashes.filter((id) => !before.stashes.includes(id)).length
  const dropped = before.stashes.filter((id) => !after.stashes.includes(id)).length
  const word = (n: number, what: string): readonly string[] =>
    n === 0 ? [] : [n === 1 ? `stash ${what}` : `${n} stashes ${what}`]
  const moved =
    added + dropped === 0 && before.stashes.join() !== after.stashes.join()
      ? ['the stashes changed places']
      : []
  return [...word(added, 'added'), ...word(dropped, 'dropped'), ...moved]
}

function configWords(before: RepositoryLook, after: RepositoryLook): readonly string[] {
  const read = (look: RepositoryLook): { text: string; hooks: Map<string, string> } => {
    const [text = '', ...hooks] = look.config.split('\n')
    return {
      text,
      hooks: new Map(
        hooks.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)]),
      ),
    }
  }
  const [was, is] = [read(before), read(after)]
  const names = (all: Iterable<string>, chosen: (name: string) => boolean): readonly string[] =>
    [...all].filter(chosen)
  const word = (found: readonly string[], what: string): readonly string[] =>
    found.length === 0
      ? []
      : [`${found.length === 1 ? 'a hook was' : `${found.length} hooks were`} ${what}: ${nameList(found)}`]
  return [
    ...(was.text !== is.text ? ['git’s configuration changed'] : []),
    ...word(
      names(is.hooks.keys(), (name) => !was.hooks.has(name)),
      'added',
    ),
    ...word(
      names(is.hooks.keys(), (name) => was.hooks.has(name) && was.hooks.get(name) !== is.hooks.get(name)),
      'changed',
    ),
    ...word(
      names(was.hooks.keys(), (name) => !is.hooks.has(name)),
      'removed',
    ),
  ]
}

const NAMES = 20
const short = (commit: string): string => (/^[0-9a-f]{40,}$/.test(commit) ? commit.slice(0, 7) : commit)
/** A name is data: no line of its own, nothing unprintable, not without end. */
const said = (name: string): string => name.replace(/\p{Cc}/gu, '?').slice(0, 200)
const nameList = (names: readonly string[]): string =>
  names.slice(0, NAMES).map(said).join(', ') +
  (names.length > NAMES ? ` and ${names.length - NAMES} more` : '')

/** New tags that the remote has at the same commit. Without an answer none: then they are told. */
async function cameByFetch(
  repoPath: string,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<ReadonlySet<string>> {
  const fresh = Object.keys(after.branches).filter(
    (name) => name.startsWith('tags/') && before.branches[name] === undefined,
  )
  if (fresh.length === 0) return new Set()
  const came = await withRepository(repoPath, async (repository) => {
    const found = new Set<string>()
    const remotes = repository.config
      .map(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1])
      .filter((name) => name !== undefined)
    for (const remote of [...new Set(remotes)].slice(0, 4)) {
      const listed = await repository.git(
        [
          '-c',
          'http.lowSpeedLimit=1',
          '-c',
          'http.lowSpeedTime=10',
          'ls-remote',
          '--tags',
          '--refs',
          '--',
          remote,
        ],
        { network: true },
      )
      if (!listed.ok) continue
      const there = new Map(
        lines(listed.value.stdout).map((line) => [
          line.slice(line.indexOf('\t') + 1),
          line.slice(0, line.indexOf('\t')),
        ]),
      )
      for (const name of fresh) if (there.get(`refs/${name}`) === after.branches[name]) found.add(name)
    }
    return ok(found)
  })
  return came.ok ? came.value : new Set()
}

// ── The diff
// ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

const DIFF = ['--no-ext-diff', '--no-textconv', '--no-color', '--ignore-submodules=dirty'] as const
const PATHS_SHOWN = 100
const FRESH_SHOWN = 20
const FRESH_LINES = 20

async function diffText(
  repository: Repository,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<string> {
  const parts: string[] = []
  const [was, is] = [readHead(before.head).commit, readHead(after.head).commit]
  const said = async (args: readonly string[]): Promise<void> => {
    const answer = await repository.git(['--literal-pathspecs', ...args])
    parts.push(
      answer.ok ? answer.value.stdout.trimEnd() : `(The diff cannot be shown: ${answer.error.message})`,
    )
  }
  if (was !== is && is !== 'no-commit')
    await said(
      was === 'no-commit'
        ? ['diff-tree', '--root', '--patch', '-r', '--no-commit-id', ...DIFF, is]
        : ['diff', ...DIFF, was, is, '--'],
    )
  if (repository.bare) return parts.filter((part) => part !== '').join('\n')

  const changed = changedFiles(before, after).filter((name) => name !== REST)
  const tracked = changed.filter((name) => after.files[name]!.startsWith('M')).slice(0, PATHS_SHOWN)
  if (tracked.some((name) => name in before.files))
    parts.push(
      '(Some of these files differed from HEAD before the run too; what they differ in now is shown.)',
    )
  if (tracked.length > 0)
    await said(['diff', ...DIFF, ...(is === 'no-commit' ? [] : ['HEAD']), '--', ...tracked])
  const fresh = changed.filter((name) => after.files[name]!.startsWith('?'))
  for (const name of fresh.slice(0, FRESH_SHOWN)) parts.push(await firstLines(repository.location.path, name))
  return parts.filter((part) => part !== '').join('\n')
}

/** A file that git knows nothing of, as a diff would show it. */
async function firstLines(folder: string, name: string): Promise<string> {
  const title = `+++ ${said(name)} (untracked)`
  try {
    if (!(await lstat(join(folder, name))).isFile()) return title
    // Neither through a link nor waiting for a pipe that has taken the file's place meanwhile.
    const file = await open(
      join(folder, name),
      constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
    )
    try {
      const buffer = Buffer.alloc(4096)
      const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
      const { size } = await file.stat()
      const bytes = buffer.subarray(0, bytesRead)
      if (bytes.includes(0)) return `${title}\n(${size} bytes, not text)`
      const all = bytes.toString('utf8').trimEnd().split('\n')
      const shown = all
        .slice(0, FRESH_LINES)
        .map((line) => `+${line}`)
        .join('\n')
      return `${title}\n${shown}${size > bytesRead || all.length > FRESH_LINES ? `\n… (${size} bytes in all)` : ''}`
    } finally {
      await file.close()
    }
  } catch {
    return title
  }
}
