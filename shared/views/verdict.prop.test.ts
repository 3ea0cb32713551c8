import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RUN_OUTCOMES } from '../runs/run.ts'
import type { SkipReason } from '../queue/skip-reason.ts'
import type { ThreadView } from './thread-view.ts'
import { GRACE_MS, restOf, stateOf } from './thread-state.ts'
import { TIERS } from '../schedule/tier.ts'
import { HOUR, MINUTE } from '../base/time.ts'
import { standingOf, STANDINGS, unseenSlot, verdictOf } from './verdict.ts'

const NOW = 1_800_000_000_000
const pause = fc.option(fc.constant({ reason: 'holiday', until: null, by: 'person' as const }), { nil: null })
const alert = fc.constantFrom('urgent' as const, 'warning' as const, 'notice' as const)
const FATES = ['quiet', 'unchanged', 'skipped', 'missed', 'merged', 'waiting', 'running', 'alert'] as const

/** Threads as the engine would show them: the state follows from random facts. */
const thread = fc
  .record({
    trusted: fc.boolean(),
    off: fc.boolean(),
    pause,
    quiet: fc.constantFrom(null, 'quiet hours until 09:00'),
    running: fc.boolean(),
    waiting: fc.boolean(),
    open: fc.array(alert, { maxLength: 2 }),
    acknowledgedAlerts: fc.nat(2),
    last: fc.option(
      fc.record({
        outcome: fc.constantFrom(...RUN_OUTCOMES),
        skipReason: fc.constantFrom<SkipReason>(
          'over_budget',
          'empty',
          'paused',
          'no_session',
          'in_your_way',
          'by_switches',
        ),
      }),
      { nil: null },
    ),
    lateMs: fc.constantFrom(0, GRACE_MS, GRACE_MS + 1, HOUR),
    missing: fc.boolean(),
    approvalsWanted: fc.nat(1),
    permissionsWanted: fc.nat(1),
    problem: fc.boolean(),
    indicator: fc.boolean(),
    fates: fc.array(fc.constantFrom(...FATES), { maxLength: 4 }),
    finishedAgo: fc.constantFrom(0, 3 * HOUR),
    snoozed: fc.constantFrom(null, ...TIERS),
  })
  .map((f): ThreadView => {
    const last =
      f.last === null
        ? null
        : {
            ...f.last,
            skipReason: f.last.outcome === 'skipped' ? f.last.skipReason : null,
            summary: 's',
            finishedAt: NOW - f.finishedAgo,
          }
    const lateMs = f.pause !== null || f.running ? 0 : f.lateMs
    const rests = restOf(f)
    const tiers = Object.fromEntries(
      TIERS.map((tier) => [
        tier,
        { lastDoneAt: NOW, dueAt: NOW, tasks: 1, snoozedUntil: f.snoozed === tier ? NOW + HOUR : null },
      ]),
    ) as ThreadView['tiers']
    const strip = {
      at: f.fates.map((_, i) => NOW - (f.fates.length - i) * HOUR),
      outcome: f.fates,
      runs: f.fates.map(() => null),
    }
    const { state, because } = stateOf({
      trusted: f.trusted,
      exchanged: null,
      off: f.off,
      pause: f.pause,
      quiet: f.quiet,
      running: f.running,
      waiting: f.waiting,
      worstAlert: f.open[0] ?? null,
      alertText: f.open.length > 0 ? 'look' : null,
      answered: f.acknowledgedAlerts > 0 ? { how: 'acknowledged', text: 'look' } : null,
      last,
      lateMs,
      lateBecause: null,
      unseenSlot: unseenSlot({ strip, last, tiers, effectiveIntervalMs: HOUR } as unknown as ThreadView),
      scheduleProblem: f.problem ? 'unreadable' : null,
      missingFolder: f.missing ? { code: 'repo.missing', message: '/api' } : null,
      approvalsWanted: f.approvalsWanted,
      permissionsWanted: f.permissionsWanted,
      failures: 0,
    })
    return {
      state,
      because,
      rests,
      last,
      lateMs,
      trusted: f.trusted,
      pause: f.pause,
      openAlerts: f.open.length,
      acknowledgedAlerts: f.acknowledgedAlerts,
      indicator: f.indicator,
      tiers,
      strip,
      effectiveIntervalMs: HOUR,
    } as unknown as ThreadView
  })
