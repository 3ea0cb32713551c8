import { describe, expect, it } from 'vitest'
import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../../shared/base/time.ts'
import type { AgentSpec } from '../ports/agents.ts'
import { scenario, type Scenario } from '../testing/scenario.ts'
import type { Script } from '../testing/world/world.ts'
import { TURN } from '../testing/with-agent.ts'

const COMMAND = { kind: 'command' as const, argv: ['agent'], env: {} }

const CLAUDE = agentConfigSchema.parse({
  kind: 'cli',
  cli: 'claude',
  profiles: { quick: 'tidy', hourly: 'tidy', daily: 'tidy', message: 'tidy' },
})

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

const told = (s: Scenario, i = -1): readonly string[] =>
  s.starts
    .at(i)!
    .prompt!.split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .filter((l) => l.startsWith('System'))

const beat = async (s: Scenario, id: ThreadId): Promise<void> => {
  s.engine.wake(id, 'manual')
  s.engine.tick()
  await s.clock.settle()
}

describe('what a run does itself', () => {
  const NOW = { sources: { git: 'now' as const, playbook: 'now' as const } }

  it(
    'never wakes its thread: a commit by a run that may write, a fetch by local checks, its own report, ' +
      'its own edit of the list',
    async () => {
      const { s, id } = await bench(OK, { agent: CLAUDE })
      s.store.threads.change(id, NOW)
      s.script = async (spec) => {
        await s.changeGit('api', { head: 'beef', reflogMessage: 'commit: tidy' })
        s.files.set('/api', `${LIST}- [ ] One more\n`)
        const own = s.engine.events.ownerOf(spec.marker)
        expect(own).toBe(id)
        s.engine.events.add(id, {
          source: 'cli',
          text: 'done by me',
          trusted: false,
          wake: 'now',
          own: own === id,
        })
        return { text: 'Tidied.', turn: TURN }
      }
      s.message(id, 'tidy up')
      await s.clock.settle()
      s.store.threads.change(id, { agent: { kind: 'local' } })
      s.script = async () => {
        await s.changeGit('api', { remotes: 'moved', fetchedAt: s.clock.now() })
        return {}
      }
      await beat(s, id)
      await s.clock.advance(2 * HOUR)
      expect(s.runs(id).map((r) => r.kind)).toEqual(['message', 'heartbeat'])
      expect(
        s.store.events
          .timeline(id, undefined, 9)
          .entries.flatMap((e) => (e.kind === 'event' ? [[e.event.source, e.event.ambient]] : [])),
      ).toEqual([
        ['git', true],
        ['cli', true],
        ['git', true],
      ])
    },
  )

  it('a person’s commit during a run that only looks is told, and wakes', async () => {
    const { s, id } = await bench(OK, { agent: agentConfigSchema.parse({ kind: 'cli', cli: 'claude' }) })
    s.store.threads.change(id, NOW)
    await beat(s, id)
    await s.clock.advance(MINUTE)
    s.script = () => ({ takesMs: 10 * SECOND, text: 'HEARTBEAT_OK' })
    await beat(s, id)
    await s.changeGit('api', { head: 'beef', reflogMessage: 'commit: by hand' })
    await s.clock.advance(2 * MINUTE)
    expect(s.runs(id).map((r) => r.reasons)).toEqual([['manual'], ['manual'], ['git']])
    expect(told(s)).toEqual([expect.stringContaining('New commit')])
  })

  it('a person’s edit of the list is told, the app’s own times and ticks are not', async () => {
    const { s, id } = await bench()
    s.store.threads.change(id, NOW)
    await beat(s, id)
    await s.sources.look(id)
    expect(s.store.events.waiting(id).events).toEqual([])
    s.files.set('/api', `${s.files.get('/api')!}- [ ] And the docs\n`)
    await s.sources.look(id)
    await s.clock.advance(MINUTE)
    expect(told(s)).toEqual([expect.stringContaining('HEARTBEAT.md was edited outside of Threadbeat.')])
  })
})
