import { createHash } from 'node:crypto'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { withRepository, type Repository } from '../git.ts'
import { readRegularFile } from '../../disk/regular-file.ts'
import { isTempName } from '../../disk/replace-file.ts'
import { parseStatus } from '../facts/working-state.ts'
import { lines } from './fetched-tags.ts'
import { refsOf, worktreesOf } from './refs.ts'
import { said } from './words.ts'

/** Files looked at one by one; of the rest the names alone are compared, under this entry. */
const FILES_AT_MOST = 20_000
export const REST = '(more files)'
const OWN_FILES = ['HEARTBEAT.md', 'HEARTBEAT.json']

/**
 * What a look-only run must leave as it was; executes nothing of the repository and writes nothing into it.
 * Not seen: ignored files, work inside submodules and repositories that are untracked, an edit of a file that keeps
 * its size, mode and all of its times or that a filter hides from git, a tag that was pushed at once, a push to an
 * address or one that deletes a branch, and whatever lies outside.
 */
export const look = (repoPath: string): Promise<Result<RepositoryLook, Fault>> =>
  withRepository(repoPath, lookAt)

export async function lookAt(repository: Repository): Promise<Result<RepositoryLook, Fault>> {
  const head = await repository.git(['rev-parse', '--verify', '--quiet', 'HEAD'], { okCodes: [1] })
  if (!head.ok) return head
  const branch = await repository.git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { okCodes: [1] })
  if (!branch.ok) return branch
  const refs = await refsOf(repository)
  if (!refs.ok) return refs
  const stashes = await repository.git(['log', '--walk-reflogs', '--format=%H', 'refs/stash', '--'], {
    okCodes: [128],
  })
  if (!stashes.ok) return stashes
  const tree = repository.bare ? ok({ index: '', files: {} }) : await treeOf(repository)
  if (!tree.ok) return tree
  return ok({
    head: headText(head.value.stdout.trim(), branch.value.stdout.trim()),
    ...refs.value,
    worktrees: await worktreesOf(repository),
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

/**
 * A remote, a pushurl, an alias or a hook that was put there is used by whoever calls git next; other files say
 * which files git names, and how far back its history goes.
 */
async function configPrint({ location: { commonDir, gitDir } }: Repository): Promise<string> {
  const texts = await Promise.all([
    ...CONFIG_FILES.map((name) => textOf(join(commonDir, name))),
    textOf(join(gitDir, 'config.worktree')),
  ])
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
const CONFIG_FILES = ['config', 'info/attributes', 'info/exclude', 'info/grafts', 'shallow'] as const

/** What is no file to be read counts by its kind and times. */
const textOf = (file: string): Promise<string> =>
  readRegularFile(file, { maxBytes: CONFIG_AT_MOST_BYTES, links: 'follow' }).then(
    ({ bytes }) => bytes.toString('latin1'),
    () => filePrint(file),
  )
const CONFIG_AT_MOST_BYTES = 4 * 1024 * 1024

/** ctime as well: an edit that puts the old time of modification back cannot put that one back. */
async function filePrint(path: string): Promise<string> {
  const found = await lstat(path).catch(() => null)
  return found === null ? 'gone' : `${found.size}:${found.mtimeMs}:${found.ctimeMs}:${found.mode.toString(8)}`
}

const isOwn = (name: string): boolean =>
  OWN_FILES.includes(name) || OWN_FILES.some((own) => isTempName(name, own))
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')
const headText = (commit: string, branch: string): string =>
  `${commit || 'no-commit'} ${branch || '(detached)'}`
