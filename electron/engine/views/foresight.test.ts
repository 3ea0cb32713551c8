import { describe, expect, it } from 'vitest'
import type { JobId, ThreadId } from '../../../shared/base/ids.ts'
import { jobSpecSchema } from '../../../shared/jobs/job-schema.ts'
import { DAY, HOUR, MINUTE } from '../../../shared/base/time.ts'
import { PLAYBOOK, scenario, type Scenario } from '../testing/scenario.ts'
import { CLAUDE } from '../testing/with-agent.ts'

async function bench({
  playbook = PLAYBOOK,
  intervalMs = 30 * MINUTE,
} = {}): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const id = s.add('api', { playbook, intervalMs })
  s.store.threads.change(id, { agent: CLAUDE })
  s.store.settings.change({ caps: [] })
  await s.sources.look(id)
  return { s, id }
}
const gate = async (s: Scenario, id: ThreadId, name: string) =>
  (await s.foresight.explain(s.store.threads.get(id)!)).gates.find((g) => g.gate === name)!

describe('what lies ahead', () => {
  it('names every beat with its tier and every start of a job, and they happen then', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { gate: 'always' })
    const spec = jobSpecSchema.parse({
      name: 'build',
      schedule: { kind: 'every', everyMs: HOUR, anchorAt: s.clock.now() + 7 * MINUTE },
      action: { kind: 'agent', prompt: 'Look' },
    })
    s.store.jobs.save('job_1' as JobId, id, spec, s.engine.jobs.planOf(spec, s.clock.now()), s.clock.now())
    const { entries, agentStarts, more } = s.foresight.foresee(id, 3)
    await s.clock.advance(3 * HOUR + MINUTE)
    const seen = entries.map((e) => [e.kind === 'job' ? 'job' : 'heartbeat', e.at])
    expect(seen).toEqual(
      s
        .runs(id)
        .slice(0, seen.length)
        .map((r) => [r.kind, r.startedAt]),
    )
    expect([entries.filter((e) => e.kind === 'beat').map((e) => e.tier), agentStarts, more]).toEqual([
      s
        .runs(id)
        .filter((r) => r.kind === 'heartbeat')
        .slice(0, 6)
        .map((r) => r.tiers.at(-1)),
      entries.length,
      0,
    ])
  })

  it('counts what is too much to be listed, to the last hour of the last thread', async () => {
    const { s, id } = await bench({ intervalMs: 5 * MINUTE })
    for (let i = 0; i < 60; i++) s.add(`more-${i}`, { intervalMs: 5 * MINUTE })
    const { entries, more, threads, minutes, from } = s.foresight.foresee(undefined, 24)
    expect(entries).toHaveLength(500)
    expect(threads).toHaveLength(61)
    for (const { threadName, hours } of threads)
      expect([threadName, hours.length, hours.every((h) => h.beats === 12 || h.beats === 11)]).toEqual([
        threadName,
        24,
        true,
      ])
    const sum = threads.reduce((n, t) => n + t.hours.reduce((m, h) => m + h.beats + h.jobs + h.timed, 0), 0)
    expect(sum).toBe(entries.length + more)
    const alone = s.foresight.foresee(id, 24)
    expect(alone.entries.length + alone.more).toBe(
      threads.find((t) => t.threadId === id)!.hours.reduce((n, h) => n + h.beats, 0),
    )
    const listedTo = entries.at(-1)!.at
    for (const [minute, { beats }] of minutes.entries())
      if (from + (minute + 1) * MINUTE < listedTo)
        expect(beats).toBe(entries.filter((e) => Math.floor((e.at - from) / MINUTE) === minute).length)
  })

  it('says what holds it, and counts no start of what is held', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { pause: { reason: 'on holiday', until: null, by: 'person' } })
    const { entries, agentStarts } = s.foresight.foresee(undefined, 2)
    expect([new Set(entries.map((e) => e.held)), agentStarts]).toEqual([new Set(['paused: on holiday']), 0])
  })

  it('holds nothing for a pause that is over by then, and what falls into quiet hours ahead', async () => {
    const { s, id } = await bench()
    const from = s.clock.now()
    s.store.threads.change(id, { pause: { reason: 'lunch', until: from + HOUR, by: 'person' } })
    const start = new Date(from + 2 * HOUR).toISOString().slice(11, 16)
    const end = new Date(from + 4 * HOUR).toISOString().slice(11, 16)
    s.store.settings.change({
      quietHours: { start, end, days: [0, 1, 2, 3, 4, 5, 6] },
      quietPausesBeats: true,
    })
    const held = s.foresight.foresee(id, 6).entries.map((e) => [(e.at - from) / HOUR, e.held] as const)
    const holds = (after: number, before: number) =>
      new Set(held.filter(([at]) => at >= after && at < before).map(([, why]) => why))
    expect([holds(0, 1), holds(1, 2), holds(4, 6)]).toEqual([
      new Set(['paused: lunch']),
      new Set([null]),
      new Set([null]),
    ])
    expect([...holds(2, 4)]).toEqual([expect.stringMatching(/^quiet hours until /)])
  })

  it('has nothing of a thread that is off, and what a dormant one does once a day', async () => {
    const { s, id } = await bench()
    s.store.settings.change({ dormantAfterMs: DAY })
    await s.clock.advance(2 * DAY)
    expect(s.foresight.foresee(id, 24).entries).toHaveLength(1)
    s.store.threads.change(id, { intervalMs: 0 })
    s.engine.slots.replan(id)
    expect(s.foresight.foresee(id, 24).entries).toEqual([])
  })

  it('found by a user: a beat of local checks is of the highest tier that has lines', async () => {
    const { s, id } = await bench({ playbook: '## Quick Tasks\n- [ ] Look at Urgent Flags\n' })
    await s.documents.refresh(id)
    const tiers = () => new Set(s.foresight.foresee(id, 30).entries.map(({ tier }) => tier))
    expect(tiers()).toEqual(new Set(['quick', 'hourly', 'daily'])) // an agent's beat does more than lines
    s.store.threads.change(id, { agent: { kind: 'local' } })
    expect(tiers()).toEqual(new Set(['quick']))
    expect(s.foresight.foresee(id, 30)).toMatchObject({ apart: [], threads: [{ dailyAt: [] }] })
  })

  it('shows tasks with a time of day at their times', async () => {
    const { s, id } = await bench({ playbook: '## Quick Tasks\n- [ ] @09:00 Read the mail\n' })
    await s.clock.advance(31 * MINUTE)
    expect(
      s.foresight
        .foresee(id, 24)
        .entries.filter((e) => e.kind === 'timed')
        .map((e) => [e.text, new Date(e.at).toISOString().slice(11, 16)]),
    ).toEqual([[expect.stringContaining('Read the mail'), '09:00']])
  })
})

