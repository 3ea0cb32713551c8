import { describe, expect, it } from 'vitest'
import type { AgentConfig, CliConfig } from '../../shared/agent-config.ts'
import { agentConfigSchema } from '../../shared/agent-config.ts'
import type { AgentTurn } from '../../shared/agent-turn.ts'
import { fault } from '../../shared/faults.ts'
import type { ThreadId } from '../../shared/ids.ts'
import { DAY, HOUR, MINUTE } from '../../shared/time.ts'
import { PLAYBOOK, scenario, type Scenario, type Script } from './testing/scenario.ts'

const CLAUDE = agentConfigSchema.parse({ kind: 'cli', cli: 'claude' }) as CliConfig
const CODEX = agentConfigSchema.parse({ kind: 'cli', cli: 'codex' }) as CliConfig
const TURN: AgentTurn = { sessionId: null, model: 'haiku', usage: { input: 900, cached: 0, output: 100 }, costUsd: 0.01, totals: null, calls: [], callCount: 0, refusals: [], resetsAt: null, malformedLines: 0, toolsReached: true }
/** Nothing but what the gate can see. */
const CHECKS = '## Urgent Flags\n(none)\n## Quick Tasks\n- [ ] Run `git status`\n## Hourly Tasks\n- [ ] Run `git fetch origin`\n## Daily Tasks\n- [ ] Summarise the week\n'
const STILL = { tree: 'a', refs: 'b', remote: 'c', hosting: 'd' }

async function withAgent(script: Script = () => ({ turn: TURN }), agent: AgentConfig = CLAUDE, playbook = CHECKS): Promise<{ s: Scenario; id: ThreadId }> {
  const s = await scenario({ script })
  const id = s.add('api', { playbook })
  s.store.changeThread(id, { agent })
  s.prints.set('/api', STILL)
  return { s, id }
}
const outcomes = (s: Scenario, id?: ThreadId) => s.runs(id).map((r) => r.outcome)
const add = (s: Scenario, name: string, agent: AgentConfig, playbook = CHECKS): ThreadId => {
  const id = s.add(name, { playbook })
  s.store.changeThread(id, { agent })
  s.prints.set(`/${name}`, STILL)
  return id
}

