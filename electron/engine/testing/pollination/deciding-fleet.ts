import type { AgentConfig } from '../../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { apiClient } from '../api-client.ts'
import { LIST, listedFleet, WITH_LINT } from './listed-fleet.ts'

const AGENT: AgentConfig = { kind: 'command', argv: ['agent'], env: {} }

/** t1 has the line; t2, with an agent of its own, lacks it and decides by itself. */
export async function decidingFleet(...more: readonly string[]) {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, ...more)
  const client = apiClient(s)
  const [source, target] = ids as [ThreadId, ThreadId]
  for (const id of ids.slice(1)) s.store.threads.change(id, { agent: AGENT, gate: 'always' })
  await client.threads.change({ id: target, suggestions: 'agent' })
  await client.pollination.view()
  const told = (id = target): string => s.starts.findLast(({ threadId }) => threadId === id)?.prompt ?? ''
  const record = (number = 1) => s.store.pollination.byNumber(number)!
  const beat = async (id = target): Promise<void> => {
    s.engine.wake(id, 'manual')
    await s.clock.advance(MINUTE)
  }
  return { s, client, source, target, ids, told, record, beat }
}
