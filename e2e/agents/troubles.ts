import { expect, it } from 'vitest'
import { FAULT_CODES } from '../../shared/base/faults.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { planLimit, type TestedCli } from '../harness/model-server-clients.ts'
import { expectHonestPrompt, type products, type Product } from './product.ts'
import { shellCall } from './shell-call.ts'

/** What does not end by itself, or cannot work: circles, stops, limits, logins, nonsense. */
export function troubleScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it('is ended when it goes round in circles', async () => {
    const p = await product(() => shellCall(cli, 'git status'))
    const run = await p.beat()
    // Gemini CLI notices it by itself.
    const code = cli === 'gemini' ? 'agent.bad_output' : 'agent.runaway'
    expect(run).toMatchObject({ outcome: 'broken', fault: { code } })
    expect(run.turn?.callCount).toBeLessThan(20)
  })

  it('answers the test of a runner', async () => {
    const p = await product(() => ({ say: 'Here.' }))
    expect(await p.client.agents.test({ agent: p.agent, confirmed: true })).toMatchObject({
      ok: true,
      fault: null,
      text: 'Here.',
      exitCode: 0,
    })
    p.server.play(() => ({ status: 401 }))
    expect(await p.client.agents.test({ agent: p.agent, confirmed: true })).toMatchObject({
      ok: false,
      fault: { code: 'agent.needs_login' },
    })
    expect(p.host.snapshot().fleet.resting, 'a test is no beat').toEqual([])
  })

  it('stops while the model is silent', async () => {
    const p = await product(() => ({ hang: true }))
    const run = await p.stopped(p.client.beat.start({ id: p.id, tier: 'quick' }), () =>
      p.server.asked.length > 0 ? true : null,
    )
    expect(run).toMatchObject({ outcome: 'stopped', fault: null })
    expectHonestPrompt(run, p.newlyAsked())
    await p.server.until('the end of the request', () => (p.server.asked[0]?.state === 'gone' ? true : null))
  })

  it('stops while a program of the agent runs, and that program with it', async () => {
    let url = ''
    const p = await product(
      () => shellCall(cli, `node -e "fetch('${url}/started').then(() => setInterval(() => {}, 1000))"`),
      { profiles: { message: 'full' } },
    )
    url = p.server.url
    const run = await p.stopped(p.client.messages.send({ to: p.id, text: 'Run it.' }), () =>
      p.server.others.includes('GET /started') ? true : null,
    )
    expect(run).toMatchObject({ outcome: 'stopped', kind: 'message' })
  })

  it('rests when the limit is reached, until the time that it is told', async () => {
    const resetsAt = Date.now() + 2 * HOUR
    const p = await product(() => planLimit(cli, resetsAt), { pays: 'plan' })
    const run = await p.beat()
    expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.limit_reached' } })
    await expectRest(p, 'limit')
    const [rest] = p.host.snapshot().fleet.resting
    expect(rest?.told).toBe(cli === 'claude' || cli === 'codex')
    if (rest?.told === true)
      expect(Math.abs(rest.until - resetsAt), 'some say it in minutes').toBeLessThanOrEqual(MINUTE)
  })

  // The others are told the same in both cases, and take a minute to give up.
  if (cli === 'claude' || cli === 'codex')
    it('rests when an API key is used too much', async () => {
      const p = await product(() => ({ status: 429 }))
      expect(await p.beat()).toMatchObject({ outcome: 'broken', fault: { code: 'agent.limit_reached' } })
      await expectRest(p, 'limit')
    })

  // The others try for minutes by themselves.
  if (cli === 'claude' || cli === 'codex')
    it('rests some minutes when its server is overloaded, until a message of the person is answered', async () => {
      const p = await product(() => ({ status: 529 }))
      expect(await p.beat()).toMatchObject({ outcome: 'broken', fault: { code: 'agent.overloaded' } })
      expect(p.host.snapshot().fleet.resting).toMatchObject([{ cause: 'outage', threads: 1 }])
      p.server.play(() => ({ say: 'Back again.' }))
      expect(await p.message('Are you there?')).toMatchObject({ outcome: 'quiet', reply: 'Back again.' })
      expect(p.host.snapshot().fleet.resting).toEqual([])
    })

  it('rests when it is signed out, and works again when it is back', async () => {
    const p = await product(() => ({ status: 401 }))
    const run = await p.beat()
    expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.needs_login' } })
    expectHonestPrompt(run, p.newlyAsked())
    await expectRest(p, 'login')
    p.server.play(() => ({ say: 'Back again.' }))
    expect(await p.beat('quick', { anyway: true })).toMatchObject({ outcome: 'alert' })
    expect(p.host.snapshot().fleet.resting).toEqual([])
  })

  it('calls it broken when the model server talks nonsense', async () => {
    const p = await product(() => ({ malformed: true }))
    const run = await p.beat()
    // Gemini CLI takes half an answer for one.
    if (cli === 'gemini') return expect(run.outcome).toBe('alert')
    expect(run.outcome).toBe('broken')
    expect(FAULT_CODES.filter((c) => c.startsWith('agent.'))).toContain(run.fault?.code)
    expect(p.host.snapshot().fleet.resting, 'nobody else is concerned').toEqual([])
  })

  it('survives a reply of eight million letters', async () => {
    const p = await product(() => ({ huge: 8_000_000 }))
    const run = await p.message('Tell me everything.')
    expect(['quiet', 'broken']).toContain(run.outcome)
    // Gemini CLI tells all of it in one line, which is too long to be read.
    const code = cli === 'gemini' ? 'agent.bad_output' : 'agent.output_overflow'
    if (run.outcome === 'broken') expect(run.fault?.code).toBe(code)
    expect(run.output.length).toBeLessThan(1_000_000)
    expect(run.reply.length).toBeLessThan(1_000_000)
    p.server.play(() => ({ say: 'Short.' }))
    expect(await p.message('And now short.')).toMatchObject({ outcome: 'quiet', reply: 'Short.' })
  })
}

async function expectRest(p: Product, cause: 'limit' | 'login'): Promise<void> {
  expect(p.host.snapshot().fleet.resting).toMatchObject([{ cause, threads: 1 }])
  await expect(p.client.beat.start({ id: p.id, tier: 'quick' })).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await p.noticed(1), 'one notice for the runner, none for the thread').toMatchObject([
    { threadId: null },
  ])
}
