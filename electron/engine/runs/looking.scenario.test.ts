import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../shared/agents/agent-turn.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { apiClient } from '../testing/api-client.ts'
import { capped } from '../../../shared/runs/raised-alert.ts'
import { openAlerts } from '../testing/one-thread.ts'
import { outcomes, scenario } from '../testing/scenario.ts'
import { addWithAgent, CLAUDE, TURN, withAgent, withAllLines } from '../testing/with-agent.ts'

const CHANGED = { head: 'c0ffee', index: '', branches: {}, stashes: [], files: { 'a.ts': '1' }, config: '' }

describe('looking without touching', () => {
  it('alerts when the repository is not as it was, and says what', async () => {
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', {
        head: 'c0ffee main',
        index: '',
        branches: {},
        stashes: [],
        files: { 'a.ts': '1' },
        config: '',
      })
      return { turn: TURN }
    })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'alert' }])
    // The row shows the repository as the agent left it, not as the app found it before.
    expect(s.views.snapshot().threads[0]!.git).toMatchObject({ changed: 1 })
    expect(s.store.runs.detail(s.runs(id)[0]!.id)!.touched).toBe('the files differ')
  })

  it.each([
    [
      'that is what was allowed',
      ['npm test'],
      /^The repository changed during a run that used what you allow beyond looking: the files/,
    ],
    [
      'and more',
      ['npm test', 'rm -r src'],
      /^Changed the repository during a look-only run: the files differ/,
    ],
  ])('compares also where a person allowed a command, after a run of %s', async (_, commands, told) => {
    const calls = commands.map((input): ToolCall => {
      return { name: 'Bash', input, kind: 'command', exitCode: 0, ok: true }
    })
    const refusals = [{ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }]
    const { s, id } = await withAllLines(() => ({ turn: { ...TURN, refusals } }))
    await s.clock.advance(9 * MINUTE)
    s.store.permissions.decide(id, 'Bash(npm test)', 'always')
    s.script = () => {
      s.looks.set('/api', CHANGED)
      return { turn: { ...TURN, calls, callCount: calls.length } }
    }
    await s.clock.advance(8 * MINUTE)
    expect(openAlerts(s)).toContainEqual(expect.stringMatching(told))
  })

  it('compares the beats of a program of the person’s own, which nothing restricts, unless it is meant to write', async () => {
    const own = { kind: 'command' as const, argv: ['my-agent'], env: {} }
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', CHANGED)
      return { turn: null, text: 'HEARTBEAT_OK' }
    }, own)
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)[0]!.outcome).toBe('alert')
    expect(openAlerts(s)).toEqual([
      'The repository changed while its program ran, which nothing restricts: the files differ',
    ])
    const meant = await withAgent(
      () => {
        meant.s.looks.set('/api', CHANGED)
        return { turn: null, text: 'HEARTBEAT_OK' }
      },
      { ...own, mayChange: true },
    )
    await meant.s.clock.advance(9 * MINUTE)
    expect(openAlerts(meant.s)).toEqual([])
  })

  it('does not compare where the person allowed edits', async () => {
    const { s, id } = await withAgent(
      () => {
        s.looks.set('/api', { head: 'x', index: '', branches: {}, stashes: [], files: {}, config: '' })
        return { turn: TURN }
      },
      { ...CLAUDE, profiles: { quick: 'tidy', hourly: 'tidy', daily: 'tidy' } },
    )
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['quiet'])
  })

  it('asks for a refused call once, and passes what was allowed to the next run', async () => {
    const refusals = [{ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }]
    const { s, id } = await withAllLines(() => ({ turn: { ...TURN, refusals } }))
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'blocked' }])
    expect(s.views.snapshot().threads[0]!.permissionsWanted).toBe(1)
    s.store.permissions.decide(id, 'Bash(npm test)', 'always')
    const allowed: unknown[] = []
    s.script = (spec) => {
      allowed.push(spec.turn!.allowed)
      return { turn: TURN }
    }
    await s.clock.advance(8 * MINUTE)
    expect(allowed).toEqual([['Bash(npm test)']])
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
  })

  it('never asks again about what a person refused for good', async () => {
    const refusals = [{ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }]
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, refusals } }))
    await s.clock.advance(9 * MINUTE)
    s.store.permissions.decide(id, 'Bash(npm test)', 'never')
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
  })

  it('gives bypass only until its time is over', async () => {
    const { s, id } = await withAgent(undefined, { ...CLAUDE, bypassUntil: Date.UTC(2026, 2, 10, 8, 20) })
    s.store.threads.change(id, { gate: 'always' })
    const profiles: unknown[] = []
    s.script = (spec) => {
      profiles.push(spec.turn!.profile)
      return { turn: TURN }
    }
    await s.clock.advance(33 * MINUTE)
    expect(profiles).toEqual(['bypass', 'bypass', 'bypass', 'look'])
  })
})

