import { expect, it } from 'vitest'
import { USUAL_METRIC } from '../../shared/attempts/metric.ts'
import type { Step } from '../harness/model-server.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import type { products, Product } from './product.ts'
import { shellCall } from './shell-call.ts'

/** A measured turn that goes on while something is due: interrupted in its middle, it goes on in its own session. */
export function interruptedScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  // By the protocol it finds none of the sessions that it keeps, so that it is never interrupted.
  if (cli === 'gemini') return

  it('is interrupted while the model is silent, and goes on in the same session', async () => {
    await interrupted(await product(() => ({ hang: true })), () => ({ hang: true }))
  })

  it('is interrupted while a program of the agent runs, and goes on in the same session', async () => {
    const p = await product(() => ({ hang: true }), { profiles: { quick: 'full', daily: 'full' } })
    await interrupted(p, () =>
      shellCall(cli, `node -e "fetch('${p.server.url}/started').then(() => setInterval(() => {}, 1000))"`),
    )
  })
}

async function interrupted(p: Product, goesOn: () => Step): Promise<void> {
  p.server.play(({ prompts, results }) => {
    if (prompts.join('\n').includes('## reflect')) return { say: 'Reflected.' }
    if (results.length > 0) return goesOn()
    return {
      call: 'report_score',
      args: { score: 1200, class: 'real', title: 'Packed', feedback: 'Less waiting.' },
    }
  })
  const spec = { ...USUAL_METRIC, team: 'cycles', command: null, direction: 'lower', graceMs: 0 } as const
  await p.client.metrics.save({ id: p.id, spec: { ...spec, files: [] }, hash: '', confirmed: true })
  const run = await p.beat()
  expect(run).toMatchObject({ outcome: 'stopped', fault: null })
  expect(run.summary).toContain('goes on in the same session')
  const message = await p.until('the end of what followed', async () => {
    const { runs } = await p.client.runs.page({ threadId: p.id, limit: 9 })
    const found = runs.find(({ kind }) => kind === 'message')
    return found?.outcome == null ? null : p.client.runs.get({ id: found.id })
  })
  expect(message).toMatchObject({ fault: null, outcome: 'quiet', reply: 'Reflected.' })
  const { attempts, interventions } = await p.client.attempts.view({ id: p.id, team: false, limit: 9 })
  expect(attempts).toMatchObject([{ run: 1, score: 1200, title: 'Packed', class: 'real' }])
  expect(interventions).toMatchObject([{ names: ['reflect'], isForced: true }])
  expect(run.turn?.sessionId, 'the session before').not.toBeNull()
  expect(message.turn?.sessionId).toBe(run.turn?.sessionId)
  const asked = p.server.asked.findLast(({ prompts }) => prompts.join('\n').includes('## reflect'))!
  expect(asked.prompts.join('\n')).toMatch(/Run 1: score 1200[^]*Your turn was interrupted for this/)
  expect(JSON.stringify(asked.body), 'what it did before').toContain('Less waiting.')
}
