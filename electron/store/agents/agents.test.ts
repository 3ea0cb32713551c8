import { expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { keptSince } from '../../../shared/history/kept.ts'
import { DEFAULT_SETTINGS } from '../../../shared/settings/settings.ts'
import { aThread, agentRun, endingOf, openStore } from '../testing/one-store.ts'

const turn = {
  sessionId: 's1',
  model: 'haiku',
  usage: { input: 100, cached: 20, output: 3 },
  costUsd: 0.25,
  totals: null,
  calls: [],
  callCount: 0,
  refusals: [],
  resetsAt: null,
  unavailable: [],
  malformedLines: 0,
  toolsReached: true,
}

it('counts a start before it has ended, and keeps it when the thread is removed', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  store.runs.finish(agentRun(store, 10).id, endingOf({ agent: turn }), 11)
  agentRun(store, 20)
  store.threads.remove(aThread(1).id)
  expect(store.agents.spentSince(0)).toEqual([
    { threadId: 'thr_1', runner: 'claude', billing: 'api', startedAt: 10, tokens: 123, usd: 0.25 },
    { threadId: 'thr_1', runner: 'claude', billing: 'api', startedAt: 20, tokens: 0, usd: 0 },
  ])
})

it('counts each start of a run’s agent, and what was spent in a future that the clock took back', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const run = agentRun(store, 1000)
  store.runs.plan(run.id, [], 'again', {
    runner: 'claude',
    billing: 'api',
    model: 'haiku',
    effort: null,
    profile: 'look',
  })
  expect(store.agents.spentSince(0)).toHaveLength(2)
  store.clampFuture(50)
  expect(store.agents.spentSince(0).map((s) => s.startedAt)).toEqual([50, 50])
})

it('knows for a month what was spent, also where runs are kept for a week', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (const day of [1, 10, 38])
    store.runs.finish(agentRun(store, day * DAY).id, endingOf({ agent: turn }), day * DAY + 1)
  while (store.history.prune(keptSince({ ...DEFAULT_SETTINGS, runsKeptMs: 7 * DAY }, 40 * DAY)));
  expect(store.history.index({}).total).toBe(1)
  expect(store.agents.spentSince(0).map((s) => s.startedAt)).toEqual([10 * DAY, 38 * DAY])
})

it('asks about a refused call once, and an answer of "once" is used up by a run that started with it', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const refused = [
    { rule: 'Bash(npm test)', label: 'run npm test', allowable: true },
    { rule: 'Bash(rm x)', label: 'run rm x', allowable: true },
    { rule: 'odd', label: 'odd', allowable: false },
  ]
  store.runs.finish(agentRun(store, 10).id, endingOf({ refused }), 11)
  store.permissions.decide(aThread(1).id, 'Bash(npm test)', 'once')
  store.permissions.decide(aThread(1).id, 'Bash(rm x)', 'never')
  store.runs.finish(agentRun(store, 20).id, endingOf({ refused }), 21)
  expect(store.permissions.list(aThread(1).id).map((p) => [p.rule, p.decision])).toEqual([
    ['odd', 'asked'],
    ['Bash(npm test)', 'once'],
    ['Bash(rm x)', 'never'],
  ])
  expect(store.permissions.decide(aThread(1).id, 'odd', 'always')).toBe(false)
  expect(store.permissions.rules(aThread(1).id)).toEqual({
    once: ['Bash(npm test)'],
    always: [],
    never: ['Bash(rm x)'],
  })
  store.runs.finish(agentRun(store, 30).id, endingOf({ usedRules: ['Bash(npm test)'] }), 31)
  expect(store.permissions.rules(aThread(1).id)).toEqual({ once: [], always: [], never: ['Bash(rm x)'] })
  expect(store.permissions.decide(aThread(1).id, 'Bash(curl x)', 'always')).toBe(false)
})

it('keeps at most fifty questions waiting, and forgets those that did not come back', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  for (let i = 0; i < 4; i++)
    store.runs.finish(
      agentRun(store, 10 + i).id,
      endingOf({
        refused: Array.from({ length: 60 }, (_, n) => ({
          rule: `r${i}-${n}`,
          label: 'x',
          allowable: true,
        })),
      }),
      11 + i,
    )
  expect(store.permissions.wanted(aThread(1).id)).toBe(50)
  while (store.history.prune(keptSince(DEFAULT_SETTINGS, 15 * DAY)));
  expect(store.permissions.wanted(aThread(1).id)).toBe(0)
})

it('does not bring back a session that a person ended while it was resumed', () => {
  const store = openStore(':memory:')
  store.threads.add(aThread(1))
  const session = { runner: 'claude', id: 's1', lastActivityAt: 5, totals: null }
  store.runs.finish(agentRun(store, 10).id, endingOf({ session: { ...session, resumed: null } }), 11)
  store.agents.forgetSession(aThread(1).id)
  store.runs.finish(agentRun(store, 20).id, endingOf({ session: { ...session, resumed: 's1' } }), 21)
  expect(store.agents.session(aThread(1).id)).toBeNull()
})
