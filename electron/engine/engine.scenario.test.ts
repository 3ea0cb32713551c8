import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { PLAYBOOK, scenario, type Scenario } from './testing/scenario.ts'

const outcomes = (s: Scenario) => s.runs().map((r) => r.outcome)
const QUICK_ONLY = '## Quick Tasks\n- [ ] Look\n'

describe('a thread that is on', () => {
  it('beats at its slots, the first with every tier', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(17 * MINUTE)
    expect(s.runs(id).map((r) => ({ tiers: r.tiers, outcome: r.outcome, reasons: r.reasons }))).toEqual([
      { tiers: ['quick', 'hourly', 'daily'], outcome: 'quiet', reasons: ['interval'] },
      { tiers: ['quick'], outcome: 'quiet', reasons: ['interval'] },
    ])
  })

  it('gives every slot one fate and one outcome', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(2 * HOUR)
    const slots = s.store.slots(id, 100)
    expect(slots).toHaveLength(15)
    expect(new Set(slots.map((x) => x.outcome))).toEqual(new Set(['quiet']))
    expect(new Set(slots.map((x) => x.runId)).size).toBe(15)
  })

  it('runs the hourly tier strictly after 60 minutes and the daily tier after 24 hours', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: 10 * MINUTE })
    await s.clock.advance(25 * HOUR)
    const hourly = s.runs(id).filter((r) => r.tiers.includes('hourly') && r.startedAt < s.runs(id)[0]!.startedAt + DAY).map((r) => r.startedAt)
    const gaps = hourly.slice(1).map((at, i) => at - hourly[i]!)
    expect(Math.min(...gaps)).toBeGreaterThan(HOUR)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(70 * MINUTE + SECOND)
    expect(s.store.runPage({ threadId: id, limit: 200 }).runs.filter((r) => r.tiers.includes('daily'))).toHaveLength(2)
  })

  it('mirrors the start of the run into Timestamps and ticks what passed', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(9 * MINUTE)
    const text = s.files.get('/api')!
    expect(text).not.toContain('(never)')
    expect(text.match(/- \[x\]/g)).toHaveLength(3)
  })

  it('makes a tier due once when somebody puts (never) back', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace(/Last daily: .*/, 'Last daily: (never)'))
    await s.clock.advance(17 * MINUTE)
    expect(s.runs(id).map((r) => r.tiers.length).slice(0, 3)).toEqual([3, 3, 1])
  })

  it('never writes into a file that git tracks, and takes its (never) for no gesture', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.tracked.add('/api')
    await s.clock.advance(25 * MINUTE)
    expect(s.files.get('/api')).toBe(PLAYBOOK)
    expect(s.runs(id).map((r) => r.tiers.length)).toEqual([3, 1, 1])
  })

  it('creates a missing HEARTBEAT.md from the template and then runs it', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.files.delete('/api')
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('## Quick Tasks')
    expect(s.runs(id)[0]!.outcome).toBe('quiet')
  })

  it('skips an effectively empty file and says so', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n\n## Quick Tasks\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'empty' }])
    expect(s.starts).toHaveLength(0)
  })

  it('spreads threads over the interval', async () => {
    const s = await scenario()
    for (let i = 0; i < 8; i++) s.add(`t${i}`, { playbook: QUICK_ONLY })
    await s.clock.advance(8 * MINUTE)
    const gaps = s.starts.map((x) => x.at).slice(1).map((at, i) => at - s.starts[i]!.at)
    expect(Math.min(...gaps)).toBeGreaterThan(20 * SECOND)
  })

  it('starts no beat while it is not trusted, and ends a beat asked for by hand as blocked', async () => {
    const s = await scenario()
    const id = s.add('api', { trusted: false })
    await s.clock.advance(HOUR)
    expect(s.runs(id)).toEqual([])
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(outcomes(s)).toEqual(['blocked'])
    expect(s.starts).toHaveLength(0)
  })
})

