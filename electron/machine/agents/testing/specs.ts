import type { RunId } from '../../../../shared/base/ids.ts'
import type { CliConfig } from '../../../../shared/agents/agent-config.ts'
import type { AgentSpec, DueTask, TurnSpec } from '../../../engine/ports/agents.ts'
import { MINUTE } from '../../../../shared/base/time.ts'

export const realClock = { now: () => Date.now(), monotonicMs: () => performance.now() }

let count = 0
export const newMarker = (): string => `test-${process.pid}-${Math.random().toString(36).slice(2)}-${++count}`

export const quickTasks = (...texts: readonly string[]): readonly DueTask[] =>
  texts.map((text, i) => ({ key: `k${i}`, tier: 'quick', text }))

/** A spec for local checks; nothing is approved unless a test says so. */
export const localSpec = (
  repoPath: string,
  tasks: readonly DueTask[],
  changes: Partial<AgentSpec> = {},
): AgentSpec => ({
  runId: 'run_test' as RunId,
  marker: newMarker(),
  repoPath,
  agent: { kind: 'local' },
  prompt: null,
  tasks,
  flags: [],
  approved: () => false,
  outOfPlace: () => Promise.resolve(null),
  deadlineMs: 2 * MINUTE,
  taskTimeoutMs: 20_000,
  turn: null,
  tools: null,
  onProgress: () => undefined,
  onProcess: () => undefined,
  ...changes,
})

export const commandSpec = (
  repoPath: string,
  argv: readonly string[],
  changes: Partial<AgentSpec> = {},
): AgentSpec => ({
  ...localSpec(repoPath, []),
  agent: { kind: 'command', argv: [...argv], env: {} },
  prompt: 'HEARTBEAT tier=quick thread=2\n',
  ...changes,
})

const turnSpec = (changes: Partial<TurnSpec> = {}): TurnSpec => ({
  kind: 'quick',
  model: null,
  effort: null,
  profile: 'look',
  allowed: [],
  session: null,
  keepSession: false,
  limits: { toolCalls: 50, repeats: 5, usd: null },
  billing: changes.limits?.usd == null ? 'plan' : 'api',
  onCall: () => undefined,
  ...changes,
})

export const cliConfig = (cli: CliConfig['cli'], changes: Partial<CliConfig> = {}): CliConfig => ({
  kind: 'cli',
  cli,
  env: {},
  models: {},
  fallbackModels: [],
  efforts: {},
  profiles: {},
  bypassUntil: null,
  ...changes,
})

export const cliSpec = (
  repoPath: string,
  agent: CliConfig,
  turn: Partial<TurnSpec> = {},
  changes: Partial<AgentSpec> = {},
): AgentSpec => ({
  ...localSpec(repoPath, []),
  agent,
  prompt: 'HEARTBEAT tier=quick thread=2\n',
  turn: turnSpec(turn),
  ...changes,
})

export const never = new AbortController().signal
