import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { jobSpecSchema } from '../../../shared/jobs/job.ts'
import type { TaskResult } from '../../../shared/runs/run.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { QUICK_ONLY, scenario, type Scenario, type Script, type Scripted } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

const OK: Script = () => ({ text: 'HEARTBEAT_OK' })
const beat = async (s: Scenario, id: ThreadId): Promise<void> => {
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
}
async function bench({
  playbook = QUICK_ONLY,
  agent = true,
  intervalMs = 8 * MINUTE,
  start = Date.UTC(2026, 2, 10, 8),
  timeZone = 'UTC',
  script = OK,
} = {}): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script, start, timeZone })
  const id = s.add('api', { playbook, intervalMs })
  s.store.settings.change({ caps: [] })
  if (agent) s.store.threads.change(id, { agent: CLAUDE })
  await s.sources.look(id)
  return { s, id }
}
const config = async (s: Scenario, id: ThreadId, values: object | string | null): Promise<void> => {
  if (values === null) s.configs.delete('/api')
  else s.configs.set('/api', typeof values === 'string' ? values : JSON.stringify(values))
  await s.sources.look(id)
}
const open = (s: Scenario) => s.store.alerts.list('open', 20, s.clock.now()).map((a) => a.text)

describe('HEARTBEAT.json', () => {
  it('overrides the thread’s own settings from the moment it is saved, and gives them back when it goes', async () => {
    const { s, id } = await bench()
    await config(s, id, { interval: '30m', model: 'opus', dailyAt: '07:30', session: 'resume', showOk: true })
    expect(s.store.threads.get(id)).toMatchObject({
      intervalMs: 30 * MINUTE,
      dailyAt: '07:30',
      session: 'resume',
      agent: { models: { quick: 'opus' } },
    })
    expect(s.store.threads.get(id)!.nextDueAt! - s.clock.now()).toBeLessThanOrEqual(30 * MINUTE)
    await config(s, id, { enabled: false })
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.nextDueAt]).toEqual([0, null])
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toEqual([])
    await config(s, id, null)
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.nextDueAt !== null]).toEqual([
      8 * MINUTE,
      true,
    ])
  })

  it('names the keys that do not count, also those that would execute something, and the rest counts', async () => {
    const { s, id } = await bench()
    await config(s, id, { interval: '15m', command: ['rm'], activeHours: 'always', nonsense: 1 })
    const { config: read } = s.store.threads.get(id)!
    expect(read!.values).toEqual({ intervalMs: 15 * MINUTE })
    expect(read!.problems.join('\n')).toMatch(/command[^]*nonsense|nonsense[^]*command/)
    await config(s, id, '{ not json')
    // Perhaps it is being written just now: what was read last still counts.
    expect([s.store.threads.get(id)!.intervalMs, s.store.threads.get(id)!.config!.problems]).toEqual([
      15 * MINUTE,
      [expect.stringContaining('is not JSON')],
    ])
  })

  it('with playbook "ignore" nothing runs but what is asked for or what happened', async () => {
    const { s, id } = await bench()
    await config(s, id, { playbook: 'ignore' })
    await s.clock.advance(20 * MINUTE)
    expect(new Set(s.runs(id).map((r) => `${r.outcome} ${r.skipReason}`))).toEqual(new Set(['skipped off']))
    s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'now' })
    await s.clock.advance(SECOND)
    expect(s.starts[0]!.prompt).toMatch(/The build is red[^]*The list in HEARTBEAT.md is not worked now/)
    expect(s.store.threads.get(id)!.tiers.quick.lastDoneAt).toBe(null)
  })

  it('its time zone counts by itself, for times of day', async () => {
    const { s, id } = await bench({ playbook: '## Quick Tasks\n- [ ] @09:20 Read the mail\n', agent: false })
    await config(s, id, { timeZone: 'Europe/Berlin' })
    await s.clock.advance(HOUR)
    const done = s
      .runs(id)
      .filter((r) => s.store.runs.detail(r.id)!.tasks.length > 0)
      .map((r) => r.startedAt)
    expect(done.length).toBe(1)
    expect(done[0]! - Date.UTC(2026, 2, 10, 8, 20)).toBeLessThanOrEqual(8 * MINUTE)
  })
})

