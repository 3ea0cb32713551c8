import type { Fault } from '../../../../shared/base/faults.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import { lastValue } from '../../git/git-config.ts'
import type { GitOptions, Repository } from '../../git/git.ts'
import type { GitOutput } from '../../git/git-process.ts'
import { readRefs } from '../../git/facts/refs.ts'
import { remoteBounds } from '../../git/remote-bounds.ts'
import { standingOf } from './standing.ts'
import {
  finding,
  gitFailed,
  lines,
  nameList,
  notChecked,
  passed,
  passedAsFetched,
  type Check,
  type CheckAnswer,
} from './check.ts'

/** A dead connection ends after this; a slow one may go on up to the bound of its remote. */
const PATIENT = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=20']

/** Updates the remote-tracking branches and nothing else: no tags, no FETCH_HEAD, no local branch. */
export const fetchRemote: Check = async ({
  repository,
  facts,
  target,
  signal,
  taskTimeoutMs,
  marker,
  overNetwork,
  forgetWorkingState,
  silentRemotes,
}) => {
  if (facts.remote === null) return passed('no remote, so there is nothing to fetch')
  const remote = target.remote ?? facts.remote
  if (!hasRemote(repository, remote)) return notChecked(`there is no remote "${remote}" here: not fetched`)
  const unreached = (because: Fault): CheckAnswer => {
    silentRemotes.add(remote)
    return unreachable(remote, because)
  }
  const network: Network = {
    network: true,
    signal,
    timeoutMs: taskTimeoutMs,
    env: { THREADBEAT_RUN_ID: marker },
  }
  if (trackingRefspecs(repository, remote).length === 0) {
    const answered = await overNetwork(() => listHeads(repository, remote, network))
    return answered.ok
      ? passed(`${remote} answers; no remote branches are kept here`)
      : unreached(answered.error)
  }
  const before = await trackingRefs(repository)
  const fetched = await overNetwork(() => fetchTracking(repository, remote, network))
  const after = await trackingRefs(repository)
  // git status counts what the remote branches have that HEAD has not.
  if (after === null || !isSame(before, after)) forgetWorkingState()
  if (!fetched.ok) return unreached(fetched.error)
  const moved = [...(after ?? [])]
    .filter(([name, id]) => name.startsWith(`${remote}/`) && before?.get(name) !== id)
    .map(([name]) => name)
  return passed(moved.length === 0 ? 'nothing new' : `new commits on ${nameList(moved, 5)}`)
}

type Network = GitOptions & { readonly network: true }

/**
 * Brings the remote-tracking branches up to date; null: none are kept here, so there is nothing to fetch.
 */
export async function fetchTracking(
  repository: Repository,
  remote: string,
  network: Network,
): Promise<Result<GitOutput | null, Fault>> {
  const refspecs = trackingRefspecs(repository, remote)
  if (refspecs.length === 0) return ok(null)
  return await askRemote(
    repository,
    remote,
    [
      // Without the empty refmap git would also follow the configured refspecs that were left out.
      'fetch',
      '--refmap=',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-recurse-submodules',
      '--no-auto-maintenance',
      '--quiet',
      '--',
      remote,
      ...refspecs,
    ],
    network,
  )
}

/** The remote's branches as they are there. */
export const listHeads = (
  repository: Repository,
  remote: string,
  network: Network,
): Promise<Result<GitOutput, Fault>> =>
  askRemote(repository, remote, ['ls-remote', '--heads', '--', remote], network)

/** Within the bound of this remote, which is short where it did not answer the last time. */
async function askRemote(
  repository: Repository,
  remote: string,
  args: readonly string[],
  network: Network,
): Promise<Result<GitOutput, Fault>> {
  const url = lastValue(repository.config, `remote.${remote}.url`) ?? remote
  const timeoutMs = Math.min(network.timeoutMs ?? Infinity, remoteBounds.boundOf(url))
  const answer = await repository.git([...PATIENT, ...args], { ...network, timeoutMs })
  if (network.signal?.aborted !== true)
    remoteBounds.note(url, answer.ok || answer.error.code !== 'git.timed_out')
  return answer
}

const hasRemote = (repository: Repository, remote: string): boolean =>
  repository.config.some(([key]) => key === `remote.${remote}.url`)

