import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import type { RepositoryLook } from '../../../engine/ports/repositories.ts'
import { difference } from '../look/difference.ts'
import { look } from '../look/look.ts'

export const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-test-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000)
let count = 0

/** A path that no other test of the file uses. */
export const freshPath = (name: string): string => join(folder, `${name}-${++count}`)

export const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

export const git = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgSign=false', ...args],
    { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

export const lookOf = async (path: string): Promise<RepositoryLook> => {
  const seen = await look(path)
  if (!seen.ok) throw new Error(seen.error.message)
  return seen.value
}

/** What a look-only run would be told to have changed. */
export async function changeOf(path: string, change: () => void): Promise<string | null> {
  const before = await lookOf(path)
  change()
  return await difference(path, before, await lookOf(path))
}

export const words = (text: string | null): string => text?.split('\n')[0] ?? 'nothing'
