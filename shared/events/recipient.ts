import type { AgentConfig } from '../agents/agent-config.ts'
import type { EventSource, SystemEvent } from './system-event.ts'

/**
 * Who gets a fact (ARCHITECTURE I7). `prompt`: the thread's next one; `person`: nobody would read it there,
 * so an alert tells the person; `nobody`: it is only listed, and never said to be told.
 */
export type Recipient = 'prompt' | 'person' | 'nobody'

/** Facts that somebody sent because they are to be known. */
const SENT_ON_PURPOSE: readonly EventSource[] = ['command', 'cli', 'inbox', 'job', 'webhook']

/** Local checks make no prompt: what is told to such a thread is read by nobody. */
export const readsPrompts = (agent: Pick<AgentConfig, 'kind'>): boolean => agent.kind !== 'local'

export function recipientOf(
  agent: Pick<AgentConfig, 'kind'>,
  { source, ambient, command }: Pick<SystemEvent, 'source' | 'ambient' | 'command'>,
): Recipient {
  if (readsPrompts(agent)) return 'prompt'
  if (ambient || command?.hasFailed === false) return 'nobody'
  return SENT_ON_PURPOSE.includes(source) ? 'person' : 'nobody'
}
