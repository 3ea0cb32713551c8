import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../../shared/base/time.ts'
import { BATCH_BYTES, BODY_BYTES } from '../../../../shared/hub/fact.ts'
import type { HubSession } from '../../../engine/ports/hub.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { useFleet, value } from '../testing/fleet.ts'

describe.skipIf(NO_POSTGRES)(named('a page of mail'), () => {
  const fleet = useFleet()
  async function three() {
    const { members, database } = await fleet.hub(3)
    const sessions = await Promise.all(members.map((member) => fleet.connect(member)))
    const [a, b, c] = sessions as [HubSession, HubSession, HubSession]
    const to = members[0]!.membership.machine
    const postgres = await fleet.postgres()
    return { a, b, c, to, sql: (text: string) => postgres.sql(database, text) }
  }
  async function send(from: HubSession, to: string, thread: string): Promise<void> {
    const mail = {
      id: randomUUID(),
      to,
      verb: 'wake',
      args: { thread },
      expiresAt: Date.now() + HOUR,
    } as const
    value(await from.send(mail))
  }
  const namesOf = async (of: HubSession, limit: number): Promise<readonly unknown[]> =>
    value(await of.mail(limit)).map(({ args }) => args['thread'])

  it('has the oldest of each sender, whatever another sends, in the order of their coming', async () => {
    const { a, b, c, to } = await three()
    for (let n = 0; n < 9; n++) await send(b, to, `b${n}`)
    for (let n = 0; n < 2; n++) await send(c, to, `c${n}`)
    await send(a, to, 'a0')
    expect(await namesOf(a, 5)).toEqual(['b0', 'b1', 'c0', 'c1', 'a0'])
    expect(await namesOf(a, 1)).toEqual(['b0'])
    expect(await namesOf(a, 20)).toHaveLength(12)
    expect(await namesOf(b, 20)).toEqual([])
  })

  it('is not larger than a batch, and never without any', async () => {
    const { a, b, to } = await three()
    const large = 'x'.repeat(BODY_BYTES - 100)
    const most = Math.floor(BATCH_BYTES / BODY_BYTES)
    for (let n = 0; n < most + 5; n++) await send(b, to, large)
    expect(await namesOf(a, 100)).toHaveLength(most)
  })

  it('is found by an index, however much came before', async () => {
    const { a, b, to, sql } = await three()
    await send(b, to, 'b0')
    sql(`insert into threadbeat.mail (id, sender, recipient, verb, args, expires_at)
      select gen_random_uuid(), m.id, '${to}', 'wake', '{}', extract(epoch from now()) * 1000 + 1000000
      from threadbeat.machine m, generate_series(1, 3000) where m.name = 'c'`)
    sql(`update threadbeat.mail set ended = 'done' where args = '{}'`)
    sql('analyze threadbeat.mail')
    expect(await namesOf(a, 100)).toEqual(['b0'])
    const plan = sql(`explain select from threadbeat.mail w
      where w.recipient = '${to}' and w.sender = '${to}' and w.ended is null order by w.seq limit 100`)
    expect(plan.join()).toContain('mail_waiting')
  })
})
