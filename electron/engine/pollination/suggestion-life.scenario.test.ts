import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { parse } from '../../../shared/playbook/doc.ts'
import type { SuggestionState } from '../../../shared/pollination/lines/life.ts'
import { apiClient, refusal } from '../testing/api-client.ts'
import { LIST, listedFleet, WITH_LINT } from '../testing/pollination/listed-fleet.ts'
import type { Scenario } from '../testing/scenario.ts'

/** A suggestion as it was left by somebody, so many days ago. */
function proposed(
  s: Scenario,
  threadId: ThreadId,
  state: SuggestionState,
  daysOpen: number,
  days: number,
): number {
  const now = s.clock.now()
  const line = { tier: 'daily', text: 'Run `npm run lint`' } as const
  const number = s.store.pollination.propose({
    ...line,
    threadId,
    threadNumber: 2,
    threadName: 't2',
    pattern: 'lint',
    because: 'y',
    sources: [],
    proposedAt: now - daysOpen * DAY,
  })
  if (state !== 'proposed')
    s.store.pollination.decide(number, { ...line, state, reason: '', by: 'person', at: now - days * DAY })
  return number
}

it.each([
  [29, 0],
  [31, 1],
])('after a no of %d days ago it is suggested %d times', async (days, times) => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  proposed(s, ids[1]!, 'declined', days, days)
  expect((await apiClient(s).pollination.view()).suggestions).toHaveLength(times)
})

it('what nobody answered for thirty days expires, and stays away as long', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const first = proposed(s, ids[1]!, 'proposed', 30, 0)
  const view = await apiClient(s).pollination.view()
  expect([view.suggestions.length, view.decided.length]).toEqual([0, 1])
  expect(view.decided).toMatchObject([
    { number: first, state: 'expired', by: 'app', reason: 'nobody decided in 30 days' },
  ])
})

it.each([
  [61, 31, 1],
  [59, 29, 0],
  [5, 1, 1], // it stopped to hold then, and holds again
])(
  'one that was proposed %d days ago and expired %d days ago comes again %d times',
  async (open, days, times) => {
    const { s, ids } = await listedFleet(WITH_LINT, LIST)
    proposed(s, ids[1]!, 'expired', open, days)
    expect((await apiClient(s).pollination.view()).suggestions).toHaveLength(times)
  },
)

it('keeps its number while it is open, and is renewed as its figures change', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  const [before] = (await client.pollination.view()).suggestions
  const { key } = parse(WITH_LINT).tasks.find(({ text }) => text.includes('make lint'))!
  s.store.alerts.raise(ids[0]!, { key, severity: 'warning', text: 'red' }, s.clock.now())
  const [after] = (await client.pollination.view()).suggestions
  expect(after!.suggestion).toBe(before!.suggestion)
  expect(after!.because).toContain('found something 1 time in')
  expect(after!.sources).toMatchObject([
    { number: 2, name: 't1', text: 'Run `make lint`', raised: 1, confirmed: 0, runs: [] },
  ])
  expect(s.store.pollination.list(null, 9)).toHaveLength(1)
})

it('a reason becomes a rule, which holds for repositories of its kind until it is removed', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST, LIST)
  const client = apiClient(s)
  const [first] = (await client.pollination.view()).suggestions
  expect(first!.scopes).toEqual(['thread', 'typescript', 'everywhere'])
  const no = { id: ids[1]!, pattern: 'lint', reason: 'biome does it', scope: 'typescript' } as const
  expect((await client.pollination.decline(no)).where).toBe('TypeScript repositories')
  const ruled = await client.pollination.view()
  expect(ruled.suggestions).toEqual([])
  expect(ruled.rules).toMatchObject([
    {
      pattern: 'lint',
      title: 'A linter reads the code',
      where: 'TypeScript repositories',
      reason: 'biome does it',
    },
  ])
  await client.pollination.changeRule({ rule: ruled.rules[0]!.id, scope: 'python' })
  const [again, ...more] = (await client.pollination.view()).suggestions
  expect([again?.threadId, more], 'its own no holds on for thirty days').toEqual([ids[2], []])
  const { rules } = await client.pollination.view()
  expect(rules).toMatchObject([{ where: 'Python repositories', reason: 'biome does it' }])
  await client.pollination.removeRule({ rule: rules[0]!.id })
  const without = await client.pollination.view()
  expect(without.rules).toEqual([])
  expect(
    without.suggestions.map(({ threadId }) => threadId),
    'the no ends with its rule',
  ).toContain(ids[1])
  expect((await refusal(client.pollination.removeRule({ rule: 9 }))).message).toContain('no rule 9')
})

