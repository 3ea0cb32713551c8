import { rejectedText } from '../../../shared/threads/rejected.ts'
import { useState } from 'react'
import { agentConfigSchema, type AgentConfig } from '../../../shared/agents/agent-config.ts'
import { isHeldAtGate } from '../../../shared/queue/gates.ts'
import type { ThreadView, WaitingView } from '../../../shared/views/thread-view.ts'
import { attempt } from '../../client/attempt.ts'
import { useBridge, type Client } from '../../client/bridge.ts'
import { PACES, useChoices, useFinder } from '../choices.ts'

/**
 * Adds what was picked, at the chosen pace and with the chosen runner, and sees to it that each of it beats;
 * what could not be added stays picked no longer and is named.
 */
export function useAdding(): { isAdding: boolean; add: () => Promise<void> } {
  const { client } = useBridge()
  const [isAdding, setAdding] = useState(false)
  const add = async (): Promise<void> => {
    const { chosen, choose, say } = useFinder.getState()
    const { worker, pace, added, set } = useChoices.getState()
    setAdding(true)
    const hasAgent = worker !== 'local'
    // Before they are added: a beat at another pace must not slip in between, nor one without the agent before trust.
    const result = await attempt(
      client.settings
        .change({ defaultIntervalMs: PACES[pace] })
        .then(() => client.threads.add({ paths: [...chosen], trust: !hasAgent })),
    )
    if (result !== null) {
      if (hasAgent)
        await trustWith(agentConfigSchema.parse({ kind: 'cli', cli: worker }), client, result.added)
      choose(new Set())
      say(result.rejected.length === 0 ? null : result.rejected.map(rejectedText).join('\n'))
      set({ added: [...added, ...result.added.map((t) => t.id)], addedAt: pace })
      await beatFirst(client, result.added)
    }
    setAdding(false)
  }
  return { isAdding, add }
}

/** Its first beat comes with the trust, and is already the agent's. */
async function trustWith(agent: AgentConfig, client: Client, added: readonly ThreadView[]): Promise<void> {
  for (const { id } of added)
    await attempt(
      client.threads
        .setAgent({ id, agent, confirmed: true })
        .then(() => client.threads.trust({ id, on: true })),
    )
}

/**
 * A thread beats when it is added, unless its pace is manual or a gate holds it. Here a person has asked for
 * the beat, so what would not begin by itself is started for them; of what only waits for its turn nobody is said to
 * have asked for it.
 */
async function beatFirst(client: Client, added: readonly ThreadView[]): Promise<void> {
  const now = await attempt(client.snapshot())
  for (const { id } of added) {
    const thread = now?.threads.find((t) => t.id === id)
    if (thread?.running === null && thread.last === null && !thread.waiting.some(beginsByItself))
      await attempt(client.beat.start({ id }))
  }
}

/** In its turn, or when its moment comes: no gate holds it. */
const beginsByItself = ({ kind, hold }: WaitingView): boolean =>
  kind === 'heartbeat' && (hold === null || !isHeldAtGate(hold))
