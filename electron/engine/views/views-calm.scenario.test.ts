import { describe, expect, it } from 'vitest'
import type { LiveMessage } from '../../../shared/views/live.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { PLAYBOOK, scenario, type Scenario } from '../testing/scenario.ts'

async function watched(threads: number): Promise<{
  s: Scenario
  ids: readonly ReturnType<Scenario['add']>[]
  heard: { at: number; message: LiveMessage }[]
}> {
  const s = await scenario()
  const ids = Array.from({ length: threads }, (_, i) =>
    s.add(`repo-${i}`, { playbook: PLAYBOOK, intervalMs: DAY }),
  )
  for (const id of ids) s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  await s.clock.advance(5 * MINUTE) // first beats and their echoes are over
  const heard: { at: number; message: LiveMessage }[] = []
  s.views.subscribe((message) => heard.push({ at: s.clock.now(), message }))
  await s.clock.advance(MINUTE + SECOND)
  heard.length = 0
  return { s, ids, heard }
}

describe('what the window hears', () => {
  it('is nothing while nothing changes, but for the pulse once a minute', async () => {
    const { s, heard } = await watched(5)
    await s.clock.advance(HOUR)
    expect(heard.length).toBeLessThanOrEqual(60)
    expect(heard.flatMap(({ message }) => (message.kind === 'delta' ? message.changed : []))).toEqual([])
    for (let i = 1; i < heard.length; i++)
      expect(heard[i]!.at - heard[i - 1]!.at).toBeGreaterThanOrEqual(MINUTE)
  })

  it('is each thread once, by whoever listens first', async () => {
    const s = await scenario()
    const ids = Array.from({ length: 20 }, (_, i) => s.add(`repo-${i}`, { trusted: false }))
    const heard: LiveMessage[] = []
    s.views.subscribe((message) => heard.push(message))
    s.store.threads.change(ids[3]!, { name: 'renamed' })
    await s.clock.advance(SECOND)
    const [first, ...more] = heard
    expect(first).toMatchObject({ kind: 'snapshot', snapshot: { threads: { length: 20 } } })
    expect(more.flatMap((message) => (message.kind === 'delta' ? message.changed : []))).toEqual([
      { id: ids[3], name: 'renamed' },
    ])
  })

  it(
    'comes at most ten times a second under a thousand events a second, each change of only the ' +
      'threads it is of',
    async () => {
      const { s, ids, heard } = await watched(5)
      const began = s.clock.now()
      for (let i = 0; i < 1000; i++) {
        s.engine.events.add(ids[i % 2]!, { source: 'cli', text: `fact ${i}`, trusted: true, wake: 'next' })
        await s.clock.advance(1)
      }
      const length = s.clock.now() - began
      expect(heard.length).toBeLessThanOrEqual(Math.ceil(length / 100) + 1)
      expect(heard.length).toBeGreaterThan(0)
      const changed = new Set(
        heard.flatMap(({ message }) => (message.kind === 'delta' ? message.changed.map((t) => t.id) : [])),
      )
      expect([...changed].sort()).toEqual([ids[0], ids[1]].sort())
    },
  )

  it('has of a thread what moved, and no field more', async () => {
    const { s, ids, heard } = await watched(2)
    s.engine.events.add(ids[0]!, { source: 'cli', text: 'one', trusted: true, wake: 'next' })
    await s.clock.advance(SECOND)
    expect(heard.map(({ message }) => message.kind === 'delta' && message.changed)).toEqual([
      [{ id: ids[0], events: 1, newestEventAt: s.clock.now() - SECOND }],
    ])
  })

  it('tells a field that moved and moved back to whoever came in between', async () => {
    const { s } = await watched(1)
    s.store.settings.change({ theme: 'dark' })
    let shown: string | undefined
    s.views.subscribe(
      (message) =>
        (shown =
          (message.kind === 'snapshot' ? message.snapshot.fleet : message.fleet)?.settings?.theme ?? shown),
    )
    expect(shown).toBe('dark')
    s.store.settings.change({ theme: 'system' })
    await s.clock.advance(SECOND)
    expect(shown).toBe('system')
  })

  it('has the fleet only when something of it changed, and in the end what a snapshot has', async () => {
    const { s, ids, heard } = await watched(3)
    s.engine.events.add(ids[0]!, { source: 'cli', text: 'one', trusted: true, wake: 'next' })
    await s.clock.advance(SECOND)
    expect(heard.map(({ message }) => message.kind === 'delta' && message.fleet)).toEqual([null])
    s.store.settings.change({ theme: 'dark' })
    await s.clock.advance(SECOND)
    const last = heard.at(-1)!.message
    expect(last).toMatchObject({ kind: 'delta', changed: [], fleet: { settings: { theme: 'dark' } } })
  })
})
