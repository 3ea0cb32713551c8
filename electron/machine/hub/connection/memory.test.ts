import { setFlagsFromString } from 'node:v8'
import { setImmediate as turn } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { addressesOf } from '../membership.ts'
import { useFleet, value } from '../testing/fleet.ts'
import { named, NO_POSTGRES } from '../testing/postgres.ts'
import { openLink } from './link.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

describe.skipIf(NO_POSTGRES)(named('a long connection'), () => {
  const fleet = useFleet()

  it('keeps none of the answers that it has given', async () => {
    const { members } = await fleet.hub(1)
    const link = value(await openLink(addressesOf(members[0]!.membership)[0]))
    const answered = async (): Promise<WeakRef<object>> =>
      new WeakRef(value(await link.query('select repeat($1, 100) as text', ['x'])))
    const first = await answered()
    for (let n = 0; n < 3; n++) await answered() // what was answered last is still at hand
    await turn()
    collect()
    expect(first.deref()).toBeUndefined()
    await link.close()
  })
})