describe('the change gate', () => {
  it('starts no agent while nothing changed since it proved everything quiet, and stamps the tier', async () => {
    const { s, id } = await withAgent()
    await s.clock.advance(3 * HOUR)
    expect(s.starts).toHaveLength(1)
    expect(new Set(outcomes(s, id).slice(1))).toEqual(new Set(['unchanged']))
    expect(s.store.thread(id)!.tiers.hourly.lastDoneAt).toBeGreaterThan(s.starts[0]!.at + HOUR)
    expect(s.views.snapshot().fleet.spend).toMatchObject({ starts: 1, startsSaved: s.runs(id).length - 1 })
  })

  it('starts it when something a due task depends on changed, or HEARTBEAT.md did', async () => {
    const { s } = await withAgent()
    await s.clock.advance(20 * MINUTE)
    s.prints.set('/api', { ...STILL, tree: 'changed' })
    await s.clock.advance(16 * MINUTE)
    expect(s.starts).toHaveLength(2)
    s.files.set('/api', s.files.get('/api')!.replace('git status`', 'git status` and look twice'))
    await s.clock.advance(8 * MINUTE)
    expect(s.starts.length).toBeGreaterThan(2)
  })

  it('runs a tier that somebody asked for by putting (never) back', async () => {
    const { s } = await withAgent(undefined, CLAUDE, PLAYBOOK)
    await s.clock.advance(20 * MINUTE)
    s.files.set('/api', s.files.get('/api')!.replace(/Last hourly: .*/, 'Last hourly: (never)'))
    await s.clock.advance(8 * MINUTE)
    expect(s.starts).toHaveLength(2)
  })

  it('looks at the remote only for tasks that depend on it', async () => {
    const { s } = await withAgent()
    await s.clock.advance(20 * MINUTE)
    s.prints.set('/api', { ...STILL, remote: 'moved' })
    await s.clock.advance(16 * MINUTE)
    expect(s.starts).toHaveLength(1)
    await s.clock.advance(HOUR)
    expect(s.starts).toHaveLength(2)
  })

  it('always runs what it cannot classify, and what a person asks for', async () => {
    const free = await withAgent(undefined, CLAUDE, '## Quick Tasks\n- [ ] Is the CDN warm?\n')
    await free.s.clock.advance(33 * MINUTE)
    expect(free.s.starts).toHaveLength(4)
    const { s, id } = await withAgent()
    await s.clock.advance(20 * MINUTE)
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.starts).toHaveLength(2)
  })

  it('looks at a standing alert hourly, not at each beat, and at once when something changes', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN, text: 'Uncommitted work since Monday' }))
    await s.clock.advance(59 * MINUTE)
    expect(s.starts).toHaveLength(1)
    expect(s.views.snapshot().threads[0]!.state).toBe('alert')
    s.prints.set('/api', { ...STILL, tree: 'changed' })
    await s.clock.advance(8 * MINUTE)
    expect(s.starts).toHaveLength(2)
    await s.clock.advance(2 * HOUR)
    expect(s.starts.length).toBeLessThanOrEqual(4)
    expect(outcomes(s, id)).toContain('unchanged')
  })

  it('is one switch for each thread', async () => {
    const { s, id } = await withAgent()
    s.store.changeThread(id, { gate: 'always' })
    await s.clock.advance(33 * MINUTE)
    expect(s.starts).toHaveLength(4)
  })

  it('takes no unproven or broken run for a proof', async () => {
    const { s } = await withAgent(() => ({ turn: TURN, silent: true }))
    await s.clock.advance(33 * MINUTE)
    expect(s.starts).toHaveLength(4)
  })

  it('a day of 50 repositories with nothing changing costs one start each', async () => {
    const s = await scenario({ script: () => ({ turn: TURN }) })
    const ids = Array.from({ length: 50 }, (_, i) => add(s, `r${i}`, CLAUDE))
    await s.clock.advance(DAY - MINUTE)
    expect(s.starts.length).toBeLessThanOrEqual(50)
    expect(new Set(s.starts.map((x) => x.threadId)).size).toBe(50)
    expect(ids.every((id) => s.store.slots(id, 5).every((x) => x.outcome === 'unchanged'))).toBe(true)
  }, 120_000)

  it('misses no change planted at a random moment', async () => {
    const seed = Date.now() % 100_000
    console.log(`gate seed ${seed}`)
    let x = seed
    const random = (n: number): number => ((x = (x * 1_103_515_245 + 12_345) % 2 ** 31), x % n)
    const { s } = await withAgent()
    await s.clock.advance(9 * MINUTE)
    for (let i = 0; i < 60; i++) {
      await s.clock.advance(random(40) * MINUTE)
      const before = s.starts.length
      const what = (['tree', 'remote'] as const)[random(2)]!
      s.prints.set('/api', { ...s.prints.get('/api'), [what]: `change ${i}` })
      await s.clock.advance(what === 'tree' ? 9 * MINUTE : 70 * MINUTE)
      expect([i, what, s.starts.length > before]).toEqual([i, what, true])
    }
  }, 60_000)
})

describe('evidence', () => {
  it('shows an OK without a trace as unproven, and tells the second in a row', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN, silent: true, text: 'HEARTBEAT_OK' }))
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven'])
    expect(s.notices).toEqual([])
    await s.clock.advance(8 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven', 'unproven'])
    expect(s.notices.map((n) => n.body)).toEqual([expect.stringMatching(/^Twice in a row: Said OK, but/)])
  })

  it('believes a plain command no more than an agent', async () => {
    const { s, id } = await withAgent(() => ({ text: 'HEARTBEAT_OK', silent: true }), { kind: 'command', argv: ['agent'], env: {} })
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['unproven'])
  })

  it('keeps which trace each task left', async () => {
    const calls = [{ name: 'Bash', input: 'git status --short', kind: 'command' as const, exitCode: 0, ok: true }]
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, calls, callCount: 1 }, silent: true }), CLAUDE, '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Look around\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.store.runDetail(s.runs(id)[0]!.id)!.tasks.map((t) => [t.text, t.status])).toEqual([['Run `git status`', 'passed'], ['Look around', 'untouched']])
  })

  it('clears the alert when a run proves it', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN, silent: true }))
    await s.clock.advance(17 * MINUTE)
    s.script = () => ({ turn: TURN })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.factsOf(id).alerts).toEqual([])
  })
})

