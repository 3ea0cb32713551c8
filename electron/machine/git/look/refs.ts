import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import type { Fault } from '../../../../shared/base/faults.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { Repository } from '../git.ts'
import { lines } from './fetched-tags.ts'

/** Those that are asked for where the list of all is too long. */
const USUAL = ['refs/heads', 'refs/tags', 'refs/notes', 'refs/replace'] as const
/** A stash is seen by its entries; git's own maintenance fetches ahead. */
const NOT_COMPARED = /^refs\/(?:stash$|prefetch\/)/
const REMOTE = 'refs/remotes/'

type Refs = Pick<RepositoryLook, 'branches' | 'remotes'>

/** Remote branches apart: they follow a fetch, which a look-only run may make. */
export async function refsOf(repository: Repository): Promise<Result<Refs, Fault>> {
  const asked = ['for-each-ref', '--format=%(refname) %(objectname)']
  const all = await repository.git(asked)
  const listed = all.ok ? all : await repository.git([...asked, ...USUAL])
  if (!listed.ok) return listed
  const entries = lines(listed.value.stdout)
    .map((line) => [line.slice(0, line.lastIndexOf(' ')), line.slice(line.lastIndexOf(' ') + 1)] as const)
    .filter(([name]) => !NOT_COMPARED.test(name))
  const isRemote = ([name]: readonly [string, string]): boolean => name.startsWith(REMOTE)
  return ok({
    branches: Object.fromEntries(
      entries.filter((entry) => !isRemote(entry)).map(([name, at]) => [name.slice('refs/'.length), at]),
    ),
    remotes: Object.fromEntries(
      entries.filter(isRemote).map(([name, at]) => [name.slice(REMOTE.length), at]),
    ),
  })
}

const PUSHES_ASKED = 50

/** Remote branches that moved because somebody pushed from here, as git itself noted. */
export async function pushedIn(
  repository: Repository,
  before: RepositoryLook,
  after: RepositoryLook,
): Promise<readonly string[]> {
  const [was, is] = [before.remotes ?? {}, after.remotes ?? {}]
  const moved = Object.keys(is).filter((name) => was[name] !== is[name])
  const pushed: string[] = []
  for (const name of moved.slice(0, PUSHES_ASKED)) {
    const noted = await repository.git(
      ['log', '-1', '--walk-reflogs', '--format=%gs', `${REMOTE}${name}`, '--'],
      {
        okCodes: [128],
      },
    )
    if (noted.ok && noted.value.stdout.trim() === 'update by push') pushed.push(name)
  }
  return pushed
}

/** Names of the other work trees; in which folder each lies is its own matter. */
export const worktreesOf = async ({ location }: Repository): Promise<readonly string[]> =>
  (await readdir(join(location.commonDir, 'worktrees')).catch(() => [])).sort()
