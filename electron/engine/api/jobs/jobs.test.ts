import { describe, expect, it } from 'vitest'
import type { JobId } from '../../../../shared/base/ids.ts'
import { spreadMs } from '../../../../shared/jobs/job-schedule.ts'
import { jobSpecSchema } from '../../../../shared/jobs/job-schema.ts'
import { DAY, HOUR, MINUTE } from '../../../../shared/base/time.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook: '## Quick Tasks\n- [ ] Look\n', intervalMs: DAY })
  s.store.threads.change(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
  return { s, id, client: apiClient(s) }
}
const every = { kind: 'every' as const, everyMs: HOUR, anchorAt: 0 }
const make = { name: 'build', schedule: every, action: { kind: 'command' as const, argv: ['make'] } }

describe('jobs', () => {
  it('that execute something are saved only with a person’s confirmation; a fact needs none', async () => {
    const { s, id, client } = await bench()
    for (const action of [
      make.action,
      { kind: 'agent' as const, prompt: 'Look' },
      { kind: 'reflect' as const },
    ]) {
      const refused = await refusal(client.jobs.save({ threadId: id, spec: { ...make, action } }))
      expect([refused.code, refused.message]).toEqual([
        'INVALID',
        expect.stringContaining('must be confirmed'),
      ])
    }
    expect(s.store.jobs.list()).toEqual([])
    expect(
      await client.jobs.save({
        threadId: id,
        spec: { ...make, name: 'fact', action: { kind: 'event', text: 'Look' } },
      }),
    ).toMatchObject({ words: 'every 1 h', threadName: 'api', lastRun: null })
    expect(await client.jobs.save({ threadId: id, spec: make, confirmed: true })).toMatchObject({
      action: { argv: ['make'] },
    })
    expect(s.logs.filter((l) => l.event === 'authority.changed').map((l) => l.fields['what'])).toEqual([
      'job made',
      'job made',
    ])
  })

  it('found by a user: of one name are refused in one thread, not in two; those that exist are changed by their id', async () => {
    const { s, id, client } = await bench()
    const save = (more: object = {}) =>
      client.jobs.save({ threadId: id, spec: make, confirmed: true, ...more })
    const first = await save()
    const refused = await refusal(save())
    expect([refused.code, refused.message]).toEqual([
      'INVALID',
      `"api" has a job "build" already (${first.id}). Choose another name, or change that one.`,
    ])
    await save({ threadId: s.add('web') })
    const other = await save({ spec: { ...make, name: 'other' } })
    expect((await refusal(save({ id: other.id }))).code).toBe('INVALID')
    s.store.jobs.save(
      'job_twin' as JobId,
      id,
      jobSpecSchema.parse(make),
      { nextDueAt: null, problem: null },
      s.clock.now(),
    )
    expect(await save({ id: 'job_twin' as JobId })).toMatchObject({ id: 'job_twin', name: 'build' })
    expect(await save({ id: first.id })).toMatchObject({ id: first.id })
  })

  it('found by a user: one on the full hour is foretold at its own place within the spread, as it starts', async () => {
    const { s, id, client } = await bench()
    const schedule = { kind: 'cron' as const, expr: '0 3 * * *', timeZone: '' }
    const job = await client.jobs.save({ threadId: id, spec: { ...make, schedule }, confirmed: true })
    const [bare] = (await client.jobs.preview({ schedule })).fires
    const [own] = (await client.jobs.preview({ schedule, id: job.id })).fires
    expect(own! - bare!).toBe(spreadMs(job.id, schedule))
    expect([own! > bare!, own]).toEqual([true, job.nextDueAt])
    await s.clock.advance(own! - s.clock.now() + MINUTE)
    expect(s.runs(id).find((run) => run.kind === 'job')?.startedAt).toBe(own)
    const first = async (spread: boolean) =>
      (await client.jobs.preview({ schedule, id: job.id, spread })).fires[0]!
    expect((await first(true)) - (await first(false))).toBe(spreadMs(job.id, schedule))
    const exact = await client.jobs.save({
      id: job.id,
      threadId: id,
      spec: { ...make, schedule, spread: false },
      confirmed: true,
    })
    expect((await client.jobs.preview({ schedule, id: job.id })).fires[0]).toBe(exact.nextDueAt)
  })

  it('a new one starts where its preview said, and the fleet and the list foretell that time alone', async () => {
    const { s, id, client } = await bench()
    const schedule = { kind: 'cron' as const, expr: '0 3 * * *', timeZone: '' }
    const preview = await client.jobs.preview({ schedule, spread: true, isNew: true })
    const job = await client.jobs.save({
      threadId: id,
      as: preview.id!,
      spec: { ...make, schedule },
      confirmed: true,
    })
    expect([job.id, job.nextDueAt]).toEqual([preview.id, preview.fires[0]])
    expect(s.views.snapshot().fleet.nextJobAt).toBe(job.nextDueAt)
    expect(job.nextDueAt).not.toBe(s.store.jobs.nextDueAt())
    const other = await client.jobs.save({
      threadId: id,
      as: job.id,
      spec: { ...make, name: 'other', schedule },
      confirmed: true,
    })
    expect(other.id).not.toBe(job.id)
  })

  it('with a schedule that cannot be followed, or never comes, are refused with the reason', async () => {
    const { id, client } = await bench()
    const save = (schedule: object) =>
      refusal(
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
    expect((await refusal(client.jobs.run({ id: job.id }))).code).toBe('CONFLICT')
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
    expect((await refusal(client.jobs.run({ id: 'job_gone' as JobId }))).code).toBe('NOT_FOUND')
  })
})
