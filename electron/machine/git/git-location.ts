import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { codeOf } from '../disk/answering/disk-reason.ts'
import { readRegularFile } from '../disk/regular-file.ts'
import { keptByLook } from './facts/kept-by-look.ts'

/**
 * Where the parts of a repository lie. Found by looking at names only: nothing of the repository is
 * interpreted.
 */
export interface GitLocation {
  readonly path: string // real path of the folder that was asked for
  readonly gitDir: string // HEAD, index, operation in progress
  readonly commonDir: string // objects, branches, config; the same as gitDir except in a linked worktree
  readonly hasGitEntry: boolean // false: the folder itself is the repository (bare)
  readonly print: string | null // how .git looked before it was looked into; null: that could not be seen
}

/** By the real path. */
const kept = keptByLook<GitLocation>(isInOneFolder)

/**
 * repo.missing, repo.not_git, repo.unreadable, git.failed (a .git that leads nowhere). The same object again as long
 * as nothing was made, renamed or removed in the folder `.git`. `nowMs`: the system's clock.
 */
export async function locateRepository(
  path: string,
  nowMs: () => number = Date.now,
): Promise<Result<GitLocation, Fault>> {
  try {
    const real = await realpath(path)
    const find = async (print: string | null): Promise<Result<GitLocation, Fault>> => {
      const located = await locateAnew(path, real)
      return located.ok ? ok({ ...located.value, print }) : located
    }
    return await kept({ key: real, paths: [join(real, '.git')], find, nowMs })
  } catch (error) {
    return err(locationFault(path, error))
  }
}

/** No pointer was followed, whose text could change while the folder looks the same. */
function isInOneFolder({ path, gitDir, commonDir }: Found): boolean {
  return gitDir === join(path, '.git') && commonDir === gitDir
}

type Found = Omit<GitLocation, 'print'>

async function locateAnew(path: string, real: string): Promise<Result<Found, Fault>> {
  const entry = await kindOf(join(real, '.git'))
  if (entry === 'folder') return await withCommonDir(real, join(real, '.git'), true)
  if (entry === 'file') return await followPointer(real)
  if (
    (await kindOf(join(real, 'HEAD'))) === 'file' &&
    (await kindOf(join(real, 'objects'))) === 'folder' &&
    (await kindOf(join(real, 'refs'))) === 'folder'
  ) {
    return await withCommonDir(real, real, false)
  }
  const is = (await stat(real)).isDirectory() ? 'has no .git' : 'is a file, not a folder'
  return err(fault('repo.not_git', `${path} ${is}`))
}

/** The folder or the nearest one above it that holds a repository. */
export async function findRepository(path: string): Promise<Result<GitLocation, Fault>> {
  const first = await locateRepository(path)
  if (first.ok || first.error.code !== 'repo.not_git') return first
  for (let at = resolve(path); dirname(at) !== at; at = dirname(at)) {
    const above = await locateRepository(dirname(at))
    if (above.ok || above.error.code === 'git.failed') return above
  }
  return first
}

/** A linked worktree or a submodule: `.git` is a file that names the real folder. */
async function followPointer(path: string): Promise<Result<Found, Fault>> {
  const target = /^gitdir: (.+?)\s*$/.exec(await readSmall(join(path, '.git')))?.[1]
  if (target === undefined) return err(fault('git.failed', `${path}/.git is a file without a "gitdir:" line`))
  const gitDir = isAbsolute(target) ? target : resolve(path, target)
  if ((await kindOf(gitDir)) !== 'folder')
    return err(fault('git.failed', `${path}/.git points to ${gitDir}, which is not there`))
  return await withCommonDir(path, gitDir, true)
}

async function withCommonDir(
  path: string,
  gitDir: string,
  hasGitEntry: boolean,
): Promise<Result<Found, Fault>> {
  const pointer = join(gitDir, 'commondir')
  const commonDir =
    (await kindOf(pointer)) === 'file' ? resolve(gitDir, (await readSmall(pointer)).trim()) : gitDir
  for (const part of ['objects', 'refs']) {
    if ((await kindOf(join(commonDir, part))) !== 'folder')
      return err(fault('git.failed', `${commonDir} is damaged: ${part} is missing`))
  }
  return ok({ path, gitDir, commonDir, hasGitEntry })
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | null> {
  try {
    const found = await stat(path)
    if (found.isDirectory()) return 'folder'
    if (found.isFile()) return 'file'
    return 'other'
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  }
}

async function readSmall(path: string): Promise<string> {
  return (await readRegularFile(path, { maxBytes: 8192, links: 'follow' })).bytes.toString('utf8')
}

function locationFault(path: string, error: unknown): Fault {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR') return fault('repo.missing', `${path} is not there`)
  if (code === 'EACCES' || code === 'EPERM') return fault('repo.unreadable', `${path} may not be read`)
  return fault('repo.unreadable', `${path}: ${messageOf(error)}`)
}
