import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { basename, isAbsolute, join, sep } from 'node:path'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { GitGlance } from '../../../../shared/events/git-glance.ts'
import { lastValue } from '../git-config.ts'
import { withRepository, type Repository } from '../git.ts'
import type { RepositoryIdentity } from '../../../engine/ports/repositories.ts'
import { fileIdOf } from './file-id.ts'
import { readOwnText } from '../../disk/regular-file.ts'
import { findRepository, locateRepository } from '../git-location.ts'
import { knownProgramPath } from '../../process/program-path.ts'
import { userEnvironment } from '../../process/user-environment.ts'
import { readRefs } from './refs.ts'
import { readWorkingState, toGlance } from './working-state.ts'
import { homeFolder } from '../../disk/data-dir.ts'

/** What a repository has, so that nothing is assumed about `main`, `origin` or `gh`. */
export interface Facts {
  readonly defaultBranch: string | null // null: no commit yet
  readonly remote: string | null // name of the remote, usually origin; null: none
  readonly remoteUrl: string | null
  readonly hosting: 'github' | 'gitlab' | 'other' | null // null: no remote, or one in a folder
  readonly hasGh: boolean // gh is installed and the remote's host is one it knows
  readonly bare: boolean
  readonly worktree: boolean // a linked worktree
}

/** Looks at names only: allowed before the repository is trusted. */
export async function identify(path: string): Promise<Result<RepositoryIdentity, Fault>> {
  const located = await locateRepository(path)
  if (located.ok) {
    const { path: realPath, hasGitEntry } = located.value
    const parts = realPath.split(sep)
    const inside = hasGitEntry ? -1 : parts.indexOf('.git')
    if (inside !== -1)
      return err(
        fault('repo.not_git', `${path} is git’s own folder in ${parts.slice(0, inside).join(sep) || sep}`),
      )
    const name = hasGitEntry ? basename(realPath) : basename(realPath).replace(/\.git$/, '')
    // Gone between two looks: the next step says so.
    const fileId = await fileIdOf(located.value).catch(() => null)
    return ok({ realPath, name, fileId })
  }
  if (located.error.code !== 'repo.not_git') return located
  const above = await findRepository(path)
  return above.ok
    ? err(fault('repo.not_git', `${path} is a folder inside the repository ${above.value.path}`))
    : located
}

export const facts = (repoPath: string): Promise<Result<Facts, Fault>> => withRepository(repoPath, factsOf)

export async function factsOf(repository: Repository): Promise<Result<Facts, Fault>> {
  const remote = remoteOf(repository)
  const names = await namesOf(repository, remote)
  if (!names.ok) return names
  const remoteUrl = remote === null ? null : lastValue(repository.config, `remote.${remote}.url`)
  const host = remoteUrl === null ? null : hostOf(remoteUrl)
  return ok({
    defaultBranch: await defaultBranch(repository, remote, names.value),
    remote,
    remoteUrl,
    hosting: host === null ? null : hostingOf(host),
    hasGh:
      host !== null && (await knownProgramPath('gh', userEnvironment())) !== null && (await ghKnows(host)),
    bare: repository.bare,
    worktree: repository.location.gitDir !== repository.location.commonDir,
  })
}

export const glance = (repoPath: string): Promise<Result<GitGlance, Fault>> =>
  withRepository(repoPath, async (repository) => {
    const state = await readWorkingState(repository)
    return state.ok ? ok(toGlance(state.value)) : state
  })

/**
 * Changes when anything a heartbeat could look at changed: commits, branches, remote branches, stash,
 * working tree, operation.
 */
export const fingerprint = (repoPath: string): Promise<Result<string, Fault>> =>
  withRepository(repoPath, async (repository) => {
    const state = await readWorkingState(repository)
    if (!state.ok) return state
    const refs = await repository.git(['for-each-ref', '--format=%(objectname) %(refname)'])
    if (!refs.ok) return refs
    const { head, branch, upstream, operation, changed, untracked, unmerged } = state.value
    const hash = createHash('sha256')
    hash
      .update(JSON.stringify([head, branch, upstream, operation, changed, untracked, unmerged]))
      .update(refs.value.stdout)
    // Two edits of one file give the same status line; size and time tell them apart.
    for (const file of [...changed, ...untracked, ...unmerged]
      .filter((f) => f !== 'HEARTBEAT.md')
      .slice(0, 5000)) {
      const found = await lstat(join(repository.location.path, file)).catch(() => null)
      hash.update(found === null ? '-' : `${found.size}:${found.mtimeMs}`)
    }
    return ok(hash.digest('hex'))
  })

