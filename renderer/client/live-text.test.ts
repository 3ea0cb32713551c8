import { StandardRPCJsonSerializer } from '@orpc/client/standard'
import { expect, it } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { LIVE_TEXT } from '../../shared/contract/live-text.ts'
import type { LiveMessage } from '../../shared/views/live.ts'
import { snapshotOf } from '../../shared/views/testing/sample-fleet.ts'
import { quietHost } from '../testing/threads.ts'
import { openBridge } from './bridge.ts'

/** How many values of a message the contract's library looks at; what arrives is what was sent. */
function looksAt(message: LiveMessage): number {
  let looks = 0
  const condition = (value: unknown): boolean => (looks++, LIVE_TEXT.condition(value))
  const serializer = new StandardRPCJsonSerializer({ customJsonSerializers: [{ ...LIVE_TEXT, condition }] })
  const [json, meta] = serializer.serialize(message)
  expect(serializer.deserialize(JSON.parse(JSON.stringify(json)), meta)).toEqual(message)
  return looks
}

it('a snapshot and a delta are looked at as a whole, however many threads they tell of', () => {
  const looks = [5, 300].flatMap((count) => {
    const drafts = Array.from({ length: count }, (_, n) => ({ number: n + 1, name: `repo-${n}` }))
    const snapshot = snapshotOf(drafts, MINUTE)
    const { fleet, threads: changed } = snapshot
    return [
      looksAt({ kind: 'snapshot', snapshot }),
      looksAt({ kind: 'delta', fleet: { at: fleet.at }, changed, removed: [] }),
    ]
  })
  expect(new Set(looks).size).toBe(1)
  expect(looks[0]).toBeLessThanOrEqual(2)
})

it('the window’s channel carries them so', async () => {
  const host = await quietHost('api', 'web')
  const carried: unknown[] = []
  const { client } = openBridge(() => {
    const port = host.openPort()
    port.addEventListener('message', ({ data }) => carried.push(data))
    return port
  })
  const end = new AbortController()
  for await (const message of await client.live(undefined, { signal: end.signal })) {
    expect(message).toEqual({ kind: 'snapshot', snapshot: host.snapshot() })
    break
  }
  end.abort()
  expect(carried.map(String).some((data) => data.includes(String.raw`{\"kind\":\"snapshot\"`))).toBe(true)
})