describe('a dormant thread', () => {
  it('is looked at once a day, and beats as before from its first commit on', async () => {
    const { s, id } = await bench({ agent: false, intervalMs: 15 * MINUTE })
    s.store.settings.change({ dormantAfterMs: DAY })
    await s.clock.advance(5 * DAY)
    const starts = s.starts.map((x) => x.at).filter((at) => at > Date.UTC(2026, 2, 12))
    expect([starts.length, new Set(starts.slice(1).map((at, i) => at - starts[i]!))]).toEqual([
      4,
      new Set([DAY]),
    ])
    expect(s.store.runs.slots(id, 500).every((x) => x.outcome === 'quiet')).toBe(true)
    await s.changeGit('api', { head: 'beef', reflogMessage: 'commit: back' })
    await s.clock.advance(HOUR)
    expect(s.starts.filter((x) => x.at > s.clock.now() - HOUR).length).toBeGreaterThanOrEqual(3)
    expect(s.store.threads.get(id)!.nextDueAt! - s.clock.now()).toBeLessThanOrEqual(15 * MINUTE)
  }, 30_000)

  it('that slept through its one look has it on record and catches up once', async () => {
    const { s, id } = await bench({ agent: false, intervalMs: 15 * MINUTE })
    s.store.settings.change({ dormantAfterMs: DAY })
    await s.clock.advance(2 * DAY)
    const before = s.runs(id).length
    await s.clock.sleep(3 * DAY + HOUR)
    await s.clock.advance(MINUTE)
    expect(
      s
        .runs(id)
        .slice(before)
        .map((r) => r.reasons),
    ).toEqual([['catch-up']])
    expect(s.store.runs.slots(id, 500).filter((x) => x.outcome === 'missed').length).toBeLessThanOrEqual(3)
  }, 30_000)
})

describe('a task with times of day', () => {
  const TIMED = '## Quick Tasks\n- [ ] Look\n- [ ] @09:00 @17:30 Read the mail\n'
  const doneAt = (s: Scenario, id: ThreadId) =>
    s
      .runs(id)
      .filter((r) => s.store.runs.detail(r.id)!.tasks.some((t) => t.text.includes('mail')))
      .map((r) => new Date(r.startedAt).toISOString().slice(8, 16))

  it('is worked at the first beat after each of them, once a day', async () => {
    const { s, id } = await bench({ playbook: TIMED, agent: false, intervalMs: 20 * MINUTE })
    await s.clock.advance(2 * DAY)
    const done = doneAt(s, id)
    expect(done.map((d) => d.slice(0, 5))).toEqual(['10T09', '10T17', '11T09', '11T17'])
    expect(done.every((d) => d.slice(6) < '20' || (d.slice(6) >= '30' && d.slice(6) < '50'))).toBe(true)
  }, 30_000)

  it('keeps the thread’s zone, also over the change of its clocks', async () => {
    const { s, id } = await bench({
      playbook: '## Quick Tasks\n- [ ] @09:00 Read the mail\n',
      agent: false,
      intervalMs: 20 * MINUTE,
      start: Date.UTC(2026, 2, 28, 5),
      timeZone: 'Europe/Berlin',
    })
    await s.clock.advance(2 * DAY)
    expect(doneAt(s, id).map((d) => d.slice(0, 5))).toEqual(['28T08', '29T07'])
  }, 30_000)

  it('is made up for once after a sleep, and an interrupted or failed run does not count', async () => {
    const { s, id } = await bench({ playbook: TIMED })
    s.script = () => ({ hangs: true })
    await s.clock.sleep(3 * HOUR)
    await s.crash()
    s.script = OK
    s.engine.stopRun(s.store.runs.running()[0]!.id)
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.map((x) => x.prompt!.includes('@09:00'))).toEqual([
      true,
      true,
      true,
      ...s.starts.slice(3).map(() => false),
    ])
    expect(
      s
        .runs(id)
        .slice(0, 3)
        .map((r) => r.outcome),
    ).toEqual(['interrupted', 'stopped', 'quiet'])
  })

  it('is not forgotten, and not done twice, because the list was in the middle of a merge', async () => {
    const { s, id } = await bench({ playbook: TIMED, agent: false, start: Date.UTC(2026, 2, 10, 9, 5) })
    await s.clock.advance(9 * MINUTE)
    const text = s.files.get('/api')!
    s.files.set('/api', '<<<<<<< HEAD\n## Quick Tasks\n=======\n>>>>>>> x\n')
    await s.clock.advance(8 * MINUTE)
    s.files.set('/api', text)
    await s.clock.advance(16 * MINUTE)
    expect(doneAt(s, id)).toHaveLength(1)
  })
})

