import { Client } from 'pg'
import { describe, expect, it } from 'vitest'
import { createPostgresHub } from '../postgres-hub.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import {
  cuttingServer,
  hearingServer,
  membershipAt,
  sayingServer,
  silentServer,
  stoppingProxy,
} from '../testing/servers.ts'
import { LIMITS } from './link.ts'

const SHORT = { connectMs: 200, statementMs: 200, callMs: 300 }
const connect = (membership: Parameters<typeof createPostgresHub>[0]['membership'], limits = SHORT) =>
  createPostgresHub({ membership, limits }).connect(new AbortController().signal)
const unreachable = (says: RegExp) => ({
  ok: false,
  error: { code: 'hub.unreachable', message: expect.stringMatching(says) as string },
})

it('ends each call before the 30 s that the port promises', () => {
  expect(Math.max(LIMITS.callMs, LIMITS.connectMs, LIMITS.statementMs)).toBeLessThan(30_000)
  expect(LIMITS.connectMs).toBeLessThan(LIMITS.callMs)
  expect(LIMITS.statementMs).toBeLessThan(LIMITS.callMs)
})

describe('what is no PostgreSQL', () => {
  it('that takes a connection and says nothing is not waited for', async () => {
    expect(await connect(membershipAt(await silentServer()))).toMatchObject(
      unreachable(/did not let in within 0.2 s/),
    )
  })
  it('that nobody answers at', async () => {
    // An address that is kept for documents: lost, or refused by the network at once.
    expect(await connect(membershipAt(5432, '192.0.2.1'))).toMatchObject({
      ok: false,
      error: { code: 'hub.unreachable' },
    })
  })
  it('that has no name', async () => {
    const limits = { ...SHORT, connectMs: 20_000, callMs: 20_000 }
    expect(await connect(membershipAt(5432, 'hub.invalid'), limits)).toMatchObject(
      unreachable(/hub\.invalid/),
    )
  })
  it('that cuts off', async () => {
    expect(await connect(membershipAt(await cuttingServer()))).toMatchObject(unreachable(/127\.0\.0\.1/))
  })
  it.each([
    ['another language', Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ['a way to log in that does not exist', Buffer.from('52000000080000ffff', 'hex')],
    ['an answer of two gigabytes', Buffer.from('447fffffff0001', 'hex')],
    ['a row before its time', Buffer.from('440000000a0001ffffffff', 'hex')],
    ['nothing but zeros', Buffer.alloc(64)],
  ])('that says %s', async (_what, bytes) => {
    const said = await connect(membershipAt(await sayingServer(bytes)))
    expect(said).toMatchObject({ ok: false, error: { code: 'hub.unreachable' } })
    expect(JSON.stringify(said)).not.toContain('secret-of-the-login')
  })
  it.each([
    ['itself', '520000000800000003'],
    ['in a way that can be guessed', '520000000c0000000501020304'],
  ])('is not told the password %s, whoever listens there', async (_how, question) => {
    const { port, heard } = await hearingServer(Buffer.from(question, 'hex'))
    expect(await connect(membershipAt(port), LIMITS)).toMatchObject({
      ok: false,
      error: {
        code: 'hub.refused',
        message: expect.stringContaining('asks for the password itself') as string,
      },
    })
    expect(heard()).toContain('threadbeat_00000000')
    expect(heard()).not.toMatch(/secret-of-the-login|md5/)
  })
  it('is left where whoever asked wants no answer any more', async () => {
    const stop = new AbortController()
    const connecting = createPostgresHub({ membership: membershipAt(await silentServer()) }).connect(
      stop.signal,
    )
    stop.abort()
    expect(await connecting).toMatchObject(unreachable(/was stopped/))
  })
})

describe.skipIf(NO_POSTGRES)(named('a hub that stops in the middle'), () => {
  const fleet = useFleet()

  it('ends the connection, once, and every call with a fault', async () => {
    const { members } = await fleet.hub(1)
    const { membership } = members[0]!
    const proxy = await stoppingProxy(membership.port)
    const limits = { ...SHORT, connectMs: 20_000, callMs: 2000 }
    const session = value(await connect({ ...membership, port: proxy.port }, limits))
    const ends: string[] = []
    session.onEnd(({ code }) => ends.push(code))
    value(await session.push([fact(1)]))
    proxy.stop()
    const answers = await Promise.all([session.push([fact(2)]), session.known(), session.machines()])
    for (const answer of answers) expect(answer).toMatchObject(unreachable(/did not answer within 2 s/))
    expect(await session.known()).toMatchObject(unreachable(/did not answer/))
    expect(ends).toEqual(['hub.unreachable'])
    await session.close()
    const late = new Promise<string>((resolve) => session.onEnd(({ message }) => resolve(message)))
    expect(await Promise.race([late, session.close().then(() => 'closed')])).toBe('closed')
  })

  it('is told apart from a statement that takes too long, after which the connection goes on', async () => {
    const { members, database } = await fleet.hub(1)
    const limits = { connectMs: 20_000, statementMs: 300, callMs: 20_000 }
    const session = await fleet.connect(members[0]!, { limits })
    const postgres = await fleet.postgres()
    const { release } = await holdRevisions(postgres.adminUrl(database))
    expect(await session.push([fact(1)])).toMatchObject(unreachable(/statement timeout/))
    await release()
    value(await session.push([fact(1)]))
    expect(value(await session.known())).toEqual(new Map([['epo_1', 1]]))
  })

  it.each(['kill', 'stopAtOnce'] as const)(
    'loses and doubles nothing when the server goes by %s',
    async (how) => {
      const { members, database } = await fleet.hub(1)
      const postgres = await fleet.postgres()
      const session = await fleet.connect(members[0]!)
      const ended = new Promise<string>((resolve) => session.onEnd(({ code }) => resolve(code)))
      value(await session.push([fact(1)]))
      const { client } = await holdRevisions(postgres.adminUrl(database))
      const pushing = session.push([fact(2), fact(3)])
      const waits = `select from pg_locks where locktype = 'advisory' and not granted`
      while ((await client.query(waits)).rowCount === 0);
      await postgres[how]()
      expect(await pushing).toMatchObject({ ok: false, error: { code: 'hub.unreachable' } })
      expect(await ended).toBe('hub.unreachable')
      expect(await connect(members[0]!.membership)).toMatchObject(unreachable(/./))
      await postgres.start()
      const again = await fleet.connect(members[0]!)
      expect(value(await again.known())).toEqual(new Map([['epo_1', 1]]))
      value(await again.push([fact(2), fact(3)]))
      expect(postgres.sql(database, 'select seq from threadbeat.event order by seq')).toEqual(['1', '2', '3'])
    },
  )
})

describe.skipIf(NO_POSTGRES)(named('two connections of one machine'), () => {
  const fleet = useFleet()

  it('are a copy when another process has the second, which is told so and disturbs nobody', async () => {
    const { members } = await fleet.hub(1)
    const { membership } = members[0]!
    const first = await fleet.connect(members[0]!)
    expect(await connect(membership, LIMITS)).toMatchObject({
      ok: false,
      error: {
        code: 'hub.copy',
        message: expect.stringContaining(
          `machine ${membership.machine} is connected already, from 127.0.0.1; where this data folder is a copy`,
        ) as string,
      },
    })
    value(await first.push([fact(1)]))
    await first.close()
    await fleet.connect(members[0]!)
  })

  it('are none when this process lost the first and the server has not noticed', async () => {
    const { members } = await fleet.hub(1)
    const proxy = await stoppingProxy(members[0]!.membership.port)
    const membership = { ...members[0]!.membership, port: proxy.port }
    const hub = createPostgresHub({ membership })
    const first = value(await hub.connect(new AbortController().signal))
    const ended = new Promise<string>((resolve) => first.onEnd(({ code }) => resolve(code)))
    const second = value(await hub.connect(new AbortController().signal))
    expect(await ended).toBe('hub.unreachable')
    value(await second.push([fact(1)]))
    await second.close()
  })
})

/** As a transaction of another machine that does not end. */
async function holdRevisions(url: string) {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  await client.query('begin')
  await client.query('select threadbeat.lock_revs()')
  return { client, release: () => client.end() }
}
