import { describe, expect, it } from 'vitest'
import { invite } from './administration.ts'
import { openLink } from './connection/link.ts'
import { parseAddress } from './connection/address.ts'
import { addressesOf } from './membership.ts'
import { named, NO_POSTGRES } from './testing/postgres.ts'
import { fact, useFleet, value } from './testing/fleet.ts'
import { parseJoinCode } from '../../../shared/hub/join-code.ts'

const COMMANDS = ['select', 'insert', 'update', 'delete', 'truncate'] as const
type Command = (typeof COMMANDS)[number]
/**
 * What machine A may do with rows of machine B. Every other command on every table that the catalogue has, partitions
 * included, has to be refused or to touch nothing.
 */
const OF_OTHERS: Readonly<Record<string, readonly Command[]>> = {
  hub: ['select'],
  migration: ['select'],
  machine: ['select'],
  invitation: ['select'],
  epoch: ['select'],
  event: ['select'],
  state: ['select'],
  advice: ['select'],
  mail: ['insert'], // its own, to B
}
const CALLABLE = [
  'clear_told_runs',
  'invite',
  'is_connected',
  'join_fleet',
  'keep_house',
  'leave',
  'lock_key',
  'me',
  'need_me',
  'notice_silence',
  'now_ms',
  'rotate',
  'stop',
  'tell',
]

describe.skipIf(NO_POSTGRES)(named('rights of a machine'), () => {
  const fleet = useFleet()

  /** Two machines, rows of B in every table, and a connection of A. */
  async function twoMachines() {
    const { database, members } = await fleet.hub(2)
    const [a, b] = members as [(typeof members)[0], (typeof members)[0]]
    const session = await fleet.connect(b)
    const alert = fact(2, { kind: 'alert', body: { alert: 'alt_1' } })
    const old = fact(3, { at: 5 })
    const list = fact(4, { kind: 'list' })
    value(await session.push([fact(1, { kind: 'thread' }), alert, old, list]))
    const mail = { to: b.membership.machine, verb: 'wake', args: {}, expiresAt: Date.now() + 1e6 } as const
    value(await session.send({ ...mail, id: '00000000-0000-4000-8000-000000000001' }))
    const link = value(await openLink(addressesOf(a.membership)[0]))
    const admin = value(
      await openLink(value(parseAddress((await fleet.postgres()).adminUrl(database), null))),
    )
    /** As the superuser: the first column of each row. */
    const sql = async (text: string): Promise<readonly string[]> =>
      value(await admin.query(text)).map((row) => String(Object.values(row)[0]))
    await sql(
      `insert into threadbeat.silence values ('${b.membership.machine}', 5, '${b.membership.machine}', 6)`,
    )
    const close = (): Promise<unknown> => Promise.all([link.close(), admin.close()])
    return { a, b, link, database, sql, close }
  }
  type Sql = Awaited<ReturnType<typeof twoMachines>>['sql']
  const tables = (sql: Sql): Promise<readonly string[]> =>
    sql(`select relname from pg_class where relnamespace = 'threadbeat'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
      order by relname`)

  it('covers every table of the schema with row-level security', async () => {
    const { sql, close } = await twoMachines()
    expect((await tables(sql)).length).toBeGreaterThan(12)
    expect(
      await sql(`select relname from pg_class where relnamespace = 'threadbeat'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
        and not relrowsecurity`),
    ).toEqual([])
    // Each has rows of B, so that what A does not reach is there.
    const empty: string[] = []
    for (const table of await tables(sql))
      if ((await sql(`select count(*) from threadbeat.${table}`))[0] === '0') empty.push(table)
    expect(empty.filter((table) => !/^event_\d{4}_\d\d$/.test(table))).toEqual([])
    await close()
  })

  /** For each table which commands of A reached a row of B, or made one: by every column alone, and by all of them. */
  async function reached({ a, link, sql }: Awaited<ReturnType<typeof twoMachines>>) {
    const did: Record<string, Command[]> = {}
    for (const table of await tables(sql)) {
      const columns =
        await sql(`select attname from pg_attribute where attrelid = 'threadbeat.${table}'::regclass
        and attnum > 0 and not attisdropped order by attnum`)
      // With the transaction that wrote each row: a change to what was there is one as well.
      const print = () =>
        sql(
          `select count(*) || md5(string_agg(xmin || t::text, '' order by t::text)) from threadbeat.${table} t`,
        )
      for (const command of COMMANDS) {
        const before = await print()
        let isDone = false
        for (const text of await attempts(table, command, columns, sql, a.membership.machine)) {
          const answer = await link.query(text)
          isDone ||= answer.ok && answer.value.length > 0
        }
        if (isDone || (await print()).join() !== before.join()) (did[table] ??= []).push(command)
      }
    }
    return did
  }

  it('lets A do with rows of B what the list says, on every table and with every command', async () => {
    const machines = await twoMachines()
    expect(await reached(machines)).toEqual(OF_OTHERS)
    await machines.close()
  })

  it('would notice a new table without a rule', async () => {
    const machines = await twoMachines()
    const role = (await machines.sql('select machine_role from threadbeat.hub'))[0]
    await machines.sql(`create table threadbeat.fresh (machine uuid, text text);
      insert into threadbeat.fresh values ('${machines.b.membership.machine}', 'x');
      grant select, insert, update, delete on threadbeat.fresh to ${role}`)
    expect(await reached(machines)).toEqual({ ...OF_OTHERS, fresh: ['select', 'insert', 'update', 'delete'] })
    await machines.close()
  })

  it('lets A call what the list says, and pins where each function looks', async () => {
    const { sql, close } = await twoMachines()
    const role = (await sql('select machine_role from threadbeat.hub'))[0]
    const functions = (where: string) =>
      sql(
        `select distinct proname from pg_proc p where pronamespace = 'threadbeat'::regnamespace and ${where} order by 1`,
      )
    expect(await functions(`has_function_privilege('${role}', oid, 'execute')`)).toEqual(CALLABLE)
    expect(
      await functions(
        `exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)`,
      ),
    ).toEqual([])
    expect(
      await functions(`not coalesce(proconfig @> array['search_path=pg_catalog, pg_temp'], false)`),
    ).toEqual([])
    expect(
      await functions(`proowner <> (select nspowner from pg_namespace where nspname = 'threadbeat')`),
    ).toEqual([])
    await close()
  })

  it('lets A act by no function as B', async () => {
    const { a, b, sql, link, close } = await twoMachines()
    const rowOfB = `select * from threadbeat.machine where id = '${b.membership.machine}'`
    const before = await sql(rowOfB)
    for (const call of [
      `select threadbeat.tell('9', 1, 1, 1, true)`,
      `select threadbeat.join_fleet('${b.membership.machine}', 'x', 'server', '1', 'x')`,
      `select threadbeat.rotate('SCRAM-SHA-256$4096:x')`,
      `select threadbeat.rotate('plain')`,
      `select threadbeat.set_password('x', 'infinity')`,
      `select threadbeat.drop_login('${b.membership.role}')`,
      `select threadbeat.make_partitions()`,
      `select threadbeat.keep_house()`,
      `select threadbeat.notice_silence('${b.membership.machine}')`,
      `select threadbeat.leave()`,
    ])
      await link.query(call)
    expect(await sql(rowOfB)).toEqual(before)
    expect(await sql(`select rolcanlogin from pg_roles where rolname = '${b.membership.role}'`)).toEqual([
      'true',
    ])
    expect(
      await sql(`select left_at is not null from threadbeat.machine where id = '${a.membership.machine}'`),
    ).toEqual(['true'])
    await close()
  })

  it('lets A write nothing as B, and no state at all', async () => {
    const { a, b, link, close } = await twoMachines()
    const refused = { ok: false, error: { state: '42501' } }
    const event = (machine: string): string =>
      `insert into threadbeat.event (machine, epoch, seq, at, kind, body) values ('${machine}', 'e', 1, 1, 'x', '{}')`
    expect(await link.query(event(b.membership.machine))).toMatchObject(refused)
    expect(await link.query(event(a.membership.machine))).toMatchObject({ ok: true })
    const mail = `insert into threadbeat.mail (id, recipient, verb, args, expires_at, sender)
      values (gen_random_uuid(), '${a.membership.machine}', 'wake', '{}', 1, '${b.membership.machine}')`
    expect(await link.query(mail)).toMatchObject(refused)
    await close()
  })

  it('shows nothing to a login that has not joined yet, but whether it may', async () => {
    const { members, database } = await fleet.hub(1)
    const code = value(parseJoinCode(value(await invite(members[0]!.dataDir)).code))
    const link = value(await openLink(code))
    const postgres = await fleet.postgres()
    const all = await tables((text) => Promise.resolve(postgres.sql(database, text)))
    for (const table of all.filter((each) => each !== 'migration')) {
      const rows = await link.query(`select * from threadbeat.${table}`)
      expect(rows.ok ? rows.value : rows.error.state, table).toEqual(rows.ok ? [] : '42501')
    }
    for (const call of [
      'invite(null, 1)',
      `tell('1', 1, 1, 1, false)`,
      'leave()',
      'keep_house()',
      `notice_silence('${members[0]!.membership.machine}')`,
      `rotate('x')`,
    ])
      expect(await link.query(`select threadbeat.${call}`), call).toMatchObject({ error: { state: 'TB001' } })
    await link.close()
  })
})

