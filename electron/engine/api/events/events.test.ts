import { describe, expect, it } from 'vitest'
import type { EventId, ThreadId } from '../../../../shared/base/ids.ts'
import { DAY } from '../../../../shared/base/time.ts'
import { EVENT_CHARS } from '../../../../shared/events/system-event.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  return { s, id, client: apiClient(s) }
}
const NO_THREAD = 'thr_gone' as ThreadId

describe('events', () => {
  it('are taken within their limits, and the thread is named where they are not', async () => {
    const { id, client } = await bench()
    expect(
      await client.events.add({ to: id, text: 'The build is red', source: 'cli', wake: 'next' }),
    ).toMatchObject({ state: 'queued', wakes: false })
    expect(
      await refusal(client.events.add({ to: id, text: '   ', source: 'cli', wake: 'next' })),
    ).toMatchObject({ code: expect.stringMatching(/INVALID|BAD_REQUEST/) as string })
    expect(
      (
        await refusal(
          client.events.add({ to: id, text: 'x'.repeat(EVENT_CHARS + 1), source: 'cli', wake: 'next' }),
        )
      ).code,
    ).toMatch(/INVALID|BAD_REQUEST/)
    expect(
      (await refusal(client.events.add({ to: NO_THREAD, text: 'x', source: 'cli', wake: 'next' }))).code,
    ).toBe('NOT_FOUND')
  })

  it('say what will come of them: they go to the person on local checks, and a beat that is held says why', async () => {
    const { s, id, client } = await bench()
    const add = (to: ThreadId) =>
      client.events.add({ to, text: 'The build is red', source: 'cli', wake: 'now' })
    expect(await add(id)).toMatchObject({ wakes: true, recipient: 'prompt', hold: null })
    s.store.threads.change(id, { pause: { reason: 'test', until: null, by: 'person' } })
    await s.clock.advance(DAY)
    expect(await add(id)).toMatchObject({ wakes: true, recipient: 'prompt', hold: 'paused' })
    expect(await add(s.add('web', { intervalMs: DAY }))).toMatchObject({
      wakes: true,
      recipient: 'person',
    })
    expect(await add(s.add('lab', { intervalMs: 0 }))).toMatchObject({
      wakes: true,
      recipient: 'person',
      hold: 'off',
    })
  })

  it('come many in one message, in their order, and all of them or none', async () => {
    const { s, id, client } = await bench()
    const fact = (text: string, to = id) => ({
      to,
      text,
      source: 'cli' as const,
      wake: 'next' as const,
      trusted: true,
    })
    expect(
      await client.events.addAll({ events: ['one', 'two', 'two'].map((text) => fact(text)) }),
    ).toMatchObject([{ state: 'queued' }, { state: 'queued' }, { state: 'folded' }])
    expect(s.store.events.waiting(id).events.map((e) => [e.text, e.count])).toEqual([
      ['one', 1],
      ['two', 2],
    ])
    expect(
      (await refusal(client.events.addAll({ events: [fact('three'), fact('lost', NO_THREAD)] }))).code,
    ).toBe('NOT_FOUND')
    expect(s.store.events.waiting(id).events).toHaveLength(2)
  })

  it(
    'with the mark of a run are that run’s own doing: not trusted, not urgent, and no wake ' +
      'of its thread',
    async () => {
      const { s, id, client } = await bench()
      const other = s.add('web', { intervalMs: DAY })
      s.store.threads.change(other, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      s.script = async (spec) => {
        expect(
          await client.events.add({
            to: id,
            text: 'done by me',
            source: 'cli',
            wake: 'now',
            trusted: true,
            urgent: true,
            marker: spec.marker,
          }),
        ).toMatchObject({ wakes: false })
        expect(
          await client.events.add({
            to: other,
            text: 'look here',
            source: 'cli',
            wake: 'now',
            trusted: true,
            urgent: true,
            marker: spec.marker,
          }),
        ).toMatchObject({ wakes: true })
        return { text: 'HEARTBEAT_OK' }
      }
      await client.beat.start({ id })
      await s.clock.settle()
      expect(s.store.events.waiting(id).events).toMatchObject([{ trusted: false, ambient: true }])
      expect(s.store.events.waiting(other).events).toMatchObject([{ trusted: false, ambient: false }])
      expect(s.store.queue.waiting()).toMatchObject([{ threadId: other, reasons: ['event'] }])
    },
  )

  it('can be put aside while they wait, and stand in the timeline page by page', async () => {
    const { s, id, client } = await bench()
    for (let i = 0; i < 5; i++) {
      await client.events.add({ to: id, text: `fact ${i}`, source: 'cli', wake: 'next' })
      await s.clock.advance(1)
    }
    const first = await client.events.timeline({ id, limit: 3 })
    const second = await client.events.timeline({ id, limit: 3, before: first.next! })
    expect(
      [...first.entries, ...second.entries].map((e) => (e.kind === 'event' ? e.event.text : '')),
    ).toEqual([4, 3, 2, 1, 0].map((i) => `fact ${i}`))
    expect([first.waiting, second.next]).toEqual([5, null])
    const [entry] = first.entries
    const event = (entry as { event: { id: EventId } }).event.id
    await client.events.dismiss({ id: event })
    expect((await refusal(client.events.dismiss({ id: event }))).code).toBe('CONFLICT')
  })
})