/** origin, else the first one configured. */
function remoteOf(repository: Repository): string | null {
  const names = repository.config
    .map(([key]) => /^remote\.(.+)\.url$/s.exec(key)?.[1])
    .filter((name) => name !== undefined)
  return names.includes('origin') ? 'origin' : (names[0] ?? null)
}

/** Of the refs that the default branch is chosen from. */
interface RefNames {
  readonly names: ReadonlySet<string>
  readonly remoteHead: string | null // the ref that the remote's HEAD points to
  readonly branch: string | null | undefined // the one at hand; null: none; undefined: not asked yet
}

async function namesOf(repository: Repository, remote: string | null): Promise<Result<RefNames, Fault>> {
  const head = `refs/remotes/${remote}/HEAD`
  const read = await readRefs(repository, ['heads', 'remotes'])
  if (read !== null) {
    const remoteHead = read.refs.find(({ name }) => name === head)?.target ?? null
    return ok({ names: new Set(read.refs.map(({ name }) => name)), remoteHead, branch: read.branch })
  }
  const listed = await repository.git([
    'for-each-ref',
    '--format=%(refname)%00%(symref)',
    'refs/heads',
    ...(remote === null ? [] : [`refs/remotes/${remote}`]),
  ])
  if (!listed.ok) return listed
  const refs = listed.value.stdout.split('\n').map((line) => line.split('\0'))
  const remoteHead = refs.find(([name, target]) => name === head && target !== '')?.[1] ?? null
  return ok({ names: new Set(refs.map(([name = '']) => name)), remoteHead, branch: undefined })
}

const USUAL_BRANCHES = ['main', 'master', 'trunk']
/**
 * What the remote calls its HEAD, else the person's init.defaultBranch, main or master where it exists,
 * else the branch at hand.
 */
async function defaultBranch(
  repository: Repository,
  remote: string | null,
  { names, remoteHead, branch: known }: RefNames,
): Promise<string | null> {
  if (remote !== null && remoteHead !== null) return remoteHead.slice(`refs/remotes/${remote}/`.length)
  const has = (name: string): boolean =>
    names.has(`refs/heads/${name}`) || (remote !== null && names.has(`refs/remotes/${remote}/${name}`))
  // The only branch there is needs no setting to be chosen.
  const usual = USUAL_BRANCHES.find(has)
  if (usual !== undefined && names.size === 1) return usual
  const configured = await repository.git(['config', '--get', 'init.defaultBranch'], { okCodes: [1] })
  const wanted = configured.ok ? configured.value.stdout.trim() : ''
  const found = wanted !== '' && has(wanted) ? wanted : usual
  if (found !== undefined) return found
  const branch = known === undefined ? await branchAtHand(repository) : (known ?? '')
  return names.has(`refs/heads/${branch}`) ? branch : null
}

/** '': none. */
async function branchAtHand(repository: Repository): Promise<string> {
  const current = await repository.git(['symbolic-ref', '--short', '--quiet', 'HEAD'], { okCodes: [1] })
  return current.ok ? current.value.stdout.trim() : ''
}

/** git@github.com:owner/name.git, ssh://git@host:22/x, https://host/x. null: a folder, or unreadable. */
export function hostOf(url: string): string | null {
  const scheme = /^(?:https?|ssh|git):\/\/(?:[^@/]*@)?([^:/]+)/i.exec(url)?.[1]
  const scpLike =
    scheme === undefined && !url.includes('://')
      ? /^(?:[^@/:]+@)?([^:/@\\]{2,}):(?!\\)/.exec(url)?.[1]
      : undefined
  return (scheme ?? scpLike)?.toLowerCase() ?? null
}

/** github.com, or a host somebody signed in to with gh. */
async function ghKnows(host: string): Promise<boolean> {
  if (host === 'github.com') return true
  const config = process.env['XDG_CONFIG_HOME']
  const folder =
    process.env['GH_CONFIG_DIR'] ??
    join(config !== undefined && isAbsolute(config) ? config : join(homeFolder(), '.config'), 'gh')
  const hosts = await readOwnText(join(folder, 'hosts.yml')).catch(() => '')
  return hosts.split('\n').some((line) => line.trimEnd() === `${host}:` || line.trimEnd() === `"${host}":`)
}

function hostingOf(host: string): 'github' | 'gitlab' | 'other' {
  if (/(?:^|\.)github\./.test(host)) return 'github'
  return /(?:^|\.)gitlab\./.test(host) ? 'gitlab' : 'other'
}
