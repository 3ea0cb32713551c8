import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../../shared/base/time.ts'
import { answer, leave } from '../administration.ts'
import { openLink } from '../connection/link.ts'
import { addressesOf } from '../membership.ts'
import { useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'

const TOLD = JSON.stringify({ thread: 'thr_1', fault: null, tasks: [], leftOut: 0 })

describe.skipIf(NO_POSTGRES)(named('what was told of a run'), () => {
  const fleet = useFleet()
  /** `a` asked `b`, which has answered; `c` has nothing to do with it. */
  async function asked(verb: 'fetch-run' | 'wake' = 'fetch-run') {
    const { members, database } = await fleet.hub(3)
    const [a, b, c] = await Promise.all(members.map((member) => fleet.connect(member)))
    const id = randomUUID()
    const to = members[1]!.membership.machine
    value(await a!.send({ id, to, verb, args: { run: 'run_1' }, expiresAt: Date.now() + HOUR }))
    value(await b!.settle(id, 'done', TOLD))
    const postgres = await fleet.postgres()
    const sql = (text: string) => postgres.sql(database, text)
    return {
      members,
      a: a!,
      b: b!,
      c: c!,
      id,
      sql,
      text: () => sql('select ended_text from threadbeat.mail')[0],
    }
  }

  it('is gone from the hub once who asked, or who answered, says so, and for nobody else', async () => {
    const { a, b, c, id, text, sql } = await asked()
    value(await c.clearToldRuns([id]))
    value(await c.clearToldRuns(null))
    value(await a.clearToldRuns([randomUUID()]))
    value(await b.clearToldRuns([]))
    expect(text()).toBe(TOLD)
    value(await a.clearToldRuns([id]))
    expect(text() ?? '').toBe('')
    expect(sql('select ended, ended_at is not null from threadbeat.mail')).toEqual(['done|t'])
    const other = await asked()
    value(await other.b.clearToldRuns([other.id]))
    expect(other.text() ?? '').toBe('')
  })

  it('is gone where who asked knows nothing of it any more, and when it has expired', async () => {
    const { a, text, sql } = await asked()
    sql('update threadbeat.mail set ended_at = ended_at - 1') // nothing: what ended stays as it is
    value(await a.clearToldRuns([]))
    expect(text()).toBe(TOLD)
    sql('alter table threadbeat.mail disable trigger end_once')
    sql('update threadbeat.mail set ended_at = ended_at - 121000')
    sql('alter table threadbeat.mail enable trigger end_once')
    value(await a.clearToldRuns([]))
    expect(text() ?? '').toBe('')
    const late = await asked()
    late.sql('alter table threadbeat.mail disable trigger end_once')
    late.sql('update threadbeat.mail set expires_at = 5')
    late.sql('alter table threadbeat.mail enable trigger end_once')
    value(await late.c.clearToldRuns([]))
    expect(late.text() ?? '').toBe('')
  })

  it('is gone once it was read without the app, and when either of the two leaves', async () => {
    const { members, id, text } = await asked()
    expect(value(await answer(members[0]!.dataDir, id))).toEqual({ end: 'done', text: TOLD })
    expect(text() ?? '').toBe('')
    for (const who of [0, 1]) {
      const one = await asked()
      value(await leave(one.members[who]!.dataDir, true))
      expect(one.text() ?? '').toBe('')
    }
  })

  it('is the only result that can be taken back', async () => {
    const { members, id, text } = await asked('wake')
    const link = value(await openLink(addressesOf(members[1]!.membership)[0]))
    await link.query("update threadbeat.mail set ended_text = '' where id = $1", [id])
    await link.close()
    expect(text()).toBe(TOLD)
  })
})
