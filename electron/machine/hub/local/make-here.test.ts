import { randomUUID } from 'node:crypto'
import { chmodSync, chownSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { parseJoinCode } from '../../../../shared/hub/join-code.ts'
import { invite, leave } from '../administration.ts'
import { writeMembership } from '../membership.ts'
import { NO_OPENSSL, selfSigned } from '../testing/certificates.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { DEBIAN_RULES, named, NO_POSTGRES, type Postgres } from '../testing/postgres.ts'
import { makeHere } from './make-here.ts'
import { localServers } from './server.ts'

const AS = { name: 'desk', class: 'workstation', version: '1' } as const
const USER = userInfo().username
const login = (postgres: Postgres, rights: string): unknown =>
  postgres.sql('postgres', `create role "${USER}" login ${rights}`)

describe.skipIf(NO_POSTGRES)(named('this machine becomes the hub'), () => {
  const fleet = useFleet({ rules: DEBIAN_RULES })

  it('says what a person does first, then makes the hub and joins it, and goes on after an interruption', async () => {
    const postgres = await fleet.postgres()
    const dataDir = fleet.folder()
    const make = () => makeHere(dataDir, AS, [postgres.folder])
    const port = String(postgres.port)
    expect(value(await make())).toEqual({
      is: 'missing',
      why: `The PostgreSQL at ${postgres.folder}, port ${port}, does not let "${USER}" in without a password`,
      command: `sudo -u postgres env PGPORT=${port} createuser --createrole --createdb ${USER}`,
    })
    login(postgres, 'createrole')
    expect(value(await make())).toEqual({
      is: 'missing',
      why: `The login "${USER}" may not make databases and logins in this PostgreSQL`,
      command: `sudo -u postgres env PGPORT=${port} psql -c 'alter role "${USER}" createrole createdb'`,
    })
    postgres.sql('postgres', `alter role "${USER}" createrole createdb`)

    const here = value(await make())
    expect(here).toMatchObject({
      is: 'made',
      membership: { host: '127.0.0.1', port: postgres.port, database: 'threadbeat', ca: null },
      blocked: 'its PostgreSQL listens on its own machine alone (listen_addresses)',
    })
    if (here.is !== 'made') return
    const session = await fleet.connect(here)
    value(await session.push([fact(1)]))
    expect(postgres.sql('threadbeat', 'select name from threadbeat.machine')).toEqual(['desk'])
    expect(await make()).toMatchObject({ ok: false, error: { code: 'hub.refused' } })
    expect(value(await invite(dataDir, { host: 'desk.lan' }))).toMatchObject({
      isForThisMachineOnly: false,
      blocked: here.blocked,
    })

    // The hub is there, this machine is not in it any more: as after a crash before it had joined.
    await session.close()
    value(await leave(dataDir))
    expect(value(await make())).toMatchObject({ is: 'made' })
    value(await leave(dataDir))
  })

  it('says that a server does not run, or that none is installed', async () => {
    const empty = fleet.folder()
    expect(value(await makeHere(fleet.folder(), AS, [empty, path.join(empty, 'nowhere')]))).toMatchObject({
      is: 'missing',
      why: 'PostgreSQL is installed on this machine, but no running server of it was found',
    })
  })

  it('goes on with a try whose end was not heard, whether it went through or not', async () => {
    const postgres = await fleet.postgres()
    const made = async (dataDir: string, name: string) => {
      const here = value(await makeHere(dataDir, { ...AS, name }, [postgres.folder]))
      return here.is === 'made' ? here.membership : null
    }
    const [first, second] = [fleet.folder(), fleet.folder()]
    const joined = (await made(first, 'first'))!
    value(writeMembership(first, { ...joined, password: 'the code’s', nextPassword: joined.password }))
    expect(await made(first, 'first')).toEqual(joined)

    const code = value(parseJoinCode(value(await invite(first)).code))
    const pending = {
      ...joined,
      machine: randomUUID(),
      role: code.role,
      password: code.password,
      nextPassword: 'x',
    }
    value(writeMembership(second, pending))
    expect(await made(second, 'second')).toMatchObject({ role: code.role, nextPassword: null })

    value(writeMembership(second, { ...pending, role: 'nobody' }))
    const again = await made(second, 'third')
    expect(again).toMatchObject({ nextPassword: null })
    expect(again?.role).not.toBe(code.role)
    expect(value(await invite(second)).host).toBe('127.0.0.1')
  })

  it('is not made in a database that somebody else has made', async () => {
    const postgres = await fleet.postgres()
    const url = `alter database threadbeat owner to`
    postgres.sql('postgres', `${url} admin`)
    const answer = await makeHere(fleet.folder(), AS, [postgres.folder])
    postgres.sql('postgres', `${url} "${USER}"`)
    expect(answer).toMatchObject({
      ok: false,
      error: { code: 'hub.unfit', message: expect.stringContaining('belongs to "admin" here') as string },
    })
  })

  it('refuses a name that nobody can read, before anything is made', async () => {
    const postgres = await fleet.postgres()
    const answer = await makeHere(fleet.folder(), { ...AS, name: ' ' }, [postgres.folder])
    expect(answer).toMatchObject({ ok: false, error: { code: 'hub.refused' } })
  })
})

describe.skipIf(NO_POSTGRES || NO_OPENSSL)(named('this machine becomes a hub with a certificate'), () => {
  const { certificate, key } = NO_OPENSSL ? { certificate: '', key: '' } : selfSigned('here', 'desk')
  const fleet = useFleet({
    rules: DEBIAN_RULES,
    settings: { ssl: 'on', listen_addresses: '127.0.0.1,127.0.0.2' },
    files: { 'server.crt': certificate, 'server.key': key },
  })

  it('and other machines know it again by that, whatever they call it', async () => {
    const postgres = await fleet.postgres()
    login(postgres, 'createrole createdb')
    const dataDir = fleet.folder()
    expect(value(await makeHere(dataDir, AS, [postgres.folder]))).toMatchObject({
      is: 'made',
      membership: { ca: null },
      blocked: null,
    })
    const { code, blocked } = value(await invite(dataDir, { host: 'desk.lan' }))
    expect(blocked).toBe(null)
    expect(value(parseJoinCode(code))).toMatchObject({ host: 'desk.lan', ca: certificate })
  })
})

describe.skipIf(NO_POSTGRES)(named('a PostgreSQL that lets nobody in without more'), () => {
  const asks = useFleet({ rules: ['local all all scram-sha-256'] })
  const fedora = useFleet({
    rules: [DEBIAN_RULES[0]!, 'local all all peer', 'host all all 127.0.0.1/32 ident'],
  })

  it('because it asks for a password', async () => {
    const { folder } = await asks.postgres()
    expect(value(await makeHere(asks.folder(), AS, [folder]))).toMatchObject({
      is: 'missing',
      why: expect.stringContaining(`asks "${USER}" for a password: threadbeat hub init`) as string,
      command: null,
    })
  })

  it('because it takes no passwords over the loopback, and lets in once it does', async () => {
    const postgres = await fedora.postgres()
    login(postgres, 'createrole createdb')
    const dataDir = fedora.folder()
    expect(value(await makeHere(dataDir, AS, [postgres.folder]))).toMatchObject({
      is: 'missing',
      why: expect.stringContaining('"host threadbeat all 127.0.0.1/32 scram-sha-256"') as string,
    })
    writeFileSync(path.join(postgres.folder, 'data/pg_hba.conf'), `${DEBIAN_RULES.join('\n')}\n`)
    postgres.sql('postgres', 'select pg_reload_conf()')
    await expect
      .poll(async () => value(await makeHere(dataDir, AS, [postgres.folder])).is, { timeout: 60_000 })
      .toBe('made')
  })
})

it('takes no socket that nobody listens at, or that somebody else made in a folder of everybody', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tb-sockets-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const at = path.join(folder, '.s.PGSQL.5432')
  const server = createServer().listen(at)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const ours = [{ folder, port: 5432 }]
  // A server that ended has left the other one.
  const left = createServer().listen(path.join(folder, '.s.PGSQL.5431'))
  await once(left, 'listening')
  renameSync(path.join(folder, '.s.PGSQL.5431'), path.join(folder, '.s.PGSQL.5430'))
  left.close()
  await once(left, 'close')
  expect(await localServers([folder])).toEqual(ours)
  symlinkSync(folder, `${folder}-link`) // as /tmp is one on macOS
  onTestFinished(() => rmSync(`${folder}-link`))
  expect(await localServers([`${folder}-link`, folder])).toEqual(ours)
  chmodSync(folder, 0o1777)
  expect(await localServers([folder])).toEqual(ours)
  if (process.getuid?.() !== 0) return // only root gives a file away
  chownSync(at, 12_345, 12_345)
  expect(await localServers([folder])).toEqual([])
  chmodSync(folder, 0o755)
  expect(await localServers([folder])).toEqual(ours)
})
