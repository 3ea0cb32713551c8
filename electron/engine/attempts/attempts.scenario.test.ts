import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { NOTHING_SEEN } from '../testing/world/repositories.ts'
import { measuredThread } from '../testing/attempts/measured-thread.ts'

describe('a thread that works towards a number', () => {
  it('is measured after each beat and asked to reflect in the session of that beat, once', async () => {
    const b = await measuredThread(['100', '90'])
    await b.beat()
    expect(b.attempts()).toMatchObject([
      { run: 1, score: 100, standing: 'best', commit: 'commit-1', session: 'session-1' },
    ])
    expect(b.prompts()).toHaveLength(2)
    expect(b.prompts()[1]).toContain('Run 1: score 100 (lower is better).')
    expect(b.prompts()[1]).toContain('## reflect')
    expect(b.sessions).toEqual([null, 'session-1'])
    await b.beat()
    expect(b.prompts()).toHaveLength(4)
    expect(b.prompts()[3]).toContain('Run 2: score 90')
    expect(b.s.store.attempts.interventions(b.id, 9)).toMatchObject([
      { names: ['reflect'], attempt: 2, session: 'session-2' },
      { names: ['reflect'], attempt: 1, session: 'session-1' },
    ])
  })

  it('is asked for another approach after five runs without progress, with the best baseline', async () => {
    const b = await measuredThread(['50', '60', '60', '60', '60', '55'])
    for (let i = 0; i < 6; i++) await b.beat()
    const last = b.prompts().at(-1)!
    expect(last).toContain('## pivot')
    // The commit of the best run is gone: what is named is what is still there.
    expect(last).toMatch(/best baseline: score 55, commit commit-6/)
    expect(b.prompts().filter((prompt) => prompt.includes('## pivot'))).toHaveLength(1)
  })

  it('keeps what is owed while a person is at the wheel', async () => {
    const b = await measuredThread(['5', '4'])
    b.s.message(b.id, 'What do you think?')
    await b.s.clock.advance(MINUTE)
    expect(b.attempts()).toHaveLength(1)
    expect(b.prompts()).toHaveLength(1)
    await b.beat()
    expect(b.prompts().at(-1)).toMatch(/Run 1: score 5[^]*Run 2: score 4[^]*## reflect/)
  })

  it('is not measured by a command that nobody approved, and says so', async () => {
    const b = await measuredThread(['5'])
    b.s.store.permissions.revoke(b.id, 'h1')
    b.s.checks = (task) => (task.text.includes('./bench') ? { status: 'needs_approval' } : {})
    await b.beat()
    expect(b.attempts()).toEqual([])
    expect(b.s.store.alerts.list('open', 9, b.s.clock.now()).map(({ text }) => text)).toEqual([
      expect.stringContaining('is not approved'),
    ])
  })

  it('gets no best from a run that changed what measures it', async () => {
    const b = await measuredThread(['5', '1', '4'], { files: ['bench.py'] })
    const metric = b.s.store.attempts.metric(b.id)!
    b.s.digests.set('/api/bench.py', 'seen')
    b.s.store.attempts.saveMetric({ ...metric, digests: { 'bench.py': 'seen' } })
    await b.beat()
    const before = b.measuredCommands.length
    b.s.digests.set('/api/bench.py', 'edited')
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: null, class: 'meter_touched', standing: 'not counted' })
    expect(b.measuredCommands).toHaveLength(before)
    b.s.digests.set('/api/bench.py', 'seen')
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 1, standing: 'best' })
  })

  it('is measured twice at first to know the noise, and a candidate for the best three times', async () => {
    const b = await measuredThread([['100', '102'], ['99', '101', '100'], '120'], {
      minGain: { kind: 'auto' },
    })
    b.s.store.attempts.saveMetric({ ...b.s.store.attempts.metric(b.id)!, noise: null })
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 101, standing: 'best' })
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 100, standing: 'within noise' })
    expect(b.measuredCommands).toHaveLength(5)
    await b.beat()
    expect(b.measuredCommands).toHaveLength(6)
  })

  it('believes no single reading of a metric that always agreed: a candidate for the best is measured again', async () => {
    const b = await measuredThread(['10', ['1', '10', '10'], '9'], { minGain: { kind: 'auto' } })
    await b.beat()
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 7, standing: 'within noise' })
    expect(b.attempts()[0]!.feedback).toContain('Measured 3 times: 1, 10, 10.')
    await b.beat()
    expect(b.attempts()[0]!.standing, 'it is known to vary now').toBe('within noise')
  })

  it('counts a score that its agent reports, where no command measures', async () => {
    const b = await measuredThread([], { command: null })
    const script = b.s.script
    b.s.script = async (call) => {
      if (call.tasks.length > 0)
        await b.s.toolsOf(call.runId).reportScore({ score: 7, class: 'real', title: 'Packed', feedback: '' })
      return script(call)
    }
    await b.beat()
    expect(b.attempts()).toMatchObject([{ score: 7, title: 'Packed' }])
    expect(b.prompts()[1]).toContain('Title: Packed')
  })

  it('changes by its own tool when it is asked, and writes no prompt that other agents of its team would get', async () => {
    const b = await measuredThread(['5'])
    const answers: string[] = []
    const script = b.s.script
    b.s.script = async (call) => {
      for (const change of [
        { name: 'pivot', every: 3 },
        { name: 'own', every: 2, scope: 'team', prompt: 'Push all.' },
        { name: 'consolidate', prompt: 'Push all.' },
        { name: 'own', every: 2, prompt: 'Look at the cache.' },
      ] as const) {
        const answer = await b.s.toolsOf(call.runId).heartbeatConfig({ do: 'set', ...change })
        answers.push(answer.ok ? 'ok' : answer.error)
      }
      return script(call)
    }
    await b.beat()
    const refused =
      'What a whole team is asked is for a person to change; the scope of your own is "agent". Nothing was changed.'
    expect(answers.slice(0, 4)).toEqual(['ok', refused, refused, 'ok'])
  })

  it('takes back a best that a person does not believe, for what is asked and for the best baseline', async () => {
    const b = await measuredThread(['50', '1', '30', '40'])
    await b.beat()
    await b.beat()
    const [gamed] = b.attempts()
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 30, standing: 'no gain' })
    expect(b.s.engine.desk.ledger.strike(gamed!.number, true)).toMatchObject({ isStruck: true, score: 1 })
    const counters = () => b.s.store.attempts.counters('cycles')
    expect(counters(), 'what came after it counts').toMatchObject({ team: { best: 30, step: 30 } })
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 40, standing: 'no gain' })
    expect(b.s.store.attempts.leading('cycles', { direction: 'lower' }, 5).map(({ score }) => score)).toEqual(
      [30, 40, 50],
    )
    b.s.engine.desk.ledger.strike(gamed!.number, false)
    expect(counters()?.agents[b.id]).toMatchObject({ best: 1, step: 1 })
    expect(b.s.engine.desk.ledger.strike(999, true)).toBeNull()
  })

  it('does not count a run that the machine ended as a failure', async () => {
    const b = await measuredThread(['5'])
    await b.beat()
    b.s.store.attempts.begin('run:gone', b.id, 1)
    await b.s.crash()
    await b.s.clock.advance(MINUTE)
    expect(b.attempts()[0]).toMatchObject({ class: 'killed', standing: 'not counted' })
    expect(b.s.store.attempts.counters('cycles')?.agents[b.id]).toMatchObject({ runs: 2, stalled: 0 })
  })

  it('found by trying: names no commit for what is not committed, and says so to its agent', async () => {
    const b = await measuredThread(['5', '4', '3'])
    await b.beat()
    b.s.looks.set('/api', { ...NOTHING_SEEN, files: { 'value.txt': '1' } })
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 4, standing: 'best', commit: null })
    expect(b.prompts().at(-1)).toContain('> Not committed: value.txt. No commit holds what was measured')
    expect(b.attempts(), 'to reflect is no attempt').toHaveLength(2)
    b.s.looks.delete('/api')
    await b.beat()
    expect(b.attempts()[0]).toMatchObject({ score: 3, commit: 'commit-3' })
    expect(b.attempts()[0]!.feedback).not.toContain('committed')
  })

  it('found by trying: tells an agent without sessions who it is and what measures it, before what is asked', async () => {
    const b = await measuredThread(['5'])
    const { script } = b.s
    b.s.script = async (call, ...more) => {
      const { turn: _turn, ...result } = await script(call, ...more)
      return result
    }
    b.s.store.threads.change(b.id, { agent: { kind: 'command', argv: ['./agent'], env: {} } })
    await b.beat()
    const prompt = b.prompts()[1]!
    expect(prompt).toMatch(
      /^You are the agent of thread \d, "api", in "\/api"\. This session is new[^]*lower is better/,
    )
    expect(prompt).toMatch(/THREADBEAT_TOOLS_URL[^]*Run 1: score 5[^]*## reflect/)
  })
})
