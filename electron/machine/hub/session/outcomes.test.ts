import { describe, expect, it } from 'vitest'
import type { Fact } from '../../../../shared/hub/fact.ts'
import { openLink } from '../connection/link.ts'
import { addressesOf } from '../membership.ts'
import { leave } from '../administration.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { newestOutcomes } from './outcomes.ts'

const ROWS = 20_000

describe.skipIf(NO_POSTGRES)(named('the outcomes of other machines'), () => {
  const fleet = useFleet()
  async function three() {
    const { members, database } = await fleet.hub(3)
    const sessions = [
      await fleet.connect(members[0]!),
      await fleet.connect(members[1]!),
      await fleet.connect(members[2]!),
    ]
    const postgres = await fleet.postgres()
    return {
      members,
      sessions: sessions as [(typeof sessions)[0], (typeof sessions)[0], (typeof sessions)[0]],
      sql: (text: string) => postgres.sql(database, text),
    }
  }
  /** Its cost is its number. */
  const outcome = (seq: number, more: Partial<Fact> = {}) => fact(seq, { body: { usd: seq }, ...more })
  const runsOf = (rows: readonly { readonly body: Readonly<Record<string, unknown>> }[]) =>
    rows.map(({ body }) => body['usd'])

  it('come newest first, without one’s own, with the name of the thread, and nothing but outcomes', async () => {
    const { members, sessions, sql } = await three()
    const [a, b, c] = sessions
    value(
      await b.push([
        outcome(1),
        fact(2, { kind: 'thread', body: { name: 'api', state: 'quiet' } }),
        outcome(3),
      ]),
    )
    value(await a.push([outcome(4)]))
    value(await c.push([outcome(5, { thread: null })]))
    // As if they had come at other times.
    sql('update threadbeat.event set received_at = 1000 + seq')
    const page = value(await a.outcomes({ machine: null, before: null, limit: 10 }))
    expect(page).toMatchObject({
      next: null,
      rows: [
        { machine: members[2]!.membership.machine, thread: null, name: null, body: { usd: 5 } },
        { machine: members[1]!.membership.machine, thread: 'thr_1', name: 'api', body: { usd: 3 } },
        { thread: 'thr_1', name: 'api', body: { usd: 1 } },
      ],
    })
    const ofB = { machine: members[1]!.membership.machine, before: null, limit: 10 }
    expect(runsOf(value(await a.outcomes(ofB)).rows)).toEqual([3, 1])
    expect(runsOf(value(await b.outcomes(ofB)).rows)).toEqual([])
    value(await leave(members[2]!.dataDir, true))
    expect(runsOf(value(await a.outcomes({ ...ofB, machine: null })).rows)).toEqual([3, 1])
  })

  it('come once each over all pages, also where many came at one moment', async () => {
    const { sessions, sql } = await three()
    const [a, b, c] = sessions
    const facts = Array.from({ length: 23 }, (_, n) => outcome(n + 1, { epoch: `epo_${n % 2}` }))
    value(await b.push(facts))
    value(await c.push(facts.slice(0, 11)))
    sql('update threadbeat.event set received_at = seq / 7')
    const seen: string[] = []
    let before: string | null = null
    do {
      const page: Awaited<ReturnType<typeof a.outcomes>> = await a.outcomes({
        machine: null,
        before,
        limit: 4,
      })
      seen.push(...value(page).rows.map(({ machine, body }) => `${machine} ${String(body['usd'])}`))
      before = value(page).next
    } while (before !== null)
    expect([seen.length, new Set(seen).size]).toEqual([34, 34])
    const order = seen.map((one) => Math.trunc(Number(one.split(' ')[1]) / 7))
    expect(order).toEqual(order.toSorted((x, y) => y - x))
  })

  it.each(['x', '[]', '["1","m","e"]', '["1","m","e","x"]', '[1,2,3,4]', '["9e9","","","1"]'])(
    'are refused for a place that nobody gave: %s',
    async (before) => {
      const link = { query: () => Promise.reject(new Error('asked')) } as never
      expect(await newestOutcomes(link, 'm', { machine: null, before, limit: 1 })).toMatchObject({
        ok: false,
        error: { code: 'hub.refused' },
      })
    },
  )

  it('are found by an index, whoever told most', async () => {
    const { members, sql } = await three()
    const [a, b, c] = members.map(({ membership }) => membership.machine) as [string, string, string]
    // Nearly all are its own: none of them is read.
    sql(`insert into threadbeat.event (machine, epoch, seq, at, kind, thread, body, received_at)
      select case when n % 100 = 0 then '${b}'::uuid else '${a}'::uuid end, 'e', n,
        (extract(epoch from now()) * 1000)::bigint - (n % 50)::bigint * 86400000, case when n % 3 = 0 then 'outcome' else 'alert' end,
        'thr_1', '{}', n from generate_series(1, ${ROWS}) n;
      analyze threadbeat.event`)
    const link = value(await openLink(addressesOf(members[0]!.membership)[0]))
    const explaining = {
      ...link,
      query: (text: string, values?: readonly unknown[]) =>
        link.query(`explain (analyze, costs off) ${text}`, values),
    }
    const planned: string[] = []
    for (const machine of [null, b, c]) {
      const noting = {
        ...explaining,
        query: async (text: string, values?: readonly unknown[]) => {
          const rows = await explaining.query(text, values)
          planned.push(
            value(rows)
              .map((row) => String(row['QUERY PLAN']))
              .join('\n'),
          )
          return rows
        },
      }
      await newestOutcomes(noting, a, {
        machine,
        before: JSON.stringify([String(ROWS), a, 'e', '1']),
        limit: 50,
      })
    }
    await link.close()
    for (const plan of planned) {
      expect(plan).toMatch(/Index Scan.* using event_\w*_machine_received_at_epoch_seq_idx/)
      expect(plan).not.toMatch(/Seq Scan on event|Rows Removed by Filter: \d{3,}/)
    }
  })
})
