import { describe, expect, it } from 'vitest'
import { HIDDEN } from '../../../../shared/base/hidden-text.ts'
import { nameKey } from '../../../../shared/hub/machine.ts'
import { parseJoinCode } from '../../../../shared/hub/join-code.ts'
import { initHub, invite, join, leave, status, upgradeHub } from '../administration.ts'
import { openLink } from '../connection/link.ts'
import { useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { MIGRATIONS } from './migrations.ts'

const as = (name: string) => ({ name, class: 'laptop', version: '1' }) as const
/** Of what a text of PostgreSQL can hold. */
const isHidden = (code: number): boolean => {
  const character = String.fromCodePoint(code)
  return code > 0 && !/\p{Cs}/u.test(character) && (/\p{Cc}/u.test(character) || HIDDEN.test(character))
}

describe.skipIf(NO_POSTGRES)(named('names of machines'), () => {
  const fleet = useFleet()
  const names = async (dataDir: string): Promise<readonly string[]> =>
    value(await status(dataDir)).machines.map(({ name }) => name)

  it('found by an attacker: are given once in a fleet, however they are written', async () => {
    const { members } = await fleet.hub(1)
    const [a] = members as [(typeof members)[0]]
    const { code } = value(await invite(a.dataDir))
    const b = fleet.folder()
    for (const name of ['a', 'A', 'ａ', 'a.', 'ạ', '\u0430', '\u0410', '\u0391'])
      expect(await join(b, code, as(name)), name).toMatchObject({ ok: false })
    expect(await join(b, code, as('A'))).toMatchObject({
      error: {
        code: 'hub.refused',
        message: expect.stringMatching(
          /: a machine of the fleet is called "a" already: .* take it out first \(threadbeat hub remove\)$/,
        ) as string,
      },
    })
    // The code was not used up by that.
    value(await join(b, code, as('my laptop')))
    const next = value(await invite(b)).code
    expect(await join(fleet.folder(), next, as('My\u00a0Laptop'))).toMatchObject({ ok: false })
    expect(value(await status(a.dataDir)).machines).toMatchObject([
      { name: 'a', invitedBy: null },
      { name: 'my laptop', invitedBy: { name: 'a', hasLeft: false } },
    ])
    value(await leave(b))
    value(await join(fleet.folder(), value(await invite(a.dataDir)).code, as('My Laptop')))
  })

  it('found by an attacker: are what is read, also where they come by SQL', async () => {
    const { members, database } = await fleet.hub(1)
    const postgres = await fleet.postgres()
    const code = value(parseJoinCode(value(await invite(members[0]!.dataDir)).code))
    const link = value(await openLink(code))
    const call = `select threadbeat.join_fleet(gen_random_uuid(), $1, 'laptop', '1', 'x')`
    for (const name of [
      'b\n',
      ' b',
      'You',
      'this machine',
      'b (this one)',
      'b"',
      '“b',
      'b, invited by a',
      '.',
    ])
      expect(await link.query(call, [name]), name).toMatchObject({ error: { state: 'TB008' } })
    const hidden = Array.from({ length: 0x110000 }, (_, at) => at).filter(isHidden)
    expect(hidden.length).toBeGreaterThan(4000)
    const fit = `select code from unnest('{${hidden.join()}}'::int[]) code where threadbeat.is_fit_name('b' || chr(code))`
    expect(postgres.sql(database, fit)).toEqual([])
    // Refused for its verifier alone.
    for (const name of ['💻', 'کتابخانه', 'Straße 2', '機械', 'Ada’s Mac', 'build-1.lan'])
      expect(await link.query(call, [name]), name).toMatchObject({ error: { state: 'TB002' } })
    await link.close()
  })

  it('have one key, here and there', async () => {
    const { database } = await fleet.hub(1)
    const postgres = await fleet.postgres()
    for (const name of [
      'Ａlpha',
      'ÄRGER',
      'Straße',
      'ŞAHİN',
      'д́еѕк',
      'ΔΕΛΤΑ',
      '~x_',
      'İ',
      'ﬁ 2',
      '機械',
      'ǅ',
    ])
      expect(postgres.sql(database, `select threadbeat.name_key('${name}')`), name).toEqual([nameKey(name)])
  })

  it('found by an attacker: differ after an upgrade, whatever names there were', async () => {
    const database = await fleet.database()
    const admin = await fleet.admin(database)
    const older = MIGRATIONS.filter(({ number }) => number < 13)
    const { code } = value(await initHub(admin, {}, older))
    const [a, b, c] = [fleet.folder(), fleet.folder(), fleet.folder()]
    value(await join(a, code, as('alpha')))
    value(await join(b, value(await invite(a)).code, as('Alpha')))
    value(await join(c, value(await invite(a)).code, as('gamma')))
    const postgres = await fleet.postgres()
    postgres.sql(database, `update threadbeat.machine set name = E'alpha\\n\\u202e' where name = 'gamma'`)
    value(await upgradeHub(admin))
    expect((await names(a)).toSorted()).toEqual([
      expect.stringMatching(/^Alpha [0-9a-f]{8}$/) as string,
      'alpha',
      expect.stringMatching(/^machine [0-9a-f]{8}$/) as string,
    ])
  })
})
