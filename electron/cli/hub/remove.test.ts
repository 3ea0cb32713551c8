import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { named, NO_POSTGRES, startPostgres, type Postgres } from '../../machine/hub/testing/postgres.ts'
import { commandUnderTest } from '../testing/command.ts'
import { withInput } from '../testing/with-input.ts'

/** The real command, for two data folders as of two machines, and a real PostgreSQL between them. */
describe.skipIf(NO_POSTGRES)(named('threadbeat hub remove'), () => {
  const { root, env, bundle, bundled, gone } = commandUnderTest('hub-remove')
  let server: Postgres
  const on = (machine: 'desk' | 'laptop' | 'laptop again', words: readonly string[], input?: string) =>
    withInput({ bundle, env, dataDir: path.join(root, machine) }, words, input)
  beforeAll(async () => {
    server = await startPostgres()
    server.sql('postgres', 'create database fleet')
    await bundled()
  })
  afterAll(async () => {
    gone()
    await server.remove()
  })

  it('ends the login of a machine that was lost, once it was confirmed and the address was given', async () => {
    const administrator = `${server.adminUrl('fleet')}\n`
    const { out: first } = await on('desk', ['hub', 'init'], administrator)
    expect(await on('desk', ['hub', 'join', '--name', 'desk'], first)).toMatchObject({ code: 0 })
    const { out: second } = await on('desk', ['hub', 'invite'])
    expect(await on('laptop', ['hub', 'join', '--name', 'laptop'], second)).toMatchObject({ code: 0 })

    expect(await on('desk', ['hub', 'remove', 'laptop'], administrator)).toMatchObject({
      code: 1,
      err: expect.stringContaining('--yes') as string,
    })
    expect(await on('desk', ['hub', 'remove', 'tablet', '--yes'], administrator)).toMatchObject({
      code: 1,
      err: expect.stringContaining('no machine of the fleet is called "tablet"') as string,
    })
    expect((await on('laptop', ['hub', 'status'])).out).toMatch(/laptop .* joined \S.*, invited by desk\n/)
    // Whoever lost its data folder comes back under the old name after that, with the same code.
    const { out: third } = await on('desk', ['hub', 'invite'])
    const asBefore = ['hub', 'join', '--name', 'Laptop'] as const
    expect(await on('laptop again', asBefore, third)).toMatchObject({
      code: 1,
      err: expect.stringContaining('a machine of the fleet is called "laptop" already') as string,
    })
    const { code, out } = await on('desk', ['hub', 'remove', 'laptop', '--yes'], administrator)
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^laptop \(\S+\) is no part of the fleet any more: its login, its open codes and 0 connections are ended\./,
      ),
    ])
    expect((await on('desk', ['hub', 'status'])).out).not.toContain('laptop')
    expect(await on('laptop', ['hub', 'invite'])).toMatchObject({ code: 1 })
    expect(await on('laptop again', asBefore, third)).toMatchObject({ code: 0 })
  })

  it('and every other command refuses what is executed: no verb of it exists', async () => {
    for (const verb of ['trust', 'approve', 'permit', 'set'])
      expect((await on('desk', ['hub', 'ask', 'laptop again', verb, 'api'])).code).toBe(2)
  })
})
