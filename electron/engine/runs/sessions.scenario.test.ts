import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import type { Script } from '../testing/world/world.ts'
import { CHECKS, CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

describe('sessions', () => {
  const answering: Script = (spec) => ({
    turn: { ...TURN, sessionId: spec.turn?.session?.id ?? 'fresh' },
    text: 'done',
  })

  it('skip a beat where there is none to go on with, and never begin one by themselves', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { session: 'resume', gate: 'always' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'no_session' }])
    expect(s.store.agents.session(id)).toBeNull()
  })

  it('begin with a message, and are resumed by the next one and by beats', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { session: 'resume', gate: 'always' })
    const resumed: (string | null)[] = []
    s.script = (spec) => {
      resumed.push(spec.turn!.session?.id ?? null)
      return answering(spec)
    }
    s.message(id, 'hello')
    await s.clock.settle()
    const first = s.store.agents.session(id)!
    expect(first).toMatchObject({ id: 'fresh', runner: 'claude', lastActivityAt: s.clock.now() })
    await s.clock.advance(9 * MINUTE)
    s.message(id, 'and now?')
    await s.clock.settle()
    expect(resumed).toEqual([null, 'fresh', 'fresh'])
    expect(s.starts.map((x) => x.prompt!.includes('## Heartbeats'))).toEqual([true, false, false])
  })

  it('are not kept alive by beats or skips', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { session: 'resume', gate: 'always' })
    s.store.settings.change({ caps: [] })
    s.message(id, 'hello')
    await s.clock.settle()
    const at = s.store.agents.session(id)!.lastActivityAt
    await s.clock.advance(5 * HOUR)
    expect(s.store.agents.session(id)!.lastActivityAt).toBe(at)
    await s.clock.advance(20 * HOUR)
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'skipped', skipReason: 'no_session' })
  })

  it('answer a message in a fresh one when the runner has forgotten the old', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { session: 'resume' })
    s.message(id, 'hello')
    await s.clock.settle()
    s.script = (spec) =>
      spec.turn!.session !== null
        ? { status: 'failed', fault: fault('agent.no_session', 'gone'), turn: TURN }
        : { turn: { ...TURN, sessionId: 'second' }, text: 'again' }
    s.message(id, 'still there?')
    await s.clock.settle()
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'quiet', summary: 'again' })
    expect(s.store.agents.session(id)!.id).toBe('second')
  })

  it('that the runner has forgotten are over for a beat too, which is no failure', async () => {
    const { s, id } = await withAgent(answering, CLAUDE, `${CHECKS}## Work Queue\n- [pending] a: Do it\n`)
    s.store.threads.change(id, { session: 'resume', gate: 'always' })
    s.message(id, 'hello')
    await s.clock.settle()
    s.script = () => ({ status: 'failed', fault: fault('agent.no_session', 'gone'), turn: TURN })
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('[pending] a')
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'skipped', skipReason: 'no_session' })
    expect([s.store.agents.session(id), s.store.threads.get(id)!.failures]).toEqual([null, 0])
  })

  it('are, unless a person says otherwise, those of the messages alone: beats begin anew and leave them', async () => {
    const { s, id } = await withAgent(answering)
    expect(s.store.threads.get(id)!.session).toBe('messages')
    s.store.threads.change(id, { gate: 'always' })
    const resumed: string[] = []
    s.script = (spec) => {
      const { session, keepSession } = spec.turn!
      resumed.push(`${session?.id ?? 'new'}, ${keepSession ? 'kept' : 'not kept'}`)
      return answering(spec)
    }
    await s.clock.advance(9 * MINUTE)
    expect(s.store.agents.session(id), 'a beat begins none').toBeNull()
    s.message(id, 'hello')
    await s.clock.settle()
    const begun = s.store.agents.session(id)
    await s.clock.advance(8 * MINUTE)
    expect(s.store.agents.session(id), 'a beat changes nothing of it').toEqual(begun)
    s.message(id, 'and now?')
    await s.clock.settle()
    expect(resumed).toEqual(['new, not kept', 'new, kept', 'new, not kept', 'fresh, kept'])
    expect(s.runs(id).map((run) => run.outcome)).not.toContain('skipped')
  })

  it('hear with the next message what a beat reported since, once', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { gate: 'always' })
    const say = async (text: string): Promise<string> => {
      s.message(id, text)
      await s.clock.settle()
      return s.starts.at(-1)!.prompt!
    }
    expect(await say('hello')).not.toContain('A heartbeat of this thread reported')
    s.script = () => ({ turn: { ...TURN, sessionId: 'other' }, text: 'The build is red since noon.' })
    await s.clock.advance(9 * MINUTE)
    s.script = answering
    expect(await say('Fix that')).toMatch(
      /^Fix that\n\n---\nA heartbeat .* reported .* ago .*\n> The build is red since noon\.$/,
    )
    expect(await say('Thanks')).toBe('Thanks')
  })

  it('are fresh for each message and each beat where the thread is oneshot', async () => {
    const { s, id } = await withAgent(answering)
    s.store.threads.change(id, { session: 'oneshot', gate: 'always' })
    const resumed: (string | null)[] = []
    s.script = (spec) => {
      resumed.push(spec.turn!.session?.id ?? null)
      return answering(spec)
    }
    await s.clock.advance(9 * MINUTE)
    for (const text of ['hello', 'and now?']) {
      s.message(id, text)
      await s.clock.settle()
    }
    expect(resumed).toEqual([null, null, null])
    expect(s.store.agents.session(id)).toBeNull()
  })
})
