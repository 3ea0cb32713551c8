import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import { testFolder } from './folders.ts'
import { withGhStandIn, type GhRecording } from './gh-stand-in.ts'

export const folder = testFolder()
let count = 0

export const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

export const git = (path: string, ...args: readonly string[]): string =>
  execFileSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', '-c', 'commit.gpgSign=false', ...args],
    { cwd: path, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  )

export const remoteOf = (path: string): string => git(path, 'remote', 'get-url', 'origin').trim()

export const cloneOf = (path: string): string => {
  const other = join(folder, `clone-${++count}`)
  git(folder, 'clone', '-q', remoteOf(path), other)
  return other
}

let endGh = (): void => {}
afterEach(() => endGh())

export const gh = (recording: GhRecording): void => {
  endGh()
  endGh = withGhStandIn(join(folder, 'gh'), recording)
}

/** The address is GitHub's, what answers is a folder: gh is asked, and git can fetch. */
export const onGitHub = (path: string): void => {
  const real = remoteOf(path)
  git(path, 'config', 'remote.origin.url', 'https://github.com/acme/x.git')
  const config = join(folder, `gitconfig-${++count}`)
  writeFileSync(config, `[url "${real}"]\n\tinsteadOf = https://github.com/acme/x.git\n`)
  process.env['GIT_CONFIG_GLOBAL'] = config
}

afterEach(() => delete process.env['GIT_CONFIG_GLOBAL'])

export const pr = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  number: 1,
  title: 'Fix',
  isDraft: false,
  reviewDecision: 'REVIEW_REQUIRED',
  headRefOid: 'a',
  baseRefName: 'main',
  updatedAt: '2026-11-22T09:00:00Z',
  statusCheckRollup: [
    { name: 'test', status: 'COMPLETED', conclusion: 'SUCCESS', startedAt: 'x' },
    { context: 'lint', state: 'PENDING' },
  ],
  ...more,
})

export const issue = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  number: 7,
  title: 'Slow',
  createdAt: '2026-11-20T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  ...more,
})