it('a record outlives its thread', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  proposed(s, ids[1]!, 'declined', 2, 1)
  s.store.threads.remove(ids[1]!)
  expect((await apiClient(s).pollination.view()).decided).toMatchObject([
    { threadId: null, threadName: 't2' },
  ])
})

/** All due lines of the list end as that, with some milliseconds each. */
async function beatWith(s: Scenario, id: ThreadId, status: 'needs_approval' | 'passed'): Promise<void> {
  s.script = ({ tasks }) => ({
    text: 'HEARTBEAT_OK',
    tasks: tasks.map(({ key, tier, text }) => ({
      ...{ key, tier, text, status, note: '', severity: null, command: ['x'], exitCode: 0 },
      ...{ durationMs: 12, output: '' },
    })),
  })
  await apiClient(s).beat.start({ id, tier: 'daily', anyway: true })
  await s.clock.advance(MINUTE)
}

it('says what an accepted line found, and retires one that found nothing in sixty days', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const client = apiClient(s)
  const number = proposed(s, ids[1]!, 'accepted', 70, 61)
  const outcome = async () => (await client.pollination.view()).decided[0]!.outcome
  expect(await outcome(), 'the line is not there').toMatchObject({ stands: false, mayRetire: false })
  const list = LIST + '- [ ] Run `npm run lint`\n'
  s.files.set('/t2', list)
  expect(await outcome(), 'found by hand').toMatchObject({
    stands: true,
    needs: 'approval',
    mayRetire: false,
  })
  const { key } = parse(list).tasks.find(({ text }) => text.includes('lint'))!
  s.store.tasks.note(ids[1]!, [key], s.clock.now())
  await beatWith(s, ids[1]!, 'needs_approval')
  expect(await outcome(), 'found by a user: nobody approved it').toMatchObject({
    needs: 'approval',
    worstMs: null,
  })
  await beatWith(s, ids[1]!, 'passed')
  expect(await outcome()).toMatchObject({ stands: true, raised: 0, needs: null, mayRetire: true })
  s.store.alerts.raise(ids[1]!, { key, severity: 'warning', text: 'red' }, s.clock.now())
  s.store.alerts.resolve(ids[1]!, [key], s.clock.now())
  expect(await outcome()).toMatchObject({ raised: 1, confirmed: 1, mayRetire: false })
  const plain = s.files.get('/t2')!
  s.files.set('/t2', plain.replace(/(npm run lint`\n)/, '$1  a note of mine\n'))
  const refused = await refusal(client.pollination.retire({ suggestion: number }))
  expect(refused.message, 'found by a user: a note below it would go as well').toContain(
    'lines of yours below it',
  )
  s.files.set('/t2', plain)
  expect(await client.pollination.retire({ suggestion: number })).toEqual({
    name: 't2',
    text: 'Run `npm run lint`',
  })
  expect(s.files.get('/t2')).toBe(plain.replace(/- \[.\] Run `npm run lint`\n/, ''))
  expect((await client.pollination.view()).decided).toMatchObject([
    { number, state: 'retired', outcome: null },
  ])
  const again = await refusal(client.pollination.retire({ suggestion: number }))
  expect(again.message).toBe(`Suggestion ${number} is retired; only one that was taken up can be retired.`)
  expect((await client.pollination.view()).suggestions, 'it does not come back').toEqual([])
})

it('a line that stands there no more is not retired, and nothing is written', async () => {
  const { s, ids } = await listedFleet(WITH_LINT, LIST)
  const number = proposed(s, ids[1]!, 'accepted', 70, 61)
  const refused = await refusal(apiClient(s).pollination.retire({ suggestion: number }))
  expect(refused).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('does not stand in the list'),
  })
  expect(s.store.pollination.byNumber(number)!.state).toBe('accepted')
})
