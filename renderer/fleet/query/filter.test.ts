import { expect, it } from 'vitest'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { largeSnapshot } from '../../../shared/views/testing/large-snapshot.ts'
import { standingOf, verdictOf } from '../../../shared/views/verdict.ts'
import { countFleet, FLEET_FILTERS, passes } from './filter.ts'

/** Also what a person hushed, knows of, or put off. */
const threads: readonly ThreadView[] = largeSnapshot(1_800_000_000_000).threads.map((t, i) => ({
  ...t,
  indicator: i % 3 !== 0,
  known: i % 5 === 0,
  acknowledgedAlerts: i % 7 === 0 ? 1 : 0,
  lateMs: i % 11 === 0 ? 3_600_000 : t.lateMs,
  rests: i % 13 === 0 ? 'off' : t.rests,
}))

it(
  'found by review: the chips count what the verdict counts, also where the indicator is off or a ' +
    'person knows',
  () => {
    const { states } = countFleet(threads)
    const verdict = verdictOf(threads, null, false)
    const said = (words: string): number =>
      Number(new RegExp(`(\\d+) ${words}\\.`).exec(verdict.rest)?.[1] ?? 0)
    expect([states['needs-you'], states.quiet]).toEqual([verdict.needYou, verdict.quiet])
    expect([states.overdue, states.new, states.paused, states.manual]).toEqual([
      verdict.late + said('with the agent stopped by the budget'),
      said('never checked yet'),
      said('paused'),
      said('manual only'),
    ])
    expect(
      [states['needs-you'], states.quiet, states.overdue, states.paused, states.manual].every((n) => n > 0),
    ).toBe(true)
  },
)
it('no thread is under two chips, but for the one that runs', () => {
  const chips = FLEET_FILTERS.filter((f) => f !== 'all' && f !== 'running')
  for (const t of threads) expect(chips.filter((f) => passes(t, f)).length).toBeLessThanOrEqual(1)
  expect(new Set(threads.map(standingOf)).size).toBeGreaterThan(4)
  expect(
    threads.some((t) => standingOf(t) === 'hushed' && t.state === 'urgent') &&
      threads.every((t) => standingOf(t) !== 'hushed' || chips.every((f) => !passes(t, f))),
  ).toBe(true)
})