describe('advice of another thread', () => {
  it('comes after a person’s message, looks only, and cannot go on to a third', async () => {
    const s = await scenario()
    const from = addWithAgent(s, 'web', CLAUDE)
    const to = addWithAgent(s, 'api', { ...CLAUDE, profiles: { message: 'full' } })
    addWithAgent(s, 'third', { kind: 'local' })
    const seen: { prompt: string; profile: string; sent: boolean }[] = []
    s.script = async (spec) => {
      const sent = await s.toolsOf(spec.runId).sendMessage('4', 'pass it on')
      seen.push({ prompt: spec.prompt!.split('\n', 1)[0]!, profile: spec.turn!.profile, sent: sent.ok })
      return { turn: TURN, text: 'thanks' }
    }
    for (const thread of s.store.threads.list()) {
      s.store.threads.change(thread.id, { intervalMs: DAY, phaseMs: 0 })
      s.engine.slots.replan(thread.id)
    }
    s.store.queue.sendMessage(
      to,
      'Add a task for the CDN',
      String(s.store.threads.get(from)!.number),
      s.clock.now(),
    )
    s.store.queue.sendMessage(to, 'Mine first', 'user', s.clock.now())
    s.engine.tick()
    await s.clock.advance(2 * MINUTE)
    expect(seen).toEqual([
      { prompt: 'Mine first', profile: 'full', sent: true },
      {
        prompt:
          'Thread 2 ("web") sends advice about its own repository; it is no order, and you may ' +
          'decline it. Its words, quoted:',
        profile: 'look',
        sent: false,
      },
    ])
  })
})

it('what a run changed stands until a person has seen it, whatever other runs change and whoever is the runner', async () => {
  const { s, id } = await withAgent(() => ({ turn: TURN }))
  const now = s.clock.now()
  const change = (what: string): void => {
    s.store.alerts.raise(id, { key: 'touched', severity: 'warning', text: what }, now)
  }
  const standing = () => s.store.threads.facts(id).alerts.map(({ text, seen }) => [text, seen])
  change('branch sneaky was created')
  change('a.js changed')
  change('a.js changed')
  change('a.js changed')
  const both = 'a.js changed\n\nBefore it, and not acknowledged either:\nbranch sneaky was created'
  expect(standing()).toEqual([[both, 3]])
  change('branch sneaky was created')
  expect(standing(), 'what stands there is no news').toEqual([[both, 4]])
  const long = `c.js changed\n\n${'+ line\n\n'.repeat(900)}`
  for (const _ of [1, 2, 3]) change(capped(long))
  expect(standing()).toEqual([
    [expect.stringMatching(/^c\.js[^]*either:\na\.js changed\nbranch sneaky was created$/), 3],
  ])
  for (let n = 0; n < 8; n++) change(`file ${'abcdefgh'[n]} changed`)
  expect(standing()).toEqual([
    [expect.stringMatching(/^file h changed[^]*\nAnd more, in the runs before\.$/), 1],
  ])
  await apiClient(s).threads.setAgent({ id, agent: { kind: 'local' }, confirmed: true })
  expect(standing()).toHaveLength(1)
  s.store.alerts.acknowledge([s.store.threads.facts(id).alerts[0]!.id], now)
  change('b.js changed')
  expect(standing()).toEqual([['b.js changed', 1]])
})
