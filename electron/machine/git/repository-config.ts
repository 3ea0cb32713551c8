import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { fileFault, readRegularFile } from '../disk/regular-file.ts'
import { allowedEntries, isTrue, lastValue, parseConfigList, type ConfigEntry } from './git-config.ts'
import type { GitLocation } from './git-location.ts'
import { codeOf } from '../disk/answering/disk-reason.ts'
import { runGit } from './git-process.ts'
import { DEFAULT_TIMEOUT_MS, gitEnvironment } from './git-environment.ts'

const CONFIG_LIMIT_BYTES = 1024 * 1024

/** By content, so that an edit is seen at once and an unchanged file costs one small read. */
const parsedConfigs = new Map<string, readonly ConfigEntry[]>()

export async function readConfig(location: GitLocation): Promise<Result<readonly ConfigEntry[], Fault>> {
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
    bytes = (await readRegularFile(file, { maxBytes: CONFIG_LIMIT_BYTES, links: 'follow' })).bytes
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ok([])
    const known = fileFault(error)
    if (known !== null) return err(fault('git.failed', known.message))
    return err(fault('repo.unreadable', `${file} cannot be read: ${messageOf(error)}`))
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
