import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import { initHub, invite, join, leave, upgradeHub } from '../administration.ts'
import { MIGRATIONS } from '../schema/migrations.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'

describe.skipIf(NO_POSTGRES)(named('lists and suggestions in the hub'), () => {
  const fleet = useFleet()
  async function two() {
    const { members, database } = await fleet.hub(2)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    const [idOfA, idOfB] = members.map(({ membership }) => membership.machine) as [string, string]
    const postgres = await fleet.postgres()
    return {
      a,
      b,
      idOfA,
      idOfB,
      members,
      postgres,
      database,
      sql: (text: string) => postgres.sql(database, text),
    }
  }
  const list = (seq: number, text: string, epoch = 'epo_1') =>
    fact(seq, { epoch, kind: 'list', thread: 'thr_1' as ThreadId, body: { lines: [text] } })

  it('has the newest list of a thread and no other copy of it, whatever is sent again', async () => {
    const { a, b, idOfA, postgres, database, sql } = await two()
    value(await a.push([fact(1), list(2, 'the first words'), list(3, 'the second words')]))
    const first = value(await b.advice(0, 10))
    expect(first).toMatchObject([
      { machine: idOfA, kind: 'list', id: 'thr_1', body: { lines: ['the second words'] } },
    ])
    value(
      await a.push([
        fact(4),
        fact(5, { kind: 'list', thread: 'thr_1' as ThreadId, body: { takenBack: true } }),
      ]),
    )
    // As after a connection that was cut: rows that the hub has had.
    value(await a.push([list(2, 'the first words'), list(3, 'the second words')]))
    const then = value(await b.advice(first.at(-1)!.rev, 10))
    expect(then.map(({ body }) => body)).toEqual([{ takenBack: true }])
    expect(postgres.run('pg_dump', ['-n', 'threadbeat', '--data-only', database])).not.toMatch(
      /first words|second words/,
    )
    expect(sql('select seq from threadbeat.event order by seq')).toEqual(['1', '4'])
    expect(value(await a.known())).toEqual(new Map([['epo_1', 5]]))
    value(await a.push([list(3, 'of a later start', 'epo_2'), list(9, 'of the copy before')]))
    expect(value(await b.advice(then.at(-1)!.rev, 10)).map(({ body }) => body)).toEqual([
      { lines: ['of a later start'] },
    ])
  })

  it('shows how suggestions stand to the other machines, whoever made them', async () => {
    const { a, b, idOfA, idOfB } = await two()
    const suggestion = (seq: number, number: number, state: string, offeredBy: string | null) =>
      fact(seq, {
        kind: 'suggestion',
        thread: 'thr_1' as ThreadId,
        body: { number, state, offeredBy },
      })
    value(await a.push([suggestion(1, 7, 'proposed', idOfB), suggestion(2, 8, 'proposed', null)]))
    value(await a.push([suggestion(3, 7, 'accepted', idOfB)]))
    const ofA = { machine: idOfA, kind: 'suggestion' }
    expect(value(await b.advice(0, 10))).toMatchObject([
      { ...ofA, id: '8', body: { state: 'proposed', thread: 'thr_1' } },
      { ...ofA, id: '7', body: { state: 'accepted', offeredBy: idOfB } },
    ])
    expect(value(await a.advice(0, 10))).toEqual([])
    expect(value(await a.openSuggestions())).toMatchObject([
      { number: 8, state: 'proposed', thread: 'thr_1' },
    ])
    expect(value(await b.openSuggestions())).toEqual([])
  })

  it('keeps a decision for a month, and for longer how an offer stands', async () => {
    const { a, b, idOfB, sql } = await two()
    const old = Date.now() - 31 * 86_400_000
    const decided = (seq: number, number: number, offeredBy: string | null) =>
      fact(seq, { at: old, kind: 'suggestion', body: { number, state: 'declined', offeredBy } })
    const open = { kind: 'suggestion', body: { number: 3, state: 'proposed' } } as const
    value(await a.push([decided(1, 1, null), decided(2, 2, idOfB), fact(3, { at: old, ...open })]))
    expect(value(await b.advice(0, 10)).map(({ id }) => id)).toEqual(['2', '3'])
    value(await a.push([fact(4, { at: old, kind: 'suggestion', body: { number: 3, state: 'declined' } })]))
    expect(sql('select id from threadbeat.advice')).toEqual(['2'])
  })

  it('knows after an upgrade what was open before it', async () => {
    const database = await fleet.database()
    const admin = await fleet.admin(database)
    const { code } = value(await initHub(admin, {}, MIGRATIONS.slice(0, 10)))
    const [one, other] = [fleet.folder(), fleet.folder()]
    const as = (name: string) => ({ name, class: 'server', version: '1' }) as const
    const first = value(await join(one, code, as('one')))!
    const second = value(await join(other, value(await invite(one)).code, as('other')))!
    const [a, b] = [await fleet.connect({ membership: first }), await fleet.connect({ membership: second })]
    const suggestion = (seq: number, number: number, state: string) =>
      fact(seq, { kind: 'suggestion', body: { number, state } })
    value(
      await a.push([
        suggestion(1, 1, 'proposed'),
        suggestion(2, 2, 'proposed'),
        suggestion(3, 2, 'declined'),
      ]),
    )
    expect(value(await b.advice(0, 10))).toEqual([])
    value(await upgradeHub(admin))
    expect(value(await b.advice(0, 10)).map(({ id }) => id)).toEqual(['1'])
  })

  it('takes the lists of a machine away with it', async () => {
    const { a, b, members, postgres, database } = await two()
    value(await a.push([list(1, 'words of a')]))
    await a.close()
    value(await leave(members[0]!.dataDir, true))
    expect(value(await b.advice(0, 10))).toEqual([])
    expect(postgres.run('pg_dump', ['-n', 'threadbeat', '--data-only', database])).not.toContain('words of a')
  })
})