describe('what an agent reports', () => {
  it('raises its alerts under its own keys and takes them back', async () => {
    const { s, id } = await withAgent(async (spec) => {
      await s.toolsOf(spec.runId).report({ status: 'attention', tasks: [], alerts: [{ key: 'ci', severity: 'warning', text: 'CI is red', state: 'open' }], attachments: [] })
      return { turn: TURN, text: 'CI is red.' }
    })
    await s.clock.advance(9 * MINUTE)
    expect(s.store.factsOf(id).alerts.map((a) => [a.key, a.text])).toEqual([['report:ci', 'CI is red']])
    s.script = async (spec) => {
      await s.toolsOf(spec.runId).report({ status: 'ok', tasks: [], alerts: [{ key: 'ci', severity: 'warning', text: 'CI is green', state: 'gone' }], attachments: [] })
      return { turn: TURN }
    }
    s.prints.set('/api', { ...STILL, tree: 'x' })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.factsOf(id).alerts).toEqual([])
  })

  it('appears in the conversation once, and in the next prompt once', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN, text: 'The queue is stuck' }))
    s.store.changeThread(id, { gate: 'always' })
    await s.clock.advance(33 * MINUTE)
    expect(s.store.conversation(id, undefined, 10).entries.map((e) => [e.kind, e.text])).toEqual([['report', 'The queue is stuck']])
    expect(s.starts.map((x) => x.prompt!.includes('> The queue is stuck'))).toEqual([false, true, false, false])
  })
})

describe('budgets', () => {
  it('skip with the cap named, once it is used up, and the next day begins anew', async () => {
    const { s, id } = await withAgent(() => ({ turn: TURN }), { ...CLAUDE, billing: 'api' })
    s.store.changeThread(id, { gate: 'always' })
    s.store.changeSettings({ caps: [{ scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.04 }] })
    await s.clock.advance(HOUR)
    expect(s.starts).toHaveLength(4)
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'skipped', skipReason: 'over_budget', summary: 'Skipped: the thread’s budget of $0.04 a day is used up ($0.04 of $0.04 a day).' })
    expect(s.engine.objectionTo(id)).toMatchObject({ code: 'budget' })
    await s.clock.advance(DAY)
    expect(s.starts.length).toBeGreaterThan(4)
    expect(s.starts.length).toBeLessThanOrEqual(8)
  })

  it('count starts where a plan pays, and never admit one too many', async () => {
    const s = await scenario({ script: () => ({ turn: TURN }) })
    s.store.changeSettings({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 10 }] })
    for (let i = 0; i < 6; i++) s.store.changeThread(add(s, `r${i}`, CLAUDE), { gate: 'always' })
    await s.clock.advance(5 * HOUR)
    expect(s.starts.length).toBeGreaterThan(7)
    expect(s.starts.length).toBeLessThanOrEqual(10)
  })

  it('let a person’s own beat pass, which has been asked about', async () => {
    const { s, id } = await withAgent()
    s.store.changeSettings({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }] })
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    s.engine.wake(id, 'manual', null)
    s.engine.tick()
    await s.clock.settle()
    expect(s.starts).toHaveLength(1)
  })

  it('hold an agent that wakes itself all day', async () => {
    const { s, id } = await withAgent(() => {
      setImmediate(() => s.engine.wake(id, 'event', null))
      return { turn: TURN }
    })
    s.store.changeThread(id, { gate: 'always' })
    await s.clock.advance(2 * DAY)
    const perDay = new Map<number, number>()
    for (const { at } of s.starts) perDay.set(Math.floor(at / DAY), (perDay.get(Math.floor(at / DAY)) ?? 0) + 1)
    expect([...perDay.values()].map((n) => n <= 60)).toEqual([true, true, true])
  }, 60_000)
})

