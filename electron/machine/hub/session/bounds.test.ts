import { describe, expect, it } from 'vitest'
import { DAY } from '../../../../shared/base/time.ts'
import { readOutcomes } from '../../../../shared/hub/others/read-outcomes.ts'
import { readAlert, readThread } from '../../../../shared/hub/others/read-states.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { OUTCOME_FIELDS, STATE_FIELDS } from './picked.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'

/** Every field that is asked of a body. */
function askedOf(
  read: (body: Readonly<Record<string, unknown>>) => unknown,
  body: object,
): readonly string[] {
  const asked = new Set<string>()
  const note = (name: string | symbol): void => void (typeof name === 'string' && asked.add(name))
  read(new Proxy(body, { get: (of, name) => (note(name), Reflect.get(of, name) as unknown) }) as never)
  return [...asked].sort()
}

it('hands out every field that is read of a state and of an outcome, and none beside', () => {
  const state = (kind: 'thread' | 'alert', id: string) => (body: Readonly<Record<string, unknown>>) =>
    (kind === 'thread' ? readThread : readAlert)({ machine: 'm', id, kind, rev: 1, at: 1, body })
  const thread = { number: 1, name: 'x', state: 'quiet', pause: {}, last: {}, openAlerts: 1 }
  const alert = { severity: 'urgent', raisedAt: 1, text: 'x', snoozedUntil: 1 }
  expect([...STATE_FIELDS].sort()).toEqual(
    [
      ...new Set([...askedOf(state('thread', 'thr_1'), thread), ...askedOf(state('alert', 'alt_1'), alert)]),
    ].sort(),
  )
  const outcome = { run: 'run_1', item: 'heartbeat', outcome: 'quiet', startedAt: 1, usd: 1 }
  const told = (body: Readonly<Record<string, unknown>>) => ({
    hubNow: 1,
    next: null,
    rows: [{ machine: 'm', skewMs: 0, thread: 'thr_1', name: 'x', body }],
  })
  expect([...OUTCOME_FIELDS].sort()).toEqual(askedOf((body) => readOutcomes(told(body), 1), outcome))
})

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
    expect(state!.body).toEqual({ name: 'x', state: 'quiet', because: 'y'.repeat(4100) })
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
