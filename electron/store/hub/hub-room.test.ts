import { expect, it } from 'vitest'
import type { AlertId } from '../../../shared/base/ids.ts'
import { HOUR } from '../../../shared/base/time.ts'
import type { Store } from '../../engine/ports/store.ts'
import { aThread, agentRun, endingOf, openStore } from '../testing/one-store.ts'
import { ONE, TWO, twoThreads } from '../testing/two-threads.ts'

const NOW = 10_000
const joined = (now = (): number => NOW) => {
  const two = twoThreads()
  two.store.hub.join('epo_1', now)
  sendAll(two.store)
  return two
}

/** As the pump does: marks become rows, and the hub takes all. */
function sendAll({ hub }: Store): readonly Record<string, unknown>[] {
  for (const id of hub.marks()) hub.writeState(id, { state: `of ${id}` }, NOW)
  const facts = hub.unsent(500)
  hub.acknowledge(facts)
  return facts.map(({ kind, thread, body }) => ({ kind, thread, ...body }))
}
const kinds = (store: Store): readonly string[] =>
  sendAll(store).map(({ kind, step }) => [kind, step].join(' ').trim())

it('tells of a run that ends, once, with what it cost, and marks its thread once', () => {
  const { store, beat } = joined()
  const run = beat(ONE, 100, { outcome: 'alert', summary: 'CI is red', tiers: ['quick'] })
  beat(ONE, 200)
  const facts = sendAll(store)
  expect(facts.map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['outcome', 'alert'],
    ['outcome', 'quiet'],
    ['thread', undefined],
  ])
  expect(facts[0]).toEqual({
    kind: 'outcome',
    thread: ONE,
    run,
    item: 'heartbeat',
    outcome: 'alert',
    skipReason: null,
    tiers: ['quick'],
    reasons: ['manual'],
    startedAt: 100,
    finishedAt: 105,
    durationMs: 5,
    summary: 'CI is red',
    fault: null,
    runner: 'x',
    model: null,
    usd: null,
  })
  expect(sendAll(store)).toEqual([])
  store.close()
})

it('counts what an agent cost in the row of its run', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.hub.join('epo_1', () => NOW)
  const run = agentRun(store, 5)
  const agent = { sessionId: null, costUsd: 0.25, usage: null } as never
  store.runs.finish(run.id, endingOf({ agent }), 9)
  expect(sendAll(store).find(({ kind }) => kind === 'outcome')).toMatchObject({ model: 'haiku', usd: 0.25 })
  store.close()
})

it('tells each step of an alert, and not that the same was seen again', () => {
  const { store } = joined()
  const raised = { key: 'ci', severity: 'warning', text: 'CI is red' } as const
  store.alerts.raise(ONE, raised, 1)
  const [{ id }] = store.alerts.list('open', 1, 1) as unknown as [{ id: AlertId }]
  expect(kinds(store)).toEqual(['alert raised', 'thread'])
  store.alerts.raise(ONE, raised, 2)
  expect(kinds(store)).toEqual([])
  store.alerts.settle(id, { deliveredAt: 3 })
  store.alerts.acknowledge([id], 4, 'known')
  store.alerts.acknowledge([id], 5)
  store.alerts.reopen([id])
  store.alerts.snooze([id], 50)
  store.alerts.endSnoozes(60)
  store.alerts.settle(id, { suppressedBy: 'muted' })
  store.alerts.noteHandedOver(id, 70)
  store.alerts.resolve(ONE, ['ci'], 80)
  expect(kinds(store)).toEqual([
    'alert delivered',
    'alert acknowledged',
    'alert reopened',
    'alert snoozed',
    'alert changed',
    'alert reopened',
    'alert suppressed',
    'alert handed over',
    'alert resolved',
    'thread',
  ])
  store.close()
})

it('tells that a thread is added, changed, muted and gone, with the alerts that stood', () => {
  const { store } = joined()
  store.threads.change(ONE, { name: 'other' })
  store.threads.change(ONE, { nextDueAt: 99, activeAt: 7 })
  store.alerts.mute(ONE, 1000)
  expect(sendAll(store)).toEqual([{ kind: 'thread', thread: ONE, state: `of ${ONE}` }])
  store.threads.change(ONE, { nextDueAt: 100, failures: 0 })
  expect(store.hub.marks()).toEqual([])
  store.alerts.raise(TWO, { key: null, severity: 'notice', text: 'x' }, 1)
  store.alerts.mute(TWO, 1000)
  const [{ id }] = store.alerts.list('open', 1, 1) as unknown as [{ id: AlertId }]
  sendAll(store)
  store.threads.change(TWO, { pause: { reason: 'x', until: null, by: 'person' } })
  store.threads.remove(TWO)
  const facts = sendAll(store)
  expect(facts).toHaveLength(2)
  expect(facts).toContainEqual({ kind: 'thread', thread: TWO, state: 'removed', number: 3, name: TWO })
  expect(facts).toContainEqual({ kind: 'alert', thread: TWO, alert: id, step: 'removed' })
  store.close()
})