const fleet = fc.array(thread, { maxLength: 12 })

/** Written down once more, from the promise itself. */
const isProven = (t: ThreadView): boolean =>
  t.trusted &&
  t.pause === null &&
  t.openAlerts === 0 &&
  t.acknowledgedAlerts === 0 &&
  t.last !== null &&
  ['quiet', 'unchanged'].includes(t.last.outcome) &&
  t.lateMs <= GRACE_MS &&
  TIERS.every((tier) => t.tiers[tier].snoozedUntil === null) &&
  t.rests === null &&
  ['running', 'waiting', 'quiet'].includes(t.state)

it('says "All quiet" only when every thread has a fresh, proven OK', () => {
  fc.assert(
    fc.property(fleet, pause, fc.boolean(), (threads, everybody, halted) => {
      const { headline } = verdictOf(threads, everybody, halted)
      if (headline === 'All quiet.')
        expect([threads.every(isProven), everybody, halted, threads.length > 0]).toEqual([
          true,
          null,
          false,
          true,
        ])
      // And the other way round, but for a due time that passed unseen.
      if (
        threads.length > 0 &&
        everybody === null &&
        !halted &&
        threads.every((t) => isProven(t) && unseenSlot(t) === null)
      )
        expect(headline).toBe('All quiet.')
    }),
    { numRuns: 1000 },
  )
})

it('counts every thread exactly once', () => {
  fc.assert(
    fc.property(fleet, pause, (threads, everybody) => {
      for (const t of threads) expect(STANDINGS).toContain(standingOf(t))
      const { headline, rest, needYou } = verdictOf(threads, everybody, false)
      if (threads.length === 0) return
      const counted = [...`${headline} ${rest}`.matchAll(/\d+/g)].reduce((sum, [n]) => sum + Number(n), 0)
      expect(counted).toBe(threads.length)
      expect(headline.startsWith(`${needYou} thread`)).toBe(needYou > 0)
    }),
    { numRuns: 1000 },
  )
})

it('shows no thread as quiet that the sentence counts as anything else', () => {
  fc.assert(
    fc.property(thread, (t) => {
      if (t.state === 'quiet') expect(['late', 'budget', 'never', 'idle']).not.toContain(standingOf(t))
    }),
    { numRuns: 2000 },
  )
})

it('never calls quiet what passed its newest due time unseen', () => {
  fc.assert(
    fc.property(thread, fc.constantFrom('missed' as const, 'skipped' as const), (t, fate) => {
      const { at, outcome, runs } = t.strip
      const strip = { at: [...at, NOW + HOUR], outcome: [...outcome, fate], runs: [...runs, null] }
      const after = { ...t, strip }
      expect(standingOf(after)).not.toBe('quiet')
    }),
  )
})

it.each([
  [7, HOUR, null],
  [8, HOUR, 'missed'],
  [2, 8 * MINUTE, null],
  [4, 8 * MINUTE, 'missed'], // found by a user: eight minutes passed without a look, and all was "checked on time"
])('missed %d minutes after a look, a due time is unseen: %s', (minutes, effectiveIntervalMs, unseen) => {
  const at = NOW - HOUR
  const strip = { at: [at], outcome: ['missed'], runs: [null] }
  const last = { outcome: 'quiet', finishedAt: at - minutes * MINUTE }
  const tier = { snoozedUntil: null }
  const tiers = { quick: tier, hourly: tier, daily: tier }
  expect(unseenSlot({ strip, last, tiers, effectiveIntervalMs } as unknown as ThreadView)).toBe(unseen)
})
