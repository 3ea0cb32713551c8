import { expect, it } from 'vitest'
import { FOREVER } from '../../shared/alerts/alert.ts'
import type { RunId } from '../../shared/base/ids.ts'
import { MAX_SNOOZE_MS } from '../../shared/schedule/tier.ts'
import { DAY, MINUTE } from '../../shared/base/time.ts'
import { ONE, TWO, twoThreads } from './testing/two-threads.ts'

const NOW = Date.UTC(2026, 2, 10, 8)
const AHEAD = NOW + DAY

it(
  'found by review: troubles of beats and members of an incident that a clock a day ahead wrote count ' +
    'as of now when it was set right',
  () => {
    const { store } = twoThreads()
    store.incidents.noteBeat('run_1' as RunId, { threadId: ONE, at: AHEAD, trouble: 'offline' })
    const open = store.incidents.add(
      'offline',
      [
        { threadId: ONE, failing: true, lastFailedAt: AHEAD },
        { threadId: TWO, failing: false, lastFailedAt: NOW - MINUTE },
      ],
      AHEAD,
    )
    const over = store.incidents.add('disk_full', [], NOW - DAY)
    store.incidents.change(over.id, { resolvedAt: AHEAD })
    store.clampFuture(NOW)
    expect(store.incidents.beatsSince(0).map((b) => b.at)).toEqual([NOW])
    const [first, second] = store.incidents.list(0)
    expect(first).toMatchObject({
      id: open.id,
      raisedAt: NOW,
      resolvedAt: null,
      members: [
        { threadId: ONE, failing: true, lastFailedAt: NOW },
        { threadId: TWO, failing: false, lastFailedAt: NOW - MINUTE },
      ],
    })
    expect(second).toMatchObject({ id: over.id, raisedAt: NOW - DAY, resolvedAt: NOW, members: [] })
  },
)

it(
  'found by review: no snooze and no mute outlasts the longest there is because the clock was ahead, ' +
    'and what was to last for good does',
  () => {
    const { store } = twoThreads()
    for (const [id, key, until] of [
      [ONE, 'far', NOW + 4000 * DAY],
      [ONE, 'near', NOW + MINUTE],
      [TWO, 'ever', FOREVER],
    ] as const) {
      store.alerts.raise(id, { key, severity: 'warning', text: key }, NOW)
      store.alerts.snooze([store.threads.facts(id).alerts.find((a) => a.key === key)!.id], until)
    }
    store.alerts.mute(ONE, NOW + 4000 * DAY)
    store.alerts.mute(TWO, FOREVER)
    store.clampFuture(NOW)
    expect(
      Object.fromEntries(
        [ONE, TWO].flatMap((id) => store.threads.facts(id).alerts).map((a) => [a.key, a.snoozedUntil]),
      ),
    ).toEqual({ far: NOW + MAX_SNOOZE_MS, near: NOW + MINUTE, ever: FOREVER })
    expect([ONE, TWO].map((id) => store.alerts.mutedUntil(id, NOW))).toEqual([NOW + MAX_SNOOZE_MS, FOREVER])
  },
)

it('shows the beat that ran last as the last, also when one before it ran by a clock that was ahead', () => {
  const { store, beat } = twoThreads()
  beat(ONE, AHEAD, { summary: 'by the wrong clock' })
  store.clampFuture(NOW)
  expect(store.threads.facts(ONE).last?.summary).toBe('by the wrong clock')
  const next = beat(ONE, NOW + MINUTE, { summary: 'by the right one' })
  expect(store.threads.facts(ONE).last).toMatchObject({ id: next, summary: 'by the right one' })
})
