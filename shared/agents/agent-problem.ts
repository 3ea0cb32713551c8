import { HOUR, type Instant } from '../base/time.ts'
import type { AgentConfig } from './agent-config.ts'
import { MAX_BYPASS_HOURS } from './permission.ts'
import { PRESETS } from './presets.ts'

/** What is wrong with this choice of an agent; null: nothing. */
export function agentProblem(agent: AgentConfig, now: Instant): string | null {
  if (agent.kind !== 'cli') return null
  if (agent.cli === 'acp' && agent.program === undefined)
    return 'an agent of your own that speaks ACP needs its program, as an absolute path'
  if (agent.cli !== 'acp' && agent.args !== undefined)
    return `arguments are for an agent of your own; how ${PRESETS[agent.cli].name} is started is known`
  if (agent.program !== undefined && !/^(?:\/|[A-Za-z]:[\\/])/.test(agent.program))
    return `the program must be an absolute path, got "${agent.program}"`
  if (agent.bypassUntil !== null && agent.bypassUntil > now + MAX_BYPASS_HOURS * HOUR)
    return `permission checks may be off for at most ${MAX_BYPASS_HOURS} h`
  return null
}
