import { DEFAULT_TIMEOUT_MS, gitEnvironment, quietSsh } from './git-environment.ts'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { removeTemporary } from '../disk/temporary.ts'
import { isTrue, lastValue, type ConfigEntry } from './git-config.ts'
import { locateRepository, type GitLocation } from './git-location.ts'
import { runGit, type GitOutput } from './git-process.ts'
import { readConfig } from './repository-config.ts'
import { makeStandIn } from './stand-in.ts'
import { strangeFile } from './strange-files.ts'

export interface GitOptions {
  readonly timeoutMs?: number
  /** Lets git talk to a remote; otherwise no transport of any kind is allowed. */
  readonly network?: boolean
  readonly signal?: AbortSignal | undefined
  /** Exit codes that are an answer rather than a failure; 0 always is. */
  readonly okCodes?: readonly number[]
  readonly env?: Readonly<Record<string, string>>
  /** What it reads from its standard input; absent: it gets none. */
  readonly input?: string
}

/**
 * A repository opened for reading, such that nothing the repository brings along can be executed: git sees
 * a stand-in for the common folder that links to the real objects and refs but holds a config of our own,
 * with the allowed keys of the real one, and no hooks. What the person configured for themselves (global
 * config) stays in force, except programs that would run unasked. The stand-in is made when git is first
 * started: most questions are answered without.
 */
export interface Repository {
  readonly location: GitLocation
  readonly bare: boolean
  readonly config: readonly ConfigEntry[] // the allowed keys
  git(args: readonly string[], options?: GitOptions): Promise<Result<GitOutput, Fault>>
  /** For other programs that call git themselves (gh): the same protection. git.failed. */
  environment(): Promise<Result<Readonly<Record<string, string>>, Fault>>
  close(): Promise<void>
}

/** Only programs of our own choosing may start; -c wins over every config file. */
const SAFE_CONFIG = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.pager=cat',
  'core.askPass=',
  'core.alternateRefsCommand=',
  'diff.external=',
  'log.showSignature=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'fetch.writeCommitGraph=false',
  'fetch.recurseSubmodules=false',
  'submodule.recurse=false',
  'color.ui=false',
  'core.quotePath=false',
].flatMap((setting) => ['-c', setting])

/** One call; opens and closes the repository around it. Contract: never rejects. */
export async function git(
  repoPath: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<Result<GitOutput, Fault>> {
  return await withRepository(repoPath, (repository) => repository.git(args, options))
}

/**
 * Opens, uses and closes. repo.missing, repo.not_git, repo.unreadable, git.failed, and whatever `use`
 * answers.
 */
export async function withRepository<T>(
  repoPath: string,
  use: (repository: Repository) => Promise<Result<T, Fault>>,
): Promise<Result<T, Fault>> {
  const opened = await openRepository(repoPath)
  if (!opened.ok) return opened
  try {
    return await use(opened.value)
  } finally {
    await opened.value.close()
  }
}

export async function openRepository(repoPath: string): Promise<Result<Repository, Fault>> {
  const located = await locateRepository(repoPath)
  if (!located.ok) return located
  const location = located.value
  const config = await readConfig(location)
  if (!config.ok) return config
  const strange = await strangeFile(location)
  if (strange !== null) return err(fault('repo.unreadable', strange))
  const linked = location.gitDir !== location.commonDir
  const bare = !linked && isTrue(lastValue(config.value, 'core.bare'))
  return ok(repositoryAt(location, bare, config.value))
}

function repositoryAt(location: GitLocation, bare: boolean, config: readonly ConfigEntry[]): Repository {
  let making: Promise<Result<string, Fault>> | null = null
  const standInOf = (): Promise<Result<string, Fault>> =>
    (making ??= makeStandIn(location, [...config, ['core.bare', String(bare)]]).then(ok, (error: unknown) =>
      err(fault('git.failed', `No temporary folder for git: ${messageOf(error)}`)),
    ))
  const environmentWith = (standIn: string): Readonly<Record<string, string>> => ({
    ...gitEnvironment(),
    GIT_DIR: location.gitDir,
    GIT_COMMON_DIR: standIn,
    // With a common folder given, git takes the current folder for the work tree unless it is told that
    // there is none.
    ...(bare ? { GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_WORK_TREE: location.path }),
  })
  return {
    location,
    bare,
    config,
    async environment() {
      const standIn = await standInOf()
      return standIn.ok ? ok(environmentWith(standIn.value)) : standIn
    },
    async git(args, options = {}) {
      const made = await standInOf()
      if (!made.ok) return made
      const standIn = made.value
      const environment = environmentWith(standIn)
      const transport: Record<string, string> =
        options.network === true
          ? { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh', ...(await quietSsh(environment)) }
          : { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }
      const answer = await runGit([...SAFE_CONFIG, ...args], {
        folder: location.path,
        environment: { ...environment, ...transport, ...options.env },
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal: options.signal,
        input: options.input,
      })
      if (!answer.ok) return answer
      const { exitCode, stderr } = answer.value
      if (exitCode === 0 || options.okCodes?.includes(exitCode)) return answer
      const said =
        stderr
          .trim()
          .split('\n')
          .find((line) => /^(?:fatal|error):/.test(line)) ??
        stderr.trim().split('\n')[0] ??
        ''
      return err(
        fault(
          'git.failed',
          `git ${args[0] ?? ''}: ${said.replaceAll(standIn, location.commonDir) || `exit code ${exitCode}`}`,
        ),
      )
    },
    async close() {
      const made = await making
      if (made?.ok === true) await removeTemporary(made.value)
    },
  }
}
