import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { fleetStrip } from './fleet-strip.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const { threads } = sampleSnapshot(NOW)

it('shows the day of the whole fleet as the worst of each half hour', () => {
  const strip = {
    at: [NOW - 8 * MINUTE, NOW - 10 * MINUTE, NOW - 5 * HOUR, NOW - 30 * HOUR],
    outcome: ['quiet', 'alert', 'broken', 'urgent'] as const,
    runs: [],
  } satisfies ThreadView['strip']
  const day = fleetStrip([{ ...threads[0]!, strip }], NOW)
  expect(day.at).toHaveLength(48)
  expect(day.outcome.filter((o) => o !== 'merged')).toEqual(['broken', 'alert'])
})