it('tells of suggestions and of reports, those of the master among them', () => {
  const { store, beat } = joined()
  const number = store.pollination.propose({
    threadId: ONE,
    threadNumber: 2,
    threadName: 'one',
    pattern: 'p',
    tier: 'daily',
    text: 'Run `x`',
    because: 'others have it',
    sources: [],
    proposedAt: 1,
  } as never)
  store.pollination.decide(number, {
    state: 'declined',
    tier: 'daily',
    text: 'Run `x`',
    reason: 'no',
    by: 'person',
    at: 2,
  } as never)
  store.meta.set(`report:${TWO}`, JSON.stringify({ runId: 'run_1', at: 3, text: 'All well', by: 'agent' }))
  store.threads.setMaster(ONE)
  beat(ONE, 300, { tiers: ['quick', 'daily'], summary: 'The fleet is well' })
  beat(ONE, 400, { tiers: ['quick'], summary: 'quiet' })
  const facts = sendAll(store).filter(({ kind }) => kind === 'suggestion' || kind === 'report')
  expect(facts).toMatchObject([
    { kind: 'suggestion', number, state: 'proposed' },
    { kind: 'suggestion', number, state: 'declined', reason: 'no', by: 'person' },
    { kind: 'report', thread: TWO, from: 'thread', text: 'All well', by: 'agent' },
    { kind: 'report', thread: ONE, from: 'master', text: 'The fleet is well' },
  ])
  store.close()
})

it('writes the row in the transaction of the fact: both are there, or neither', () => {
  const { store, beat } = joined()
  expect(() =>
    store.together(() => {
      beat(ONE, 100)
      throw new Error('rolled back')
    }),
  ).toThrow('rolled back')
  expect([store.hub.unsent(9), store.hub.marks()]).toEqual([[], []])
  store.close()
})

it('leaves nothing behind: no triggers, no rows, and no number that comes twice', () => {
  const { store, beat } = joined()
  beat(ONE, 100)
  const last = store.hub.unsent(9).at(-1)!.seq
  store.hub.leave()
  beat(ONE, 200)
  expect([store.hub.unsent(9), store.hub.waiting(), store.hub.epochs()]).toEqual([[], 0, []])
  store.hub.join('epo_2', () => NOW)
  beat(ONE, 300)
  expect(store.hub.unsent(9)[0]!.seq).toBeGreaterThan(last)
  store.close()
})

it('takes mail once: its result and its effect are one transaction', () => {
  const { store } = joined()
  const mail = {
    id: 'm1',
    seq: 7,
    verb: 'pause',
    args: {},
    by: { machine: 'x', name: 'laptop' },
    at: 1,
    expiresAt: HOUR,
  } as const
  const take = (fails: boolean): void =>
    store.together(() => {
      store.threads.change(ONE, { pause: { reason: 'x', until: null, by: 'person' } })
      store.hub.endMail(mail.id, 'done', 'Paused.')
      if (fails) throw new Error('no')
    })
  expect(() => take(false)).toThrow(/was not taken/)
  store.hub.noteTaken([mail], NOW)
  expect(store.hub.unsent(9).at(-1)?.body).toEqual({ from: 'app', taken: ['m1'] })
  expect(() => take(true)).toThrow('no')
  expect([store.hub.mailOf('m1'), store.threads.get(ONE)!.pause]).toEqual([{ end: null, isOurs: true }, null])
  take(false)
  expect(() => take(false)).toThrow(/had its effect/)
  expect(store.hub.unsettled()).toEqual([{ id: 'm1', end: 'done', text: 'Paused.' }])
  store.hub.noteSettled('m1', true)
  expect(store.hub.unsettled()).toEqual([])
  store.hub.join('epo_2', () => NOW)
  expect(store.hub.mailOf('m1')).toEqual({ end: 'done', isOurs: false })
  store.close()
})

it('takes no epoch that could be read as SQL', () => {
  const { store } = twoThreads()
  expect(() => store.hub.join(`x'; DROP TABLE runs; --`, () => NOW)).toThrow(/no epoch/)
  expect(store.hub.isJoined()).toBe(false)
  store.close()
})

it('tells nothing of what was there before the machine joined, but how it stands', () => {
  const { store, beat } = twoThreads()
  for (let at = 1; at < 50; at++) beat(ONE, at * 100)
  store.hub.join('epo_1', () => NOW)
  expect(sendAll(store).map(({ kind }) => kind)).toEqual(['thread', 'thread'])
  store.close()
})
