import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { DAY, MINUTE } from '../../../shared/base/time.ts'
import { START, emptyHistory } from '../testing/history-bench.ts'
import { quantileOf } from '../../../shared/history/history.ts'
import { endingWith } from '../../engine/testing/ending.ts'

it('counts what a beat cost by the time it has ended, and how long half of them took', () => {
  const { store } = emptyHistory()
  const id = 'thr_1' as ThreadId
  store.threads.add({ id, name: 'one', repoPath: '/one', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  for (let i = 0; i < 20; i++) {
    const at = START + i * MINUTE
    store.queue.sendMessage(id, 'hello', 'user', at)
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Claude Code',
      () => true,
      at,
    )!
    store.runs.plan(run.id, [], 'the prompt', {
      runner: 'claude',
      billing: 'api',
      model: null,
      effort: null,
      profile: null,
    } as never)
    store.runs.finish(
      run.id,
      endingWith({
        outcome: 'quiet',
        summary: 'Done.',
        prompt: 'the prompt',
        durationMs: i === 19 ? 50_000 : 1500,
        agent: { costUsd: 0.25, usage: null } as never,
      }),
      at + 1000,
    )
  }
  const [figure] = store.history.figures({}, 'day')
  expect(figure).toMatchObject({
    rows: 20,
    starts: 20,
    usd: 5,
    usdByRunner: { 'Claude Code': 5 },
    byOutcome: { quiet: 20 },
  })
  expect(figure!.medianMs).toBeGreaterThan(1000)
  expect(figure!.medianMs).toBeLessThan(2000)
  expect(store.history.figures({}, 'hour')).toHaveLength(1)
  expect([quantileOf([], 0.5), quantileOf([10], 0.5), quantileOf([0, 0, 4], 1)]).toEqual([null, 50, 500])
})

it('tells how reliably due times were answered, and why some were missed', () => {
  const { store } = emptyHistory()
  const id = 'thr_1' as ThreadId
  store.threads.add({ id, name: 'one', repoPath: '/one', intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const slot = (at: number, fate: 'missed' | 'skipped', cause: string, count = 1): unknown =>
    store.queue.recordSlots(
      id,
      [{ dueAt: at, fate, cause, count }],
      null,
      { nextDueAt: null, problem: null },
      at,
    )
  slot(START, 'missed', 'asleep', 3)
  slot(START + 1, 'missed', 'app closed')
  slot(START + 2, 'skipped', 'paused')
  slot(START - 40 * DAY, 'missed', 'asleep', 100)
  for (let i = 0; i < 96; i++) {
    store.queue.recordSlots(
      id,
      [{ dueAt: START + 10 + i, fate: 'beat', cause: null, count: 1 }],
      { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: 0 },
      { nextDueAt: null, problem: null },
      START,
    )
    const run = store.queue.claim(
      (items) => items[0]!,
      () => 'Local checks',
      () => true,
      START + 10 + i,
    )!
    store.runs.finish(run.id, endingWith({ outcome: 'quiet', summary: '', durationMs: 1 }), START + 10 + i)
  }
  expect(store.history.reliability(undefined, 30, START)).toEqual({
    days: 30,
    answered: 96,
    missed: { asleep: 3, 'app closed': 1 },
    share: 0.96,
  })
})
