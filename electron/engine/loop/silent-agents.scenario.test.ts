import { newMetric } from '../../../shared/attempts/metric.ts'
import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import type { AgentSpec } from '../ports/agents.ts'
import { oneThread, openAlerts } from '../testing/one-thread.ts'
import { TURN } from '../testing/with-agent.ts'

const SILENT = 'The agent has printed nothing and called nothing for 20 min.'

/** A thread whose agent works until it is ended by hand. */
async function working() {
  const agents: { readonly spec: AgentSpec; end(): void }[] = []
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: (spec) =>
      new Promise((resolve) => {
        agents.push({ spec, end: () => resolve({ text: 'HEARTBEAT_OK', turn: TURN }) })
      }),
  })
  s.store.settings.change({ dailyLimitMs: 60 * MINUTE })
  s.engine.wake(id, 'manual', 'daily')
  s.engine.tick()
  await s.clock.advance(MINUTE)
  const alerts = (): readonly string[] => openAlerts(s).filter((text) => text.startsWith(SILENT))
  const tellings = (): number => s.notices.filter(({ body }) => body.startsWith(SILENT)).length
  return { s, id, agent: agents[0]!, alerts, tellings }
}

it('an agent that prints nothing for 20 minutes is told of once, until it prints again', async () => {
  const { s, agent, alerts, tellings } = await working()
  await s.clock.advance(18 * MINUTE)
  expect(alerts()).toEqual([])
  await s.clock.advance(4 * MINUTE)
  expect(alerts()).toHaveLength(1)
  await s.clock.advance(5 * MINUTE)
  expect([alerts().length, tellings()]).toEqual([1, 1])
  agent.spec.onOutput?.('I am still here\n')
  await s.clock.advance(2 * MINUTE)
  expect(alerts()).toEqual([])
})

it.each<[string, (spec: AgentSpec, tools: { listThreads(): unknown }) => unknown]>([
  ['prints', (spec) => spec.onOutput?.('.')],
  ['calls something', (spec) => spec.onProgress({ done: 1, total: 0, current: 'Bash npm test' })],
  ['calls a tool of Threadbeat', (_spec, tools) => tools.listThreads()],
])('nothing is told of one that %s now and then', async (_what, sign) => {
  const { s, agent, alerts } = await working()
  for (let i = 0; i < 3; i++) {
    await s.clock.advance(15 * MINUTE)
    await sign(agent.spec, s.toolsOf(agent.spec.runId))
  }
  expect(alerts()).toEqual([])
})

it('it is over when the agent ends, and when the app went down', async () => {
  const ended = await working()
  await ended.s.clock.advance(22 * MINUTE)
  ended.agent.end()
  await ended.s.clock.advance(2 * MINUTE)
  expect(ended.alerts()).toEqual([])
  const died = await working()
  await died.s.clock.advance(22 * MINUTE)
  expect(died.alerts()).toHaveLength(1)
  await died.s.crash()
  await died.s.clock.advance(2 * MINUTE)
  expect(died.alerts()).toEqual([])
})

it('the measuring of a metric, a command of the local checks, is no silence of an agent', async () => {
  const { s, id } = await oneThread({
    intervalMs: DAY,
    script: () => ({ text: 'HEARTBEAT_OK', turn: TURN }),
  })
  s.store.attempts.saveMetric(
    newMetric(id, { team: 'own', command: './bench', direction: 'lower', timeoutMs: 50 * MINUTE }),
  )
  let answers = 0 // once the agent was started: its own, then that of the metric's command
  s.hangs = (call) => {
    if (call === 'agents.run' && s.starts.length === 1) answers++
    return call === 'agents.run' && answers > 1
  }
  s.engine.wake(id, 'manual', 'quick')
  s.engine.tick()
  await s.clock.advance(30 * MINUTE)
  expect(s.store.runs.running()).toHaveLength(1)
  expect([answers, openAlerts(s).filter((text) => text.startsWith(SILENT))]).toEqual([2, []])
})