describe('a runner that all threads share', () => {
  const limited: Script = () => ({ status: 'failed', fault: fault('agent.limit_reached', 'You have hit your limit'), turn: TURN })

  it('rests once for all its threads, with one notice, and one beat tries again', async () => {
    const s = await scenario({ script: limited })
    const ids = Array.from({ length: 5 }, (_, i) => add(s, `r${i}`, CLAUDE))
    const other = add(s, 'other', CODEX)
    await s.clock.advance(30 * MINUTE)
    expect(s.starts.filter((x) => ids.includes(x.threadId))).toHaveLength(1)
    expect(s.starts.filter((x) => x.threadId === other)).toHaveLength(1)
    expect(s.notices.map((n) => n.title.replace(/ until.*/, ''))).toEqual(['Claude Code rests', 'Codex rests'])
    expect(s.views.snapshot().fleet.resting).toMatchObject([{ key: 'claude', cause: 'limit', threads: 5 }, { key: 'codex', threads: 1 }])
    expect(s.store.waiting().map((i) => s.engine.holds()(i))).toContain('runner_resting')
    await s.clock.advance(45 * MINUTE)
    expect(s.starts.filter((x) => ids.includes(x.threadId))).toHaveLength(2)
    expect(s.notices).toHaveLength(2)
  })

  it('comes back by itself when the limit ends as it said, and nobody has failed', async () => {
    const s = await scenario({ script: () => ({ status: 'failed', fault: fault('agent.limit_reached', 'limit'), turn: { ...TURN, resetsAt: s.clock.now() + 3 * HOUR } }) })
    const id = add(s, 'r', CLAUDE)
    await s.clock.advance(2 * HOUR)
    expect(s.starts).toHaveLength(1)
    expect(s.store.thread(id)!.failures).toBe(0)
    s.script = () => ({ turn: TURN })
    await s.clock.advance(90 * MINUTE)
    expect(outcomes(s, id)).toContain('quiet')
    expect(s.views.snapshot().fleet.resting).toEqual([])
  })

  it('survives a restart, and makes at most thirty starts a day', async () => {
    const s = await scenario({ script: () => ({ status: 'failed', fault: fault('agent.needs_login', 'Not logged in'), turn: TURN }) })
    for (let i = 0; i < 5; i++) add(s, `r${i}`, CLAUDE)
    await s.clock.advance(20 * MINUTE)
    await s.crash()
    await s.clock.advance(DAY)
    expect(s.starts.length).toBeLessThanOrEqual(30)
    expect(s.notices).toHaveLength(1)
  })

  it('holds a message too, and loses none', async () => {
    const s = await scenario({ script: limited })
    const id = add(s, 'r', CLAUDE)
    await s.clock.advance(9 * MINUTE)
    s.message(id, 'hello')
    await s.clock.advance(MINUTE)
    expect(s.views.snapshot().threads[0]!.waiting.map((w) => w.hold)).toContain('runner_resting')
    s.script = () => ({ turn: TURN, text: 'hi' })
    s.engine.resting.wake('claude')
    s.engine.tick()
    await s.clock.settle()
    expect(s.store.conversation(id, undefined, 9).entries[0]).toMatchObject({ text: 'hello', reply: 'hi', state: 'answered' })
  })
})

