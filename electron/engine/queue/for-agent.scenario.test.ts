import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { apiClient } from '../testing/api-client.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'

const AGENT = { kind: 'command' as const, argv: ['agent'], env: {} }

/** A quiet fleet on local checks: 2 api and 3 lab. */
async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const api = s.add('api', { playbook: '## Quick Tasks\n- [ ] Run `git status`\n' })
  const lab = s.add('lab', { playbook: '## Quick Tasks\n- [ ] Run `git status`\n' })
  await s.clock.advance(30 * MINUTE)
  return { s, api, lab, client: apiClient(s) }
}
const fleet = (s: Scenario) => s.views.snapshot().fleet
const view = (s: Scenario, id: ThreadId) => s.views.snapshot().threads.find((t) => t.id === id)!
const alerts = (s: Scenario) => s.store.alerts.list('open', 50, s.clock.now())
const advise = (s: Scenario, to: ThreadId, text: string) => {
  const item = s.store.queue.sendMessage(to, text, '3', s.clock.now())
  s.engine.tick()
  return item
}

describe('a message of the person to a thread without an agent', () => {
  it('is kept, and the thread stays quiet: it waits neither for its turn nor against anybody', async () => {
    const { s, api, client } = await bench()
    expect(fleet(s).verdict.headline).toBe('All quiet.')
    const { itemId } = await client.messages.send({ to: api, text: 'hello' })
    await s.clock.advance(3 * HOUR)
    expect(view(s, api)).toMatchObject({
      state: 'quiet',
      waiting: [{ itemId, hold: 'no_agent' }],
      openAlerts: 0,
    })
    expect(fleet(s)).toMatchObject({
      waiting: 0,
      forAgent: 1,
      verdict: { headline: 'All quiet.', quiet: 2 },
    })
    expect(alerts(s)).toEqual([])
    expect((await client.explain({ id: api })).undone).toEqual([
      '1 message waits for an agent; this thread has local checks. Choose an agent, or take it back in Queue.',
    ])
  })

  it('runs once an agent is chosen', async () => {
    const { s, api, client } = await bench()
    const { itemId } = await client.messages.send({ to: api, text: 'hello' })
    await s.clock.advance(HOUR)
    await client.threads.setAgent({ id: api, agent: AGENT, confirmed: true })
    await s.clock.settle()
    expect(s.store.runs.ofItem(itemId)).toMatchObject({ kind: 'message', outcome: 'quiet' })
    expect(fleet(s).forAgent).toBe(0)
    expect((await client.explain({ id: api })).undone).toEqual([])
  })

  it('stands behind all that waits for its turn', async () => {
    const { s, api, lab, client } = await bench()
    await client.messages.send({ to: api, text: 'hello' })
    s.engine.setPause({ reason: 'holiday', until: null, by: 'person' })
    s.engine.wake(lab, 'event')
    s.engine.tick()
    expect((await client.queue.list()).map((w) => [w.threadId, w.hold, w.place])).toEqual([
      [lab, 'paused', 1],
      [api, 'no_agent', 2],
    ])
  })
})

describe('what others want of a thread without an agent', () => {
  it('is told to the person once, and as seen it is settled: all is quiet again', async () => {
    const { s, api, client } = await bench()
    advise(s, api, 'Look at the lock file.')
    await s.clock.advance(HOUR)
    expect(alerts(s)).toMatchObject([
      {
        key: 'no_agent',
        severity: 'notice',
        seen: 1,
        text:
          '1 message waits for an agent: nobody reads it before you choose one for this thread.\n' +
          'From thread 3 "lab": "Look at the lock file."',
      },
    ])
    expect(fleet(s).verdict.needYou).toBe(1)
    await client.alerts.acknowledge({ ids: [alerts(s)[0]!.id] })
    await s.clock.advance(3 * HOUR)
    await s.crash()
    await s.clock.advance(HOUR)
    expect([alerts(s), fleet(s).verdict.headline, fleet(s).forAgent]).toEqual([[], 'All quiet.', 1])
    // Another one is news of its own.
    advise(s, api, 'And at the tests.')
    await s.clock.advance(MINUTE)
    expect(alerts(s)).toMatchObject([{ text: expect.stringContaining('2 messages wait') as string }])
  })

  it('is over when the agent is there, or when it was taken back', async () => {
    const { s, api, client } = await bench()
    const item = advise(s, api, 'Look.')
    await s.clock.advance(MINUTE)
    await client.queue.cancel({ itemIds: [item] })
    expect(alerts(s)).toEqual([])
    const next = advise(s, api, 'Look again.')
    await s.clock.advance(MINUTE)
    expect(alerts(s)).toHaveLength(1)
    await client.threads.setAgent({ id: api, agent: AGENT, confirmed: true })
    await s.clock.settle()
    expect([alerts(s), s.store.runs.ofItem(next)?.outcome]).toEqual([[], 'quiet'])
  })

  it('is the same for a job that prompts an agent, however often it is due, and none for one with a command', async () => {
    const { s, api, client } = await bench()
    const every = { kind: 'every' as const, everyMs: HOUR, anchorAt: 0 }
    const job = { schedule: every, spread: false }
    await client.jobs.save({
      threadId: api,
      spec: { ...job, name: 'digest', action: { kind: 'agent', prompt: 'Sum up' } },
      confirmed: true,
    })
    await client.jobs.save({
      threadId: api,
      spec: { ...job, name: 'build', action: { kind: 'command', argv: ['make'] } },
      confirmed: true,
    })
    await s.clock.advance(5 * HOUR)
    expect(alerts(s)).toMatchObject([
      {
        key: 'no_agent',
        seen: 1,
        text: expect.stringMatching(/^1 job waits[^]*The job "digest"\.$/) as string,
      },
    ])
    expect(view(s, api).waiting).toMatchObject([{ kind: 'job', hold: 'no_agent', jobName: 'digest' }])
    expect(s.runs(api).filter((run) => run.kind === 'job').length).toBeGreaterThan(3)
  })

  it('is answered at once to the agent that sends it', async () => {
    const { s, lab } = await bench()
    s.store.threads.change(lab, { agent: AGENT })
    s.script = () => ({ takesMs: MINUTE, text: 'HEARTBEAT_OK' })
    s.engine.wake(lab, 'manual')
    s.engine.tick()
    await s.clock.settle()
    const tools = s.toolsOf(s.openRuns()[0]!)
    expect(await tools.sendMessage('2', 'Look.')).toMatchObject({
      ok: true,
      value: expect.stringContaining('has no agent: nobody reads it') as string,
    })
    expect(await tools.listThreads()).toMatchObject({
      value: expect.stringContaining('2 "api": quiet') as string,
    })
  })
})
