import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allowanceOf, capsFor, useOf, type Spent } from './budget.ts'
import type { ThreadId } from '../base/ids.ts'
import { DEFAULT_CAPS, type Cap } from '../settings/settings.ts'
import { HOUR } from '../base/time.ts'
import { T1, T2, facts, start, now, dayStart, mayStart } from './testing/budget-facts.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007
console.log(`budget seed: ${seed}`)

describe('any sequence of starts', () => {
  const threads = [T1, T2, 'thr_3' as ThreadId]
  const runners = ['claude', 'codex']
  const anyCap = fc
    .record({
      scope: fc.constantFrom('fleet' as const, 'runner' as const, 'thread' as const),
      period: fc.constantFrom('day' as const, 'month' as const),
      unit: fc.constantFrom('starts' as const, 'usd' as const, 'tokens' as const),
      limit: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.double({ min: 0, max: 5, noNaN: true })),
      own: fc.boolean(),
      pick: fc.nat(2),
    })
    .map(
      ({ own, pick, ...c }): Cap => ({
        ...c,
        of: own ? { fleet: null, thread: threads[pick]!, runner: runners[pick % 2]! }[c.scope] : null,
      }),
    )
  const attempt = fc.record({
    thread: fc.constantFrom(...threads),
    runner: fc.constantFrom(...runners),
    urgent: fc.boolean(),
    usd: fc.double({ min: 0, max: 2, noNaN: true }),
    tokens: fc.nat(4),
    later: fc.boolean(),
  })

  it('that are admitted stays within each cap on starts, and none begins when money or tokens are used up', () => {
    fc.assert(
      fc.property(
        fc.array(anyCap, { maxLength: 6 }),
        fc.array(attempt, { maxLength: 40 }),
        (caps, attempts) => {
          const spent: Spent[] = []
          for (const a of attempts) {
            const f = facts(caps, spent, { threadId: a.thread, runner: a.runner })
            const holding = capsFor(caps, a.thread, a.runner)
            const scheduled = allowanceOf(f, false)
            const { over, usdLeft } = allowanceOf(f, a.urgent)
            // What a scheduled beat may do an urgent one may, too.
            if (scheduled.over === null) expect(allowanceOf(f, true).over).toBeNull()
            if (over !== null) continue
            for (const c of holding) if (c.unit !== 'starts') expect(useOf(c, f)).toBeLessThan(c.limit)
            if (usdLeft !== null) expect(usdLeft).toBeGreaterThan(0)
            spent.push(
              start({
                threadId: a.thread,
                runner: a.runner,
                usd: a.usd,
                tokens: a.tokens,
                startedAt: a.later ? now : dayStart - HOUR,
              }),
            )
            const after = { ...f, spent }
            for (const c of holding)
              if (c.unit === 'starts') expect(useOf(c, after)).toBeLessThanOrEqual(c.limit)
          }
        },
      ),
      { seed, numRuns: 1000 },
    )
  })

  it('of one thread under the default caps ends at sixty, six of them urgent', () => {
    const spent: Spent[] = []
    const run = (urgent: boolean): void => {
      for (let i = 0; i < 100; i++)
        if (mayStart(facts(DEFAULT_CAPS, spent), urgent)) spent.push(start({ billing: 'plan' }))
    }
    run(false)
    expect(spent).toHaveLength(54)
    run(true)
    expect(spent).toHaveLength(60)
  })
})