describe('after an absence', () => {
  it('runs one catch-up heartbeat after nine hours of sleep, and the missed slots are on record', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(20 * MINUTE)
    const before = s.runs(id).length
    await s.clock.sleep(9 * HOUR)
    expect(s.runs(id).slice(before).map((r) => ({ reasons: r.reasons, tiers: r.tiers }))).toEqual([{ reasons: ['catch-up'], tiers: ['quick', 'hourly'] }])
    const missed = s.store.slots(id, 200).filter((x) => x.outcome === 'missed')
    expect(missed).not.toHaveLength(0)
    expect(missed.reduce((n, x) => n + x.count, 0)).toBe(9 * 60 / 8 - 1 | 0)
    expect(new Set(missed.map((x) => x.cause))).toEqual(new Set(['asleep']))
  })

  it('drops a quick-only catch-up after less than one interval', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: 30 * MINUTE })
    await s.clock.advance(35 * MINUTE)
    const before = s.runs(id).length
    const wait = s.store.thread(id)!.nextDueAt! - s.clock.now()
    await s.clock.sleep(wait + 5 * MINUTE)
    expect(s.runs(id).length).toBe(before)
    expect(s.store.slots(id, 1)[0]).toMatchObject({ outcome: 'missed', cause: 'asleep' })
  })

  it('keeps most of a year of sleep on record without a row for each slot', async () => {
    const s = await scenario()
    const id = s.add('api', { intervalMs: HOUR })
    await s.clock.advance(2 * HOUR)
    await s.clock.sleep(300 * DAY)
    const slots = s.store.slots(id, 500)
    expect(slots.length).toBeLessThan(60)
    expect(slots.reduce((n, x) => n + x.count, 0)).toBe(2 + 300 * 24)
  })

  it('is not starved by a clock set back', async () => {
    const s = await scenario()
    const id = s.add('api')
    await s.clock.advance(20 * MINUTE)
    const before = s.runs(id).length
    await s.clock.set(s.clock.now() - 5 * DAY)
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).length).toBeGreaterThan(before)
    await s.clock.advance(70 * MINUTE)
    expect(s.runs(id).slice(before).some((r) => r.tiers.includes('hourly'))).toBe(true)
  })

  it('queues an interrupted heartbeat again, once, and shows an interrupted message', async () => {
    const s = await scenario({ script: () => ({ hangs: true }) })
    const id = s.add('api')
    s.store.changeThread(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
    s.message(id, 'hello')
    await s.clock.settle()
    await s.crash()
    expect(s.runs(id)).toMatchObject([{ kind: 'message', outcome: 'interrupted' }])
    await s.clock.advance(9 * MINUTE)
    await s.crash()
    await s.crash()
    await s.clock.advance(SECOND)
    expect(s.runs(id).filter((r) => r.kind === 'heartbeat').map((r) => [r.outcome, r.reasons])).toEqual([
      ['interrupted', ['interval']],
      ['interrupted', ['interval', 'recovery']],
    ])
  })
})

describe('when beats fail', () => {
  const broken = { status: 'failed' as const, fault: { code: 'agent.exit_nonzero' as const, message: 'exit 1' } }

  it('tells it after two failures, doubles the delay from the third, pauses at the fifth with one alert', async () => {
    const s = await scenario({ script: () => broken })
    const id = s.add('api')
    await s.clock.advance(DAY)
    expect(outcomes(s)).toEqual(['broken', 'broken', 'broken', 'broken', 'broken'])
    const starts = s.runs(id).map((r) => r.startedAt)
    expect(starts.slice(1).map((at, i) => Math.round((at - starts[i]!) / MINUTE))).toEqual([8, 8, 16, 32])
    expect(s.notices.map((n) => n.body.startsWith('Paused'))).toEqual([false, true])
    expect(s.store.thread(id)!.pause).toMatchObject({ by: 'failures' })
    expect(s.views.snapshot().threads[0]).toMatchObject({ state: 'broken' })
  })

  it('keeps a failed tier due', async () => {
    let fail = true
    const s = await scenario({ script: () => (fail ? broken : {}) })
    const id = s.add('api')
    await s.clock.advance(9 * MINUTE)
    fail = false
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).map((r) => r.tiers.length)).toEqual([3, 3])
    expect(s.store.thread(id)!.failures).toBe(0)
  })

  it('tells a missing folder once, never counts it as a failure, and goes on when the folder is back', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.missing.add('/api')
    await s.clock.advance(2 * HOUR)
    expect(s.notices).toHaveLength(1)
    expect(s.store.thread(id)).toMatchObject({ failures: 0, pause: null })
    s.missing.clear()
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.store.alerts('resolved', 10, s.clock.now())).toHaveLength(1)
  })
})

