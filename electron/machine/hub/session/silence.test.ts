import { describe, expect, it } from 'vitest'
import { leave } from '../administration.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { useFleet, value } from '../testing/fleet.ts'

const FOUR_MINUTES = 240_000

describe.skipIf(NO_POSTGRES)(named('a server that falls silent'), () => {
  const fleet = useFleet()
  /** Three servers, of which the last is away; it was heard of four minutes ago. */
  async function three() {
    const { members, database } = await fleet.hub(3)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    const postgres = await fleet.postgres()
    const sql = (text: string) => postgres.sql(database, text)
    const silent = members[2]!.membership.machine
    const heard = (agoMs: number, more = '') =>
      sql(
        `update threadbeat.machine set last_seen_at = threadbeat.now_ms() - ${agoMs} ${more} where id = '${silent}'`,
      )
    heard(FOUR_MINUTES)
    return { a, b, members, silent, sql, heard }
  }

  it('is noticed by one machine, however many look at once, and that one says so again', async () => {
    const { a, b, silent, sql, heard } = await three()
    const both = await Promise.all([a.noticeSilence(silent), b.noticeSilence(silent)])
    expect(both.map(value).toSorted()).toEqual([false, true])
    const again = await Promise.all([a.noticeSilence(silent), b.noticeSilence(silent)])
    expect(again.map(value)).toEqual(both.map(value))
    // It was there meanwhile: another silence, and nothing is kept of the first.
    heard(FOUR_MINUTES - 10_000)
    const [first, second] = both[0]!.ok && both[0]!.value ? [b, a] : [a, b]
    expect([value(await first.noticeSilence(silent)), value(await second.noticeSilence(silent))]).toEqual([
      true,
      false,
    ])
    expect(sql('select count(*) from threadbeat.silence')).toEqual(['1'])
  })

  it('is noticed anew where who noticed it has left', async () => {
    const { a, b, members, silent } = await three()
    expect([value(await a.noticeSilence(silent)), value(await b.noticeSilence(silent))]).toEqual([
      true,
      false,
    ])
    value(await leave(members[0]!.dataDir, true))
    expect(value(await b.noticeSilence(silent))).toBe(true)
  })

  it('is none where it is there, was heard of, sleeps, has left, or is no server', async () => {
    const { a, members, silent, sql, heard } = await three()
    const asked = async () => value(await a.noticeSilence(silent))
    heard(170_000)
    expect(await asked()).toBe(false)
    heard(FOUR_MINUTES, ', asleep_since = 5')
    expect(await asked()).toBe(false)
    heard(FOUR_MINUTES, ', asleep_since = null')
    for (const kind of ['laptop', 'workstation']) {
      sql(`update threadbeat.machine set class = '${kind}' where id = '${silent}'`)
      expect(await asked()).toBe(false)
    }
    sql(`update threadbeat.machine set class = 'server'`)
    const there = await fleet.connect(members[2]!)
    value(await there.tell({ version: '1', now: 5, lastBeatAt: null, intervalMs: null }))
    expect(await asked()).toBe(false)
    sql(`update threadbeat.machine set last_seen_at = 5 where id = '${members[0]!.membership.machine}'`)
    expect(value(await a.noticeSilence(members[0]!.membership.machine))).toBe(false)
    expect(sql('select count(*) from threadbeat.silence')).toEqual(['0'])
    // A process that is stopped keeps its connection.
    heard(FOUR_MINUTES, '')
    expect(await asked()).toBe(true)
    await there.close()
    value(await leave(members[2]!.dataDir, true))
    expect(await asked()).toBe(false)
  })
})