describe('an explanation', () => {
  it('has each gate, in the order in which they are asked, with what it says now', async () => {
    const { s, id } = await bench()
    const { gates, next, lastLook } = await s.foresight.explain(s.store.threads.get(id)!)
    expect(gates.map((g) => g.gate)).toEqual([
      'Trust',
      'Runner',
      'On',
      'Pause',
      'Power',
      'Quiet hours',
      'Active hours',
      'Tiers',
      'Tasks',
      'Shown',
      'Changes',
      'You at work',
      'Budget',
    ])
    expect([gates.every((g) => g.open), lastLook, next]).toEqual([
      true,
      null,
      expect.stringMatching(/^The next beat is due at .*: daily tier\.$/),
    ])
    expect(next).not.toMatch(/ in \d/) // it would stand beside a ring that counts down
    s.way.set('/api', { operation: 'rebase', operationAgeMs: MINUTE })
    s.store.settings.change({
      onBattery: 'hold',
      caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }],
    })
    s.power = { onBattery: true, metered: null }
    for (const name of ['You at work', 'Power', 'Budget'])
      expect([name, (await gate(s, id, name)).open]).toEqual([name, false])
  })

  it('says where each setting comes from', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { delivery: { showOk: true } })
    s.configs.set('/api', JSON.stringify({ interval: '15m', model: 'opus' }))
    await s.sources.look(id)
    const { settings } = await s.foresight.explain(s.store.threads.get(id)!)
    expect(Object.fromEntries(settings.map((x) => [x.label, [x.value, x.source]]))).toMatchObject({
      Interval: ['15 min', 'HEARTBEAT.json'],
      Model: ['opus', 'HEARTBEAT.json'],
      'Show quiet beats': ['on', 'this thread'],
      'Show alerts': ['on', 'the app'],
    })
  })

  it('found by a new user: tells of a beat that a person asked for before anything was due', async () => {
    const { s, id } = await bench()
    s.engine.wake(id, 'manual')
    await s.clock.advance(MINUTE)
    const { lastLook } = await s.foresight.explain(s.store.threads.get(id)!)
    expect([s.runs(id).length, lastLook?.text]).toEqual([1, expect.stringMatching(/^Quiet/)])
  })

  it('says why a beat waits, and how the last slot ended', async () => {
    const { s, id } = await bench()
    await s.clock.advance(31 * MINUTE)
    s.store.threads.change(id, { activeHours: { start: '20:00', end: '21:00', timeZone: 'UTC' } })
    s.engine.wake(id, 'git')
    const { next, lastLook } = await s.foresight.explain(s.store.threads.get(id)!)
    expect([next, lastLook!.text]).toEqual([
      expect.stringMatching(/^A beat waits: .*active hours/),
      expect.stringMatching(/^Quiet/),
    ])
  })
})

describe('a dry run', () => {
  it('shows the very prompt that the beat then gets, starts nothing and writes nothing', async () => {
    const { s, id } = await bench()
    s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'next' })
    const before = JSON.stringify([...s.files])
    const dry = await s.foresight.dryRun(s.store.threads.get(id)!, null)
    expect([
      s.starts,
      s.runs(id),
      s.store.queue.waiting(),
      JSON.stringify([...s.files]) === before,
      s.store.events.waiting(id).events.length,
      s.store.tasks.known(id).size,
    ]).toEqual([[], [], [], true, 1, 0])
    s.engine.wake(id, 'git')
    await s.clock.advance(250)
    // The time, and the results of the app's own checks, are those of the beat.
    const timeless = (text: string): string =>
      text.replace(/^It is .*$/m, '').replace(/^(> .* → ).*$/gm, '$1')
    expect(timeless(dry.prompt!)).toBe(timeless(s.starts[0]!.prompt!))
    expect(dry).toMatchObject({ would: 'start', tiers: ['quick', 'hourly', 'daily'], events: 1 })
  })

  it('says when it would be skipped or refused, and creates no missing list', async () => {
    const { s, id } = await bench({ playbook: '# HEARTBEAT.md\n' })
    expect(await s.foresight.dryRun(s.store.threads.get(id)!, null)).toMatchObject({
      would: 'skip',
      prompt: null,
    })
    s.files.set('/api', '<<<<<<< HEAD\n- a\n=======\n- b\n>>>>>>> x\n')
    expect(await s.foresight.dryRun(s.store.threads.get(id)!, null)).toMatchObject({ would: 'refuse' })
    s.files.delete('/api')
    expect((await s.foresight.dryRun(s.store.threads.get(id)!, 'quick')).would).toBe('start')
    expect(s.files.has('/api')).toBe(false)
  })
})
