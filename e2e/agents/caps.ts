import { expect, it } from 'vitest'
import { tokensOf } from '../../shared/agents/agent-turn.ts'
import type { RunDetail } from '../../shared/runs/run.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import { USAGE, type Step } from '../harness/model-server.ts'
import type { Asked } from '../harness/model-server-wire.ts'
import type { products, Product } from './product.ts'
import { shellCall } from './shell-call.ts'

/** Another call each time, so that nothing looks like going round in circles. */
const endless =
  (cli: TestedCli, usage: (asked: Asked) => typeof USAGE, more: Pick<Step, 'thinksMs'> = {}) =>
  (asked: Asked): Step => ({
    ...shellCall(cli, `git log -1 --skip=${asked.results.length}`),
    usage: usage(asked),
    ...more,
  })

/** $0.025 a request, by the model that a CLI runs here: one without a price counts as the dearest. */
const DEAREST = { input: 1500, cached: 0, output: 200 }
const FLASH = { input: 50_000, cached: 0, output: 4000 }

/** opencode is estimated by what passes: its requests take here what they would with a real model. */
const usageOf =
  (cli: TestedCli) =>
  (asked: Asked): typeof USAGE => {
    if (cli === 'opencode')
      return { input: Math.ceil(JSON.stringify(asked.body).length / 4), cached: 0, output: 20 }
    return cli === 'gemini' ? FLASH : DEAREST
  }

/** What ends a run that would go on and on, and what it is said to have used. */
export function capScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it('ends a run at its cap of calls, and counts what it used until then', async () => {
    const cap = 30
    const p = await product(endless(cli, () => USAGE))
    await p.client.settings.change({ quickCalls: cap })
    const run = await p.beat()
    expect(run).toMatchObject({ outcome: 'broken', fault: { code: 'agent.runaway' } })
    expect(p.server.asked.length).toBeLessThanOrEqual(cap * 1.2)
    expectCounted(run, p)
  })

  it('ends a run at its budget, and counts what it used until then', async () => {
    // opencode is asked on the way what it took, and its program answers in the time of two requests of a real model.
    const thinking = cli === 'opencode' ? { thinksMs: 1000 } : {}
    const p = await product(endless(cli, usageOf(cli), thinking), { pays: 'api' })
    const limit = cli === 'opencode' ? 2 : 0.5 // some twenty requests of each
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