describe('a new task', () => {
  const added = async (command: {
    durationMs?: number
    status?: 'passed' | 'failed'
    exitCode?: number | null
    writes?: boolean
  }): Promise<{ s: Scenario; id: ThreadId }> => {
    const { s, id } = await bench({ agent: false })
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace('\n', '\n- [ ] Run `make lint`\n'))
    const request = {
      kind: 'argv' as const,
      argv: ['make', 'lint'],
      text: 'make lint',
      fileHash: null,
      hash: 'h',
    }
    s.commands = (tasks) => tasks.filter((t) => t.text.includes('make lint')).map(() => request)
    s.store.permissions.setApproval(id, 'h', 'make lint', 1)
    s.script = (spec): Scripted => {
      if (command.writes === true)
        s.looks.set('/api', {
          head: 'c0ffee main',
          index: '',
          branches: {},
          stashes: [],
          files: { 'out.txt': '1' },
          config: '',
        })
      return {
        tasks: spec.tasks.map(
          (t): TaskResult => ({
            key: t.key,
            tier: t.tier,
            text: t.text,
            status: t.text.includes('make') ? (command.status ?? 'passed') : 'passed',
            note: 'not found: make',
            severity: null,
            command: ['make', 'lint'],
            exitCode: command.exitCode === undefined ? 0 : command.exitCode,
            durationMs: t.text.includes('make') ? (command.durationMs ?? 1) : 1,
            output: '',
          }),
        ),
      }
    }
    await s.clock.advance(8 * MINUTE)
    return { s, id }
  }

  it('that is too slow for its tier is moved, with a note and a notice', async () => {
    const { s } = await added({ durationMs: MINUTE })
    expect(s.files.get('/api')).toMatch(
      /## Hourly Tasks[^]*make lint[^]*## Notes[^]*too long for quick; moved to hourly/,
    )
    expect(open(s)).toEqual([expect.stringContaining('it was moved to hourly')])
  })

  it('whose command is missing is told', async () => {
    const { s } = await added({ status: 'failed', exitCode: null })
    expect(open(s).join('\n')).toContain('could not be run at its first try: not found: make')
    expect(s.files.get('/api')).toContain('could not be run at its first try')
  })

  it('that writes into the working tree loses its approval', async () => {
    const { s, id } = await added({ writes: true })
    expect([
      open(s).join('\n').includes('its approval was taken back'),
      s.store.permissions.approvals(id).has('h'),
    ]).toEqual([true, false])
  })

  it(
    'that does well is like the others from then on, and one of a slower tier is tried at the next ' +
      'beat already',
    async () => {
      const { s, id } = await added({})
      expect(open(s)).toEqual([])
      s.files.set('/api', `${s.files.get('/api')!}## Daily Tasks\n- [ ] Count the branches\n`)
      await s.clock.advance(8 * MINUTE)
      const worked = (): readonly string[] =>
        s.store.runs.detail(s.runs(id).at(-1)!.id)!.tasks.map((t) => t.text)
      expect(worked()).toContain('Count the branches')
      await s.clock.advance(8 * MINUTE)
      expect(worked()).not.toContain('Count the branches')
    },
  )
})

