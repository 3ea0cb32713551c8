import { expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { randomId } from '../../machine/clock/ids.ts'
import { connect } from '../connection/connection.ts'
import { openDatabase } from '../connection/open.ts'
import { hubRoom } from './hub-room.ts'
import { prune } from './prune.ts'
import { HUB_OUTBOX } from './tables.ts'

const NOW = 100 * DAY

function filled(rows: readonly { readonly at: number; readonly kind: 'outcome' | 'alert' | 'thread' }[]) {
  const opened = openDatabase(':memory:')
  if (!opened.ok) throw new Error(opened.error.message)
  const none = (): void => undefined
  const connection = connect(opened.value.db, randomId, { committed: none, refused: none, damaged: none })
  const hub = hubRoom(connection)
  hub.join('e', () => NOW)
  const bodyOf = { outcome: { outcome: 'quiet' }, alert: { step: 'raised' }, thread: { state: 'quiet' } }
  for (const { at, kind } of rows)
    connection.insert(HUB_OUTBOX, { epoch: 'e', at, kind, thread: 'thr_1' as ThreadId, body: bodyOf[kind] })
  const all = () => connection.list(HUB_OUTBOX, 'ORDER BY seq')
  const pruned = (limits?: Parameters<typeof prune>[3]): boolean =>
    connection.together(() => prune(connection, 'e', NOW, limits))
  return { hub, all, pruned }
}
const outcomes = (n: number, everyMs = MINUTE) =>
  Array.from({ length: n }, (_, i) => ({ at: NOW - 20 * DAY + i * everyMs, kind: 'outcome' as const }))

it('keeps what the hub has for thirty days, and then no longer', () => {
  const { hub, all, pruned } = filled([
    { at: NOW - 31 * DAY, kind: 'alert' },
    { at: NOW - 29 * DAY, kind: 'alert' },
  ])
  hub.acknowledge(hub.unsent(9))
  expect(pruned()).toBe(false)
  expect(all().map(({ at }) => at)).toEqual([NOW - 29 * DAY])
})

it('says what was never sent before it was too old: how much, and of when', () => {
  const { all, pruned } = filled([
    { at: NOW - 40 * DAY, kind: 'outcome' },
    { at: NOW - 31 * DAY, kind: 'alert' },
    { at: NOW, kind: 'alert' },
  ])
  pruned()
  pruned()
  expect(all().map(({ kind, body }) => [kind, body])).toEqual([
    ['alert', { step: 'raised' }],
    ['report', { from: 'app', cut: 2, since: NOW - 40 * DAY, until: NOW - 31 * DAY }],
  ])
})

it('makes one row of the outcomes of a thread and hour where there are too many rows, the oldest first', () => {
  const { hub, all, pruned } = filled(outcomes(1000))
  let rounds = 0
  while (pruned({ keptMs: 30 * DAY, rows: 400 })) rounds++
  expect(rounds).toBeGreaterThan(0)
  const bodies = all().map(({ body }) => body!)
  expect(bodies.length).toBeLessThanOrEqual(400)
  expect(bodies.reduce((sum, body) => sum + Number(body['rolled'] ?? 1), 0)).toBe(1000)
  expect(bodies[0]).toMatchObject({ fromSeq: 1, outcomes: { quiet: bodies[0]!['rolled'] } })
  expect(hub.unsent(5000)).toHaveLength(bodies.length)
})

it('then takes states that a newer one of the thread replaced, then the oldest, and says so', () => {
  const { all, pruned } = filled([
    ...Array.from({ length: 30 }, (_, i) => ({ at: NOW - HOUR + i, kind: 'thread' as const })),
    ...Array.from({ length: 30 }, (_, i) => ({ at: NOW - HOUR + i, kind: 'alert' as const })),
  ])
  pruned({ keptMs: 30 * DAY, rows: 40 })
  expect(all().map(({ kind }) => kind)).toEqual(['thread', ...Array.from({ length: 30 }, () => 'alert')])
  pruned({ keptMs: 30 * DAY, rows: 5 })
  expect(all().map(({ kind, body }) => [kind, body?.['cut']])).toEqual([
    ['thread', undefined],
    ['report', 30],
  ])
})

it('leaves the newest outcomes whole', () => {
  const { all, pruned } = filled(Array.from({ length: 9 }, (_, i) => ({ at: NOW - i, kind: 'outcome' })))
  pruned({ keptMs: 30 * DAY, rows: 9 })
  expect(all()).toHaveLength(9)
})
