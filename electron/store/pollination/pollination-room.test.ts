import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { AlertId } from '../../../shared/base/ids.ts'
import { DAY } from '../../../shared/base/time.ts'
import { loadDriver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { aThread, newFolder, openStore } from '../testing/one-store.ts'

const THREAD = aThread(2)
const LINE = { tier: 'daily', text: 'Run `npm run lint`' } as const
const ONE = {
  ...LINE,
  threadId: THREAD.id,
  threadNumber: 2,
  threadName: 't2',
  pattern: 'lint',
  because: 'two have it',
  sources: [],
  proposedAt: 5,
}
const decided = { ...LINE, reason: '', by: 'person', at: 9 } as const

it('what was decided before suggestions had a life keeps its number and its words', () => {
  const path = join(newFolder(), 'history.db')
  const before = openDatabase(path, loadDriver(), MIGRATIONS.slice(0, 2))
  if (!before.ok) throw new Error(before.error.message)
  const { db } = before.value
  db.exec(`INSERT INTO threads (id, number, name, repo_path, role, interval_ms, created_at, agent, phase_ms)
    VALUES ('thr_2', 2, 'api', '/api', 'worker', 1, 1, '{}', 0)`)
  db.exec(`INSERT INTO suggestions VALUES (4, 'thr_2', 'lint', 'declined', 'daily', 'x', 'y', 'no', 7)`)
  db.close()
  expect(openStore(path).pollination.list(null, 9)).toEqual([
    {
      number: 4,
      threadId: 'thr_2',
      threadNumber: 2,
      threadName: 'api',
      pattern: 'lint',
      state: 'declined',
      tier: 'daily',
      text: 'x',
      because: 'y',
      sources: [],
      reason: 'no',
      by: 'person',
      origin: 'lists',
      offered: null,
      replaces: null,
      proposed: null,
      proposedAt: 7,
      at: 7,
    },
  ])
})

it('a rule of before knows the no that it began with, and keeps its number', () => {
  const path = join(newFolder(), 'history.db')
  const before = openDatabase(path, loadDriver(), MIGRATIONS.slice(0, 8))
  if (!before.ok) throw new Error(before.error.message)
  const { db } = before.value
  db.exec(`INSERT INTO suggestions VALUES
    (4, NULL, 2, 'api', 'lint', 'declined', 'daily', 'x', 'y', '[]', 'no', 'person', 6, 7, 'lists')`)
  db.exec(
    `INSERT INTO suggestion_rules VALUES (3, 'lint', 'go', NULL, 'no', 7), (5, 'lint', 'rust', NULL, '', 8)`,
  )
  db.close()
  const rules = openStore(path).pollination.rules()
  expect(rules.map(({ id, suggestion }) => [id, suggestion])).toEqual([
    [3, 4],
    [5, null],
  ])
})

it('one is open for a thread and a check, and a decision is made once', () => {
  const { pollination: room, threads } = openStore(':memory:')
  threads.add(THREAD)
  const number = room.propose(ONE)
  expect(room.propose({ ...ONE, text: 'other' })).toBe(number)
  expect(room.open()).toMatchObject([{ number, text: LINE.text, by: 'app', at: 5 }])
  expect(room.decide(number, { ...decided, state: 'retired' }), 'nothing to retire').toBe(false)
  expect(room.decide(number, { ...decided, state: 'adapted' })).toBe(true)
  expect(room.decide(number, { ...decided, state: 'declined' }), 'it is decided').toBe(false)
  expect(room.decide(number, { ...decided, state: 'retired', by: 'agent' })).toBe(true)
  room.renew(number, { ...LINE, because: 'z', sources: [] })
  expect(room.list(THREAD.id, 9)).toMatchObject([{ state: 'retired', by: 'agent', because: 'two have it' }])
  expect(room.propose(ONE)).toBe(number + 1)
  expect([room.proposedSince(4), room.proposedSince(5)]).toEqual([2, 0])
})

it('a rule stands once for each check and scope, with the newest reason', () => {
  const { pollination: room, threads } = openStore(':memory:')
  threads.add(THREAD)
  const rule = {
    pattern: 'lint',
    scope: 'everywhere',
    threadId: null,
    reason: 'a',
    suggestion: 4,
    at: 1,
  } as const
  room.addRule(rule)
  room.addRule({ ...rule, reason: 'b', at: 2 })
  room.addRule({ ...rule, scope: 'thread', threadId: THREAD.id })
  expect(room.rules().map(({ scope, reason }) => [scope, reason])).toEqual([
    ['everywhere', 'b'],
    ['thread', 'a'],
  ])
  threads.remove(THREAD.id)
  expect(room.rules()).toHaveLength(1)
  expect([room.removeRule(1), room.removeRule(1)]).toEqual([true, false])
  const number = room.addRule({ ...rule, scope: 'python' })
  expect(number, 'no number is used twice').toBeGreaterThan(2)
  room.addRule({ ...rule, scope: 'go', reason: 'c' })
  room.changeRule(number, { scope: 'go', reason: 'd' })
  expect(room.rules().map(({ id, scope, reason }) => [id, scope, reason])).toEqual([[number, 'go', 'd']])
})

it('what a person puts off, or settles and finds back in the same words, is dismissed and not confirmed', () => {
  const { pollination: room, threads, alerts } = openStore(':memory:')
  threads.add(THREAD)
  const raise = (at: number, text = 'red'): void =>
    void alerts.raise(THREAD.id, { key: 'daily:lint', severity: 'warning', text }, at)
  const open = (): AlertId => alerts.list('open', 9, 0)[0]!.id
  const worth = () => {
    const { raised, confirmed, dismissed } = room.worth(THREAD.id, 0).get('daily:lint')!
    return [raised, confirmed, dismissed]
  }
  raise(1)
  expect(worth()).toEqual([1, 0, 0])
  alerts.snooze([open()], 1000)
  expect(worth(), 'put off').toEqual([1, 0, 1])
  alerts.resolve(THREAD.id, ['daily:lint'], 5)
  expect(worth(), 'gone by itself: it was true').toEqual([1, 1, 0])
  raise(2 * DAY)
  alerts.resolveByHand([open()], 2 * DAY + 1)
  expect(worth(), 'settled').toEqual([2, 2, 0])
  raise(2 * DAY + 2)
  expect(worth(), 'and back in the same words').toEqual([3, 1, 1])
  alerts.resolveByHand([open()], 2 * DAY + 3)
  raise(4 * DAY)
  expect(worth(), 'what comes back days later is news').toEqual([4, 2, 1])
})

it('what was accepted or declined is open again, where nothing else is for the check', () => {
  const { pollination: room, threads } = openStore(':memory:')
  threads.add(THREAD)
  const number = room.propose(ONE)
  const again = { proposedAt: 5, at: 10, by: 'person' } as const
  expect(room.reopen(number, again), 'it is open').toBe(false)
  room.decide(number, { ...decided, state: 'adapted', reason: 'x' })
  expect(room.reopen(number, again)).toBe(true)
  expect(room.byNumber(number)).toMatchObject({ state: 'proposed', reason: '', by: 'person', at: 10 })
  room.decide(number, { ...decided, state: 'declined' })
  const other = room.propose(ONE)
  expect([room.reopen(number, again), room.byNumber(other)!.state]).toEqual([false, 'proposed'])
  room.noteTold(THREAD.id, [number, other], 7)
  room.noteTold(THREAD.id, [other], 8)
  expect([...room.toldOf(THREAD.id)]).toEqual([
    [number, 7],
    [other, 8],
  ])
})
