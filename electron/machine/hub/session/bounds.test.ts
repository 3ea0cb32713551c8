import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../shared/base/time.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'

describe.skipIf(NO_POSTGRES)(named('what is read of others'), () => {
  const fleet = useFleet()
  async function two() {
    const { members, database } = await fleet.hub(2)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    const idOfA = members[0]!.membership.machine
    const postgres = await fleet.postgres()
    return { a, b, idOfA, sql: (text: string) => postgres.sql(database, text) }
  }

  it('reads of others no more than is shown of them, whatever they have written', async () => {
    const { a, b, idOfA, sql } = await two()
    value(await a.push([fact(1)]))
    // Not by Threadbeat, which writes no such thing.
    sql(`insert into threadbeat.event (machine, epoch, seq, at, kind, thread, body)
      values ('${idOfA}', 'epo_1', 2, 1000, 'thread', 'thr_1', jsonb_build_object('name', 'x', 'state', 'quiet',
        'other', 1, 'last', (repeat('[', 5000) || repeat(']', 5000))::jsonb,
        'pause', (select jsonb_agg('{}'::jsonb) from generate_series(1, 30000)), 'because', repeat('y', 30000)))`)
    const [state] = value(await b.states(0, 10))
    expect(state!.body).toEqual({ name: 'x', state: 'quiet' })
    // No object at all, which no reader may stumble over.
    for (const [seq, body] of [
      [3, '[1]'],
      [4, '"x"'],
      [5, 'null'],
    ] as const) {
      sql(`insert into threadbeat.event (machine, epoch, seq, at, kind, thread, body)
        values ('${idOfA}', 'epo_1', ${seq}, 1000, 'thread', 'thr_1', '${body}'),
          ('${idOfA}', 'epo_1', ${seq}, 1001, 'outcome', 'thr_1', '${body}')`)
      expect(value(await b.states(0, 10)).map((one) => one.body)).toEqual([{}])
    }
    expect(value(await b.outcomes({ machine: null, before: null, limit: 10 })).rows).toHaveLength(4)
    value(await a.push([fact(6, { kind: 'thread', body: { other: 1 } })]))
    expect(value(await b.states(0, 10))[0]!.body).toEqual({})
  })

  it('takes a clock for no more than a year off, and no instant that is none', async () => {
    const { a, b, idOfA } = await two()
    const never = 9_000_000_000_000_000
    value(await a.tell({ version: '1', now: never, lastBeatAt: -never, intervalMs: 1 }))
    const machine = value(await b.machines()).find(({ id }) => id === idOfA)!
    expect(machine).toMatchObject({ skewMs: 366 * DAY, lastBeatAt: expect.any(Number) as number })
    expect(machine.lastBeatAt).toBeGreaterThanOrEqual(0)
    expect(() => new Date(machine.lastBeatAt! + machine.skewMs).toISOString()).not.toThrow()
  })
})
