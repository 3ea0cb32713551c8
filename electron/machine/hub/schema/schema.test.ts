import { describe, expect, it } from 'vitest'
import { initHub, invite, join, status, upgradeHub } from '../administration.ts'
import { createPostgresHub } from '../postgres-hub.ts'
import { named, NO_POSTGRES, type Postgres } from '../testing/postgres.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { NEEDED_NUMBER } from '../connection/schema-number.ts'
import { MIGRATIONS } from './migrations.ts'

const SERVER = { name: 'server', class: 'server', version: '1' } as const
const DAY = 86_400_000

describe.skipIf(NO_POSTGRES)(named('the schema of a hub'), () => {
  const fleet = useFleet()
  const dump = (postgres: Postgres, database: string, ...more: readonly string[]): string =>
    postgres.run('pg_dump', ['-n', 'threadbeat', ...more, database])
  /** Without what differs between two hubs: their names, and marks that the program makes anew each time. */
  const shape = (postgres: Postgres, database: string): string =>
    dump(postgres, database, '--schema-only')
      .replace(/threadbeat_[0-9a-f]{8}/g, 'threadbeat_id')
      .replace(/^\\(un)?restrict .*$/gm, '')
  const connect = (membership: Parameters<typeof createPostgresHub>[0]['membership'], known?: number) =>
    createPostgresHub({ membership, ...(known === undefined ? {} : { known }) }).connect(
      new AbortController().signal,
    )

  it('is the same, upgraded from each earlier number, as it is fresh', async () => {
    const postgres = await fleet.postgres()
    const fresh = await fleet.database()
    value(await initHub(await fleet.admin(fresh)))
    const expected = shape(postgres, fresh)
    expect(expected).toContain('CREATE TABLE threadbeat.mail')
    expect(MIGRATIONS.map(({ number }) => number)).toEqual(MIGRATIONS.map((_, index) => index + 1))
    for (const { number } of MIGRATIONS.slice(0, -1)) {
      const database = await fleet.database()
      const admin = await fleet.admin(database)
      const { code } = value(await initHub(admin, {}, MIGRATIONS.slice(0, number)))
      if (number < NEEDED_NUMBER)
        expect(await join(fleet.folder(), code, SERVER)).toMatchObject({
          ok: false,
          error: {
            code: 'hub.unfit',
            message: expect.stringContaining('run threadbeat hub upgrade') as string,
          },
        })
      expect(value(await upgradeHub(admin))).toEqual({ from: number, to: MIGRATIONS.length })
      expect(value(await upgradeHub(admin))).toEqual({ from: MIGRATIONS.length, to: MIGRATIONS.length })
      expect(shape(postgres, database), `from ${number}`).toBe(expected)
      value(await join(fleet.folder(), code, SERVER))
    }
  })

  it('takes all steps of an upgrade or none', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const admin = await fleet.admin(database)
    value(await initHub(admin))
    const before = shape(postgres, database)
    const last = MIGRATIONS.length
    const broken = [
      ...MIGRATIONS,
      { number: last + 1, minReader: 1, sql: () => 'create table threadbeat.half (x int)' },
      { number: last + 2, minReader: 1, sql: () => 'create table threadbeat.half (x int)' },
    ]
    expect(await upgradeHub(admin, broken)).toMatchObject({
      ok: false,
      error: {
        code: 'hub.unfit',
        message: expect.stringMatching(
          new RegExp(`^step ${last + 2} of the hub’s schema failed: .*already exists`),
        ) as string,
      },
    })
    expect(shape(postgres, database)).toBe(before)
    const twice = await Promise.all([1, 2].map(() => upgradeHub(admin, broken.slice(0, last + 1))))
    expect(twice.map((upgraded) => value(upgraded)).toSorted((x, y) => x.from - y.from)).toEqual([
      { from: last, to: last + 1 },
      { from: last + 1, to: last + 1 },
    ])
  })

  it('goes on with a newer hub that it can still read, and says politely which it cannot', async () => {
    const { members, database } = await fleet.hub(1)
    const { dataDir, membership } = members[0]!
    const postgres = await fleet.postgres()
    const [known, next, unreadable] = [0, 1, 2].map((more) => MIGRATIONS.length + more)
    postgres.sql(database, `insert into threadbeat.migration (number, min_reader) values (${next}, 4)`)
    await (await fleet.connect(members[0]!)).close()
    expect(value(await status(dataDir))).toMatchObject({ schema: next, knownSchema: known })
    postgres.sql(
      database,
      `insert into threadbeat.migration (number, min_reader) values (${unreadable}, ${next})`,
    )
    const newer = {
      ok: false,
      error: {
        code: 'hub.newer',
        message: `the hub has schema ${unreadable}, for which ${next} must be known; here ${known} is`,
      },
    }
    expect(await connect(membership)).toMatchObject(newer)
    expect(await invite(dataDir)).toMatchObject(newer)
    expect(await upgradeHub(await fleet.admin(database))).toMatchObject({
      ok: false,
      error: { code: 'hub.newer' },
    })
    expect(await initHub(await fleet.admin(database))).toMatchObject({
      ok: false,
      error: { code: 'hub.newer' },
    })
    value(
      await connect(membership, next).then(
        async (session) => (session.ok && (await session.value.close()), session),
      ),
    )
  })

  it('parts events by month, keeps strange clocks apart, and moves them when their month comes', async () => {
    const { members, database } = await fleet.hub(1)
    const postgres = await fleet.postgres()
    const sql = (text: string) => postgres.sql(database, text)
    const session = await fleet.connect(members[0]!)
    const months =
      sql(`select relname from pg_inherits join pg_class on oid = inhrelid where inhparent = 'threadbeat.event'::regclass
      and relname <> 'event_default' order by 1`)
    expect(months).toHaveLength(5)
    const strange = [-8.64e15, 0, Date.UTC(1999, 1, 1), Date.UTC(2099, 1, 1), 8.64e15, Number.NaN]
    value(await session.push([fact(1, { at: Date.now() }), ...strange.map((at, n) => fact(n + 2, { at }))]))
    const inDefault = () => sql('select count(*) from threadbeat.event_default')[0]
    expect(inDefault()).toBe('6')
    // As if the month of now had not been made in time.
    const current = months[2]!
    sql(`alter table threadbeat.event detach partition threadbeat.${current};
      insert into threadbeat.event_default select * from threadbeat.${current}; drop table threadbeat.${current}`)
    expect(inDefault()).toBe('7')
    value(await session.tell({ version: '1', now: Date.now(), lastBeatAt: null, intervalMs: null }))
    value(await session.known()) // behind the keeping of the house
    expect(inDefault()).toBe('6')
    expect(sql(`select seq from threadbeat.${current}`)).toEqual(['1'])
    value(await session.push([fact(1, { at: Date.now() - 1 }), fact(9, { at: Date.now() })]))
    expect(sql(`select count(*) from threadbeat.${current}`)).toEqual(['3'])
  })

  it('drops what is older than is kept, and logins that nobody needs', async () => {
    const { members, database } = await fleet.hub(2)
    const [a, b] = members as [(typeof members)[0], (typeof members)[0]]
    const postgres = await fleet.postgres()
    const sql = (text: string) => postgres.sql(database, text)
    const session = await fleet.connect(a)
    value(
      await session.push([
        fact(1, { at: 0 }),
        fact(2, { kind: 'alert', body: { alert: 'alt_1' } }),
        fact(3, { kind: 'thread' }),
      ]),
    )
    const low = Date.UTC(2024, 0, 1)
    sql(`create table threadbeat.event_2024_01 partition of threadbeat.event for values from (${low}) to (${low + 31 * DAY});
      alter table threadbeat.event_2024_01 owner to ${sql('select owner_role from threadbeat.hub')[0]};
      update threadbeat.event_default set received_at = received_at - ${401 * DAY};
      update threadbeat.state set rev = rev - ${401 * DAY}::bigint * 1000;
      update threadbeat.invitation set expires_at = 0 where machine is null;
      update threadbeat.machine set left_at = 0 where id = '${b.membership.machine}'`)
    const roles = () =>
      sql(
        `select count(*) from pg_roles where rolname like (select machine_role || '_%' from threadbeat.hub)`,
      )[0]
    expect(roles()).toBe('4') // with the owner
    value(await session.tell({ version: '1', now: Date.now(), lastBeatAt: null, intervalMs: null }))
    value(await session.known())
    expect(sql(`select to_regclass('threadbeat.event_2024_01') is null`)).toEqual(['t'])
    expect(sql('select count(*) from threadbeat.event_default')).toEqual(['0'])
    expect(sql('select kind from threadbeat.state')).toEqual(['thread'])
    expect(roles()).toBe('2')
  })

  it('keeps of the states of a thread the newest alone, which no row sent again takes back', async () => {
    const { members, database } = await fleet.hub(2)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    const postgres = await fleet.postgres()
    const thread = (seq: number, state: string) => fact(seq, { kind: 'thread', body: { state } })
    value(await a.push([thread(1, 'quiet'), fact(2), thread(3, 'alert')]))
    const [told] = value(await b.states(0, 10))
    expect(told).toMatchObject({ body: { state: 'alert' } })
    value(await a.push([thread(1, 'quiet'), fact(2), thread(3, 'alert')]))
    expect(value(await b.states(0, 10))).toEqual([told])
    expect(postgres.sql(database, 'select seq from threadbeat.event')).toEqual(['2'])
    expect(value(await a.known())).toEqual(new Map([['epo_1', 3]]))
  })

  it('gets again what it lost when it comes back from a copy of yesterday', async () => {
    const { members, database } = await fleet.hub(2)
    const [a, b] = members as [(typeof members)[0], (typeof members)[0]]
    const postgres = await fleet.postgres()
    const [first, reader] = [await fleet.connect(a), await fleet.connect(b)]
    const thread = (seq: number, state: string) => fact(seq, { kind: 'thread', body: { state } })
    value(await first.push([thread(1, 'quiet'), fact(2)]))
    const yesterday = postgres.run('pg_dump', [database])
    value(await first.push([thread(3, 'alert'), fact(4)]))
    const cursor = value(await reader.states(0, 10)).at(-1)!.rev
    const ended = new Promise<string>((resolve) => first.onEnd(({ code }) => resolve(code)))
    postgres.sql('postgres', `drop database ${database} with (force)`)
    expect(await ended).toBe('hub.unreachable')
    postgres.sql('postgres', `create database ${database}`)
    postgres.run('psql', ['-Xq', '-v', 'ON_ERROR_STOP=1', '-d', database], yesterday)

    const [again, readerAgain] = [await fleet.connect(a), await fleet.connect(b)]
    expect(value(await again.known())).toEqual(new Map([['epo_1', 2]]))
    value(await again.push([thread(3, 'alert'), fact(4), thread(5, 'urgent')]))
    expect(postgres.sql(database, 'select seq from threadbeat.event order by seq')).toEqual(['2', '4'])
    expect(value(await readerAgain.states(cursor, 10)).map(({ body }) => body)).toEqual([{ state: 'urgent' }])
  })
})
