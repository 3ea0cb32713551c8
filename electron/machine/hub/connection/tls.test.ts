import { describe, expect, it } from 'vitest'
import { parseJoinCode } from '../../../../shared/hub/join-code.ts'
import { initHub, invite, join } from '../administration.ts'
import { createPostgresHub } from '../postgres-hub.ts'
import { NO_OPENSSL, selfSigned, signedBy } from '../testing/certificates.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'

const SERVER = { name: 'server', class: 'server', version: '1' } as const
/** The same machine under an address that counts as another’s. */
const ELSEWHERE = '0.0.0.0'

const refused = (says: RegExp) => ({
  ok: false,
  error: { code: 'hub.refused', message: expect.stringMatching(says) as string },
})
const elsewhere = (url: string): string => url.replace('127.0.0.1', ELSEWHERE)

describe.skipIf(NO_POSTGRES || NO_OPENSSL)(named('a hub with a certificate of its own'), () => {
  const { certificate, key } = NO_OPENSSL
    ? { certificate: '', key: '' }
    : selfSigned('server', 'another-name')
  const fleet = useFleet({
    settings: { ssl: 'on' },
    files: { 'server.crt': certificate, 'server.key': key },
  })

  it('is joined and used over TLS, with the certificate in the code', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const { code, isForThisMachineOnly } = value(
      await initHub({ url: elsewhere(postgres.adminUrl(database)), ca: certificate }),
    )
    expect(isForThisMachineOnly).toBe(false)
    expect(value(parseJoinCode(code))).toMatchObject({ host: ELSEWHERE, ca: certificate })
    const dataDir = fleet.folder()
    const membership = value(await join(dataDir, code, SERVER))
    const session = await fleet.connect({ membership })
    value(await session.push([fact(1)]))
    expect(
      postgres.sql(
        database,
        `select ssl from pg_stat_ssl join pg_stat_activity using (pid) where usename = '${membership.role}'`,
      ),
    ).toEqual(['t'])
    expect(value(parseJoinCode(value(await invite(dataDir)).code)).ca).toBe(certificate)
  })

  it('is not believed without it, or with another’s', async () => {
    const postgres = await fleet.postgres()
    const database = await fleet.database()
    const url = elsewhere(postgres.adminUrl(database))
    const other = selfSigned('other', ELSEWHERE)
    for (const ca of [null, other.certificate])
      expect(await initHub({ url, ca })).toMatchObject(refused(/its certificate is not believed/))
    const { code } = value(await initHub({ url, ca: certificate }))
    const { host, port, database: name, role, password } = value(parseJoinCode(code))
    const membership = {
      machine: '00000000-0000-4000-8000-000000000000',
      host,
      port,
      database: name,
      role,
      password,
    }
    for (const ca of [null, other.certificate])
      expect(
        await createPostgresHub({ membership: { ...membership, ca, nextPassword: null } }).connect(
          new AbortController().signal,
        ),
      ).toMatchObject(refused(/its certificate is not believed/))
    // Nothing was sent before: no login was tried.
    expect(postgres.log.filter((line) => line.includes(role) && line.includes('FATAL'))).toEqual([])
  })
})

describe.skipIf(NO_POSTGRES || NO_OPENSSL)(named('a hub with the certificate of an authority'), () => {
  const authority = NO_OPENSSL ? { certificate: '', key: '' } : selfSigned('authority', 'authority')
  const signed = (name: string, host: string) =>
    NO_OPENSSL ? { certificate: '', key: '' } : signedBy('authority', name, host)
  const right = signed('right', ELSEWHERE)
  const wrong = signed('wrong', '10.9.8.7')
  const rightly = useFleet({
    settings: { ssl: 'on' },
    files: { 'server.crt': right.certificate, 'server.key': right.key },
  })
  const wrongly = useFleet({
    settings: { ssl: 'on' },
    files: { 'server.crt': wrong.certificate, 'server.key': wrong.key },
  })

  it('is believed under its own name', async () => {
    const postgres = await rightly.postgres()
    const admin = { url: elsewhere(postgres.adminUrl(await rightly.database())), ca: authority.certificate }
    value(await initHub(admin))
  })
  it('and under no other', async () => {
    const postgres = await wrongly.postgres()
    const admin = { url: elsewhere(postgres.adminUrl(await wrongly.database())), ca: authority.certificate }
    expect(await initHub(admin)).toMatchObject(refused(/its certificate is not believed: .*0\.0\.0\.0/))
  })
})

describe.skipIf(NO_POSTGRES)(named('a hub without TLS'), () => {
  const fleet = useFleet()
  it('is used on this machine alone', async () => {
    const postgres = await fleet.postgres()
    const url = postgres.adminUrl(await fleet.database())
    const without = refused(/it offers no TLS, without which nothing is sent off this machine/)
    expect(await initHub({ url: elsewhere(url), ca: null })).toMatchObject(without)
    const { code } = value(await initHub({ url, ca: null }, { host: ELSEWHERE }))
    expect(await join(fleet.folder(), code, SERVER)).toMatchObject(without)
  })
})