/** A refspec that would write to local branches is not followed. */
const trackingRefspecs = (repository: Repository, remote: string): readonly string[] =>
  repository.config
    .filter(
      ([key, value]) =>
        key === `remote.${remote}.fetch` && /^\+?refs\/heads\/[^:]*:refs\/remotes\//.test(value),
    )
    .map(([, value]) => value)

/** Commits of the remote branches, by their short names; null: git could not say. */
async function trackingRefs(repository: Repository): Promise<ReadonlyMap<string, string> | null> {
  const read = await readRefs(repository, ['remotes'])
  if (read !== null)
    return new Map(
      read.refs
        .filter(({ target }) => target === null) // origin/HEAD only points to one
        .map(({ name, id }) => [name.slice('refs/remotes/'.length), id]),
    )
  const listed = await repository.git([
    'for-each-ref',
    '--format=%(refname:lstrip=2) %(objectname) %(symref)',
    'refs/remotes',
  ])
  if (!listed.ok) return null
  const branches = lines(listed.value.stdout).filter((line) => line.endsWith(' '))
  return new Map(
    branches.map((line) => line.split(' ') as [string, string, string]).map(([name, id]) => [name, id]),
  )
}

const isSame = (before: ReadonlyMap<string, string> | null, after: ReadonlyMap<string, string>): boolean =>
  before !== null && before.size === after.size && [...after].every(([name, id]) => before.get(name) === id)

/**
 * A remote that cannot be reached is news once, never a broken run. The words leave out whatever differs
 * from time to time.
 */
function unreachable(remote: string, { code, message }: Fault) {
  const why = code === 'git.timed_out' ? 'did not answer in time' : reasonIn(message)
  return finding('notice', `${remote} ${why}`, message)
}

/** The first that fits. */
const REASONS: readonly (readonly [words: RegExp, why: string])[] = [
  [
    /authentication failed|permission denied|could not read (?:username|password)|terminal prompts disabled|host key verification|access denied|\b40[13]\b/i,
    'refused the sign-in',
  ],
  [
    /not found|does not exist|does not appear to be a git repository|\b404\b/i,
    'does not exist any more, or may not be seen',
  ],
  [/transport '.*' not allowed/, 'has an address of a kind that is not allowed here'],
]
const reasonIn = (message: string): string =>
  REASONS.find(([words]) => words.test(message))?.[1] ?? 'could not be reached'

/** What the remote branch has that HEAD has not. */
export const upstreamCommits: Check = async (context) => {
  const { repository, facts, target, workingState, signal } = context
  const remote = target.remote ?? facts.remote
  const branch = target.branch ?? facts.defaultBranch
  if (remote === null || facts.remote === null) return passed('no remote')
  const state = await workingState()
  if (!state.ok) return gitFailed(state.error)
  if (branch === null || state.value.head === null) return passed('no commit yet')
  const name = `${remote}/${branch}`
  const standing = await standingOf(repository, `refs/remotes/${name}`, state.value)
  if (standing === 'absent') return notChecked(`${name} is not known here: not checked`)
  const told = (note: string, output?: string): CheckAnswer => passedAsFetched(context, remote, note, output)
  const ahead = state.value.upstream === name ? (state.value.ahead ?? 0) : 0
  const also = ahead > 0 ? `, ${plural(ahead, 'commit')} ahead` : ''
  if (standing === 'same' || standing === 'behind') return told(`up to date with ${name}${also}`)
  const listed = await repository.git(
    ['log', '--oneline', '--no-decorate', '--max-count=1000', `HEAD..refs/remotes/${name}`, '--'],
    { okCodes: [128], signal },
  )
  if (!listed.ok) return gitFailed(listed.error)
  if (listed.value.exitCode === 128) return notChecked(`${name} is not known here: not checked`)
  const commits = lines(listed.value.stdout)
  if (commits.length === 0) return told(`up to date with ${name}${also}`)
  const count = commits.length >= 1000 ? 'at least 1000' : String(commits.length)
  return told(
    `${count} behind ${name}${also}`,
    commits.slice(0, 50).join('\n') +
      (commits.length > 50 ? `\n… ${plural(commits.length - 50, 'more commit')}` : ''),
  )
}
