import { describe, expect, it } from 'vitest'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import type { JobSpec } from '../../../shared/jobs/job.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { CLAUDE } from '../testing/with-agent.ts'

const MAKE = { kind: 'command', argv: ['make'] } as const

async function bench(
  script: Script = () => ({ text: 'HEARTBEAT_OK' }),
): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: DAY })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}

type Draft = Partial<Record<keyof JobSpec, unknown>>

function job(s: Scenario, threadId: ThreadId, draft: Draft = {}, id = s.ports.ids<JobId>('job')): JobId {
  const spec = jobSpecSchema.parse({
    name: 'build',
    schedule: { kind: 'every', everyMs: HOUR, anchorAt: s.clock.now() },
    action: MAKE,
    ...draft,
  })
  s.store.jobs.save(id, threadId, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
  s.engine.tick()
  return id
}

const rows = (s: Scenario, id: JobId) => [...s.store.jobs.runs(id, 100)].reverse()

const states = (s: Scenario, id: JobId) => rows(s, id).map((r) => r.state)

const at = (s: Scenario, ms: number) => ({ kind: 'at', at: s.clock.now() + ms })

describe('a due time of a job', () => {
  it('is run once, whether it is due at a time, every so often, or by a cron expression in its zone', async () => {
    const { s, id } = await bench()
    const once = job(s, id, { schedule: at(s, 10 * MINUTE) })
    const every = job(s, id, { schedule: { kind: 'every', everyMs: 30 * MINUTE, anchorAt: s.clock.now() } })
    const cron = job(s, id, { schedule: { kind: 'cron', expr: '30 9 * * *', timeZone: 'Europe/Berlin' } })
    const start = s.clock.now()
    await s.clock.advance(2 * HOUR - MINUTE)
    expect(rows(s, once).map((r) => [r.dueAt - start, r.state])).toEqual([[10 * MINUTE, 'ok']])
    expect(rows(s, every).map((r) => r.dueAt - start)).toEqual([30, 60, 90].map((m) => m * MINUTE))
    expect(rows(s, cron).map((r) => [r.dueAt - start, r.startedAt! - start])).toEqual([
      [30 * MINUTE, 30 * MINUTE],
    ])
    expect(s.store.jobs.get(once)!.nextDueAt).toBe(null)
  })

  it('on the full hour starts at the job’s own place within five minutes, unless that is switched off', async () => {
    const { s, id } = await bench()
    const spread = job(s, id, { schedule: { kind: 'cron', expr: '0 * * * *', timeZone: '' } })
    const sharp = job(s, id, { schedule: { kind: 'cron', expr: '0 * * * *', timeZone: '' }, spread: false })
    await s.clock.advance(65 * MINUTE)
    const late = (j: JobId) => rows(s, j)[0]!.startedAt! - rows(s, j)[0]!.dueAt
    expect(late(sharp)).toBe(0)
    expect(late(spread)).toBeLessThanOrEqual(5 * MINUTE)
  })

  it('that passed asleep or while the app was closed is made up for as the job says, once', async () => {
    for (const [catchUp, minutes, expected] of [
      ['once', 290, 'ok'],
      ['skip', 290, 'missed'],
      ['grace', 270, 'ok'],
      ['grace', 290, 'missed'],
    ] as const) {
      const { s, id } = await bench()
      const j = job(s, id, { catchUp, graceMs: 40 * MINUTE })
      await s.clock.sleep(minutes * MINUTE)
      await s.clock.advance(MINUTE)
      expect([catchUp, states(s, j).at(-1), new Set(states(s, j).slice(0, -1))]).toEqual([
        catchUp,
        expected,
        new Set(['missed']),
      ])
      expect(rows(s, j).every((r) => r.state !== 'missed' || /^Missed: asleep/.test(r.summary!))).toBe(true)
      await s.stop()
    }
  })

  it('has one row and at most one run for each attempt, wherever the app dies', async () => {
    for (let n = 1, reached = true; reached; n++) {
      const { s, id } = await bench()
      reached = false
      let calls = 0
      s.hangs = () => (reached ||= ++calls === n)
      const j = job(s, id, { schedule: at(s, 5 * MINUTE) })
      await s.clock.advance(6 * MINUTE)
      s.hangs = null
      if (!reached && n > 3) {
        expect(states(s, j)).toEqual(['ok'])
        await s.stop()
        break
      }
      await s.crash()
      await s.clock.advance(10 * MINUTE)
      const all = rows(s, j)
      expect([n, all.at(-1)!.state, new Set(all.map((r) => r.attempt)).size]).toEqual([n, 'ok', all.length])
      const runs = s.runs(id).filter((r) => r.kind === 'job')
      expect([n, runs.length, runs.filter((r) => r.outcome === 'quiet').length]).toEqual([n, all.length, 1])
      await s.stop()
      reached = true
    }
  })
})
