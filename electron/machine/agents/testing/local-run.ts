import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskResult } from '../../../../shared/runs/run.ts'
import { makeRepository, type RepositoryState } from '../../../host/repositories.ts'
import type { AgentSpec } from '../../../engine/ports/agents.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { testFolder } from './folders.ts'
import { localSpec, never, quickTasks, realClock } from './specs.ts'

export const folder = testFolder()
export const runner = createAgentRunner(realClock)
export let count = 0

export const makeAnew = async (state: RepositoryState): Promise<string> =>
  (await makeRepository(folder, `${state}-${++count}`, state)).path

/** A copy of one that was made before; copies share their remote. */
const pristine = new Map<RepositoryState, Promise<string>>()

export async function make(state: RepositoryState): Promise<string> {
  if (state === 'worktree' || state === 'missing') return await makeAnew(state)
  if (!pristine.has(state)) pristine.set(state, makeAnew(state))
  const path = join(folder, `copy-${++count}`)
  cpSync((await pristine.get(state))!, path, {
    recursive: true,
    preserveTimestamps: true,
    verbatimSymlinks: true,
  })
  return path
}

export const git = (path: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    cwd: path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
export /** A text for each built-in check. */
const TASK = {
  status: 'Run `git status`; report uncommitted or untracked files',
  flags: 'Check Urgent Flags above; report if anything is flagged',
  fetch: 'Run `git fetch origin`; look for upstream changes',
  upstream: 'Run `git log HEAD..origin/main --oneline`; report new commits',
  checks: 'Run `gh pr list --state open`, then `gh pr checks`: CI on open pull requests',
  conflicts: 'Check for merge conflicts with `main`',
  day: 'Summarise the day’s commits: `git log --since="24 hours ago" --oneline`',
  prs: 'Check PR status (open, draft, review requested)',
  issues: 'Run `gh issue list`; look for new or ageing items',
  stale: 'Flag branches without commits for more than 7 days',
  review: 'Review all tier lists: prune what no longer fits, evolve the rest',
}

/** What one run of the local checks says about tasks with these texts. */
export async function results(
  path: string,
  texts: readonly string[],
  changes: Partial<AgentSpec> = {},
): Promise<readonly TaskResult[]> {
  return (await runner.run(localSpec(path, quickTasks(...texts), changes), never)).tasks
}

/** Status, severity and note of one task. */
export async function check(
  path: string,
  text: string,
  changes: Partial<AgentSpec> = {},
): Promise<readonly [string, string | null, string]> {
  const [result] = await results(path, [text], changes)
  return [result!.status, result!.severity, result!.note]
}
