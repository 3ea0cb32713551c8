import { expect, it } from 'vitest'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { NODE_REPOSITORY } from '../../../shared/pollination/testing/node-repository.ts'
import { apiClient } from '../testing/api-client.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'

it('at most three are open for a thread, and ten are new in a day', async () => {
  const lists = [WITH_LINT, ...Array.from({ length: 12 }, () => LIST)]
  const { s } = await listedFleet(...lists)
  const client = apiClient(s)
  const { suggestions } = await client.pollination.view()
  expect(suggestions).toHaveLength(10)
  await client.pollination.decline({ id: suggestions[0]!.threadId, pattern: 'lint' })
  expect((await client.pollination.view()).suggestions).toHaveLength(9)
})

it('what did not hold for a while is the same suggestion when it holds again, and not new', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  const open = async () => (await client.pollination.view()).suggestions.map(({ suggestion }) => suggestion)
  for (let times = 0; times < 12; times++) {
    s.files.set('/t2', LIST)
    expect(await open()).toEqual([1])
    s.files.set('/t2', WITH_LINT)
    expect(await open()).toEqual([])
  }
  expect(s.store.pollination.list(ids[1]!, 9)).toMatchObject([{ number: 1, state: 'expired', by: 'app' }])
  s.files.set('/t2', LIST)
  const { tier, text } = s.store.pollination.byNumber(1)!
  await open()
  await s.clock.advance(MINUTE)
  s.store.pollination.decide(1, { state: 'expired', tier, text, reason: '', by: 'person', at: s.clock.now() })
  expect(await open(), 'what a person closed is not opened again').toEqual([2])
})

it('what rests on one list gives way to what several have, and to what a person proposes (found by an attacker)', async () => {
  const run = (...scripts: readonly string[]): string =>
    LIST + scripts.map((script) => `- [ ] Run \`npm run ${script}\`\n`).join('')
  const { s, ids } = await listedFleet(run('test', 'typecheck', 'format:check'), LIST, LIST)
  const checks = ['unit-test', 'typecheck', 'format-check', 'lint']
  const scripts = ['test', 'typecheck', 'format:check', 'lint', 'audit']
  for (const name of ['/t1', '/t2', '/t3']) s.states.set(name, { ...NODE_REPOSITORY, checks, scripts })
  const id = ids[2]!
  const client = apiClient(s)
  const open = async (): Promise<readonly string[]> =>
    (await client.pollination.view()).suggestions
      .filter(({ threadId }) => threadId === id)
      .map(({ pattern }) => pattern)
  expect(await open()).toHaveLength(3)
  s.files.set('/t1', `${s.files.get('/t1')!}- [ ] Run \`npm run lint\`\n`)
  s.files.set('/t2', run('lint'))
  const after = await open()
  expect([after.length, after.includes('lint')]).toEqual([3, true])
  expect(await open(), 'and stays so').toEqual(after)
  const line = { text: 'Run `npm run audit`', tier: 'daily', ids: [id] } as const
  expect((await client.pollination.propose({ ...line, ids: [id] }))[0]!.why).toBeNull()
  const last = await open()
  expect([last.length, last.includes('lint'), last.includes('audit')]).toEqual([3, true, true])
})

it('of the ten in a day five are for one thread', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const now = s.clock.now()
  const line = { tier: 'daily', text: 'x' } as const
  for (let i = 0; i < 5; i++) {
    const one = { ...line, threadId: ids[1]!, threadNumber: 3, threadName: 't2', because: 'y', sources: [] }
    const number = s.store.pollination.propose({ ...one, pattern: `p${i}`, proposedAt: now })
    s.store.pollination.decide(number, { ...line, state: 'declined', reason: '', by: 'person', at: now })
  }
  const { suggestions, held } = await apiClient(s).pollination.view()
  expect([suggestions.map(({ threadId }) => threadId), held]).toEqual([[ids[2]], 1])
  await s.clock.advance(DAY)
  expect((await apiClient(s).pollination.view()).suggestions).toHaveLength(2)
})
