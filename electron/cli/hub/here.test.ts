import { userInfo } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  DEBIAN_RULES,
  named,
  NO_POSTGRES,
  startPostgres,
  type Postgres,
} from '../../machine/hub/testing/postgres.ts'
import { commandUnderTest } from '../testing/command.ts'
import { withInput } from '../testing/with-input.ts'

/** The real command, on a machine with a PostgreSQL as Debian configures it. */
describe.skipIf(NO_POSTGRES)(named('threadbeat hub here'), () => {
  const { root, env, bundle, bundled, gone } = commandUnderTest('hub-here')
  let server: Postgres
  const command = (words: readonly string[], input?: string) =>
    withInput(
      { bundle, env: { ...env, PGHOST: server.folder }, dataDir: path.join(root, 'desk') },
      words,
      input,
    )
  beforeAll(async () => {
    server = await startPostgres({ rules: DEBIAN_RULES })
    await bundled()
  })
  afterAll(async () => {
    gone()
    await server.remove()
  })

  it('prints the command that a person runs first, and then makes the hub and joins it', async () => {
    const { username } = userInfo()
    const first = await command(['hub', 'here', '--name', 'desk'])
    expect(first).toMatchObject({
      code: 1,
      out: `sudo -u postgres env PGPORT=${server.port} createuser --createrole --createdb ${username}\n`,
      err: expect.stringContaining('After the command above, try again.') as string,
    })
    server.sql('postgres', `create role "${username}" login createrole createdb`)

    const made = await command(['hub', 'here', '--name', 'desk'])
    expect(made).toMatchObject({
      code: 0,
      out: `This machine is the hub now, in the database threadbeat at 127.0.0.1:${server.port}, and has joined it as desk.\n`,
      err: expect.stringContaining('threadbeat hub invite --host NAME') as string,
    })
    expect((await command(['hub', 'status'])).out).toContain('desk')
    expect(await command(['hub', 'invite', '--host', 'desk.lan'])).toMatchObject({ code: 0 })
    expect(await command(['hub', 'here'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('has joined the hub at 127.0.0.1 already') as string,
    })
  })
})
