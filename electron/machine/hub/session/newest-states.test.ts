import { describe, expect, it } from 'vitest'
import { fleet as fleetOf } from '../administration.ts'
import { fact, useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'

describe.skipIf(NO_POSTGRES)(named('the states of other machines, read at once'), () => {
  const fleet = useFleet()
  async function three() {
    const { members, database } = await fleet.hub(3)
    const [a, b, c] = members as [(typeof members)[0], (typeof members)[0], (typeof members)[0]]
    const [ofB, ofC] = [await fleet.connect(b), await fleet.connect(c)]
    const thread = fact(1, { kind: 'thread', body: { name: 'api', state: 'quiet' } })
    value(await ofC.push([thread]))
    value(await ofB.push([thread]))
    const postgres = await fleet.postgres()
    /** So many threads of B, told after that of C. */
    const flood = (n: number, text: string) =>
      postgres.sql(
        database,
        `insert into threadbeat.state (machine, kind, id, rev, at, epoch_no, seq, body)
         select s.machine, s.kind, 'thr_x' || n, s.rev + 1000000 + n, s.at, s.epoch_no, n,
           s.body || (select jsonb_object_agg(field, ${text}) from unnest('{because,repoPath,text,name,severity}'::text[]) field)
         from threadbeat.state s, generate_series(1, ${n}) n where s.machine = '${b.membership.machine}'`,
      )
    const read = async () => {
      const { states, leftOut } = value(await fleetOf(a.dataDir))
      const of = (machine: string) => states.filter((state) => state.machine === machine).map(({ id }) => id)
      return { ofB: of(b.membership.machine), ofC: of(c.membership.machine), leftOut }
    }
    return { flood, read }
  }

  it('found by an attacker: are the newest thousand of a machine that floods, and all of another', async () => {
    const { flood, read } = await three()
    expect(await read()).toEqual({ ofB: ['thr_1'], ofC: ['thr_1'], leftOut: 0 })
    flood(3000, `'x'`)
    const { ofB, ofC, leftOut } = await read()
    expect([ofB.length, ofB[0], ofB.at(-1)]).toEqual([1000, 'thr_x2001', 'thr_x3000'])
    expect([ofC, leftOut]).toEqual([['thr_1'], 2001])
  })

  it('found by an attacker: have a bound in bytes, within which the others come first', async () => {
    const { flood, read } = await three()
    flood(1000, `repeat('x', 25000)`)
    const { ofB, ofC, leftOut } = await read()
    expect(ofB.length).toBeLessThan(850)
    expect([ofC, leftOut + ofB.length]).toEqual([['thr_1'], 1001])
  })
})
