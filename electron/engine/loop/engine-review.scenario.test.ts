import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import { PLAYBOOK, QUICK_ONLY, scenario, type Scenario } from '../testing/scenario.ts'

describe('found by review', () => {
  const command = { kind: 'command' as const, argv: ['agent'], env: {} }
  const broken = {
    status: 'failed' as const,
    fault: { code: 'agent.timed_out' as const, message: 'after 90 s' },
  }

  it('a run whose ending could not be written is settled by the next tick that can, and blocks nobody', async () => {
    const s = await scenario()
    const id = s.add('api', { playbook: QUICK_ONLY })
    const real = s.store.runs.finish
    let fail = true
    s.store.runs.finish = (...args) => {
      if (fail) throw new Error('disk is full')
      real(...args)
    }
    await s.clock.advance(9 * MINUTE)
    fail = false
    await s.clock.advance(17 * MINUTE)
    expect(
      s
        .runs(id)
        .slice(0, 2)
        .map((r) => r.outcome),
    ).toEqual(['interrupted', 'interrupted'])
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.store.runs.running()).toEqual([])
  })

  it('a standing urgent flag does not hide a runner that is broken', async () => {
    const s = await scenario({ script: () => broken })
    const id = s.add('api', { playbook: `${QUICK_ONLY}\n## Urgent Flags\n- disk full\n` })
    s.store.threads.change(id, { agent: command })
    await s.clock.advance(DAY)
    expect(s.runs(id).map((r) => r.outcome)).toEqual(Array(5).fill('urgent'))
    expect(s.store.threads.get(id)!.pause).toMatchObject({ by: 'failures' })
  })

  it('a message neither counts for nor against the health of heartbeats', async () => {
    let fail = true
    const s = await scenario({
      script: (spec) => (fail && spec.prompt?.startsWith('HEARTBEAT') === true ? broken : { text: 'hello' }),
    })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.threads.change(id, { agent: command })
    await s.clock.advance(17 * MINUTE)
    const failures = s.store.threads.get(id)!.failures
    s.message(id, 'hi')
    await s.clock.settle()
    expect(s.store.threads.get(id)!.failures).toBe(failures)
    fail = false
    await s.clock.advance(30 * MINUTE)
    expect(s.store.threads.get(id)!.failures).toBe(0)
  })

  it('a message to an untrusted thread waits for the trust', async () => {
    const s = await scenario({ script: () => ({ text: 'done' }) })
    const id = s.add('api', { trusted: false })
    s.store.threads.change(id, { agent: command })
    s.message(id, 'hi')
    await s.clock.advance(MINUTE)
    expect(s.views.snapshot().threads[0]!.waiting).toMatchObject([{ hold: 'untrusted' }])
    s.store.threads.change(id, { trustedAt: s.clock.now() })
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
    expect(s.store.alerts.list('open', 9, s.clock.now())).toHaveLength(1)
    s.files.set('/api', '# HEARTBEAT.md\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.alerts.list('open', 9, s.clock.now())).toEqual([])
    expect(s.views.snapshot().fleet.verdict).toMatchObject({
      headline: 'Nothing needs you.',
      rest: '1 with nothing to check.',
    })
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
    s.store.threads.change(id, { agent: command })
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

  it(
    'nothing is written into a repository whose trust was taken back, or whose file was put under git, ' +
      'during the run',
    async () => {
      for (const change of ['trust', 'git'] as const) {
        const s: Scenario = await scenario({
          script: () => {
            if (change === 'git') s.tracked.add('/api')
            else s.store.threads.change(s.store.threads.list()[0]!.id, { trustedAt: null })
            return {}
          },
        })
        s.add('api')
        await s.clock.advance(9 * MINUTE)
        expect(s.files.get('/api')).toBe(PLAYBOOK)
      }
    },
  )

  it('an approval that was taken back during the run is gone at once', async () => {
    const s = await scenario()
    const id = s.add('api')
    let asked: boolean[] = []
    s.script = (spec) => {
      const request = { kind: 'argv' as const, argv: ['make'], text: 'make', fileHash: null, hash: 'h' }
      asked = [spec.approved(request)]
      s.store.permissions.setApproval(id, 'h', 'make', null)
      asked.push(spec.approved(request))
      return {}
    }
    s.store.permissions.setApproval(id, 'h', 'make', 1)
    await s.clock.advance(9 * MINUTE)
    expect(asked).toEqual([true, false])
  })

  it('texts of an agent that alternate are told once each, and again after an all-clear', async () => {
    const texts = ['CI is red', 'disk is full', 'CI is red', 'disk is full', 'HEARTBEAT_OK', 'CI is red']
    const s = await scenario({ script: () => ({ text: texts.shift() ?? 'HEARTBEAT_OK' }) })
    const id = s.add('api', { playbook: QUICK_ONLY })
    s.store.threads.change(id, { agent: command })
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
    const id = s.add('api', {
      playbook:
        `${QUICK_ONLY}\n## Work Queue\n- [in-progress] a: Do it\n- [in-progress] b: Do that\n  ` +
        `attempts left: 2\n`,
    })
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toMatch(/\[failed\] a: Do it/)
    expect(s.files.get('/api')).toMatch(/\[pending\] b: Do that\n\s+attempts left: 1/)
    expect(s.runs(id)[0]!.outcome).toBe('quiet')
  })
})
