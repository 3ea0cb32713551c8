import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { testFolder } from '../../agents/testing/folders.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import { hookLine, hookPlan, installHooks, type HookPlan } from '../hooks/git-hooks.ts'

export const folder = testFolder()
let count = 0

/** A path that no other test of the file uses. */
export const freshPath = (name: string): string => join(folder, `${name}-${++count}`)

export const make = async (state: RepositoryState = 'clean'): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path
export const ENV = {
  ...process.env,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: join(folder, 'gitconfig'),
  THREADBEAT_RUN_ID: '',
}

/**
 * Exit code and how long git took; what it prints goes through pipes, which a process left behind would
 * keep open.
 */
export function git(
  path: string,
  args: readonly string[],
  env: Record<string, string> = {},
): { code: number | null; ms: number } {
  const startedAt = performance.now()
  const { status } = spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: path,
    env: { ...ENV, ...env },
    timeout: 30_000,
  })
  return { code: status, ms: performance.now() - startedAt }
}

export const commit = (path: string, env: Record<string, string> = {}) =>
  git(path, ['commit', '-q', '--allow-empty', '-m', 'x'], env)

/** A program that notes what it was called with, and then does what the body says. */
export function program(body = ''): { path: string; calls: () => string } {
  const at = join(folder, `it's a program ${++count}`)
  mkdirSync(at)
  const path = join(at, 'threadbeat')
  writeFileSync(path, `#!/bin/sh\nprintf '%s|' "$@" >>"${at}/args"\necho >>"${at}/args"\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, calls: () => (existsSync(`${at}/args`) ? readFileSync(`${at}/args`, 'utf8') : '') }
}

export const lineOf =
  (path: string) =>
  (hook: string): string =>
    hookLine([path], 7, hook)

export const planOf = async (path: string, line: (hook: string) => string): Promise<HookPlan> => {
  const plan = await hookPlan(path, line)
  if (!plan.ok) throw new Error(plan.error.message)
  return plan.value
}

export async function install(path: string, line: (hook: string) => string): Promise<void> {
  expect(await installHooks(path, await planOf(path, line))).toMatchObject({ ok: true })
}

export function hook(path: string, name: string, text: string, mode = 0o755): string {
  const at = join(path, '.git/hooks', name)
  mkdirSync(join(path, '.git/hooks'), { recursive: true })
  writeFileSync(at, text)
  chmodSync(at, mode)
  return at
}

beforeEach(() => {
  vi.stubEnv('GIT_CONFIG_GLOBAL', ENV.GIT_CONFIG_GLOBAL)
  vi.stubEnv('GIT_CONFIG_NOSYSTEM', '1')
  writeFileSync(ENV.GIT_CONFIG_GLOBAL, '')
})

afterEach(() => vi.unstubAllEnvs())
