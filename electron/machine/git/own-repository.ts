import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fault, type Fault } from '../../../shared/base/faults.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { ensurePrivateDir } from '../disk/data-dir.ts'
import { DEFAULT_TIMEOUT_MS, gitEnvironment } from './git-environment.ts'
import { locateRepository } from './git-location.ts'
import { runGit } from './git-process.ts'

/**
 * A repository of the app's own, for its owner only: made empty where there is none, left as it is where there is one.
 * Nothing of the person's template for new repositories is taken, so that it has no hooks. `ownFiles`: names at its root
 * that are the app's, no change of the person's. file.write_failed, git.failed, git.timed_out, repo.unreadable.
 * Contract: never rejects.
 */
export async function makeOwnRepository(
  folder: string,
  ownFiles: readonly string[] = [],
): Promise<Result<string, Fault>> {
  try {
    ensurePrivateDir(folder)
  } catch (error) {
    return err(fault('file.write_failed', `The folder ${folder} could not be made: ${messageOf(error)}`))
  }
  const there = await locateRepository(folder)
  if (there.ok) return ok(folder)
  if (there.error.code !== 'repo.not_git') return there
  const made = await runGit(['init', '--quiet', '--template=', '--initial-branch=main', '.'], {
    folder,
    environment: gitEnvironment(),
    timeoutMs: DEFAULT_TIMEOUT_MS,
    signal: undefined,
  })
  if (!made.ok) return made
  const { exitCode, stderr } = made.value
  if (exitCode !== 0)
    return err(
      fault('git.failed', `git init in ${folder}: ${stderr.trim().split('\n')[0] ?? ''} (exit ${exitCode})`),
    )
  try {
    await mkdir(join(folder, '.git', 'info'), { recursive: true })
    await writeFile(join(folder, '.git', 'info', 'exclude'), ownFiles.map((name) => `/${name}\n`).join(''))
    return ok(folder)
  } catch (error) {
    return err(fault('file.write_failed', `${folder} could not be made ready: ${messageOf(error)}`))
  }
}
