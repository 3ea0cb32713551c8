import { createHash } from 'node:crypto'
import { copyFile, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { SECOND } from '../../../shared/base/time.ts'
import {
  allowedEntries,
  configText,
  isTrue,
  lastValue,
  parseConfigList,
  type ConfigEntry,
} from './git-config.ts'
import { codeOf, locateRepository, type GitLocation } from './git-location.ts'
import { runGit, type GitOutput } from './git-process.ts'
import { makeTemporary, removeTemporary } from '../disk/temporary.ts'
import { userEnvironment } from '../process/user-environment.ts'

export interface GitOptions {
  readonly timeoutMs?: number
  /** Lets git talk to a remote; otherwise no transport of any kind is allowed. */
  readonly network?: boolean
  readonly signal?: AbortSignal | undefined
  /** Exit codes that are an answer rather than a failure; 0 always is. */
  readonly okCodes?: readonly number[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * A repository opened for reading, such that nothing the repository brings along can be executed: git sees
 * a stand-in for the common folder that links to the real objects and refs but holds a config of our own,
 * with the allowed keys of the real one, and no hooks. What the person configured for themselves (global
 * config) stays in force, except programs that would run unasked.
 */
export interface Repository {
  readonly location: GitLocation
  readonly bare: boolean
  readonly config: readonly ConfigEntry[] // the allowed keys
  git(args: readonly string[], options?: GitOptions): Promise<Result<GitOutput, Fault>>
  /** For other programs that call git themselves (gh): the same protection. */
  readonly environment: Readonly<Record<string, string>>
  close(): Promise<void>
}

const DEFAULT_TIMEOUT_MS = 20 * SECOND
const CONFIG_LIMIT_BYTES = 1024 * 1024

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
  const linked = location.gitDir !== location.commonDir
  const bare = !linked && isTrue(lastValue(config.value, 'core.bare'))
  try {
    const standIn = await makeStandIn(location, [...config.value, ['core.bare', String(bare)]])
    return ok(repositoryAt(location, bare, config.value, standIn))
  } catch (error) {
    return err(
      fault(
        'git.failed',
        `No temporary folder for git: ${error instanceof Error ? error.message : String(error)}`,
      ),
    )
  }
}

function repositoryAt(
  location: GitLocation,
  bare: boolean,
  config: readonly ConfigEntry[],
  standIn: string,
): Repository {
  const environment = {
    ...gitEnvironment(),
    GIT_DIR: location.gitDir,
    GIT_COMMON_DIR: standIn,
    // With a common folder given, git takes the current folder for the work tree unless it is told that
    // there is none.
    ...(bare ? { GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_WORK_TREE: location.path }),
  }
  return {
    location,
    bare,
    config,
    environment,
    async git(args, options = {}) {
      const transport: Record<string, string> =
        options.network === true
          ? { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh', ...(await quietSsh(environment)) }
          : { GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1' }
      const answer = await runGit([...SAFE_CONFIG, ...args], {
        folder: location.path,
        environment: { ...environment, ...transport, ...options.env },
        timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
        signal: options.signal,
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
    close: () => removeTemporary(standIn),
  }
}

/**
 * Git asks nobody and starts no pager, editor or helper window. Variables of git itself that the person set
 * are theirs.
 */
export function gitEnvironment(): Record<string, string> {
  const own: Record<string, string> = {}
  for (const name of [
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_SYSTEM',
    'GIT_CONFIG_NOSYSTEM',
    'GIT_SSH',
    'GIT_SSH_COMMAND',
    'GIT_SSL_CAINFO',
  ]) {
    const value = process.env[name]
    if (value !== undefined) own[name] = value
  }
  return {
    ...userEnvironment(),
    ...own,
    LC_ALL: 'C.UTF-8',
    TERM: 'dumb',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'true',
    GIT_PROXY_COMMAND: '',
    GCM_INTERACTIVE: 'never',
  }
}

/** The person's own ssh command (never the repository's), told not to ask. */
async function quietSsh(environment: Readonly<Record<string, string>>): Promise<Record<string, string>> {
  if (environment['GIT_SSH'] !== undefined) return {}
  const configured =
    environment['GIT_SSH_COMMAND'] ?? (await configValue('core.sshCommand', environment)) ?? 'ssh'
  const isOpenSsh = /(?:^|[\\/\s])ssh(?:\.exe)?["']?(?:\s|$)/.test(configured)
  return {
    GIT_SSH_COMMAND: isOpenSsh
      ? `${configured} -oBatchMode=yes -oConnectTimeout=10 -oServerAliveInterval=10 -oServerAliveCountMax=2`
      : configured,
  }
}

async function configValue(
  key: string,
  environment: Readonly<Record<string, string>>,
): Promise<string | null> {
  const answer = await runGit(['config', '--get', key], {
    folder: tmpdir(),
    environment,
    timeoutMs: DEFAULT_TIMEOUT_MS,
    signal: undefined,
  })
  return answer.ok && answer.value.exitCode === 0 ? answer.value.stdout.trim() : null
}

/** By content, so that an edit is seen at once and an unchanged file costs one small read. */
const parsedConfigs = new Map<string, readonly ConfigEntry[]>()

async function readConfig(location: GitLocation): Promise<Result<readonly ConfigEntry[], Fault>> {
  const common = await readConfigFile(join(location.commonDir, 'config'))
  if (!common.ok || !isTrue(lastValue(common.value, 'extensions.worktreeconfig')))
    return mapEntries(common, allowedEntries)
  const own = await readConfigFile(join(location.gitDir, 'config.worktree'))
  return mapEntries(own, (entries) => allowedEntries([...common.value, ...entries]))
}

const mapEntries = (
  entries: Result<readonly ConfigEntry[], Fault>,
  change: (entries: readonly ConfigEntry[]) => readonly ConfigEntry[],
): Result<readonly ConfigEntry[], Fault> => (entries.ok ? ok(change(entries.value)) : entries)

async function readConfigFile(file: string): Promise<Result<readonly ConfigEntry[], Fault>> {
  let bytes: Buffer
  try {
    const found = await stat(file)
    if (!found.isFile() || found.size > CONFIG_LIMIT_BYTES)
      return err(fault('git.failed', `${file} must be a file of at most 1 MB`))
    bytes = await readFile(file)
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? ok([]) : err(fault('repo.unreadable', `${file} cannot be read`))
  }
  const key = createHash('sha256').update(bytes).digest('hex')
  const known = parsedConfigs.get(key)
  if (known !== undefined) return ok(known)
  // Reading one named file outside of any repository, without following includes, executes nothing.
  const listed = await runGit(['config', '--file', file, '--no-includes', '--null', '--list'], {
    folder: tmpdir(),
    environment: {
      ...gitEnvironment(),
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_DIR: '/dev/null',
    },
    timeoutMs: DEFAULT_TIMEOUT_MS,
    signal: undefined,
  })
  if (!listed.ok) return listed
  if (listed.value.exitCode !== 0)
    return err(fault('git.failed', listed.value.stderr.trim().split('\n')[0] ?? `${file} cannot be read`))
  const entries = parseConfigList(listed.value.stdout)
  if (parsedConfigs.size >= 500) parsedConfigs.clear()
  parsedConfigs.set(key, entries)
  return ok(entries)
}

const LINKED_FOLDERS = ['objects', 'refs', 'info', 'logs', 'reftable'] as const
const LINKED_FILES = ['packed-refs', 'shallow'] as const

/** Links to what is not there yet are fine: git then takes the thing as absent. */
async function makeStandIn(location: GitLocation, config: readonly ConfigEntry[]): Promise<string> {
  const folder = await makeTemporary('git')
  // Without a logs folder git would try to make one inside our link.
  const keepsLogs = await stat(join(location.commonDir, 'logs')).then(
    () => true,
    () => false,
  )
  await Promise.all([
    writeFile(
      join(folder, 'config'),
      configText(keepsLogs ? config : [...config, ['core.logallrefupdates', 'false']]),
    ),
    ...LINKED_FOLDERS.map((name) => symlink(join(location.commonDir, name), join(folder, name), 'junction')),
    ...LINKED_FILES.map((name) => linkFile(join(location.commonDir, name), join(folder, name))),
  ])
  return folder
}

/** Windows lets only administrators link files; a copy serves for reading. */
async function linkFile(from: string, to: string): Promise<void> {
  if (process.platform !== 'win32') return await symlink(from, to)
  await copyFile(from, to).catch((error: unknown) => {
    if (codeOf(error) !== 'ENOENT') throw error
  })
}