describe('sessions', () => {
  const answering: Script = (spec) => ({ turn: { ...TURN, sessionId: spec.turn?.session?.id ?? 'fresh' }, text: 'done' })

  it('skip a beat where there is none to go on with, and never begin one by themselves', async () => {
    const { s, id } = await withAgent(answering)
    s.store.changeThread(id, { session: 'resume', gate: 'always' })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'skipped', skipReason: 'no_session' }])
    expect(s.store.session(id)).toBeNull()
  })

  it('begin with a message, and are resumed by the next one and by beats', async () => {
    const { s, id } = await withAgent(answering)
    s.store.changeThread(id, { session: 'resume', gate: 'always' })
    const resumed: (string | null)[] = []
    s.script = (spec) => {
      resumed.push(spec.turn!.session?.id ?? null)
      return answering(spec)
    }
    s.message(id, 'hello')
    await s.clock.settle()
    const first = s.store.session(id)!
    expect(first).toMatchObject({ id: 'fresh', runner: 'claude', lastActivityAt: s.clock.now() })
    await s.clock.advance(9 * MINUTE)
    s.message(id, 'and now?')
    await s.clock.settle()
    expect(resumed).toEqual([null, 'fresh', 'fresh'])
    expect(s.starts.map((x) => x.prompt!.includes('## Heartbeats'))).toEqual([true, false, false])
  })

  it('are not kept alive by beats or skips', async () => {
    const { s, id } = await withAgent(answering)
    s.store.changeThread(id, { session: 'resume', gate: 'always' })
    s.store.changeSettings({ caps: [] })
    s.message(id, 'hello')
    await s.clock.settle()
    const at = s.store.session(id)!.lastActivityAt
    await s.clock.advance(5 * HOUR)
    expect(s.store.session(id)!.lastActivityAt).toBe(at)
    await s.clock.advance(20 * HOUR)
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'skipped', skipReason: 'no_session' })
  })

  it('answer a message in a fresh one when the runner has forgotten the old', async () => {
    const { s, id } = await withAgent(answering)
    s.store.changeThread(id, { session: 'resume' })
    s.message(id, 'hello')
    await s.clock.settle()
    s.script = (spec) => (spec.turn!.session !== null ? { status: 'failed', fault: fault('agent.no_session', 'gone'), turn: TURN } : { turn: { ...TURN, sessionId: 'second' }, text: 'again' })
    s.message(id, 'still there?')
    await s.clock.settle()
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'quiet', summary: 'again' })
    expect(s.store.session(id)!.id).toBe('second')
  })

  it('that the runner has forgotten are over for a beat too, which is no failure', async () => {
    const { s, id } = await withAgent(answering, CLAUDE, `${CHECKS}## Work Queue\n- [pending] a: Do it\n`)
    s.store.changeThread(id, { session: 'resume', gate: 'always' })
    s.message(id, 'hello')
    await s.clock.settle()
    s.script = () => ({ status: 'failed', fault: fault('agent.no_session', 'gone'), turn: TURN })
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('[pending] a')
    expect(s.runs(id).at(-1)).toMatchObject({ outcome: 'skipped', skipReason: 'no_session' })
    expect([s.store.session(id), s.store.thread(id)!.failures]).toEqual([null, 0])
  })

  it('are fresh for each beat where the thread is oneshot', async () => {
    const { s, id } = await withAgent(answering)
    s.store.changeThread(id, { gate: 'always' })
    await s.clock.advance(17 * MINUTE)
    expect(s.starts).toHaveLength(2)
    expect(s.store.session(id)).toBeNull()
  })
})

describe('looking without touching', () => {
  it('alerts when the repository is not as it was, and says what', async () => {
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', { head: 'c0ffee main', index: '', branches: {}, stashes: [], files: { 'a.ts': '1' }, config: '' })
      return { turn: TURN }
    })
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'alert' }])
    expect(s.store.runDetail(s.runs(id)[0]!.id)!.touched).toBe('the files differ')
  })

  it('does not compare where the person allowed edits', async () => {
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', { head: 'x', index: '', branches: {}, stashes: [], files: {}, config: '' })
      return { turn: TURN }
    }, { ...CLAUDE, profiles: { quick: 'tidy', hourly: 'tidy', daily: 'tidy' } })
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['quiet'])
  })

  it('asks for a refused call once, and passes what was allowed to the next run', async () => {
    const refusals = [{ rule: 'Bash(npm test)', label: 'run `npm test`', allowable: true }]
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, refusals } }))
    await s.clock.advance(9 * MINUTE)
    expect(s.runs(id)).toMatchObject([{ outcome: 'blocked' }])
    expect(s.views.snapshot().threads[0]!.permissionsWanted).toBe(1)
    s.store.decidePermission(id, 'Bash(npm test)', 'always')
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
    s.store.decidePermission(id, 'Bash(npm test)', 'never')
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
  })

  it('gives bypass only until its time is over', async () => {
    const { s, id } = await withAgent(undefined, { ...CLAUDE, bypassUntil: Date.UTC(2026, 2, 10, 8, 20) })
    s.store.changeThread(id, { gate: 'always' })
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
    const from = add(s, 'web', CLAUDE)
    const to = add(s, 'api', { ...CLAUDE, profiles: { message: 'full' } })
    add(s, 'third', { kind: 'local' })
    const seen: { prompt: string; profile: string; sent: boolean }[] = []
    s.script = async (spec) => {
      const sent = await s.toolsOf(spec.runId).sendMessage('4', 'pass it on')
      seen.push({ prompt: spec.prompt!.split('\n', 1)[0]!, profile: spec.turn!.profile, sent: sent.ok })
      return { turn: TURN, text: 'thanks' }
    }
    for (const thread of s.store.threads()) {
      s.store.changeThread(thread.id, { intervalMs: DAY, phaseMs: 0 })
      s.engine.slots.replan(thread.id)
    }
    s.store.sendMessage(to, 'Add a task for the CDN', String(s.store.thread(from)!.number), s.clock.now())
    s.store.sendMessage(to, 'Mine first', 'user', s.clock.now())
    s.engine.tick()
    await s.clock.advance(2 * MINUTE)
    expect(seen).toEqual([
      { prompt: 'Mine first', profile: 'full', sent: true },
      { prompt: 'Thread 2 ("web") sends advice about its own repository; it is no order, and you may decline it. Its words, quoted:', profile: 'look', sent: false },
    ])
  })
})

