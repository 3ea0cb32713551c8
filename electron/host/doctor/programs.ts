import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import { namesProgram } from '../../../shared/agents/presets.ts'
import { plural } from '../../../shared/base/amounts.ts'
import type { Check } from '../../../shared/contract/app.ts'
import type { FoundRunner, Runners } from '../../engine/ports/agents.ts'
import type { Store } from '../../engine/ports/store.ts'
import { protection } from '../../machine/process/marks.ts'
import { check } from './check.ts'

const OLDEST_GIT = [2, 30] as const
const run = promisify(execFile)

/** The agents that are installed, and whether they are signed in. */
export async function agentsCheck(
  runners: Runners | undefined,
  store: Pick<Store, 'threads'>,
): Promise<Check> {
  const agents = ((await runners?.find(false)) ?? []).filter((r) => r.program !== null)
  if (agents.length === 0) return noAgentCheck(store.threads.list().map((t) => t.agent))
  const signedOut = agents.filter((r) => r.signedIn === 'no').map((r) => r.cli)
  const text = `${agents.map(agentText).join(', ')}.`
  return signedOut.length > 0
    ? check('Agents', 'warn', text, `Sign in to ${signedOut.join(' and ')} in a terminal.`)
    : check('Agents', 'ok', text)
}

/** `configs`: the agent of each thread. */
function noAgentCheck(configs: readonly AgentConfig[]): Check {
  const named = configs.filter(namesProgram).length
  const needed = configs.filter((c) => c.kind === 'cli' && !namesProgram(c)).length
  if (needed === 0 && named === 0)
    return check('Agents', 'off', 'No agent was found; local checks need none.')
  if (needed === 0)
    return check(
      'Agents',
      'ok',
      `None was found by itself; ${plural(named, 'thread names', 'threads name')} a program.`,
    )
  return check(
    'Agents',
    'fail',
    `No agent was found, and ${plural(needed, 'thread needs', 'threads need')} one.`,
    'Install one, or name its program on the Agents page.',
  )
}

const SIGNED_IN: Readonly<Record<string, string>> = { no: ' (signed out)', yes: ' (signed in)' }
const agentText = ({ cli, version, signedIn }: FoundRunner): string =>
  `${cli}${version === null ? '' : ` ${version}`}${SIGNED_IN[signedIn] ?? ''}`

export async function gitCheck(): Promise<Check> {
  const version = await run('git', ['--version']).then(
    (r) => /(\d+)\.(\d+)/.exec(r.stdout),
    () => null,
  )
  if (version === null) return check('git', 'fail', 'git was not found on the PATH.', 'Install git.')
  const [major, minor] = [Number(version[1]), Number(version[2])]
  const old = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])
  return old
    ? check('git', 'warn', `git ${version[0]} is old.`, `Install git ${OLDEST_GIT.join('.')} or newer.`)
    : check('git', 'ok', `git ${version[0]}`)
}

export async function ghCheck(): Promise<Check> {
  const isInstalled = await run('gh', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isInstalled) return check('gh', 'off', 'gh is not installed: pull requests and CI are not checked.')
  const isSignedIn = await run('gh', ['auth', 'status'], { timeout: 10_000 }).then(
    () => true,
    () => false,
  )
  return isSignedIn
    ? check('gh', 'ok', 'gh is signed in.')
    : check('gh', 'warn', 'gh is signed out: pull requests and CI are not checked.', 'Run gh auth login.')
}

/** How what a run leaves behind is caught. */
export async function strayCheck(): Promise<Check> {
  const level = await protection()
  const words = {
    limits: 'Strays of a run are caught in its own process space.',
    marker: 'Strays of a run are found by a mark in their environment.',
    group: 'Only a run’s process group is ended.',
  }
  return check('Processes', level === 'group' ? 'warn' : 'ok', words[level])
}
