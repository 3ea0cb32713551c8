import { expect, it } from 'vitest'
import { products, type Product } from './product.ts'
import type { Script } from '../harness/model-server.ts'

const product = products('opencode')

/** The real opencode as a local model: nothing of it is set up but the server and the names of the models. */
async function withLocalModel(script: Script, fallbackModels: string[] = []): Promise<Product> {
  const p = await product(script, { asNew: true })
  const { OPENCODE_CONFIG_CONTENT: _, ...home } = p.agent.env
  const [quick, hourly, daily, message] = Array<string>(4).fill('small:8b')
  await p.client.threads.setAgent({
    id: p.id,
    confirmed: true,
    agent: {
      ...p.agent,
      cli: 'local-model',
      env: { ...home, OPENAI_BASE_URL: `${p.server.url}/v1` },
      models: { quick, hourly, daily, message },
      fallbackModels,
    },
  })
  return p
}

it('the real opencode answers with the model of a local server, at no price', async () => {
  const p = await withLocalModel(() => ({ say: 'The index is fine.' }))
  const run = await p.message('Is the index fine?')
  expect(run).toMatchObject({ outcome: 'quiet', reply: 'The index is fine.', turn: { model: 'small:8b' } })
  expect(run.turn?.costUsd ?? 0).toBe(0)
  expect(p.server.asked.map(({ model, protocol }) => [model, protocol])).toEqual([['small:8b', 'chat']])
})

it('a small model that gives up is followed by the larger one, once', async () => {
  const p = await withLocalModel(
    ({ model }) => ({ say: model === 'org/large' ? 'It is fine.' : 'NEEDS_LARGER_MODEL' }),
    ['org/large'],
  )
  const run = await p.message('Is the index fine?')
  expect(run).toMatchObject({
    outcome: 'quiet',
    reply: 'It is fine.',
    turn: { model: 'org/large', gaveUp: ['small:8b'] },
  })
  expect(p.server.asked.map(({ model }) => model)).toEqual(['small:8b', 'org/large'])
  expect(p.server.asked[0]?.prompts.join()).toContain('a larger model is asked then')
})
