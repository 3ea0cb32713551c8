import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { outcomes, PLAYBOOK } from '../testing/scenario.ts'
import { CLAUDE, STILL, TURN, withAgent, withAllLines } from '../testing/with-agent.ts'

describe('evidence', () => {
  it('shows an OK without a trace as unproven, and tells the second in a row', async () => {
    const { s, id } = await withAllLines(() => ({ turn: TURN, silent: true, text: 'HEARTBEAT_OK' }))
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven'])
    expect(s.notices).toEqual([])
    await s.clock.advance(8 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven', 'unproven'])
    expect(s.notices.map((n) => n.body)).toEqual([expect.stringMatching(/^Twice in a row: Said OK, but/)])
  })

  it('believes a plain command no more than an agent', async () => {
    const { s, id } = await withAgent(() => ({ text: 'HEARTBEAT_OK', silent: true }), {
      kind: 'command',
      argv: ['agent'],
      env: {},
    })
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven'])
  })

  it('keeps which trace each task left', async () => {
    const calls = [
      { name: 'Bash', input: 'git status --short', kind: 'command' as const, exitCode: 0, ok: true },
    ]
    const { s, id } = await withAgent(
      () => ({ turn: { ...TURN, calls, callCount: 1 }, silent: true }),
      CLAUDE,
      '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Look around\n',
    )
    await s.clock.advance(9 * MINUTE)
    expect(s.store.runs.detail(s.runs(id)[0]!.id)!.tasks.map((t) => [t.text, t.status])).toEqual([
      ['Run `git status`', 'passed'],
      ['Look around', 'untouched'],
    ])
  })

  it('clears the alert when a run proves it', async () => {
    const { s, id } = await withAllLines(() => ({ turn: TURN, silent: true }))
    await s.clock.advance(17 * MINUTE)
    s.script = () => ({ turn: TURN })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.threads.facts(id).alerts).toEqual([])
  })
})

describe('what an agent reports', () => {
  it('raises its alerts under its own keys and takes them back', async () => {
    const { s, id } = await withAgent(async (spec) => {
      await s.toolsOf(spec.runId).report({
        status: 'attention',
        tasks: [],
        alerts: [{ key: 'ci', severity: 'warning', text: 'CI is red', state: 'open' }],
        attachments: [],
      })
      return { turn: TURN, text: 'CI is red.' }
    })
    await s.clock.advance(9 * MINUTE)
    expect(s.store.threads.facts(id).alerts.map((a) => [a.key, a.text])).toEqual([['report:ci', 'CI is red']])
    s.script = async (spec) => {
      await s.toolsOf(spec.runId).report({
        status: 'ok',
        tasks: [],
        alerts: [{ key: 'ci', severity: 'warning', text: 'CI is green', state: 'gone' }],
        attachments: [],
      })
      return { turn: TURN }
    }
    await s.clock.advance(45 * MINUTE)
    expect(s.starts).toHaveLength(1)
    await s.clock.advance(16 * MINUTE) // nothing is due for it, but only an agent can take its alert back
    expect(s.starts).toHaveLength(2)
    expect(s.store.threads.facts(id).alerts).toEqual([])
  })

  it('tells of a file that came with an OK: alert, banner, conversation', async () => {
    const report = { status: 'ok' as const, tasks: [], alerts: [], attachments: ['shots/home.png'] }
    const { s, id } = await withAgent(async (spec) => {
      await s.toolsOf(spec.runId).report(report)
      return { turn: TURN, text: 'HEARTBEAT_OK' }
    })
    s.attached.set('shots/home.png', 2048)
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['alert'])
    expect(s.store.threads.facts(id).alerts.map((a) => a.text)).toEqual(['Sent 1 file: home.png'])
    expect(s.notices.map((n) => n.body)).toEqual(['Sent 1 file: home.png'])
    expect(s.store.conversation.page(id, undefined, 10).entries).toMatchObject([
      {
        kind: 'report',
        text: 'Sent 1 file: home.png',
        attachments: [{ path: 'shots/home.png', bytes: 2048 }],
      },
    ])
    // A quiet beat does not take it out of sight, and the same again is counted, not told.
    s.script = () => ({ turn: TURN })
    s.prints.set('/api', { ...STILL, tree: 'x' })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.threads.facts(id).alerts).toHaveLength(1)
    expect(s.notices).toHaveLength(1)
  })

  it('appears in the conversation once, and in the next prompt once', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN, text: 'The queue is stuck' }))
    s.store.threads.change(id, { gate: 'always' })
    await s.clock.advance(33 * MINUTE)
    expect(s.store.conversation.page(id, undefined, 10).entries.map((e) => [e.kind, e.text])).toEqual([
      ['report', 'The queue is stuck'],
    ])
    expect(s.starts.map((x) => x.prompt!.includes('> The queue is stuck'))).toEqual([
      false,
      true,
      false,
      false,
    ])
  })
})

describe('without Threadbeat’s tools', () => {
  it('a beat goes on, and what it ticked counts', async () => {
    const { s, id } = await withAgent(
      () => {
        s.files.set('/api', s.files.get('/api')!.replaceAll('[ ]', '[x]'))
        return { turn: null }
      },
      { kind: 'command', argv: ['agent'], env: {} },
      PLAYBOOK,
    )
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['quiet'])
  })
})