describe('what is shown', () => {
  it('nothing: no agent starts for it, local checks do', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { delivery: { showOk: false, showAlerts: false, indicator: false } })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'by_switches' }])
    s.store.threads.change(id, { agent: { kind: 'local' } })
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
  })

  it('a quiet beat too, where that is wanted, as a notice of its own', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { delivery: { showOk: true } })
    await s.clock.advance(9 * MINUTE)
    expect(s.notices).toMatchObject([{ alertId: null, threadId: id, severity: 'notice', title: 'api' }])
  })

  it('no alert: it stays in the window, unless HEARTBEAT.json wants it told', async () => {
    const { s, id } = await bench({ script: () => ({ text: 'CI is red' }) })
    s.store.threads.change(id, { delivery: { showAlerts: false } })
    await s.clock.advance(9 * MINUTE)
    expect([s.notices.length, open(s)]).toEqual([0, ['CI is red']])
    await config(s, id, { showAlerts: true })
    s.script = () => ({ text: 'The disk is full' })
    await s.clock.advance(8 * MINUTE)
    expect(s.notices.map((n) => n.body)).toEqual(['The disk is full'])
  })

  it('no indicator: its alerts colour neither tray nor headline', async () => {
    const { s, id } = await bench({ script: () => ({ text: 'CI is red' }) })
    await s.clock.advance(9 * MINUTE)
    const { verdict } = s.views.snapshot().fleet
    s.store.threads.change(id, { delivery: { indicator: false } })
    await s.clock.advance(SECOND)
    expect(s.views.snapshot().fleet.verdict.headline).not.toBe(verdict.headline)
    expect(s.views.snapshot().fleet.verdict.headline).toBe('Nothing needs you.')
  })
})

describe('the watchdog', () => {
  it('plans a thread and a job again that lost their due time, and tells each once', async () => {
    const { s, id } = await bench({ agent: false })
    const spec = jobSpecSchema.parse({
      name: 'build',
      schedule: { kind: 'every', everyMs: DAY, anchorAt: 0 },
      action: { kind: 'command', argv: ['make'] },
    })
    s.store.jobs.save('job_1' as never, id, spec, { nextDueAt: null, problem: null }, s.clock.now())
    s.store.threads.change(id, { nextDueAt: null })
    await s.clock.advance(61 * SECOND)
    expect([s.store.threads.get(id)!.nextDueAt !== null, s.store.jobs.list()[0]!.nextDueAt !== null]).toEqual(
      [true, true],
    )
    expect(s.watchdog.view()).toMatchObject({
      ok: false,
      text: expect.stringContaining(
        '2 schedules had no due time and were planned again: api, job build',
      ) as string,
    })
    expect(open(s)).toEqual(['The schedule of this thread had no due time ahead; it was planned again.'])
    await s.clock.advance(2 * MINUTE)
    expect([s.watchdog.view().ok, open(s)]).toEqual([true, []])
  })

  it('notices that nobody ticks any more, and that it goes on', async () => {
    const { s } = await bench({ agent: false })
    const { due } = s.store.threads
    s.store.threads.due = () => {
      throw new Error('disk full')
    }
    await s.clock.advance(4 * MINUTE)
    expect(s.watchdog.view()).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^Found: no tick for [34] min/) as string,
    })
    s.store.threads.due = due
    await s.clock.advance(2 * MINUTE)
    expect([s.watchdog.view().ok, s.clock.armed > 0]).toEqual([true, true])
  })

  it('tells of a thread that runs far more often than planned, once', async () => {
    const { s, id } = await bench({ agent: false, intervalMs: DAY })
    s.store.settings.change({ noisyRuns: 10 })
    for (let i = 0; i < 14; i++) {
      await beat(s, id)
      await s.clock.advance(2 * MINUTE)
    }
    expect(s.notices.map((n) => n.body)).toEqual([
      expect.stringMatching(/^1[0-9] runs within an hour, where the schedule asks for 1\./),
    ])
    await s.clock.advance(2 * HOUR)
    expect(open(s)).toEqual([])
  })
})
