import type { AgentConfig, Turn } from '../../agents/agent-config.ts'
import { modelOf, PRESETS } from '../../agents/presets.ts'

/** What a model says when the work is beyond it, where a larger one stands behind it. */
const TOKEN = 'NEEDS_LARGER_MODEL'

/** The prompt, which tells of the way out where another model is asked then. */
export function withWayOut(prompt: string, agent: AgentConfig, turn: Turn): string {
  if (agent.kind !== 'cli' || PRESETS[agent.cli].asksLarger !== true) return prompt
  const first = modelOf(agent, turn)
  if (agent.fallbackModels.every((model) => model === first)) return prompt
  return `${prompt}\n\nIf this is beyond you, reply with exactly ${TOKEN} and nothing else: a larger model is asked then.`
}

/** The whole reply is the token, with marks around it at most. Among other words it is a part of an answer. */
export const isBeyondIt = (reply: string): boolean =>
  reply.length <= 200 && reply.replace(/[^A-Za-z_]+/g, '') === TOKEN
