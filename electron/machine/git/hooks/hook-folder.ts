import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { tmpdir } from 'node:os'
import { fault, type Fault } from '../../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { SECOND } from '../../../../shared/base/time.ts'
import { messageOf } from '../../../../shared/base/error-message.ts'
import { git } from '../git.ts'
import { gitEnvironment } from '../git-environment.ts'
import { locateRepository, type GitLocation } from '../git-location.ts'
import { codeOf } from '../../disk/answering/disk-reason.ts'
import { runGit } from '../git-process.ts'
import { lstatOrNull } from '../../disk/replace-file.ts'

export interface HookPlace {
  readonly folder: string // where git looks for hooks, whether it is there or not
  readonly managedBy: string | null
  readonly problem: string | null // why nothing may be put there
  readonly own: readonly string[] // folders of this repository alone in which we may have put something
}

/** Where git looks for the hooks of a repository, found without running any. Contract: never rejects. */
export async function hookPlaces(repoPath: string): Promise<Result<HookPlace, Fault>> {
  const located = await locateRepository(repoPath)
  if (!located.ok) return located
  const configured = await configuredPath(located.value)
  if (!configured.ok) return configured
  try {
    return ok(await placeOf(located.value, configured.value))
  } catch (error) {
    return err(fault('repo.unreadable', `The hooks of ${repoPath} cannot be looked at: ${messageOf(error)}`))
  }
}

interface Configured {
  readonly path: string
  readonly scope: string // of git: system, global, local, worktree
}

async function placeOf(location: GitLocation, configured: Configured | null): Promise<HookPlace> {
  const { path, gitDir, commonDir, hasGitEntry } = location
  const usual = await realWhereThere(join(commonDir, 'hooks'))
  // Git runs hooks in the top folder, and reads the path from there.
  const folder = configured === null ? usual : await realWhereThere(resolve(path, configured.path))
  const managedBy = await managerOf(path, configured)
  const place = (problem: string | null, own: readonly string[]): HookPlace => ({
    folder,
    managedBy,
    problem,
    own,
  })
  if (gitDir !== commonDir)
    return place(
      'This is a linked worktree, which shares its hooks with all other worktrees of the repository; ' +
        'they can be installed from the main one only',
      [],
    )
  const home = await realpath(commonDir)
  const own = [...new Set([usual, folder])].filter((at) => isInside(at, home))
  if (isInside(folder, home)) return place(null, own)
  const inTree = hasGitEntry && isInside(folder, path)
  if (!inTree) {
    const why =
      configured === null
        ? `${join(commonDir, 'hooks')} is a link to it`
        : `core.hooksPath of the ${configured.scope} configuration`
    return place(
      `The hooks lie outside this repository, in ${folder} (${why}), where other repositories may use them too`,
      own,
    )
  }
  const tracked = await git(path, [
    '--literal-pathspecs',
    'ls-files',
    '-z',
    '--',
    relative(path, folder) || '.',
  ])
  if (!tracked.ok) return place(`Whether git tracks ${folder} cannot be told: ${tracked.error.message}`, own)
  if (tracked.value.stdout !== '')
    return place(
      `The hooks lie in ${folder}, which belongs to the project (git tracks files there), so that a ` +
        'change would be everybody’s',
      own,
    )
  return place(null, [...own, folder])
}

/**
 * Reads the configuration as git itself would for its next command; `config` runs nothing that stands
 * there.
 */
async function configuredPath({ gitDir }: GitLocation): Promise<Result<Configured | null, Fault>> {
  const answer = await runGit(
    ['config', '--includes', '--null', '--show-scope', '--type=path', '--get', 'core.hooksPath'],
    {
      folder: tmpdir(),
      environment: { ...gitEnvironment(), GIT_DIR: gitDir },
      timeoutMs: 20 * SECOND,
      signal: undefined,
    },
  )
  if (!answer.ok) return answer
  const { exitCode, stdout, stderr } = answer.value
  if (exitCode === 1) return ok(null)
  if (exitCode !== 0)
    return err(fault('git.failed', `git config: ${stderr.trim().split('\n')[0] ?? `exit code ${exitCode}`}`))
  const [scope = '', path = ''] = stdout.split('\0')
  return ok(path === '' ? null : { scope, path })
}

const LEFTHOOK_NAMES = ['lefthook', '.lefthook'].flatMap((name) =>
  ['yml', 'yaml', 'toml', 'json'].map((ending) => `${name}.${ending}`),
)
const MANAGER_FILES: readonly (readonly [manager: string, names: readonly string[]])[] = [
  ['lefthook', LEFTHOOK_NAMES],
  ['pre-commit', ['.pre-commit-config.yaml', '.pre-commit-config.yml']],
  ['overcommit', ['.overcommit.yml']],
]

async function managerOf(path: string, configured: Configured | null): Promise<string | null> {
  if (configured !== null) {
    const parts = configured.path.split(/[\\/]/).filter((part) => part !== '')
    return parts.includes('.husky') ? 'husky' : 'core.hooksPath'
  }
  for (const [manager, names] of MANAGER_FILES) {
    for (const name of names) if ((await lstatOrNull(join(path, name))) !== null) return manager
  }
  return null
}

/** Links resolved as far as the path exists. */
async function realWhereThere(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || dirname(path) === path) throw error
    // A link that leads nowhere must not pass for a folder that is not there yet.
    if ((await lstatOrNull(path)) !== null) throw error
    return join(await realWhereThere(dirname(path)), basename(path))
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
