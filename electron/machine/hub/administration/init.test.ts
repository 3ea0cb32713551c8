import { describe, expect, it } from 'vitest'
import { initHub, invite, join, leave, rotate, status, upgradeHub } from '../administration.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { SCHEMA_NUMBER } from '../schema/migrations.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { serverFit } from './admin-link.ts'

const SERVER = { name: 'server', class: 'server', version: '1' } as const
const refused = (code: string, says: RegExp) => ({
  ok: false,
  error: { code, message: expect.stringMatching(says) as string },
})

describe.skipIf(NO_POSTGRES)(named('hub init says what is missing'), () => {
  const fleet = useFleet()

  /** Who may log in there and has these rights. */
  async function role(name: string, rights: string): Promise<string> {
    const postgres = await fleet.postgres()
    postgres.sql('postgres', `create role ${name} login password 'secret' ${rights}`)
    return `postgres://${name}:secret@127.0.0.1:${postgres.port}`
  }

  it('when the database is not there', async () => {
    expect(await initHub(await fleet.admin('nowhere'))).toMatchObject(
      refused(
        'hub.unfit',
        /^the database "nowhere" does not exist at 127\.0\.0\.1:\d+: make it with createdb/,
      ),
    )
  })

  it('when name or password are wrong, without the password', async () => {
    const url = (await fleet.postgres()).adminUrl('postgres').replace('pass', 'hush')
    const answer = await initHub({ url, ca: null })
    expect(answer).toMatchObject(
      refused('hub.refused', /does not let "admin" in: name or password is wrong$/),
    )
    expect(JSON.stringify(answer)).not.toContain('hush')
  })

  it('when the login may not make logins, or no schema', async () => {
    const database = await fleet.database()
    const plain = await role('plain', '')
    expect(await initHub({ url: `${plain}/${database}`, ca: null })).toMatchObject(
      refused('hub.unfit', /it needs CREATEROLE/),
    )
    const maker = await role('maker', 'createrole')
    expect(await initHub({ url: `${maker}/${database}`, ca: null })).toMatchObject(
      refused('hub.unfit', /it needs CREATE there/),
    )
  })

  it('and needs no superuser: CREATEROLE, and CREATE in the database', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const url = `${await role('owner', 'createrole')}/${database}`
    postgres.sql('postgres', `grant create on database ${database} to owner`)
    const { code } = value(await initHub({ url, ca: null }))
    const dataDir = fleet.folder()
    const membership = value(await join(dataDir, code, SERVER))
    value(await rotate(dataDir))
    value(await invite(dataDir))
    expect(value(await upgradeHub({ url, ca: null }))).toEqual({ from: SCHEMA_NUMBER, to: SCHEMA_NUMBER })
    const other = await role('other', 'createdb')
    expect(await upgradeHub({ url: `${other}/${database}`, ca: null })).toMatchObject(
      refused('hub.unfit', /"other" may not act as threadbeat_[0-9a-f]{8}_owner, which owns the hub/),
    )
    // No login of the hub can do anything in the cluster but log in.
    expect(
      postgres.sql(
        database,
        `select rolname from pg_roles where rolname like 'threadbeat%' and (rolsuper or rolcreatedb
        or rolreplication or rolbypassrls or (rolcanlogin and rolcreaterole) or (rolname like '%_owner' and rolcanlogin))`,
      ),
    ).toEqual([])
    value(await leave(dataDir))
    expect(
      postgres.sql(database, `select rolcanlogin from pg_roles where rolname = '${membership.role}'`),
    ).toEqual(['f'])
  })

  it('when there is a hub already, or a schema of another', async () => {
    const { database } = await fleet.hub(1)
    expect(await initHub(await fleet.admin(database))).toMatchObject(
      refused(
        'hub.unfit',
        new RegExp(`is a hub already, of schema ${SCHEMA_NUMBER}: let this machine join it with a code`),
      ),
    )
    const taken = await fleet.database()
    ;(await fleet.postgres()).sql(taken, 'create schema threadbeat')
    expect(await initHub(await fleet.admin(taken))).toMatchObject(
      refused('hub.unfit', /has a schema "threadbeat" that is no hub: name another database/),
    )
    expect(await upgradeHub(await fleet.admin('postgres'))).toMatchObject(
      refused('hub.unfit', /there is no hub in "postgres"/),
    )
  })

  it('when the database has another encoding', async () => {
    const postgres = await fleet.postgres()
    postgres.sql('postgres', `create database latin encoding 'LATIN1' template template0`)
    expect(await initHub(await fleet.admin('latin'))).toMatchObject(
      refused('hub.unfit', /keeps "latin" as LATIN1; a hub has to be UTF8/),
    )
  })

  it('and leaves nothing behind where it could not be made', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const roles = () => postgres.sql('postgres', 'select rolname from pg_roles order by 1')
    const before = roles()
    const broken = [{ number: 1, minReader: 1, sql: () => 'create table threadbeat.x (y no_such_type)' }]
    expect(await initHub(await fleet.admin(database), {}, broken)).toMatchObject(
      refused('hub.unfit', /step 1 of the hub’s schema failed/),
    )
    expect(roles()).toEqual(before)
    expect(postgres.sql(database, `select 1 from pg_namespace where nspname = 'threadbeat'`)).toEqual([])
  })

  it('gives a code with the host by which other machines reach it, and joins by a unix socket', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const url = `${postgres.adminUrl(database).replace(/@.*/, '@')}/${database}?host=${encodeURIComponent(postgres.folder)}`
    const socket = url.replace(`@/${database}`, `@:${postgres.port}/${database}`)
    const { code, isForThisMachineOnly } = value(await initHub({ url: socket, ca: null }))
    expect(isForThisMachineOnly).toBe(true)
    const dataDir = fleet.folder()
    const membership = value(await join(dataDir, code, SERVER))
    expect(membership.host).toBe(postgres.folder)
    value(await (await fleet.connect({ membership })).push([fact(1)]))
    expect(value(await status(dataDir)).machines).toHaveLength(1)
    expect(value(await invite(dataDir, { host: 'hub.lan', port: 6000 }))).toMatchObject({
      host: 'hub.lan',
      isForThisMachineOnly: false,
    })
  })
})

it('says that nobody answers', async () => {
  expect(await initHub({ url: 'postgres://a:b@hub.invalid/d', ca: null })).toMatchObject(
    refused('hub.unreachable', /hub\.invalid/),
  )
})

it.each([
  [
    { number: 130_014, version: '13.14', encoding: 'UTF8', is_copy: false },
    'is PostgreSQL 13.14; 14 is the oldest that can be a hub',
  ],
  [
    { number: 170_001, version: '17.1', encoding: 'UTF8', is_copy: true },
    'is a standby, which cannot be written; give the address of its primary',
  ],
] as const)('refuses a server that is too old or a standby: %j', async (row, says) => {
  const link = {
    query: () => Promise.resolve({ ok: true, value: [row] } as const),
    limited: <T>(work: Promise<T>) => work,
    onNotice: () => undefined,
    onEnd: () => undefined,
    close: () => Promise.resolve(),
  }
  const address = { host: 'h', port: 1, database: 'd', role: 'r', password: '', ca: null }
  expect(await serverFit(link, address)).toEqual({
    ok: false,
    error: { code: 'hub.unfit', message: `h:1 ${says}` },
  })
})
