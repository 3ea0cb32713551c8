import { expect, it } from 'vitest'
import { tokensOf } from '../../shared/agents/agent-turn.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import { USAGE } from '../harness/model-server.ts'
import type { products, Product } from './product.ts'
import { shellCall } from './shell-call.ts'

/** Another call each time, so that nothing looks like going round in circles. */
const endless =
  (cli: TestedCli, usage: typeof USAGE) => (asked: { readonly results: readonly unknown[] }) => ({
    ...shellCall(cli, `git log -1 --skip=${asked.results.length}`),
    usage,
  })

/** What ends a run that would go on and on, and what it is said to have used. */
export function capScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it('ends a run at its cap of calls, and counts what it used until then', async () => {
    const cap = 30
    const p = await product(endless(cli, USAGE))
    await p.client.settings.change({ quickCalls: cap })
    const run = await p.beat()
    expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.runaway' } })
    expect(p.server.asked.length).toBeLessThanOrEqual(cap * 1.2)
    // These two tell tokens at the end of a turn only, also when they are asked to end it (opencode then says 0): an
    // estimate counts, of so many typical requests.
    if (cli === 'opencode' || cli === 'gemini')
      expect(tokensOf(run.turn!.usage!)).toBeGreaterThan(cap * 10_000)
    else expectCounted(run, p)
  })

  // The others tell what a run used at its end only: their presets say so.
  if (cli === 'opencode' || cli === 'gemini') return
  it('ends a run at its budget, and counts what it used until then', async () => {
    const p = await product(endless(cli, { input: 1500, cached: 0, output: 200 }), { pays: 'api' })
    const limit = 0.5
    await p.client.settings.change({
      caps: [{ scope: 'thread', of: null, period: 'day', unit: 'usd', limit }],
    })
    const run = await byTheClock(p)
    expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.over_budget' } })
    expect(run.turn?.costUsd).toBeGreaterThan(limit * 0.8)
    expect(run.turn?.costUsd).toBeLessThanOrEqual(limit * 1.2)
    expectCounted(run, p)
  })
}

const saw = (p: Product): number =>
  p.server.asked
    .filter(({ state }) => state === 'answered')
    .reduce((sum, { step }) => sum + tokensOf(('usage' in step && step.usage) || USAGE), 0)

function expectCounted({ turn }: RunDetail, p: Product): void {
  const counted = turn?.usage == null ? 0 : tokensOf(turn.usage)
  expect(Math.abs(counted - saw(p)) / saw(p), `${counted} of ${saw(p)} tokens`).toBeLessThanOrEqual(0.1)
}

/** A run that no person asked for: of those alone a budget is kept. */
async function byTheClock(p: Product): Promise<RunDetail> {
  const job = await p.client.jobs.save({
    threadId: p.id,
    confirmed: true,
    spec: {
      name: 'Look',
      schedule: { kind: 'at', at: Date.now() + 1500 },
      action: { kind: 'agent', prompt: 'Look around.' },
    },
  })
  const itemId = await p.until(
    'the start of the job',
    async () => (await p.client.jobs.runs({ id: job.id }))[0]?.itemId ?? null,
  )
  const ended = await p.client.beat.wait({ itemId })
  return p.client.runs.get({ id: ended!.id })
}
