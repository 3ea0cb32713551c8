import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseJoinCode } from '../../../shared/hub/join-code.ts'
import { initHub, invite, join, leave, rotate, status } from './administration.ts'
import { writeMembership } from './membership.ts'
import { createPostgresHub } from './postgres-hub.ts'
import { named, NO_POSTGRES } from './testing/postgres.ts'
import { useFleet, value } from './testing/fleet.ts'
import { SCHEMA_NUMBER } from './schema/migrations.ts'

const LAPTOP = { name: 'laptop', class: 'laptop', version: '1.2.3' } as const
const never = (): AbortSignal => new AbortController().signal

describe.skipIf(NO_POSTGRES)(named('a hub is made, joined and left'), () => {
  const fleet = useFleet({ settings: { log_statement: 'all', log_min_duration_statement: '0' } })

  it('makes a hub in an empty database, and a code with which the first machine joins', async () => {
    const admin = await fleet.admin(await fleet.database())
    const invitation = value(await initHub(admin))
    expect(invitation).toMatchObject({ host: '127.0.0.1', isForThisMachineOnly: true })
    const dataDir = fleet.folder()
    const membership = value(await join(dataDir, invitation.code, LAPTOP))
    const file = path.join(dataDir, 'hub.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ version: 1, ...membership })
    expect(value(await status(dataDir))).toMatchObject({
      machine: membership.machine,
      schema: SCHEMA_NUMBER,
      knownSchema: SCHEMA_NUMBER,
      keepDays: 100,
      machines: [
        {
          id: membership.machine,
          name: 'laptop',
          class: 'laptop',
          version: '1.2.3',
          isConnected: false,
          invitedBy: null,
        },
      ],
      invitations: [],
    })
  })

  it('lets a code be used once', async () => {
    const { members } = await fleet.hub(1)
    const { code } = value(await invite(members[0]!.dataDir))
    const [first, second] = [fleet.folder(), fleet.folder()]
    value(await join(first, code, LAPTOP))
    const refused = await join(second, code, LAPTOP)
    expect(refused).toMatchObject({ ok: false, error: { code: 'hub.refused' } })
    expect(!refused.ok && refused.error.message).toContain('it was used, or is older than a day')
    expect(existsSync(path.join(second, 'hub.json'))).toBe(false)
    expect(value(await status(first)).machines).toHaveLength(2)
  })

  it('lets one of two machines join that use a code at the same time', async () => {
    const { members } = await fleet.hub(1)
    const { code } = value(await invite(members[0]!.dataDir))
    const joins = await Promise.all(Array.from({ length: 4 }, () => join(fleet.folder(), code, LAPTOP)))
    expect(joins.filter(({ ok }) => ok)).toHaveLength(1)
    expect(value(await status(members[0]!.dataDir)).machines).toHaveLength(2)
  })

  it('lets nobody join with a code that has expired, whatever the rules of login say', async () => {
    const { members, database } = await fleet.hub(1)
    const { code } = value(await invite(members[0]!.dataDir))
    const postgres = await fleet.postgres()
    postgres.sql(database, 'update threadbeat.invitation set expires_at = 1 where machine is null')
    const dataDir = fleet.folder()
    expect(await join(dataDir, code, LAPTOP)).toMatchObject({
      ok: false,
      error: { code: 'hub.refused', message: expect.stringContaining('this code has expired') as string },
    })
    expect(existsSync(path.join(dataDir, 'hub.json'))).toBe(false)
    for (const role of postgres.sql(database, 'select role from threadbeat.invitation where machine is null'))
      postgres.sql(database, `alter role ${role} valid until 'yesterday'`)
    expect(await join(dataDir, code, LAPTOP)).toMatchObject({ ok: false, error: { code: 'hub.refused' } })
  })

  it('finishes a join whose end was not heard, with the same code', async () => {
    const { members } = await fleet.hub(1)
    const { code } = value(await invite(members[0]!.dataDir))
    const dataDir = fleet.folder()
    const joined = value(await join(dataDir, code, LAPTOP))
    // As it is written before the answer comes: the password of the code, and the next one.
    const { password } = value(parseJoinCode(code))
    value(writeMembership(dataDir, { ...joined, password, nextPassword: joined.password }))
    const pending = { ...joined, password, nextPassword: joined.password }
    const session = value(await createPostgresHub({ membership: pending }).connect(never()))
    await session.close()
    expect(value(await join(dataDir, code, LAPTOP))).toEqual(joined)
    expect(await join(dataDir, value(await invite(dataDir)).code, LAPTOP)).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('has joined the hub at 127.0.0.1 already') as string },
    })
  })

  it('changes a password that no log of the server ever has', async () => {
    const { members, database } = await fleet.hub(1)
    const { dataDir, membership } = members[0]!
    value(await rotate(dataDir))
    const after = JSON.parse(readFileSync(path.join(dataDir, 'hub.json'), 'utf8')) as typeof membership
    expect(after).toMatchObject({ role: membership.role, nextPassword: null })
    expect(after.password).not.toBe(membership.password)
    expect(await createPostgresHub({ membership }).connect(never())).toMatchObject({
      ok: false,
      error: { code: 'hub.refused' },
    })
    await fleet.connect({ membership: after })
    const postgres = await fleet.postgres()
    const [kept] = postgres.sql(
      database,
      `select rolpassword from pg_authid where rolname = '${membership.role}'`,
    )
    expect(kept).toMatch(/^SCRAM-SHA-256\$4096:/)
    const log = postgres.log.join('\n')
    expect(log).toContain('select threadbeat.rotate($1)')
    expect(log).toContain(kept)
    const { code } = value(await invite(dataDir))
    for (const password of [membership.password, after.password, value(parseJoinCode(code)).password])
      expect(log).not.toContain(password)
  })

  it('ends the login of a machine that leaves, and says what stays', async () => {
    const { members } = await fleet.hub(2)
    const [a, b] = members as [(typeof members)[0], (typeof members)[0]]
    const session = await fleet.connect(a)
    value(await session.push([]))
    // From a copy of its folder, while it is connected, it is not thrown out.
    expect(await leave(a.dataDir)).toMatchObject({ ok: false, error: { code: 'hub.copy' } })
    expect(value(await leave(a.dataDir, true))).toEqual({ events: 0, states: 0, mail: 0 })
    expect(existsSync(path.join(a.dataDir, 'hub.json'))).toBe(false)
    expect(await session.push([])).toMatchObject({ ok: true })
    expect(await session.machines()).toEqual({ ok: true, value: [] })
    expect(await session.tell({ version: '1', now: 1, lastBeatAt: null, intervalMs: null })).toMatchObject({
      ok: false,
      error: { code: 'hub.refused' },
    })
    expect(await createPostgresHub(a).connect(never())).toMatchObject({
      ok: false,
      error: { code: 'hub.refused' },
    })
    expect(value(await status(b.dataDir)).machines.map(({ name }) => name)).toEqual(['b'])
  })

  it('has at most 20 open invitations, and 5 of one machine', async () => {
    const { members } = await fleet.hub(5)
    const refused = (message: string) => ({
      ok: false,
      error: { message: expect.stringContaining(message) as string },
    })
    for (const { dataDir } of members.slice(0, 3)) {
      for (let n = 0; n < 5; n++) value(await invite(dataDir))
      expect(await invite(dataDir)).toMatchObject(refused('5 codes of this machine are open; the limit is 5'))
    }
    for (let n = 0; n < 4; n++) value(await invite(members[3]!.dataDir)) // the first code of all is open, too
    expect(await invite(members[4]!.dataDir)).toMatchObject(
      refused('20 invitations are open; the limit is 20'),
    )
  })
})