async function attempts(
  table: string,
  command: Command,
  columns: readonly string[],
  sql: (text: string) => Promise<readonly string[]>,
  machine: string,
): Promise<readonly string[]> {
  const name = `threadbeat.${table}`
  const ofOthers =
    columns.includes('machine') && table !== 'invitation' ? ` where machine <> '${machine}'` : ''
  if (command === 'truncate') return [`truncate ${name}`]
  if (command === 'delete') return [`delete from ${name}`, `delete from ${name}${ofOthers}`]
  if (command === 'select') return [`select * from ${name}${ofOthers}`]
  if (command === 'update')
    return [columns, ...columns.map((column) => [column])].map(
      (some) => `update ${name} set ${some.map((column) => `${column} = ${column}`).join(', ')}${ofOthers}`,
    )
  const [row = `'{}'`] = await sql(`select quote_literal(to_jsonb(t)::text) from ${name} t limit 1`)
  const granted =
    await sql(`select column_name from information_schema.column_privileges where table_schema = 'threadbeat'
    and table_name = '${table}' and privilege_type = 'INSERT' and grantee ~ '^threadbeat_[0-9a-f]{8}$'`)
  return [columns, granted]
    .filter((some) => some.length > 0)
    .map((some) => some.join(', '))
    .map(
      (list) =>
        `insert into ${name} (${list}) select ${list} from jsonb_populate_record(null::${name},
          ${row}::jsonb || jsonb_build_object('seq', 77, 'id', gen_random_uuid()))`,
    )
}
