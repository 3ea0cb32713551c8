import { expect, it } from 'vitest'
import type { AgentSpec } from '../ports/agents.ts'
import { oneThread } from '../testing/one-thread.ts'
import { TURN } from '../testing/with-agent.ts'

it('a call of an agent is told by its name, and is no line that was worked', async () => {
  const agents: { readonly spec: AgentSpec; end(): void }[] = []
  const { s, id } = await oneThread({
    script: (spec) =>
      new Promise((resolve) => {
        agents.push({ spec, end: () => resolve({ text: 'HEARTBEAT_OK', turn: TURN }) })
      }),
  })
  s.engine.wake(id, 'manual', 'daily')
  s.engine.tick()
  await s.clock.settle()
  const { spec, end } = agents[0]!
  expect(spec.tasks.length).toBeGreaterThan(0)
  for (let calls = 0; calls <= spec.tasks.length; calls++)
    spec.turn!.onCall({ name: 'Bash', input: `npm test ${calls}` } as never)
  expect(s.views.snapshot().threads[0]!.running?.progress).toEqual({
    done: 0,
    total: 0,
    current: `Bash npm test ${spec.tasks.length}`,
  })
  end()
  await s.stop()
})
