import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'

export const folder = realpathSync(mkdtempSync(join(tmpdir(), 'threadbeat-test-')))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }), 60_000)
let count = 0

export const make = async (state: RepositoryState): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

export const plain = (path: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
