import { describe, expect, it } from 'vitest'
import { initHub, invite, join, leave, removeMachine, status } from '../administration.ts'
import { openLink } from '../connection/link.ts'
import { addressesOf } from '../membership.ts'
import { createPostgresHub } from '../postgres-hub.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { scramVerifier } from './scram.ts'

const LAPTOP = { name: 'laptop', class: 'laptop', version: '1' } as const
const never = (): AbortSignal => new AbortController().signal
const unfit = (says: RegExp) => ({
  ok: false,
  error: { code: 'hub.unfit', message: expect.stringMatching(says) as string },
})

describe.skipIf(NO_POSTGRES)(named('a machine that was lost'), () => {
  const fleet = useFleet()
  const names = async (dataDir: string): Promise<readonly string[]> =>
    value(await status(dataDir)).machines.map(({ name }) => name)

  it('is no part of the fleet any more: login, connection and codes of it are ended, what it told stays', async () => {
    const { members, database } = await fleet.hub(2)
    const [kept, lost] = members as [(typeof members)[0], (typeof members)[0]]
    const session = await fleet.connect(lost)
    value(await session.push([fact(1)]))
    const ended = new Promise<string>((resolve) => session.onEnd(({ code }) => resolve(code)))
    const { code } = value(await invite(lost.dataDir))
    const own = value(await invite(kept.dataDir))

    const admin = await fleet.admin(database)
    const removed = value(await removeMachine(admin, 'b'))
    expect(removed).toEqual({ id: lost.membership.machine, name: 'b', connections: 1, invited: [] })
    expect(await ended).toMatch(/^hub\./)
    expect(await createPostgresHub(lost).connect(never())).toMatchObject({
      ok: false,
      error: { code: 'hub.refused', message: expect.stringContaining('left or was removed') as string },
    })
    expect(await join(fleet.folder(), code, LAPTOP)).toMatchObject({
      ok: false,
      error: { code: 'hub.refused' },
    })
    expect(await names(kept.dataDir)).toEqual(['a'])
    const postgres = await fleet.postgres()
    expect(postgres.sql(database, 'select count(*) from threadbeat.event')).toEqual(['1'])
    expect(
      postgres.sql(
        database,
        `select count(*) from pg_auth_members m join pg_roles r on r.oid = m.roleid where r.rolname = '${lost.membership.role}'`,
      ),
      'nobody keeps rights of its login',
    ).toEqual(['0'])

    value(await join(fleet.folder(), own.code, LAPTOP))
    expect(await names(kept.dataDir), 'codes of others are good').toEqual(['a', 'laptop'])
  })

  it('cannot hold up its removal with what it holds in the database', async () => {
    const { members, database } = await fleet.hub(2)
    const [kept, lost] = members as [(typeof members)[0], (typeof members)[0]]
    const { membership } = lost
    const holds = await Promise.all(
      [
        "select threadbeat.tell('1', 0, null, null, false)", // its row among the machines
        `select threadbeat.rotate('${scramVerifier('another one')}')`, // its login
        `select threadbeat.invite('${scramVerifier('a code')}', 1)`, // a code that is not there yet
      ].map(async (text) => {
        const link = value(await openLink(addressesOf(membership)[0]!, { name: 'thief' }))
        value(await link.query('begin'))
        value(await link.query(text))
        return link
      }),
    )
    expect(value(await removeMachine(await fleet.admin(database), 'b'))).toMatchObject({ connections: 3 })
    expect(value(await status(kept.dataDir))).toMatchObject({ machines: [{ name: 'a' }] })
    const postgres = await fleet.postgres()
    expect(
      postgres.sql(
        database,
        `select count(*) from threadbeat.invitation where invited_by = '${membership.machine}'`,
      ),
    ).toEqual(['0'])
    for (const link of holds) await link.close()
  })

  it('brought others, who are named, and who tell that it has left', async () => {
    const { members, database } = await fleet.hub(3) // each invites the next
    const [a, b] = members as [(typeof members)[0], (typeof members)[0]]
    const admin = await fleet.admin(database)
    expect(value(await removeMachine(admin, 'B'))).toMatchObject({ name: 'b', invited: ['c'] })
    expect(value(await status(a.dataDir)).machines).toMatchObject([
      { name: 'a', invitedBy: null },
      { name: 'c', invitedBy: { name: 'b', hasLeft: true } },
    ])
    expect(await invite(b.dataDir)).toMatchObject({ ok: false })
  })

  it('found by a user: takes its open codes along where it leaves by itself', async () => {
    const { members } = await fleet.hub(2)
    const { code } = value(await invite(members[1]!.dataDir))
    value(await leave(members[1]!.dataDir))
    expect(value(await status(members[0]!.dataDir)).invitations).toMatchObject([])
    expect(await join(fleet.folder(), code, LAPTOP)).toMatchObject({
      error: { message: expect.stringContaining('does not know this code any more') as string },
    })
  })

  it('is named by its id where two have one name, and the answer says which there are', async () => {
    const { members, database } = await fleet.hub(1)
    const { dataDir } = members[0]!
    const postgres = await fleet.postgres()
    // As in a hub that was not upgraded since.
    postgres.sql(database, 'drop trigger fit_name on threadbeat.machine; drop index threadbeat.machine_name')
    const [first, second] = [fleet.folder(), fleet.folder()]
    const { machine } = value(await join(first, value(await invite(dataDir)).code, LAPTOP))
    value(await join(second, value(await invite(dataDir)).code, LAPTOP))
    const admin = await fleet.admin(database)
    expect(await removeMachine(admin, 'laptop')).toMatchObject(
      unfit(new RegExp(`^2 machines are called "laptop": .*${machine}`)),
    )
    expect(await removeMachine(admin, 'desk')).toMatchObject(
      unfit(/^no machine of the fleet is called "desk"; there are: "a" \(.*"laptop" \(/),
    )
    value(await join(fleet.folder(), value(await invite(dataDir)).code, { ...LAPTOP, name: machine }))
    expect(value(await removeMachine(admin, machine))).toMatchObject({ id: machine, connections: 0 })
    expect(await names(second)).toEqual([machine, 'a', 'laptop'].sort())
    value(await removeMachine(admin, machine)) // the one that is called so
    expect(await removeMachine(admin, machine), 'once').toMatchObject(unfit(/^no machine/))
  })

  it('is removed by who administers the hub, who need be no superuser, and by nobody else', async () => {
    const database = await fleet.database()
    const postgres = await fleet.postgres()
    const login = (name: string, rights: string): { url: string; ca: null } => {
      postgres.sql('postgres', `create role ${name} login password 'secret' ${rights}`)
      return { url: `postgres://${name}:secret@127.0.0.1:${postgres.port}/${database}`, ca: null }
    }
    const admin = login('administrator', 'createrole')
    postgres.sql('postgres', `grant create on database ${database} to administrator`)
    const dataDir = fleet.folder()
    const membership = value(await join(dataDir, value(await initHub(admin)).code, LAPTOP))
    await fleet.connect({ membership })
    const member = `postgres://${membership.role}:${membership.password}@127.0.0.1:${postgres.port}/${database}`
    for (const stranger of [login('stranger', ''), { url: member, ca: null }])
      expect(await removeMachine(stranger, 'laptop')).toMatchObject(unfit(/may not act as|there is no hub/))
    expect(value(await removeMachine(admin, 'laptop'))).toMatchObject({ name: 'laptop', connections: 1 })
  })
})
