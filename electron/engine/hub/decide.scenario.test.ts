import { expect, it } from 'vitest'
import { SECOND } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { addListed, LIST, WITH_LINT } from '../testing/pollination/listed-fleet.ts'
import { twoJoined } from '../testing/hub/two-joined.ts'

const LINT = { tier: 'daily', text: 'Run `npm run lint`' } as const

/** `there` has a list with a check that another one lacks, so that it is suggested; `here` sees it as open there. */
async function suggested() {
  const fleet = await twoJoined()
  const { here, there, clock } = fleet
  const { s } = there
  const [one, other] = addListed(s, [WITH_LINT, LIST])
  await clock.advance(5 * SECOND)
  await apiClient(s).pollination.view()
  await clock.advance(10 * SECOND)
  const open = () => here.s.others.details().suggestions
  const { number } = s.store.pollination.open()[0]!
  async function decide(say: 'accept' | 'decline', more: Readonly<Record<string, unknown>> = {}) {
    await fleet.ask('decide-suggestion', {
      thread: other,
      suggestion: number,
      say,
      ...LINT,
      reason: null,
      ...more,
    })
    await clock.advance(10 * SECOND)
    const { end, text } = fleet.list()[0]!
    return { end, text }
  }
  return { ...fleet, s, one: one!, other: other!, number, open, decide, list: () => s.files.get('/t2')! }
}

it('an open suggestion of another machine is seen, accepted there as it reads, and gone from sight', async () => {
  const { s, other, number, open, decide, list, stop } = await suggested()
  expect(open()).toEqual([
    {
      machine: 'there',
      id: `sug_${number}`,
      number,
      thread: other,
      name: 't2',
      ...LINT,
      because: expect.stringContaining('t1') as string,
      isOffered: false,
      replaces: null,
    },
  ])
  expect(await decide('accept')).toEqual({ end: 'done', text: 'The line stands in the daily tasks of "t2".' })
  expect(list()).toMatch(/## Daily Tasks[^#]*- \[ \] Run `npm run lint`\n/)
  expect(s.store.permissions.approvals(other).size, 'nothing is approved by it').toBe(0)
  expect(s.store.pollination.byNumber(number)).toMatchObject({
    state: 'accepted',
    by: 'person',
    reason: 'decided at here',
  })
  expect(open()).toEqual([])
  expect(await decide('accept')).toEqual({
    end: 'already',
    text: 'It is not open any more there: accepted.',
  })
  expect(list().match(/npm run lint/g), 'a second yes writes no second line').toHaveLength(1)
  await stop()
})

it('a no is kept with its reason, without credentials, and from where it came, and nothing is written', async () => {
  const { s, number, open, decide, list, stop } = await suggested()
  const before = list()
  const reason = 'the token is ghp_0123456789abcdefghijklmnopqrstuvwxyz'
  expect(await decide('decline', { reason })).toMatchObject({ end: 'done' })
  expect(s.store.pollination.byNumber(number)).toMatchObject({
    state: 'declined',
    by: 'person',
    reason: '“the token is [redacted]”, decided at here',
  })
  expect([list(), open()]).toEqual([before, []])
  await stop()
})

it.each([
  ['another line', { text: 'Run `rm -rf .`' }, 'It reads otherwise there by now'],
  ['another tier', { tier: 'quick' }, 'It reads otherwise there by now'],
  ['a suggestion that is not', { suggestion: 99 }, 'There is no suggestion 99'],
  ['a thread that is not', { thread: 'thr_gone' }, 'There is no suggestion 1'],
])('a yes to %s writes nothing and decides nothing', async (_, more, why) => {
  const { s, number, decide, list, stop } = await suggested()
  const before = list()
  const answer = await decide('accept', more)
  expect(answer).toEqual({ end: 'refused', text: expect.stringContaining(why) as string })
  expect([list(), s.store.pollination.byNumber(number)!.state]).toEqual([before, 'proposed'])
  await stop()
})

it('a thread of another number is not written by it', async () => {
  const { s, one, decide, stop } = await suggested()
  const before = s.files.get('/t1')
  expect(await decide('accept', { thread: one })).toMatchObject({ end: 'refused' })
  expect(s.files.get('/t1')).toBe(before)
  await stop()
})

it('what a machine offered is accepted at its own machine alone, so that none can both offer and write', async () => {
  const { s, other, decide, ask, clock, list, open, stop } = await suggested()
  const text = 'Run `git fsck`'
  await ask('offer-suggestion', { thread: other, tier: 'daily', text, why: null, from: 'person' })
  await clock.advance(10 * SECOND)
  const [offered] = s.store.pollination.open().filter((record) => record.text === text)
  expect(open().find(({ number }) => number === offered!.number)).toMatchObject({ text, isOffered: true })
  const before = list()
  expect(await decide('accept', { suggestion: offered!.number, text })).toEqual({
    end: 'refused',
    text: 'A machine offered that line, so it is accepted at its own machine alone.',
  })
  expect(list()).toBe(before)
  expect(await decide('decline', { suggestion: offered!.number, text })).toMatchObject({ end: 'done' })
  expect(s.store.pollination.byNumber(offered!.number)!.state).toBe('declined')
  await stop()
})

it('what does not hold any more there is not written', async () => {
  const { s, decide, list, stop } = await suggested()
  s.files.set('/t1', LIST)
  const before = list()
  expect(await decide('accept')).toMatchObject({ end: expect.stringMatching(/refused|already/) as string })
  expect(list()).toBe(before)
  await stop()
})

it('a thread that is not trusted decides nothing by mail', async () => {
  const { s, other, decide, list, stop } = await suggested()
  const before = list()
  s.store.threads.change(other, { trustedAt: null })
  expect(await decide('accept')).toEqual({
    end: 'refused',
    text: '"t2" is not trusted; that is said at its own machine.',
  })
  expect(list()).toBe(before)
  await stop()
})

it('many decisions hold up nothing else: each has its turn between what else is due', async () => {
  const { ask, there, here, clock, number, other, s, stop } = await suggested()
  const wrong = { thread: other, suggestion: number, say: 'accept', tier: 'daily', text: 'no', reason: null }
  for (let n = 0; n < 20; n++) await ask('decide-suggestion', wrong)
  await ask('pause', { thread: other, until: null, reason: '' })
  await clock.advance(10 * SECOND)
  expect(
    here.s.others
      .asked()!
      .list()
      .every(({ end }) => end !== null),
  ).toBe(true)
  expect(s.store.threads.get(other)!.pause).not.toBeNull()
  expect(there.link.view().is).toBe('connected')
  await stop()
})

it('what was open before a machine joined is told as well', async () => {
  const { s, there, here, clock, open, number, stop } = await suggested()
  expect(open()).toHaveLength(1)
  await there.link.stop()
  s.store.hub.leave()
  s.store.hub.join('epo_later', clock.now)
  const rows = s.store.hub.unsent(500).filter(({ kind }) => kind === 'suggestion')
  expect(rows.map(({ body }) => body['number'])).toEqual([number])
  s.store.hub.join('epo_again', clock.now)
  expect(
    s.store.hub.unsent(500).filter(({ kind }) => kind === 'suggestion'),
    'and not again at each start',
  ).toHaveLength(1)
  await here.stop()
  await stop().catch(() => undefined)
})
