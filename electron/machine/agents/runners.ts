import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AgentConfig, CliConfig } from '../../../shared/agents/agent-config.ts'
import { CLI_NAMES, type CliName } from '../../../shared/agents/agent-names.ts'
import type { RunId } from '../../../shared/base/ids.ts'
import {
  billingOf,
  effortOf,
  isAcpAgent,
  modelOf,
  PRESETS,
  profileOf,
} from '../../../shared/agents/presets.ts'
import { MINUTE, SECOND } from '../../../shared/base/time.ts'
import { messageOf } from '../../../shared/base/error-message.ts'
import type { Clock } from '../../engine/ports/ports.ts'
import type { AgentResult, AgentSpec, FoundRunner, Runners, TurnSpec } from '../../engine/ports/agents.ts'
import { NO_RESULT } from './no-result.ts'
import { runAgent } from './agent-runner.ts'
import { asText, eventIn } from './cli.ts'
import { passedOn } from './cli-attempt.ts'
import { missingProgram } from './missing-program.ts'
import { findProgram, startOf } from '../process/find-program.ts'
import { loginPath } from '../process/login-shell.ts'
import { runProcess, type ProcessResult } from '../process/process-runner.ts'
import { homeFolder } from '../disk/data-dir.ts'

type TestClock = Pick<Clock, 'now' | 'monotonicMs'>

/** Of all others a person names the program, or the server. */
const LOOKED_FOR = CLI_NAMES.filter(
  (cli) => PRESETS[cli].program !== null && PRESETS[cli].serverVariable === undefined,
)

const ASK_MS = 5 * SECOND
const TEST_PROMPT =
  'This is a test of the connection. Reply with the single word READY and nothing else. Use no tools.\n'
/** Far more than one word costs. */
const TEST_LIMITS = { toolCalls: 3, repeats: 2, usd: 0.5 }

/** The agent CLIs of this machine; `source` and `login` stand for the session and its login shell. */
export function createRunners(
  clock: TestClock,
  source: NodeJS.ProcessEnv = process.env,
  login: (again?: boolean) => Promise<string | null> = loginPath,
): Runners {
  let known: Promise<readonly FoundRunner[]> | null = null
  return {
    find(again) {
      if (again || known === null) {
        // The shell is asked at most once for all of them, and only when somebody is not on PATH.
        let asked: Promise<string | null> | null = null
        const ask = (): Promise<string | null> => (asked ??= login(again))
        known = Promise.all(LOOKED_FOR.map((cli) => look(cli, source, ask)))
      }
      return known
    },
    missing: (agent, folder) => missingProgram(agent, folder, source, login),
    test: (agent, marker, signal) => test(agent, marker, clock, source, signal),
  }
}

