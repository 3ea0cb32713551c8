import { join } from 'node:path'
import { DAY } from '../../../../shared/base/time.ts'
import { plural } from '../../../../shared/base/amounts.ts'
import type { Repository } from '../../git/git.ts'
import { readRefs } from '../../git/facts/refs.ts'
import type { WorkingState } from '../../git/facts/working-state.ts'
import { makeTemporary, removeTemporary } from '../../disk/temporary.ts'
import { standingOf, type Standing } from './standing.ts'
import {
  failed,
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

/** Tries the merge in memory: no file, no index, no object of the repository is written. */
export const mergeConflicts: Check = async (context) => {
  const { repository, facts, target, workingState, signal } = context
  const state = await workingState()
  if (!state.ok) return gitFailed(state.error)
  if (state.value.head === null) return passed('no commit yet')
  const branch = target.branch ?? facts.defaultBranch
  if (branch === null) return notChecked('no default branch to compare with')
  const found = await firstRef(repository, state.value, [
    ...[target.remote, facts.remote]
      .filter((remote) => remote !== null)
      .map((remote) => `refs/remotes/${remote}/${branch}`),
    `refs/heads/${branch}`,
  ])
  if (found === null) return notChecked(`${branch} is not known here: not checked`)
  const base = found.name
  const name = base.replace(/^refs\/(?:heads|remotes)\//, '')
  if (base === `refs/heads/${state.value.branch}`) return passed(`nothing to merge: ${name} is checked out`)
  const remote = /^refs\/remotes\/([^/]+)\//.exec(base)?.[1] ?? ''
  const clean = (): CheckAnswer => passedAsFetched(context, remote, `merges cleanly with ${name}`)
  // One of the two has all of the other.
  if (found.standing !== 'apart') return clean()

  const folder = await makeTemporary('merge').catch(() => null)
  if (folder === null) return failed('no temporary folder for the merge')
  try {
    const merged = await repository.git(
      ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', 'HEAD', base],
      {
        okCodes: [1, 128, 129],
        signal,
        env: {
          GIT_OBJECT_DIRECTORY: folder,
          GIT_ALTERNATE_OBJECT_DIRECTORIES: quotedPath(join(repository.location.commonDir, 'objects')),
        },
      },
    )
    if (!merged.ok) return gitFailed(merged.error)
    const { exitCode, stdout, stderr } = merged.value
    if (exitCode === 129 || /usage: git merge-tree/.test(stderr))
      return notChecked('this git is older than 2.38: not checked')
    if (/unrelated histories/.test(stderr)) return notChecked(`no common history with ${name}: not checked`)
    if (exitCode === 128) return failed(stderr.trim().split('\n')[0] ?? 'git merge-tree failed')
    if (exitCode === 0) return clean()
    /*  <tree id> NUL file NUL file NUL … */
    const files = [
      ...new Set(
        stdout
          .split('\0')
          .slice(1)
          .filter((file) => file !== ''),
      ),
    ]
    return finding('warning', `conflicts with ${name} in ${nameList(files)}`, files.join('\n'))
  } finally {
    await removeTemporary(folder)
  }
}

/** The first that leads to a commit. */
async function firstRef(
  repository: Repository,
  state: WorkingState,
  names: readonly string[],
): Promise<{ readonly name: string; readonly standing: Exclude<Standing, 'absent' | null> } | null> {
  for (const name of names) {
    const standing = await standingOf(repository, name, state)
    if (standing === 'absent') continue
    if (standing !== null) return { name, standing }
    const found = await repository.git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
      okCodes: [1, 128],
    })
    if (found.ok && found.value.exitCode === 0) return { name, standing: 'apart' }
  }
  return null
}

/** The variable is a list separated by colons; git reads entries in double quotes as C strings. */
const quotedPath = (path: string): string => `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n')}"`

const STALE_DAYS = 7

/** Local branches that nobody committed to for a while and that the default branch does not contain. */
export const staleBranches: Check = async ({ repository, facts, target, workingState, now, signal }) => {
  const state = await workingState()
  if (!state.ok) return gitFailed(state.error)
  const days = target.days ?? STALE_DAYS
  const isInUse = (name: string): boolean => name === state.value.branch || name === facts.defaultBranch
  const read = await readRefs(repository, ['heads'])
  if (read?.refs.every(({ name }) => isInUse(name.slice('refs/heads/'.length))) === true)
    return passed('no stale branches')
  const base =
    facts.defaultBranch === null
      ? null
      : await firstRef(repository, state.value, [
          ...(facts.remote === null ? [] : [`refs/remotes/${facts.remote}/${facts.defaultBranch}`]),
          `refs/heads/${facts.defaultBranch}`,
        ])
  const listed = await repository.git(
    [
      'for-each-ref',
      '--format=%(committerdate:unix) %(refname:lstrip=2)',
      ...(base === null ? [] : [`--no-merged=${base.name}`]),
      'refs/heads',
    ],
    { signal },
  )
  if (!listed.ok) return gitFailed(listed.error)
  const stale = lines(listed.value.stdout)
    .map((line) => ({
      at: Number(line.slice(0, line.indexOf(' '))) * 1000,
      name: line.slice(line.indexOf(' ') + 1),
    }))
    .filter(({ at, name }) => now - at > days * DAY && !isInUse(name))
    .map(({ name }) => name)
  if (stale.length === 0)
    return passed(base === null ? 'no stale branches' : 'no stale branches that are not merged')
  return finding(
    'notice',
    `${plural(stale.length, 'branch', 'branches')} without commits for more than ` +
      `${plural(days, 'day')}: ${nameList(stale)}`,
  )
}

/** The commits of the last 24 hours on the branch at hand. */
export const dayLog: Check = async ({ repository, workingState, now, signal }) => {
  const state = await workingState()
  if (!state.ok) return gitFailed(state.error)
  if (state.value.head === null) return passed('no commit yet')
  const since = Math.floor((now - DAY) / 1000)
  const listed = await repository.git(
    ['log', '--oneline', '--no-decorate', '--max-count=500', `--since=${since}`, 'HEAD', '--'],
    { signal },
  )
  if (!listed.ok) return gitFailed(listed.error)
  const commits = lines(listed.value.stdout)
  return passed(
    commits.length === 0
      ? 'no commits in the last 24 hours'
      : `${plural(commits.length, 'commit')} in the last 24 hours`,
    commits.slice(0, 100).join('\n'),
  )
}
