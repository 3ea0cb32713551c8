import { createRouterClient } from '@orpc/server'
import { describe, expect, it } from 'vitest'
import type { EventId, JobId, ThreadId } from '../../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../../shared/base/time.ts'
import { EVENT_CHARS } from '../../../../shared/events/system-event.ts'
import { createApi } from '../handlers.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  const { ports, store, engine, documents, views, foresight } = s
  const incoming = {
    state: () => Promise.reject(new Error('off')),
    rotate: () => Promise.reject(new Error('off')),
  }
  const router = createApi({
    ports,
    store,
    engine,
    documents,
    views,
    foresight,
    incoming,
    shell: null,
    diagnose: async () => [],
  })
  return { s, id, client: createRouterClient(router, { context: { origin: 'test' as const } }) }
}
const NO_THREAD = 'thr_gone' as ThreadId
const fails = (promise: Promise<unknown>): Promise<{ code: string; message: string }> =>
  promise.then(
    () => Promise.reject(new Error('did not fail')),
    (e: { code: string; message: string }) => ({ code: e.code, message: e.message }),
  )
const every = { kind: 'every' as const, everyMs: HOUR, anchorAt: 0 }
const make = { name: 'build', schedule: every, action: { kind: 'command' as const, argv: ['make'] } }

describe('events', () => {
  it('are taken within their limits, and the thread is named where they are not', async () => {
    const { id, client } = await bench()
    expect(
      await client.events.add({ to: id, text: 'The build is red', source: 'cli', wake: 'next' }),
    ).toMatchObject({ state: 'queued', wakes: false })
    expect(
      await fails(client.events.add({ to: id, text: '   ', source: 'cli', wake: 'next' })),
    ).toMatchObject({ code: expect.stringMatching(/INVALID|BAD_REQUEST/) as string })
    expect(
      (
        await fails(
          client.events.add({ to: id, text: 'x'.repeat(EVENT_CHARS + 1), source: 'cli', wake: 'next' }),
        )
      ).code,
    ).toMatch(/INVALID|BAD_REQUEST/)
    expect(
      (await fails(client.events.add({ to: NO_THREAD, text: 'x', source: 'cli', wake: 'next' }))).code,
    ).toBe('NOT_FOUND')
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
      (await fails(client.events.addAll({ events: [fact('three'), fact('lost', NO_THREAD)] }))).code,
    ).toBe('NOT_FOUND')
    expect(s.store.events.waiting(id).events).toHaveLength(2)
  })

  it(
    'with the mark of a run are that run’s own doing: not trusted, not urgent, and no wake ' +
      'of its thread',
    async () => {
      const { s, id, client } = await bench()
      const other = s.add('web', { intervalMs: DAY })
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
    expect((await fails(client.events.dismiss({ id: event }))).code).toBe('CONFLICT')
  })
})