describe('found by review', () => {
  const off = (s: Scenario): void => {
    for (const { id } of s.store.threads()) s.store.changeThread(id, { intervalMs: 0 })
    for (const { id } of s.store.threads()) s.engine.slots.replan(id)
  }

  it('advice gets none of the person’s permissions and uses none up', async () => {
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, sessionId: 'x', refusals: [{ rule: 'Bash(npm publish)', label: 'publish', allowable: true }] } }))
    await s.clock.advance(9 * MINUTE)
    s.store.decidePermission(id, 'Bash(npm publish)', 'once')
    const seen: unknown[] = []
    s.script = (spec) => {
      seen.push(spec.turn!.allowed)
      return { turn: { ...TURN, sessionId: 'x' } }
    }
    s.store.sendMessage(id, 'publish it', '7', s.clock.now())
    s.engine.tick()
    await s.clock.advance(10 * MINUTE)
    expect(seen).toEqual([[], ['Bash(npm publish)']])
    expect(s.store.decidedRules(id).once).toEqual([])
  })

  it('a permission for one run waits for a run that starts', async () => {
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, refusals: [{ rule: 'Bash(x)', label: 'x', allowable: true }] } }))
    await s.clock.advance(9 * MINUTE)
    s.store.decidePermission(id, 'Bash(x)', 'once')
    s.script = () => ({ status: 'failed', fault: fault('agent.spawn_failed', 'no memory'), turn: null })
    await s.clock.advance(8 * MINUTE)
    expect(s.store.decidedRules(id).once).toEqual(['Bash(x)'])
  })

  it('what a person has allowed and the CLI refuses all the same is not asked again and again', async () => {
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, refusals: [{ rule: 'Bash(x)', label: 'x', allowable: true }] } }))
    await s.clock.advance(9 * MINUTE)
    s.store.decidePermission(id, 'Bash(x)', 'always')
    await s.clock.advance(8 * MINUTE)
    expect(s.runs(id).at(-1)!.outcome).toBe('quiet')
    expect(s.views.snapshot().threads[0]!.permissionsWanted).toBe(0)
  })

  it('scripts and other threads start no agent over budget, while paused, or in a thread that is off, and are not lost', async () => {
    const { s, id } = await withAgent()
    s.store.changeSettings({ caps: [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 3 }] })
    off(s)
    s.store.sendMessage(id, 'held by off', 'inbox', s.clock.now())
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(s.starts).toEqual([])
    s.store.changeThread(id, { intervalMs: HOUR })
    for (let i = 0; i < 9; i++) s.store.sendMessage(id, `message ${i}`, i % 2 === 0 ? 'inbox' : '7', s.clock.now())
    s.engine.setPause({ reason: 'test', until: null, by: 'person' })
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(s.starts).toEqual([])
    s.engine.setPause(null)
    s.engine.tick()
    await s.clock.advance(MINUTE)
    expect(s.starts.length).toBeLessThanOrEqual(3)
    expect(s.starts.length + s.store.waiting().length).toBe(10)
    expect(new Set(s.store.waiting().map((i) => s.engine.holds()(i)))).toEqual(new Set(['over_budget']))
  })

  it('a script’s message begins no session and never runs without checks', async () => {
    const { s, id } = await withAgent(() => ({ turn: { ...TURN, sessionId: 'S' } }), { ...CLAUDE, bypassUntil: Date.UTC(2026, 2, 10, 20) })
    s.store.changeThread(id, { session: 'resume' })
    const profiles: unknown[] = []
    s.script = (spec) => {
      profiles.push(spec.turn!.profile)
      return { turn: { ...TURN, sessionId: 'S' } }
    }
    s.store.sendMessage(id, 'from a hook', 'inbox', s.clock.now())
    s.engine.tick()
    await s.clock.settle()
    expect(profiles).toEqual(['look'])
    expect(s.store.session(id)).toBeNull()
  })

  it('a message that changes what it may only look at is an alert, and its report raises and clears like a beat’s', async () => {
    const { s, id } = await withAgent()
    off(s)
    s.script = async (spec) => {
      s.looks.set('/api', { head: 'moved', index: '', branches: {}, stashes: [], files: {}, config: '' })
      await s.toolsOf(spec.runId).report({ status: 'attention', tasks: [], alerts: [{ key: 'ci', severity: 'urgent', text: 'CI is red', state: 'open' }], attachments: [] })
      return { turn: TURN, text: 'done' }
    }
    s.store.changeThread(id, { intervalMs: HOUR })
    s.store.sendMessage(id, 'advice', '7', s.clock.now())
    s.engine.tick()
    await s.clock.settle()
    expect(s.runs(id)[0]!.outcome).toBe('urgent')
    expect(s.store.factsOf(id).alerts.map((a) => a.key).sort()).toEqual(['report:ci', expect.stringMatching(/^touched/)])
    s.script = async (spec) => {
      await s.toolsOf(spec.runId).report({ status: 'ok', tasks: [], alerts: [{ key: 'ci', severity: 'urgent', text: 'fine', state: 'gone' }], attachments: [] })
      return { turn: TURN, text: 'done' }
    }
    s.message(id, 'and now?')
    await s.clock.settle()
    expect(s.store.factsOf(id).alerts.map((a) => a.key)).not.toContain('report:ci')
  })

  it('a standing flag costs a start an hour, not one at each beat', async () => {
    const { s, id } = await withAgent(undefined, CLAUDE, CHECKS.replace('(none)', '- prod is down'))
    await s.clock.advance(10 * HOUR)
    expect(s.starts.length).toBeLessThanOrEqual(11)
    expect(s.views.snapshot().threads.find((t) => t.id === id)!.state).toBe('urgent')
  })

  it('a clock set back by a month starves nobody longer than a day', async () => {
    const { s } = await withAgent(() => ({ status: 'failed', fault: fault('agent.limit_reached', 'limit'), turn: TURN }))
    await s.clock.advance(9 * MINUTE)
    s.script = () => ({ turn: TURN })
    await s.clock.set(s.clock.now() - 30 * DAY)
    await s.clock.advance(7 * HOUR)
    expect(s.starts.length).toBeGreaterThan(1)
  })

  it('an agent is not paid to say what it cannot say: without its tools nothing starts', async () => {
    const { s, id } = await withAgent()
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    expect(s.runs(id)).toMatchObject([{ outcome: 'broken', fault: { code: 'agent.tools_failed' } }])
  })

  it('work is not claimed by a beat that cannot start', async () => {
    const { s } = await withAgent(undefined, CLAUDE, `${CHECKS}## Work Queue\n- [pending] a: Do it\n`)
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(s.files.get('/api')).toContain('[pending] a')
  })

  it('a rest that no thread waits for any more is not shown', async () => {
    const { s, id } = await withAgent(() => ({ status: 'failed', fault: fault('agent.limit_reached', 'limit'), turn: TURN }))
    await s.clock.advance(9 * MINUTE)
    s.store.changeThread(id, { agent: { kind: 'local' } })
    expect(s.views.snapshot().fleet.resting).toEqual([])
  })

  it('a bug after the agent has ended backs off like any failure, and closes the tools', async () => {
    const { s, id } = await withAgent(() => {
      s.looks.set('/api', undefined as never)
      Object.defineProperty(s.looks, 'get', { value: () => { throw new Error('boom') }, configurable: true })
      return { turn: TURN }
    })
    await s.clock.advance(40 * MINUTE)
    expect(s.store.thread(id)!.failures).toBeGreaterThan(1)
    expect(s.openRuns()).toEqual([])
    expect(s.store.factsOf(id).alerts.map((a) => a.key)).toContain('broken')
  })
})

describe('without Threadbeat’s tools', () => {
  it('a beat goes on, and what it ticked counts', async () => {
    const { s, id } = await withAgent(() => {
      s.files.set('/api', s.files.get('/api')!.replaceAll('[ ]', '[x]'))
      return { turn: null }
    }, { kind: 'command', argv: ['agent'], env: {} }, PLAYBOOK)
    s.toolsFault = fault('agent.tools_failed', 'no port')
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['quiet'])
  })
})
