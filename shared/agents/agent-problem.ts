import { HOUR, type Instant } from '../base/time.ts'
import { TURNS, type AgentConfig, type CliConfig } from './agent-config.ts'
import { MAX_BYPASS_HOURS } from './permission.ts'
import { modelOf, PRESETS } from './presets.ts'

/** What is wrong with this choice of an agent; null: nothing. */
export function agentProblem(agent: AgentConfig, now: Instant): string | null {
  if (agent.kind !== 'cli') return null
  if (agent.cli === 'acp' && agent.program === undefined)
    return 'an agent of your own that speaks ACP needs its program, as an absolute path'
  if (agent.cli !== 'acp' && agent.args !== undefined)
    return `arguments are for an agent of your own; how ${PRESETS[agent.cli].name} is started is known`
  const missing = missingOfServer(agent)
  if (missing !== null) return missing
  if (agent.program !== undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(agent.program))
    return `the program must be an absolute path, got "${agent.program}"`
  if (agent.bypassUntil !== null && agent.bypassUntil > now + MAX_BYPASS_HOURS * HOUR)
    return `permission checks may be off for at most ${MAX_BYPASS_HOURS} h`
  return null
}

/** A server that a person names has neither an address nor models that are known. */
function missingOfServer(agent: CliConfig): string | null {
  const { serverVariable, name } = PRESETS[agent.cli]
  if (serverVariable === undefined) return null
  const address = agent.env[serverVariable] ?? ''
  if (!/^https?:\/\/[^\s/]+/.test(address))
    return (
      `${name} needs the address of its server in ${serverVariable}, for example http://127.0.0.1:11434/v1; ` +
      (address === '' ? 'it is not set' : `got "${address}"`)
    )
  const without = TURNS.find((turn) => modelOf(agent, turn) === null)
  return without === undefined ? null : `${name} needs a model for each turn; ${without} has none`
}