describe('jobs', () => {
  it('that execute something are saved only with a person’s confirmation; a fact needs none', async () => {
    const { s, id, client } = await bench()
    for (const action of [
      make.action,
      { kind: 'agent' as const, prompt: 'Look' },
      { kind: 'reflect' as const },
    ]) {
      const refused = await fails(client.jobs.save({ threadId: id, spec: { ...make, action } }))
      expect([refused.code, refused.message]).toEqual([
        'INVALID',
        expect.stringContaining('must be confirmed'),
      ])
    }
    expect(s.store.jobs.list()).toEqual([])
    expect(
      await client.jobs.save({ threadId: id, spec: { ...make, action: { kind: 'event', text: 'Look' } } }),
    ).toMatchObject({ words: 'every 1 h', threadName: 'api', lastRun: null })
    expect(await client.jobs.save({ threadId: id, spec: make, confirmed: true })).toMatchObject({
      action: { argv: ['make'] },
    })
    expect(s.logs.filter((l) => l.event === 'authority.changed').map((l) => l.fields['what'])).toEqual([
      'job made',
      'job made',
    ])
  })

  it('with a schedule that cannot be followed, or never comes, are refused with the reason', async () => {
    const { id, client } = await bench()
    const save = (schedule: object) =>
      fails(
        client.jobs.save({
          threadId: id,
          spec: { ...make, schedule: schedule as typeof every },
          confirmed: true,
        }),
      )
    expect((await save({ kind: 'at', at: 1 })).message).toContain('would never run')
    expect((await save({ kind: 'cron', expr: '61 * * * *', timeZone: '' })).message).toMatch(
      /schedule of "build"/,
    )
    expect(
      await client.jobs.preview({ schedule: { kind: 'cron', expr: '61 * * * *', timeZone: '' } }),
    ).toMatchObject({ problem: expect.any(String) as string, fires: [] })
    expect((await client.jobs.preview({ schedule: every })).fires).toHaveLength(5)
  })

  it('run by hand once at a time, pause, resume and go', async () => {
    const { s, id, client } = await bench()
    s.script = () => ({ takesMs: MINUTE })
    const job = await client.jobs.save({ threadId: id, spec: make, confirmed: true })
    await client.jobs.run({ id: job.id })
    expect((await fails(client.jobs.run({ id: job.id }))).code).toBe('CONFLICT')
    await s.clock.advance(2 * MINUTE)
    expect(await client.jobs.runs({ id: job.id, limit: 5 })).toMatchObject([{ byHand: true, state: 'ok' }])
    await client.jobs.pause({ id: job.id })
    expect((await client.jobs.list({}))[0]).toMatchObject({ nextDueAt: null, pause: { by: 'person' } })
    const edited = await client.jobs.save({
      id: job.id,
      threadId: id,
      spec: { ...make, name: 'other' },
      confirmed: true,
    })
    expect([edited.name, edited.pause?.by, edited.nextDueAt]).toEqual(['other', 'person', null])
    await client.jobs.resume({ id: job.id })
    expect((await client.jobs.list({ threadId: id }))[0]!.nextDueAt).not.toBe(null)
    await client.jobs.remove({ id: job.id })
    expect((await fails(client.jobs.run({ id: 'job_gone' as JobId }))).code).toBe('NOT_FOUND')
  })
})

describe('git hooks', () => {
  it('are written only as they were shown', async () => {
    const { s, id, client } = await bench()
    s.hookPlan = {
      ...s.hookPlan,
      files: [{ name: 'post-commit', path: '/hooks/post-commit', before: null, after: 'x', state: 'absent' }],
    }
    const shown = await client.hooks.plan({ id })
    s.hookPlan = {
      ...s.hookPlan,
      files: [
        {
          name: 'post-commit',
          path: '/hooks/post-commit',
          before: 'mine',
          after: 'mine x',
          state: 'foreign',
        },
      ],
    }
    expect((await fails(client.hooks.install({ id, digest: shown.digest, confirmed: true }))).code).toBe(
      'CONFLICT',
    )
    expect([shown.installed, s.installed]).toEqual([false, []])
    await client.hooks.install({ id, digest: (await client.hooks.plan({ id })).digest, confirmed: true })
    expect(s.installed).toHaveLength(1)
    s.store.threads.change(id, { trustedAt: null })
    expect((await fails(client.hooks.plan({ id }))).message).toContain('not trusted')
  })
})

describe('looking ahead', () => {
  it('a dry run starts and writes nothing, and reads nothing of what is not trusted', async () => {
    const { s, id, client } = await bench()
    const before = s.files.get('/api')
    expect(await client.dryRun({ id })).toMatchObject({ would: 'start', tasks: ['Look'] })
    await s.clock.advance(MINUTE)
    expect([s.starts, s.runs(id), s.files.get('/api')]).toEqual([[], [], before])
    s.store.threads.change(id, { trustedAt: null })
    expect((await fails(client.dryRun({ id }))).code).toBe('INVALID')
    expect((await fails(client.explain({ id: NO_THREAD }))).code).toBe('NOT_FOUND')
    expect((await client.foresee({ hours: 24 })).entries).toHaveLength(1)
  })

  it('a wake says whether it joined a beat that waits', async () => {
    const { s, id, client } = await bench()
    const first = await client.wake({ id })
    expect([first.state, (await client.wake({ id, urgent: true })).state]).toEqual(['queued', 'merged'])
    await s.clock.advance(MINUTE)
    expect(s.runs(id)).toMatchObject([{ itemId: first.itemId, reasons: ['event', 'urgent'] }])
  })
})