describe('alerts', () => {
  const finding = (note: string) => (spec: { tasks: readonly { key: string; tier: 'quick' | 'hourly' | 'daily'; text: string }[] }) => ({
    tasks: spec.tasks.map((t) => ({ key: t.key, tier: t.tier, text: t.text, status: 'finding' as const, severity: 'warning' as const, note, command: null, exitCode: 1, durationMs: 1, output: '' })),
  })

  it('tells the same news once while it is open, and again when it came back', async () => {
    const s = await scenario()
    s.add('api', { playbook: QUICK_ONLY })
    s.script = finding('CI is red, checked 10:00')
    await s.clock.advance(9 * MINUTE)
    s.script = finding('CI is red, checked 11:00')
    await s.clock.advance(3 * DAY)
    expect(s.notices).toHaveLength(1)
    s.script = () => ({})
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts('open', 10, s.clock.now())).toEqual([])
    s.script = finding('CI is red, checked 12:00')
    await s.clock.advance(9 * MINUTE)
    expect(s.notices).toHaveLength(2)
  })

  it('that are snoozed are out of the way until then, and come back by themselves; acknowledged ones do not', async () => {
    const s = await scenario()
    s.add('api', { playbook: QUICK_ONLY })
    s.script = finding('CI is red')
    await s.clock.advance(9 * MINUTE)
    const [alert] = s.store.alerts('open', 9, s.clock.now())
    s.store.snooze([alert!.id], s.clock.now() + HOUR)
    await s.clock.advance(30 * MINUTE)
    const state = () => s.views.snapshot().threads[0]!
    expect([state().openAlerts, state().acknowledgedAlerts, s.views.snapshot().fleet.verdict.headline]).toEqual([0, 1, 'Nothing needs you.'])
    await s.clock.advance(31 * MINUTE)
    expect([state().openAlerts, s.views.snapshot().fleet.verdict.headline, s.notices.length]).toEqual([1, '1 thread needs you.', 2]) // told once more
    s.store.acknowledge([alert!.id], s.clock.now())
    await s.clock.advance(DAY)
    expect([state().openAlerts, s.notices.length]).toEqual([0, 2])
  })

  it('raises a flag of the file as urgent and resolves it when the flag is taken out', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: QUICK_ONLY + '\n## Urgent Flags\n- the disk is full\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)[0]!.outcome).toBe('urgent')
    expect(s.notices).toMatchObject([{ severity: 'urgent', body: 'the disk is full' }])
    s.files.set('/api', QUICK_ONLY)
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts('open', 10, s.clock.now())).toEqual([])
  })

  it('keeps an alert that could not be shown, and says that notifications do not work', async () => {
    const s = await scenario()
    s.add('api', { playbook: QUICK_ONLY })
    s.notifierFault = { code: 'notify.unavailable', message: 'nobody answers' }
    s.script = finding('CI is red')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts('open', 10, s.clock.now())).toMatchObject([{ deliveredAt: null, suppressedBy: 'undeliverable' }])
    expect(s.views.snapshot().fleet.problems).toMatchObject([{ code: 'notifications' }])
  })
})

