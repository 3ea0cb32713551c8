import { newMetric } from '../../../../shared/attempts/metric.ts'
import { expect, it } from 'vitest'
import { fault } from '../../../../shared/base/faults.ts'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../../shared/base/time.ts'
import { oneThread, openAlerts } from '../../testing/one-thread.ts'
import { outcomes, type Scenario } from '../../testing/scenario.ts'
import { CLAUDE, TEMPLATE, TURN, withAgent } from '../../testing/with-agent.ts'
import type { Script } from '../../testing/world/world.ts'

const ASKED = 'reflect: what did the day teach'
const DAILY = '## Daily Tasks\n- [ ] Is the changelog true?\n'
const asked = (s: Scenario): readonly boolean[] => s.starts.map(({ prompt }) => prompt!.includes(ASKED))

/** One thread with a daily line of its agent, which writes these reflections down, one after the other. */
async function reflecting(texts: readonly string[], { playbook = DAILY, agent = true } = {}) {
  const left = [...texts]
  const answers: string[] = []
  const script: Script = async ({ runId }) => {
    const text = left.shift()
    if (text !== undefined) {
      const answer = await o.s.toolsOf(runId).writeReflection('day', text)
      answers.push(answer.ok ? answer.value : answer.error)
    }
    return { text: 'HEARTBEAT_OK', turn: TURN }
  }
  const o = await oneThread({ playbook, agent, script, intervalMs: 8 * MINUTE, timeZone: 'Europe/Berlin' })
  return { ...o, answers, page: () => pageOf(o.s, o.id) }
}
const pageOf = (s: Scenario, id: ThreadId): string | null =>
  s.store.knowledge.pages(id).find(({ title }) => title === 'Daily reflections')?.text ?? null
async function daily(s: Scenario, id: ThreadId): Promise<void> {
  s.engine.wake(id, 'manual', 'daily')
  s.engine.tick()
  await s.clock.advance(3 * MINUTE)
}

it('the default template asks once a day, in the one start that it has, and stays quiet', async () => {
  const { s, id } = await withAgent(
    async ({ runId }) => {
      await s.toolsOf(runId).writeReflection('day', 'No branch is stale since the release.')
      return { text: 'HEARTBEAT_OK', turn: TURN }
    },
    CLAUDE,
    TEMPLATE,
  )
  await s.clock.advance(49 * HOUR)
  expect(asked(s), 'no start more than without').toEqual([true, true, true])
  expect(new Set(outcomes(s, id))).toEqual(new Set(['quiet']))
  expect([s.notices, openAlerts(s)]).toEqual([[], []])
  expect(pageOf(s, id)!.match(/^## /gm)).toHaveLength(3)
})

it('what was written down is a page, found by its words, and the run says that it was asked', async () => {
  const { s, id, page } = await reflecting(['The mailer test is flaky since 4f2c.', 'A second day.'])
  await daily(s, id)
  await s.clock.advance(DAY)
  expect(page()).toMatch(
    /^## 2026-03-11 09:0\d\nA second day\.\n\n## 2026-03-10 09:00\nThe mailer test is flaky since 4f2c\.$/,
  )
  expect(s.store.knowledge.search('flaky mailer', 5, 'trusted')).toMatchObject([
    { kind: 'page', threadId: id },
  ])
  const first = s.runs(id).find(({ tiers }) => tiers.includes('daily'))!
  expect(s.store.runs.detail(first.id)).toMatchObject({ asked: ['reflect'], reply: 'HEARTBEAT_OK' })
  expect(first.outcome).toBe('quiet')
  expect(s.starts.at(-1)!.prompt).toContain('"Daily reflections"')
})

it('is asked once for a day, across a restart, and again on the next', async () => {
  const { s, id } = await reflecting([])
  await daily(s, id)
  await daily(s, id)
  await s.crash()
  await daily(s, id)
  expect(asked(s)).toEqual([true, false, false])
  await s.clock.advance(DAY + HOUR)
  expect(asked(s).filter(Boolean)).toHaveLength(2)
})

it('a beat that failed, or went down with the app, is asked again', async () => {
  const { s, id } = await reflecting([])
  const works = s.script
  s.script = () => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'it broke') })
  await daily(s, id)
  s.script = () => new Promise(() => {})
  await daily(s, id)
  await s.crash()
  s.script = works
  await s.clock.advance(HOUR)
  const starts = asked(s).length
  await daily(s, id)
  expect(asked(s).slice(0, -1), 'until it was answered').toEqual(Array(starts).fill(true))
  expect(asked(s).at(-1)).toBe(false)
})

it.each<[string, (s: Scenario, id: ThreadId) => void]>([
  ['a thread that has it off', (s, id) => s.store.threads.change(id, { reflects: false })],
  [
    'a thread whose work is measured',
    (s, threadId) =>
      s.store.attempts.saveMetric(newMetric(threadId, { team: 'own', command: null, direction: 'lower' })),
  ],
])('is not asked: %s', async (_what, set) => {
  const { s, id, answers } = await reflecting(['unasked'])
  set(s, id)
  await daily(s, id)
  expect(asked(s)[0]).toBe(false)
  expect(answers[0]).toBe('The prompt of this run asks for no reflection about the day; nothing was written.')
  expect(s.store.knowledge.pages(id)).toEqual([])
})

it('is not asked by a quick beat, and not of local checks, which start nobody', async () => {
  const quick = await reflecting([], { playbook: `## Quick Tasks\n- [ ] Look\n${DAILY}` })
  quick.s.engine.wake(quick.id, 'manual', 'quick')
  quick.s.engine.tick()
  await quick.s.clock.advance(MINUTE)
  expect(asked(quick.s)).toEqual([false])
  const local = await reflecting([], { agent: false })
  await daily(local.s, local.id)
  expect(local.s.starts.filter(({ prompt }) => prompt !== null)).toEqual([])
})

it('a dry run shows what would be asked, and uses nothing up', async () => {
  const { s, id } = await reflecting([])
  expect((await s.foresight.dryRun(s.store.threads.get(id)!, 'daily')).prompt).toContain(ASKED)
  await daily(s, id)
  expect(asked(s)).toEqual([true])
  expect((await s.foresight.dryRun(s.store.threads.get(id)!, 'daily')).prompt).not.toContain(ASKED)
})

it('keeps no credential and nothing that a reader does not see', async () => {
  const { s, id, page } = await reflecting([`The token ghp_${'a1B2'.repeat(9)} had \u202eexpired.`])
  await daily(s, id)
  expect(page()).toMatch(/\nThe token \[redacted\] had expired\.$/)
})

it('tells an agent of a text that is too long, and keeps none of it', async () => {
  const { s, id, answers, page } = await reflecting(['x'.repeat(2001)])
  await daily(s, id)
  expect(answers).toEqual([
    'A reflection about the day has 1 to 2000 characters, got 2001; nothing was written.',
  ])
  expect(page()).toBeNull()
})
