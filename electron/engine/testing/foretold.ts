import { expect } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import type { Tier } from '../../../shared/schedule/tier.ts'
import { PLAYBOOK, scenario, type Scenario } from './scenario.ts'

export async function beating(
  agent: AgentConfig,
  playbook = PLAYBOOK,
): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ timeZone: 'Europe/Berlin' })
  const id = s.add('api', { playbook, intervalMs: DAY })
  // Its next slot stays a day away: until then a test alone says when it beats, and tiers are due as of
  // every half hour.
  s.store.threads.change(id, { agent, gate: 'always', intervalMs: 30 * MINUTE })
  s.store.settings.change({ caps: [] })
  return { s, id }
}
/** The tasks of a first beat are known from then on. */
export async function firstBeat({ s, id }: { s: Scenario; id: ThreadId }): Promise<void> {
  s.engine.wake(id, 'manual')
  await s.clock.advance(2 * MINUTE)
  expect(s.starts).toHaveLength(1)
}
/**
 * The dry run, then the beat at the same instant: the prompt it foretold to the letter. `start`: asks for
 * the beat, where none waits.
 */
export async function foretold(
  s: Scenario,
  id: ThreadId,
  tier: Tier | null = null,
  start: () => void = () => {},
): Promise<string> {
  const before = [
    JSON.stringify([...s.files]),
    s.starts.length,
    s.store.queue.waiting().length,
    s.store.events.waiting(id).events.length,
    s.store.tasks.known(id).size,
  ]
  const dry = await s.foresight.dryRun(s.store.threads.get(id)!, tier)
  expect([
    dry.would,
    JSON.stringify([...s.files]),
    s.starts.length,
    s.store.queue.waiting().length,
    s.store.events.waiting(id).events.length,
    s.store.tasks.known(id).size,
  ]).toEqual(['start', ...before])
  start()
  s.engine.tick()
  await s.clock.settle()
  expect(s.starts.slice(Number(before[1]))).toMatchObject([
    { at: s.clock.now(), threadId: id, prompt: dry.prompt },
  ])
  expect(s.store.runs.detail(s.starts.at(-1)!.runId)).toMatchObject({ tiers: dry.tiers, prompt: dry.prompt })
  return dry.prompt!
}
export const due = (s: Scenario, id: ThreadId) => () =>
  void s.store.queue.requestBeat(
    {
      threadId: id,
      reasons: ['interval'],
      tier: null,
      withDue: true,
      dueTier: 'quick',
      notBefore: s.clock.now(),
    },
    s.clock.now(),
  )
/** A woken beat waits for what may come along with it; no timer has its turn meanwhile. */
export const ripe = (s: Scenario): Promise<void> => s.clock.set(s.clock.now() + 250)
