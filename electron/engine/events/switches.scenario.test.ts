import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { NewEvent } from './facts.ts'
import type { AgentSpec } from '../ports/agents.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { TURN } from '../testing/with-agent.ts'

const COMMAND = { kind: 'command' as const, argv: ['agent'], env: {} }

const OK: Script = () => ({ text: 'HEARTBEAT_OK', turn: TURN })

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n'

async function bench(
  script: Script = OK,
  {
    agent = COMMAND as Parameters<Scenario['store']['threads']['change']>[1]['agent'],
    intervalMs = DAY,
  } = {},
): Promise<{ s: Scenario; id: ThreadId; specs: AgentSpec[] }> {
  const specs: AgentSpec[] = []
  const s = await scenario({ script: (spec) => (specs.push(spec), script(spec)) })
  const id = s.add('api', { playbook: LIST, intervalMs })
  s.store.threads.change(id, { agent })
  await s.sources.look(id)
  return { s, id, specs }
}

const tell = (s: Scenario, id: ThreadId, text: string, more: Partial<NewEvent> = {}) =>
  s.engine.events.add(id, { source: 'cli', text, trusted: true, wake: 'now', ...more })

const told = (s: Scenario, i = -1): readonly string[] =>
  s.starts
    .at(i)!
    .prompt!.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .filter((l) => l.startsWith('System'))

describe('the switch of a source', () => {
  it('off takes nothing, next wakes nobody, asked wakes where the sender asks, now wakes', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { sources: { cli: 'off' } })
    expect(tell(s, id, 'x')).toEqual({ state: 'off', id: null, recipient: 'nobody', wakes: false })
    s.store.threads.change(id, { sources: { cli: 'next' } })
    expect(tell(s, id, 'y')).toMatchObject({ state: 'queued', wakes: false })
    await s.clock.advance(HOUR)
    expect(s.starts).toEqual([])
    s.store.threads.change(id, { sources: { cli: 'asked' } })
    expect(tell(s, id, 'there is time', { wake: 'next' })).toMatchObject({ state: 'queued', wakes: false })
    expect(tell(s, id, 'z')).toMatchObject({ state: 'queued', wakes: true })
    await s.clock.advance(SECOND)
    expect(told(s)).toEqual(
      ['y', 'there is time', 'z'].map((text) => expect.stringContaining(text) as string),
    )
    await s.clock.advance(HOUR)
    s.store.threads.change(id, { sources: { cli: 'now' } })
    expect(tell(s, id, 'w', { wake: 'next' })).toMatchObject({ state: 'queued', wakes: true })
  })
  it('a hook without a wish of its own wakes where its switch says so', async () => {
    const { s, id } = await bench()
    const hook = { source: 'hook', wake: 'next' } as const
    expect(tell(s, id, 'git hook post-commit', hook)).toMatchObject({ wakes: false })
    s.store.threads.change(id, { sources: { hook: 'now' } })
    expect(tell(s, id, 'git hook post-merge', hook)).toMatchObject({ wakes: true })
    await s.clock.advance(SECOND)
    expect(told(s)).toHaveLength(2)
  })
  it('a position that a source does not offer counts as the usual one', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, { sources: { system: 'now' } })
    expect(tell(s, id, 'The machine woke.', { source: 'system' })).toMatchObject({ wakes: false })
  })
})

describe('the end of a command', () => {
  it('is looked at by itself: no task is worked, and no time moves', async () => {
    const { s, id, specs } = await bench()
    tell(s, id, 'Exec finished: make failed with exit code 2', { source: 'command' })
    await s.clock.advance(SECOND)
    expect(s.starts[0]!.prompt).toContain('Exec finished: make failed')
    expect(s.starts[0]!.prompt).toContain('The list in HEARTBEAT.md is not worked now.')
    expect([specs[0]!.tasks, s.runs(id)[0]!.tiers, s.store.threads.get(id)!.tiers.quick.lastDoneAt]).toEqual([
      [],
      [],
      null,
    ])
    expect(s.files.get('/api')).toBe(LIST)
  })

  it('together with other wakes it keeps its question, and the list is worked', async () => {
    const { s, id, specs } = await bench()
    tell(s, id, 'Exec finished: make failed with exit code 2', { source: 'command' })
    tell(s, id, 'deploy finished')
    await s.clock.advance(SECOND)
    expect(s.runs(id)[0]!.reasons).toEqual(['command', 'event'])
    expect(specs[0]!.tasks).toHaveLength(1)
    expect(s.starts[0]!.prompt).toMatch(/Work through every task[^]*A command ended, as the lines above say/)
    expect(s.starts[0]!.prompt).not.toContain('A job of this thread')
  })

  it('together with the end of a job both are looked at, and nothing else', async () => {
    const { s, id, specs } = await bench()
    tell(s, id, 'Exec finished: make failed with exit code 2', { source: 'command' })
    tell(s, id, 'Job nightly failed', { source: 'job' })
    await s.clock.advance(SECOND)
    expect(specs[0]!.tasks).toEqual([])
    expect(s.starts[0]!.prompt).toMatch(
      /The list in HEARTBEAT.md is not worked now.\nA command ended[^]*\nA job of this thread is due or has ended/,
    )
  })

  it('together with a slot it is told in a whole beat', async () => {
    const { s, id, specs } = await bench(OK, { intervalMs: 8 * MINUTE })
    const dueAt = s.store.threads.get(id)!.nextDueAt!
    await s.clock.advance(dueAt - s.clock.now() - 100)
    tell(s, id, 'Exec finished: make', { source: 'command' })
    await s.clock.advance(SECOND)
    expect(s.runs(id)[0]!.reasons).toEqual(['command', 'interval'])
    expect([
      specs[0]!.tasks.length,
      s.starts[0]!.prompt!.includes('Exec finished: make'),
      s.starts[0]!.prompt!.includes('Work through every task'),
    ]).toEqual([1, true, true])
  })
})
