import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { openBridge, type Bridge, type Client } from './bridge.ts'
import { follow } from './live.ts'
import { createLiveStore, liveAfter, type Live } from './live-store.ts'
import type { WindowHost } from '../testing/host.ts'
import { quietHost } from '../testing/threads.ts'

const NAMES = ['api', 'web', 'docs', 'infra', 'auth']
const idsOf = (host: WindowHost): readonly ThreadId[] => NAMES.map((name) => host.id(name))
/** A store as it is after the first message. */
async function stored() {
  const snapshot = (await quietHost(...NAMES)).snapshot()
  const start: Live = liveAfter(
    { connection: 'connecting', fleet: null, threads: new Map() },
    { kind: 'snapshot', snapshot },
  )
  return { snapshot, start, first: snapshot.threads[0]!, second: snapshot.threads[1]! }
}
const HEAP = 200
/** Once it has begun so many more messages come, each by itself: the engine would merge them. */
function withHeap(bridge: Bridge, ids: readonly ThreadId[], begun: Promise<void>): Bridge {
  const live: Client['live'] = async (...args) => {
    const messages = await bridge.client.live(...args)
    return (async function* () {
      for await (const message of messages) {
        yield message
        if (message.kind !== 'snapshot') continue
        await begun
        for (let i = 0; i < HEAP; i++) {
          await new Promise(setImmediate)
          const changed = [{ id: ids[i % ids.length]!, name: `name ${i}` }]
          yield { kind: 'delta', fleet: null, changed, removed: [] }
        }
      }
    })() as unknown as typeof messages
  }
  const client = new Proxy(bridge.client, {
    get: (target, key) => (key === 'live' ? live : (Reflect.get(target, key) as unknown)),
  })
  return { ...bridge, client }
}
/** A store that follows the engine. */
async function followed() {
  const host = await quietHost(...NAMES)
  const [store, bridge] = [createLiveStore(), openBridge(host.openPort)]
  const stop = follow(store, bridge)
  await until(() => store.getState().connection === 'live')
  return { host, store, bridge, stop }
}

describe('the live store', () => {
  it('keeps the object of each unchanged thread, so that only changed rows render', async () => {
    const { snapshot, start, first, second } = await stored()
    const changed = { ...first, name: 'renamed' }
    const next = liveAfter(start, { kind: 'delta', fleet: snapshot.fleet, changed: [changed], removed: [] })
    expect(next.threads.get(changed.id)).toEqual(changed)
    expect(next.threads.get(changed.id)!.strip, 'what of it is as before').toBe(
      start.threads.get(changed.id)!.strip,
    )
    expect(next.threads.get(second.id)).toBe(start.threads.get(second.id))
  })
  it('keeps the whole map when only the fleet moved', async () => {
    const { snapshot, start } = await stored()
    expect(
      liveAfter(start, {
        kind: 'delta',
        fleet: { ...snapshot.fleet, at: snapshot.fleet.at + 1 },
        changed: [],
        removed: [],
      }).threads,
    ).toBe(start.threads)
  })
  it('keeps every part of the fleet that did not change, and all of it when none came', async () => {
    const { snapshot, start, first } = await stored()
    const again = structuredClone(snapshot.fleet)
    const next = liveAfter(start, {
      kind: 'delta',
      fleet: { ...again, waiting: 7 },
      changed: [],
      removed: [],
    })
    expect(
      [next.fleet!.alerts, next.fleet!.settings, next.fleet!.verdict].map(
        (part, i) => part === [start.fleet!.alerts, start.fleet!.settings, start.fleet!.verdict][i],
      ),
    ).toEqual([true, true, true])
    expect(
      liveAfter(start, {
        kind: 'delta',
        fleet: null,
        changed: [structuredClone(first)],
        removed: [],
      }).fleet,
    ).toBe(start.fleet)
  })
  it(
    'asks for the runs of jobs again when nothing but a fact came: a short job begins and ends between ' +
      'two messages',
    async () => {
      const { host, bridge, stop } = await followed()
      const key = bridge.api.jobs.runs.queryKey({ input: { id: 'job_1' as never, limit: 5 } })
      bridge.queries.setQueryData(key, [])
      await host.client.events.add({ to: host.id('api'), source: 'cli', text: 'a fact', wake: 'next' })
      await until(() => bridge.queries.getQueryState(key)?.isInvalidated === true)
      stop()
    },
  )
  it('found by review: what a beat wrote, and whose lines they are, is asked for again when it ended', async () => {
    const { host, bridge, stop } = await followed()
    const id = host.id('api')
    const keys = [
      bridge.api.doc.versions.queryKey({ input: { id } }),
      bridge.api.doc.authors.queryKey({ input: { id } }),
      bridge.api.threads.tierCosts.queryKey({ input: { id } }),
    ]
    for (const key of keys) bridge.queries.setQueryData(key, [] as never)
    await host.beat('api')
    await until(() => keys.every((key) => bridge.queries.getQueryState(key)?.isInvalidated === true))
    stop()
  })
  it('found by review: what lists many threads is asked for again when one is removed elsewhere', async () => {
    const { host, bridge, stop } = await followed()
    const keys = [bridge.api.jobs.list.queryKey({ input: {} }), bridge.api.queue.list.queryKey()]
    for (const key of keys) bridge.queries.setQueryData(key as never, [] as never)
    await host.client.threads.remove({ id: host.id('api') })
    await until(() => keys.every((key) => bridge.queries.getQueryState(key)?.isInvalidated === true))
    stop()
  })
  it('found by review: a call under way when the channel is changed is answered with an error, not never', async () => {
    const bridge = openBridge(() => new MessageChannel().port1) // nobody at the other end
    const call = bridge.client.beat.wait({ itemId: 'itm_none' as never }).then(
      () => 'answered',
      () => 'failed',
    )
    bridge.reopen()
    expect(await call).toBe('failed')
  })
  it('changes what is shown once for a heap of messages, and loses none of them', async () => {
    const host = await quietHost(...NAMES)
    const ids = idsOf(host)
    const [store, bridge] = [createLiveStore(), openBridge(host.openPort)]
    let begin = (): void => undefined
    const begun = new Promise<void>((resolve) => (begin = resolve))
    const stop = follow(store, withHeap(bridge, ids, begun))
    await until(() => store.getState().connection === 'live')
    let changes = 0
    const end = store.subscribe(() => void changes++)
    begin()
    await until(() =>
      ids.every((id, i) => store.getState().threads.get(id)?.name === `name ${HEAP - ids.length + i}`),
    )
    end()
    stop()
    expect(changes).toBeLessThan(20)
  })
  it('drops removed threads', async () => {
    const { snapshot, start, first } = await stored()
    expect(
      liveAfter(start, {
        kind: 'delta',
        fleet: snapshot.fleet,
        changed: [],
        removed: [first.id],
      }).threads.has(first.id),
    ).toBe(false)
  })
  it('follows snapshot and deltas over a port, and connects again when the stream ends', async () => {
    const { host, store, stop } = await followed()
    await host.client.threads.change({ id: host.id('web'), tags: ['changed'] })
    await until(() => store.getState().threads.get(host.id('web'))?.tags[0] === 'changed')
    host.dropLive()
    await until(() => store.getState().connection === 'lost')
    await until(() => store.getState().connection === 'live')
    stop()
  })
})

async function until(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 200 && !isSo(); i++) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(isSo()).toBe(true)
}
