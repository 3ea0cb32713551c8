import { describe, expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { outcomes, type Scenario } from '../testing/scenario.ts'
import { addWithAgent, CLAUDE, TURN, withAgent } from '../testing/with-agent.ts'

const LIST =
  '## Quick Tasks\n- [ ] Run `git status`\n## Daily Tasks\n- [ ] Run `git fetch origin`\n- [ ] Is the CDN warm?\n'

const LIMITED = {
  status: 'failed',
  fault: fault('agent.limit_reached', 'You have hit your limit'),
  turn: TURN,
} as const

const useUpBudget = (s: Scenario, isUsedUp = true): void =>
  s.store.settings.change({
    caps: isUsedUp ? [{ scope: 'fleet', of: null, period: 'day', unit: 'starts', limit: 0 }] : [],
  })

/** A thread whose agent is needed once a day and may not be started; `worked`: what the app worked, in order. */
async function heldBench(list = LIST) {
  const { s, id } = await withAgent(() => ({ turn: TURN }), CLAUDE, list)
  const worked: string[] = []
  s.checks = (task) => (worked.push(task.text), task.text.includes('CDN') ? { status: 'needs_agent' } : {})
  useUpBudget(s)
  return { s, id, worked }
}

const times = (worked: readonly string[], text: string): number =>
  worked.filter((t) => t.includes(text)).length

describe('a beat whose agent is held by a budget', () => {
  it('works what the app can, says what waits and why, and leaves its tier due', async () => {
    const { s, id } = await heldBench()
    const ahead = await s.foresight.dryRun(s.store.threads.get(id)!, null)
    expect([ahead.because, ahead.prompt]).toEqual([
      expect.stringMatching(
        /^Threadbeat would work 2 tasks of .* by itself; Claude Code would not be started for 1 task that is left: .*budget/,
      ),
      null,
    ])
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    const [run] = s.runs(id)
    expect([run!.outcome, run!.skipReason]).toEqual(['skipped', 'over_budget'])
    expect(run!.summary).toMatch(/^2 checks passed\. No agent was started for 1 line: .*budget/)
    expect(s.store.runs.detail(run!.id)!.tasks.map((t) => [t.text, t.status])).toEqual([
      ['Run `git status`', 'passed'],
      ['Run `git fetch origin`', 'passed'],
    ])
    const { quick, daily } = s.store.threads.get(id)!.tiers
    expect([quick.lastDoneAt === null, daily.lastDoneAt]).toEqual([false, null])
  })

  it('works no line of the waiting tier again before its time, and hands all of it over when the budget is back', async () => {
    const { s, id, worked } = await heldBench()
    await s.clock.advance(3 * HOUR)
    expect([times(worked, 'fetch'), times(worked, 'status')]).toEqual([1, s.runs(id).length])
    expect(new Set(outcomes(s, id))).toEqual(new Set(['skipped']))
    useUpBudget(s, false)
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toHaveLength(1)
    expect(s.starts[0]!.prompt).toContain('> Run `git fetch origin` → passed')
    expect(outcomes(s, id).at(-1)).toBe('quiet')
    expect(s.store.threads.get(id)!.tiers.daily.lastDoneAt).not.toBeNull()
  })

  it('works the line once a day while the budget stays used up', async () => {
    const { s, worked } = await heldBench()
    await s.clock.advance(50 * HOUR)
    expect(times(worked, 'fetch')).toBe(3)
  })

  it('tells what the app found', async () => {
    const { s, id } = await heldBench()
    s.checks = (task) =>
      task.text.includes('status') ? { status: 'finding', severity: 'warning', note: 'CI is red on #7' } : {}
    await s.clock.advance(9 * MINUTE)
    expect(outcomes(s, id)).toEqual(['alert'])
    expect(s.notices.map((n) => n.body)).toEqual(['CI is red on #7'])
    expect(s.starts).toEqual([])
  })

  it('keeps an event for the next prompt', async () => {
    const { s, id } = await heldBench('## Quick Tasks\n- [ ] Run `git status`\n')
    await s.clock.advance(9 * MINUTE)
    s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'now' })
    await s.clock.advance(9 * MINUTE)
    expect([s.starts.length, s.store.events.waiting(id).events.length]).toEqual([0, 1])
    const { outcome, skipReason, summary } = s.runs(id).at(-1)!
    expect([outcome, skipReason]).toEqual(['skipped', 'over_budget'])
    expect(summary).toMatch(/^1 check passed\. No agent was started: .*budget/)
    useUpBudget(s, false)
    await s.clock.advance(9 * MINUTE)
    expect(s.starts[0]!.prompt).toContain('The build is red')
  })

  it('is skipped whole where nothing is left for the app', async () => {
    const { s, id } = await heldBench('## Quick Tasks\n- [ ] Is the CDN warm?\n')
    await s.clock.advance(9 * MINUTE)
    expect(s.starts).toEqual([])
    expect(s.runs(id)[0]).toMatchObject({ outcome: 'skipped', skipReason: 'over_budget' })
  })
})

it('a person at work keeps the agent away once, also where only an event waits for it', async () => {
  const { s, id } = await withAgent(
    () => ({ turn: TURN }),
    CLAUDE,
    '## Quick Tasks\n- [ ] Run `git status`\n',
  )
  await s.clock.advance(9 * MINUTE)
  s.way.set('/api', { session: 'claude' })
  s.engine.events.add(id, { source: 'cli', text: 'The build is red', trusted: true, wake: 'next' })
  await s.clock.advance(8 * MINUTE)
  expect([s.starts.length, s.runs(id).at(-1)!.skipReason]).toEqual([0, 'in_your_way'])
  await s.clock.advance(8 * MINUTE)
  expect(s.starts[0]!.prompt).toContain('The build is red')
})

describe('a beat whose runner rests', () => {
  it('works what the app can, starts no agent before the rest is over, and one at a time then', async () => {
    const { s, id } = await withAgent(() => LIMITED, CLAUDE, LIST)
    const other = addWithAgent(s, 'web', CLAUDE, LIST)
    await s.clock.advance(30 * MINUTE)
    expect(s.starts).toHaveLength(1)
    const skips = (thread: ThreadId) => new Set(s.runs(thread).map((run) => run.skipReason))
    expect(skips(other)).toEqual(new Set(['runner_resting']))
    expect(s.runs(other).at(-1)!.summary).toMatch(
      /^1 check passed\. No agent was started for 1 line: Claude Code rests until .*\.$/,
    )
    s.script = () => ({ turn: TURN })
    await s.clock.advance(2 * HOUR)
    expect([outcomes(s, id).at(-1), outcomes(s, other).at(-1)]).toEqual(['quiet', 'quiet'])
  })
})
