import type { RunnerView } from '../../../../shared/contract/agents.ts'
import { billingOf, namesProgram, PRESETS, runnerKey } from '../../../../shared/agents/presets.ts'
import { os, type ApiParts } from '../parts.ts'
import { spendReport } from './spend.ts'

type AgentParts = Pick<ApiParts, 'ports' | 'store' | 'engine' | 'views' | 'environment'>

/** The agents of this machine: which there are, whether they work, and what they cost. */
export function agentHandlers(parts: AgentParts) {
  const { ports, store, engine, environment = {} } = parts
  const { clock } = ports
  return {
    list: os.agents.list.handler(() => runnersOf(parts, false)),
    rescan: os.agents.rescan.handler(async () => {
      const found = await runnersOf(parts, true)
      wakeReturned(found, parts)
      engine.tick()
      return found
    }),
    test: os.agents.test.handler(async ({ input, context, signal }) => {
      ports.log('info', 'authority.changed', { what: 'tested', origin: context.origin })
      const result = await ports.runners.test(
        input.agent,
        ports.ids('run'),
        signal ?? new AbortController().signal,
      )
      const key = runnerKey(input.agent)
      if (key !== null && result.exitCode !== null)
        store.agents.addStart(key, billingOf(input.agent, environment), result.turn, clock.now())
      if (key !== null && result.status === 'completed') engine.resting.wake(key)
      engine.tick()
      const { fault, text, exitCode, durationMs, turn, output } = result
      return { ok: result.status === 'completed', fault, text, exitCode, durationMs, turn, output }
    }),
    wake: os.agents.wake.handler(({ input }) => {
      engine.resting.wake(input.key)
      engine.tick()
      return null
    }),
    spend: os.agents.spend.handler(() => spendReport(parts)),
  }
}

async function runnersOf(
  { ports, store, environment = {} }: AgentParts,
  again: boolean,
): Promise<readonly RunnerView[]> {
  const threads = store.threads.list()
  return (await ports.runners.find(again)).map((runner) => {
    const configs = threads.map((t) => t.agent).filter((a) => a.kind === 'cli' && a.cli === runner.cli)
    const { name, install, signIn, cheapest, keepsSessions } = PRESETS[runner.cli]
    return {
      ...runner,
      name,
      install,
      signIn,
      cheapest,
      resumes: keepsSessions,
      billing: billingOf({ ...BARE_CLI, cli: runner.cli }, environment),
      threads: configs.length,
      threadsByPath: configs.filter(namesProgram).length,
    }
  })
}

/** A runner that is back need not wait out its rest. */
function wakeReturned(runners: readonly RunnerView[], { engine: { resting } }: AgentParts): void {
  for (const rest of resting.list()) {
    const runner = runners.find((r) => rest.key === r.cli || rest.key.startsWith(`${r.cli}:`))
    const isBack =
      (rest.cause === 'missing' && runner?.program != null) ||
      (rest.cause === 'login' && runner?.signedIn === 'yes')
    if (isBack) resting.wake(rest.key)
  }
}

const BARE_CLI = {
  kind: 'cli' as const,
  env: {},
  models: {},
  fallbackModels: [],
  efforts: {},
  profiles: {},
  bypassUntil: null,
}
