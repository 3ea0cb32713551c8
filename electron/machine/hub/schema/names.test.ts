import { describe, expect, it } from 'vitest'
import { parseJoinCode } from '../../../../shared/hub/join-code.ts'
import { initHub, invite, join, leave, status, upgradeHub } from '../administration.ts'
import { openLink } from '../connection/link.ts'
import { useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { MIGRATIONS } from './migrations.ts'

const as = (name: string) => ({ name, class: 'laptop', version: '1' }) as const

describe.skipIf(NO_POSTGRES)(named('names of machines'), () => {
  const fleet = useFleet()
  const names = async (dataDir: string): Promise<readonly string[]> =>
    value(await status(dataDir)).machines.map(({ name }) => name)

  it('found by an attacker: are given once in a fleet, however they are written', async () => {
    const { members } = await fleet.hub(1)
    const [a] = members as [(typeof members)[0]]
    const { code } = value(await invite(a.dataDir))
    const b = fleet.folder()
    for (const name of ['a', 'A', 'ａ', 'a\u200d'])
      expect(await join(b, code, as(name)), name).toMatchObject({ ok: false })
    expect(await join(b, code, as('A'))).toMatchObject({
      error: {
        code: 'hub.refused',
        message: expect.stringMatching(
          /: a machine of the fleet is called "A" already: choose another name, or, where that one is gone for good, take it out first$/,
        ) as string,
      },
    })
    // The code was not used up by that.
    value(await join(b, code, as('my laptop')))
    const next = value(await invite(b)).code
    expect(await join(fleet.folder(), next, as('My\u00a0Laptop'))).toMatchObject({ ok: false })
    expect(value(await status(a.dataDir)).machines).toMatchObject([
      { name: 'a', invitedBy: null },
      { name: 'my laptop', invitedBy: 'a' },
    ])
    value(await leave(b))
    value(await join(fleet.folder(), value(await invite(a.dataDir)).code, as('My Laptop')))
  })

  it('found by an attacker: have no invisible characters, also where they come by SQL', async () => {
    const { members } = await fleet.hub(1)
    const code = value(parseJoinCode(value(await invite(members[0]!.dataDir)).code))
    const link = value(await openLink(code))
    const call = `select threadbeat.join_fleet(gen_random_uuid(), $1, 'laptop', '1', 'x')`
    for (const name of ['b\u001b[31m', 'b\u202e', 'b\n', ' b', 'b\u{e0041}', 'b\u200b', '\u3164'])
      expect(await link.query(call, [name]), JSON.stringify(name)).toMatchObject({
        error: { state: 'TB008' },
      })
    // What emoji and scripts without case need: refused for its verifier alone.
    for (const name of ['💻\ufe0f', 'کتاب\u200cخانه', 'Straße 2', '機械'])
      expect(await link.query(call, [name]), name).toMatchObject({ error: { state: 'TB002' } })
    await link.close()
  })

  it('differ after an upgrade, where two had the same', async () => {
    const database = await fleet.database()
    const admin = await fleet.admin(database)
    const older = MIGRATIONS.filter(({ number }) => number < 13)
    const { code } = value(await initHub(admin, {}, older))
    const [a, b, c] = [fleet.folder(), fleet.folder(), fleet.folder()]
    value(await join(a, code, as('alpha')))
    const second = value(await join(b, value(await invite(a)).code, as('Alpha')))
    value(await join(c, value(await invite(a)).code, as('gamma')))
    value(await upgradeHub(admin))
    expect((await names(a)).toSorted()).toEqual([`Alpha ${second.machine.slice(0, 8)}`, 'alpha', 'gamma'])
  })
})
