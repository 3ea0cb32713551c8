import { expect, it } from 'vitest'
import type { ThreadView } from '../../../../shared/views/thread-view.ts'
import { sampleSnapshot } from '../../../../shared/views/testing/sample-snapshot.ts'
import { sampleCli } from '../../../../shared/views/testing/sample-thread.ts'
import { beatCost } from './cost.ts'

const { threads } = sampleSnapshot(Date.parse('2026-11-22T09:42:00Z'))
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!

it('says before a beat of many what it may cost', () => {
  const cost = beatCost(
    [
      named('mobile-app'),
      { ...named('auth-lib'), agent: sampleCli('claude', { billing: 'api' }) },
      { ...named('auth-lib'), agent: sampleCli('claude', { billing: 'plan' }) },
      named('web-shop'),
    ],
    null,
    2,
  )
  expect(cost).toMatchObject({ threads: 4, starts: 3, byPlan: 1, unpriced: 1 })
  expect(cost.usd).toBeGreaterThan(0)
  expect(cost.totalMs).toBe(
    Math.ceil(
      [named('mobile-app'), named('auth-lib'), named('auth-lib'), named('web-shop')].reduce(
        (ms, t) => ms + t.last!.durationMs,
        0,
      ) / 2,
    ),
  )
})