describe('the queue', () => {
  it('lets messages overtake heartbeats and keeps heartbeats to one at a time', async () => {
    const s = await scenario({ script: () => ({ takesMs: 20 * SECOND }) })
    const ids = ['a', 'b', 'c'].map((n) => s.add(n, { playbook: QUICK_ONLY }))
    for (const id of ids) {
      s.store.changeThread(id, { agent: { kind: 'command', argv: ['agent'], env: {} } })
      s.engine.wake(id, 'manual', null)
    }
    s.engine.tick()
    s.message(ids[2]!, 'hello')
    await s.clock.advance(MINUTE + 10 * SECOND)
    const started = (isMessage: boolean) => s.starts.filter((x) => (x.prompt?.startsWith('hello') === true) === isMessage).map((x) => x.at - s.starts[0]!.at)
    expect({ messages: started(true), beats: started(false) }).toEqual({ messages: [0], beats: [0, 20_000, 40_000] })
  })

  it('merges slots into the one waiting beat', async () => {
    const s = await scenario({ script: (spec) => (spec.repoPath === '/slow' ? { takesMs: 60 * MINUTE } : {}) })
    s.add('slow', { playbook: QUICK_ONLY })
    const id = s.add('api', { playbook: QUICK_ONLY })
    await s.clock.advance(58 * MINUTE)
    expect(s.store.waiting().find((i) => i.threadId === id)).toMatchObject({ reasons: ['interval'] })
    await s.clock.advance(12 * MINUTE)
    expect(new Set(s.store.slots(id, 8).map((x) => x.runId)).size).toBeLessThan(4)
  })

  it('keeps a message to a thread without an agent and says why it waits', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.message(id, 'hello')
    await s.clock.advance(DAY)
    expect(s.views.snapshot().threads[0]!.waiting).toMatchObject([{ kind: 'message', text: 'hello', hold: 'no_agent' }])
  })

  it('starts no interval beat outside active hours, a beat by hand at any time, and plans into the window', async () => {
    const s = await scenario({ start: Date.UTC(2026, 2, 10, 20) })
    const id = s.add('api')
    s.store.changeThread(id, { activeHours: { start: '09:00', end: '17:00', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    await s.clock.advance(12 * HOUR)
    expect(s.runs(id)).toEqual([])
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)).toHaveLength(1)
    await s.clock.advance(69 * MINUTE)
    expect(new Date(s.runs(id)[1]!.startedAt).getUTCHours()).toBe(9)
  })

  it('fails closed on active hours that cannot be read, and says so', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.store.changeThread(id, { activeHours: { start: '9', end: '17:00', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    await s.clock.advance(DAY)
    expect(s.runs(id)).toEqual([])
    expect(s.views.snapshot().threads[0]).toMatchObject({ state: 'overdue', scheduleProblem: expect.stringContaining('"9"') })
  })

  it('finds a place inside the active hours for an interval that would always miss them', async () => {
    const s = await scenario({ start: Date.UTC(2026, 2, 10, 20) })
    const id = s.add('api', { intervalMs: DAY })
    s.store.changeThread(id, { activeHours: { start: '09:00', end: '09:30', timeZone: 'UTC' } })
    s.engine.slots.replan(id)
    await s.clock.advance(14 * HOUR)
    expect(s.runs(id).map((r) => new Date(r.startedAt).toISOString().slice(11, 16))).toEqual(['09:00'])
  })

  it('records the slots of a paused thread as skipped, and beats by hand all the same', async () => {
    const s = await scenario()
    const id = s.add('api')
    s.engine.setPause({ reason: 'focus', until: null, by: 'person' })
    await s.clock.advance(24 * MINUTE)
    expect(s.store.slots(id, 10).map((x) => [x.outcome, x.cause])).toEqual(Array(3).fill(['skipped', 'paused']))
    expect(s.views.snapshot().fleet.verdict.headline).toBe('Everything is paused.')
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(outcomes(s)).toEqual(['quiet'])
  })
})

describe('found by review', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }
  const broken = { status: 'failed' as const, fault: { code: 'agent.timed_out' as const, message: 'after 90 s' } }

  it('a run whose ending could not be written is settled by the next tick that can, and blocks nobody', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: QUICK_ONLY })
    const real = s.store.finishRun
    let fail = true
    ;(s.store as { finishRun: typeof real }).finishRun = (...args) => {
      if (fail) throw new Error('disk is full')
      real(...args)
    }
    await s.clock.advance(9 * MINUTE)
    fail = false
    await s.clock.advance(17 * MINUTE)
    expect(s.runs(id).slice(0, 2).map((r) => r.outcome)).toEqual(['interrupted', 'interrupted'])
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.store.running()).toEqual([])
  })

  it('a standing urgent flag does not hide a runner that is broken', async () => {
    const s = await scenario({ script: () => broken })
    const id = s.add('api', { playbook: `${QUICK_ONLY}\n## Urgent Flags\n- disk full\n` })
    s.store.changeThread(id, { agent: command })
    await s.clock.advance(DAY)
    expect(s.runs(id).map((r) => r.outcome)).toEqual(Array(5).fill('urgent'))
    expect(s.store.thread(id)!.pause).toMatchObject({ by: 'failures' })
  })

  it('a message neither counts for nor against the health of heartbeats', async () => {
    let fail = true
    const s = await scenario({ script: (spec) => (fail && spec.prompt?.startsWith('HEARTBEAT') === true ? broken : { text: 'hello' }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.changeThread(id, { agent: command })
    await s.clock.advance(17 * MINUTE)
    const failures = s.store.thread(id)!.failures
    s.message(id, 'hi')
    await s.clock.settle()
    expect(s.store.thread(id)!.failures).toBe(failures)
    fail = false
    await s.clock.advance(30 * MINUTE)
    expect(s.store.thread(id)!.failures).toBe(0)
  })

  it('a message to an untrusted thread waits for the trust', async () => {
    const s = await scenario({ script: () => ({ text: 'done' }) })
    const id = s.add('api', { trusted: false })
    s.store.changeThread(id, { agent: command })
    s.message(id, 'hi')
    await s.clock.advance(MINUTE)
    expect(s.views.snapshot().threads[0]!.waiting).toMatchObject([{ hold: 'untrusted' }])
    s.store.changeThread(id, { trustedAt: s.clock.now() })
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)).toMatchObject([{ kind: 'message', outcome: 'quiet' }])
  })

  it('the delay after failures also holds a beat that was queued during the run', async () => {
    const s = await scenario({ script: () => ({ ...broken, takesMs: 20 * MINUTE }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    await s.clock.advance(6 * HOUR)
    const runs = s.runs(id)
    const gaps = runs.slice(1).map((r, i) => Math.round((r.startedAt - runs[i]!.finishedAt!) / MINUTE))
    expect([gaps[2]! >= 15, gaps[3]! >= 31]).toEqual([true, true])
  })

  it('a clock set back during a run does not keep hourly checks away', async () => {
    let first = true
    const s = await scenario({ script: () => (first ? ((first = false), { takesMs: 2 * MINUTE }) : {}) })
    const id = s.add('api')
    await s.clock.advance(8 * MINUTE)
    await s.clock.set(s.clock.now() - 5 * DAY)
    await s.clock.advance(3 * HOUR)
    expect(s.runs(id).filter((r) => r.tiers.includes('hourly')).length).toBeGreaterThan(1)
    expect(s.views.snapshot().threads[0]!.state).toBe('quiet')
  })

  it('what was raised by a line is cleared when the line goes, also when nothing is left to run', async () => {
    const s = await scenario()
    s.add('api', { playbook: '## Urgent Flags\n- the disk is full\n' })
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts('open', 9, s.clock.now())).toHaveLength(1)
    s.files.set('/api', '# HEARTBEAT.md\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts('open', 9, s.clock.now())).toEqual([])
    expect(s.views.snapshot().fleet.verdict).toMatchObject({ headline: 'Nothing needs you.', rest: '1 with nothing to check.' })
  })

  it('an empty file that was skipped stamps nothing: a new daily task runs at the next beat', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n' })
    await s.clock.advance(9 * MINUTE)
    s.files.set('/api', '## Daily Tasks\n- [ ] Look\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)[1]).toMatchObject({ tiers: ['quick', 'hourly', 'daily'], outcome: 'quiet' })
  })

  it('an agent is woken for an event although the file is effectively empty', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: '# HEARTBEAT.md\n' })
    s.store.changeThread(id, { agent: command })
    s.engine.wake(id, 'event', null)
    s.engine.tick()
    await s.clock.advance(SECOND)
    expect(s.starts).toHaveLength(1)
  })

  it('two asks for a beat that meet in the queue are both served', async () => {
    const s = await scenario({ script: (spec) => (spec.repoPath === '/slow' ? { takesMs: HOUR } : {}) })
    const slow = s.add('slow')
    const id = s.add('api')
    s.engine.wake(slow, 'manual', null)
    s.engine.tick()
    s.engine.wake(id, 'manual', null)
    s.engine.wake(id, 'manual', 'quick')
    await s.clock.advance(61 * MINUTE)
    expect(s.runs(id)[0]).toMatchObject({ tiers: ['quick', 'hourly', 'daily'] })
  })

  it('waiting for a run to end can still be cut short', async () => {
    const s = await scenario({ script: () => ({ hangs: true }) })
    const id = s.add('api')
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    const waiting = s.engine.stop('wait')
    await s.engine.stop('stop')
    await waiting
    expect(s.runs(id)).toMatchObject([{ outcome: 'stopped' }])
  })

  it('nothing is written into a repository whose trust was taken back, or whose file was put under git, during the run', async () => {
    for (const change of ['trust', 'git'] as const) {
      const s: Scenario = await scenario({
        script: () => {
          if (change === 'git') s.tracked.add('/api')
          else s.store.changeThread(s.store.threads()[0]!.id, { trustedAt: null })
          return {}
        },
      })
      s.add('api')
      await s.clock.advance(9 * MINUTE)
      expect(s.files.get('/api')).toBe(PLAYBOOK)
    }
  })

  it('an approval that was taken back during the run is gone at once', async () => {
    const s = await scenario()
    const id = s.add('api')
    let asked: boolean[] = []
    s.script = (spec) => {
      const request = { kind: 'argv' as const, argv: ['make'], text: 'make', fileHash: null, hash: 'h' }
      asked = [spec.approved(request)]
      s.store.setApproval(id, 'h', 'make', null)
      asked.push(spec.approved(request))
      return {}
    }
    s.store.setApproval(id, 'h', 'make', 1)
    await s.clock.advance(9 * MINUTE)
    expect(asked).toEqual([true, false])
  })

  it('texts of an agent that alternate are told once each, and again after an all-clear', async () => {
    const texts = ['CI is red', 'disk is full', 'CI is red', 'disk is full', 'HEARTBEAT_OK', 'CI is red']
    const s = await scenario({ script: () => ({ text: texts.shift() ?? 'HEARTBEAT_OK' }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.changeThread(id, { agent: command })
    await s.clock.advance(49 * MINUTE)
    expect(s.notices.map((n) => n.body)).toEqual(['CI is red', 'disk is full', 'CI is red'])
  })

  it('an existing HEARTBEAT.md is excluded from git too', async () => {
    const s = await scenario()
    s.add('api')
    await s.clock.advance(9 * MINUTE)
    expect(s.excluded).toContain('/api')
  })

  it('a work item that a crash left in progress fails, and goes back while attempts are left', async () => {
    const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
    const id = s.add('api', { playbook: `${QUICK_ONLY}\n## Work Queue\n- [in-progress] a: Do it\n- [in-progress] b: Do that\n  attempts left: 2\n` })
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toMatch(/\[failed\] a: Do it/)
    expect(s.files.get('/api')).toMatch(/\[pending\] b: Do that\n\s+attempts left: 1/)
    expect(s.runs(id)[0]!.outcome).toBe('quiet')
  })
})
