import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'

export const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-test-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000)
let count = 0

export const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

/** Throws where git refuses. */
export const plain = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgSign=false', ...args],
    {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, GIT_EDITOR: 'true' },
    },
  )

/** What git refuses to do (a merge that stops, nothing to commit) is an act as well. */
export function act(path: string, ...args: readonly string[]): string {
  try {
    return plain(path, ...args)
  } catch {
    return ''
  }
}