async function test(
  agent: AgentConfig,
  marker: string,
  clock: TestClock,
  source: NodeJS.ProcessEnv,
  signal: AbortSignal,
): Promise<AgentResult> {
  // Local checks are a part of the app: there is nothing that could be missing.
  if (agent.kind === 'local') return { ...NO_RESULT, text: 'READY' }
  let folder: string | null = null
  try {
    folder = await mkdtemp(join(tmpdir(), 'threadbeat-test-'))
    const turn = agent.kind === 'cli' ? testTurn(agent, clock, source) : null
    return await runAgent(testSpec(agent, marker, folder, turn), clock, signal, 'empty folder')
  } catch (error) {
    return {
      ...NO_RESULT,
      status: 'failed',
      fault: { code: 'agent.spawn_failed', message: messageOf(error) },
    }
  } finally {
    if (folder !== null) await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

const testTurn = (agent: CliConfig, clock: TestClock, source: NodeJS.ProcessEnv): TurnSpec => ({
  kind: 'message',
  model: modelOf(agent, 'message'),
  effort: effortOf(agent, 'message'),
  profile: profileOf(agent, 'message', clock.now()),
  allowed: [],
  session: null,
  keepSession: false,
  billing: billingOf(agent, source),
  limits: { ...TEST_LIMITS, usd: billingOf(agent, source) === 'api' ? TEST_LIMITS.usd : null },
  onCall: () => undefined,
})

const testSpec = (agent: AgentConfig, marker: string, folder: string, turn: TurnSpec | null): AgentSpec => ({
  runId: 'run_test' as RunId,
  marker,
  repoPath: folder,
  agent,
  prompt: TEST_PROMPT,
  tasks: [],
  flags: [],
  approved: () => false,
  outOfPlace: () => Promise.resolve(null), // no task of a repository is worked
  deadlineMs: MINUTE,
  taskTimeoutMs: MINUTE,
  turn,
  tools: null,
  onProgress: () => undefined,
  onProcess: () => undefined,
})

async function look(
  cli: CliName,
  source: NodeJS.ProcessEnv,
  login: () => Promise<string | null>,
): Promise<FoundRunner> {
  const { program, how, looked, path } = await findProgram(cli, source, login)
  if (program === null)
    return { cli, program, how, version: null, signedIn: 'unknown', account: null, looked }
  const start = await startOf(program)
  const home = homeFolder(source['HOME'])
  const ask = (...args: readonly string[]): Promise<ProcessResult> =>
    runProcess(
      {
        argv: [...start, ...args],
        folder: tmpdir(),
        env: { ...passedOn({ cli, env: {} }, source), HOME: home, PATH: path },
        stdin: null,
        marker: `find-${cli}-${process.pid}-${Math.random().toString(36).slice(2)}`,
        deadlineMs: ASK_MS,
        capture: 'split',
        grace: { interruptMs: 200, terminateMs: 200 },
      },
      new AbortController().signal,
    )
  const version = /\d+\.\d+(?:\.[\w.+-]*\w)?/.exec((await ask('--version')).stdout)?.[0] ?? null
  return { cli, program, how, version, ...(await signIn(cli, source, ask)), looked }
}

/** Asked in the CLI's own way, which spends nothing. */
async function signIn(
  cli: CliName,
  source: NodeJS.ProcessEnv,
  ask: (...args: readonly string[]) => Promise<ProcessResult>,
): Promise<Pick<FoundRunner, 'signedIn' | 'account'>> {
  const { keyVariable } = PRESETS[cli]
  if (keyVariable !== null && source[keyVariable]) return { signedIn: 'yes', account: 'API key' }
  if (isAcpAgent(cli)) return { signedIn: 'unknown', account: null }
  switch (cli) {
    case 'claude': {
      const said = eventIn((await ask('auth', 'status')).stdout.trim())
      if (typeof said?.['loggedIn'] !== 'boolean') return { signedIn: 'unknown', account: null }
      const words = [
        asText(said['email']),
        asText(said['subscriptionType']) ?? asText(said['authMethod']),
      ].filter((word) => word !== null && word !== '' && word !== 'none')
      return said['loggedIn']
        ? { signedIn: 'yes', account: words.join(', ') || null }
        : { signedIn: 'no', account: null }
    }
    case 'codex': {
      const result = await ask('login', 'status')
      if (result.status !== 'exited' || result.exitCode === null)
        return { signedIn: 'unknown', account: null }
      // "Logged in using an API key - sk-…": what comes after the dash is a part of the key.
      const how = /Logged in using ([^\n]*?)(?: - |\n|$)/
        .exec(`${result.stdout}\n${result.stderr}`)?.[1]
        ?.trim()
      return result.exitCode === 0
        ? { signedIn: 'yes', account: how || null }
        : { signedIn: 'no', account: null }
    }
    case 'copilot': {
      const token = ['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'].find((name) => source[name])
      return token === undefined
        ? { signedIn: 'unknown', account: null }
        : { signedIn: 'yes', account: `token in ${token}` }
    }
  }
}
