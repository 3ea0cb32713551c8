import { describe, expect, it } from 'vitest'
import { HOUR } from '../../../../shared/base/time.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { useFleet, value } from '../testing/fleet.ts'

const AWAKE = { version: '2', now: 0, lastBeatAt: null, intervalMs: null } as const

describe.skipIf(NO_POSTGRES)(named('the presence of machines'), () => {
  const fleet = useFleet()
  async function two() {
    const { members } = await fleet.hub(2)
    const [a, b] = [await fleet.connect(members[0]!), await fleet.connect(members[1]!)]
    return { a, b, idOfA: members[0]!.membership.machine }
  }

  it('is what they told, by the hub’s clock', async () => {
    const { a, b, idOfA } = await two()
    const slow = Date.now() - 3 * HOUR
    const { hubNow } = value(
      await a.tell({ version: '2.0', now: slow, lastBeatAt: slow - 1000, intervalMs: 60_000 }),
    )
    const machines = value(await b.machines())
    expect(machines.map(({ name, isConnected }) => [name, isConnected])).toEqual([
      ['a', true],
      ['b', true],
    ])
    const told = machines.find(({ id }) => id === idOfA)!
    expect(told).toMatchObject({ version: '2.0', intervalMs: 60_000, asleepSince: null, lastSeenAt: hubNow })
    expect(told.lastBeatAt).toBe(hubNow - 1000)
    expect(told.skewMs).toBe(slow - hubNow)
    value(await a.tell({ ...AWAKE, now: slow, isAsleep: true }))
    const [asleep] = value(await b.machines())
    expect(asleep!.asleepSince).toBe(asleep!.lastSeenAt)
    value(await a.tell({ ...AWAKE, now: slow, isAsleep: true }))
    expect(value(await b.machines())[0]!.asleepSince).toBe(asleep!.asleepSince)
    value(await a.tell({ ...AWAKE, now: slow }))
    await a.close()
    expect(value(await b.machines())[0]).toMatchObject({
      asleepSince: null,
      stoppedAt: null,
      isConnected: false,
    })
  })

  it('found by a user: is none of a machine that has joined and never ran', async () => {
    const { members } = await fleet.hub(2)
    const a = await fleet.connect(members[0]!)
    const of = async () => value(await a.machines())[1]!
    expect((await of()).stoppedAt).not.toBeNull()
    const b = await fleet.connect(members[1]!)
    value(await b.tell(AWAKE))
    expect((await of()).stoppedAt).toBeNull()
  })

  it('says at once that a machine stops, and that it is back', async () => {
    const { a, b } = await two()
    const rung = (): Promise<void> =>
      new Promise((resolve) => b.onBell((about) => about === 'machines' && resolve()))
    const stops = rung()
    value(await a.tell({ ...AWAKE, isAsleep: true }))
    await stops
    const stopped = rung()
    value(await a.stop())
    await stopped
    const [of] = value(await b.machines())
    expect(of).toMatchObject({ stoppedAt: of!.lastSeenAt, asleepSince: null })
    const back = rung()
    value(await a.tell(AWAKE))
    await back
    expect(value(await b.machines())[0]).toMatchObject({ stoppedAt: null })
  })
})
