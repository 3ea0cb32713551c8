import { describe, expect, it } from 'vitest'
import { sampleSnapshot, sampleThreadId } from '../../shared/views/testing/sample-snapshot.ts'
import { openBridge } from './bridge.ts'
import { follow } from './live.ts'
import { createLiveStore, liveAfter, type Live } from './live-store.ts'
import { fakeHost } from '../testing/fake-host.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const snapshot = sampleSnapshot(NOW)
const start: Live = liveAfter(
  { connection: 'connecting', fleet: null, threads: new Map() },
  { kind: 'snapshot', snapshot },
)

describe('the live store', () => {
  it('keeps the object of each unchanged thread, so that only changed rows render', () => {
    const changed = { ...snapshot.threads[0]!, name: 'renamed' }
    const next = liveAfter(start, { kind: 'delta', fleet: snapshot.fleet, changed: [changed], removed: [] })
    expect(next.threads.get(changed.id)).toEqual(changed)
    expect(next.threads.get(changed.id)!.strip, 'what of it is as before').toBe(
      start.threads.get(changed.id)!.strip,
    )
    expect(next.threads.get(sampleThreadId(3))).toBe(start.threads.get(sampleThreadId(3)))
  })
  it('keeps the whole map when only the fleet moved', () => {
    expect(
      liveAfter(start, { kind: 'delta', fleet: { ...snapshot.fleet, at: NOW + 1 }, changed: [], removed: [] })
        .threads,
    ).toBe(start.threads)
  })
  it('keeps every part of the fleet that did not change, and all of it when none came', () => {
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
        changed: [structuredClone(snapshot.threads[0]!)],
        removed: [],
      }).fleet,
    ).toBe(start.fleet)
  })
  it(
    'asks for the runs of jobs again when nothing but a fact came: a short job begins and ends between ' +
      'two messages',
    async () => {
      const host = fakeHost(snapshot)
      const [store, bridge] = [createLiveStore(), openBridge(host.openPort)]
      const stop = follow(store, bridge)
      await until(() => store.getState().connection === 'live')
      const key = bridge.api.jobs.runs.queryKey({ input: { id: 'job_1' as never, limit: 5 } })
      bridge.queries.setQueryData(key, [])
      host.change(sampleThreadId(2), { events: 7 })
      await until(() => bridge.queries.getQueryState(key)?.isInvalidated === true)
      stop()
    },
  )
  it('found by review: what a beat wrote, and whose lines they are, is asked for again when it ended', async () => {
    const host = fakeHost(snapshot)
    const [store, bridge] = [createLiveStore(), openBridge(host.openPort)]
    const stop = follow(store, bridge)
    await until(() => store.getState().connection === 'live')
    const id = sampleThreadId(2)
    const keys = [
      bridge.api.doc.versions.queryKey({ input: { id } }),
      bridge.api.doc.authors.queryKey({ input: { id } }),
      bridge.api.threads.tierCosts.queryKey({ input: { id } }),
    ]
    for (const key of keys) bridge.queries.setQueryData(key, [] as never)
    host.change(id, { last: { ...store.getState().threads.get(id)!.last!, runId: 'run_new' as never } })
    await until(() => keys.every((key) => bridge.queries.getQueryState(key)?.isInvalidated === true))
    stop()
  })
  it('found by review: what lists many threads is asked for again when one is removed elsewhere', async () => {
    const host = fakeHost(snapshot)
    const [store, bridge] = [createLiveStore(), openBridge(host.openPort)]
    const stop = follow(store, bridge)
    await until(() => store.getState().connection === 'live')
    const keys = [bridge.api.jobs.list.queryKey({ input: {} }), bridge.api.queue.list.queryKey()]
    for (const key of keys) bridge.queries.setQueryData(key as never, [] as never)
    await bridge.client.threads.remove({ id: sampleThreadId(2) })
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
    const host = fakeHost(snapshot)
    const store = createLiveStore()
    const stop = follow(store, openBridge(host.openPort))
    await until(() => store.getState().connection === 'live')
    let changes = 0
    const end = store.subscribe(() => void changes++)
    for (let i = 0; i < 200; i++) host.change(sampleThreadId((i % 5) + 2), { name: `name ${i}` })
    await until(() =>
      [195, 196, 197, 198, 199].every(
        (i) => store.getState().threads.get(sampleThreadId((i % 5) + 2))?.name === `name ${i}`,
      ),
    )
    end()
    stop()
    expect(changes).toBeLessThan(20)
  })
  it('drops removed threads', () => {
    expect(
      liveAfter(start, {
        kind: 'delta',
        fleet: snapshot.fleet,
        changed: [],
        removed: [sampleThreadId(2)],
      }).threads.has(sampleThreadId(2)),
    ).toBe(false)
  })
  it('follows snapshot and deltas over a port, and connects again when the stream ends', async () => {
    const host = fakeHost(snapshot)
    const store = createLiveStore()
    const stop = follow(store, openBridge(host.openPort))
    await until(() => store.getState().connection === 'live')
    host.change(sampleThreadId(3), { name: 'changed' })
    await until(() => store.getState().threads.get(sampleThreadId(3))?.name === 'changed')
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
