import { describe, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../base/time.ts'
import { NEVER_RUN, type TierTimes } from '../schedule/tier.ts'
import { SILENT_AFTER_MS, silentSince } from './silent.ts'

type Sender = Parameters<typeof silentSince>[0]
const NOW = Date.UTC(2026, 2, 10, 8)
const LAST = NOW - 2 * DAY

function sender(change: Partial<Sender> = {}, thread: Partial<Sender['thread']> = {}): Sender {
  return {
    thread: {
      role: 'worker',
      trustedAt: LAST - DAY,
      pause: null,
      removeAt: null,
      createdAt: LAST - DAY,
      tiers: { ...NEVER_RUN, daily: daily({}) },
      ...thread,
    },
    intervalMs: 8 * MINUTE,
    dueAt: LAST + DAY,
    dailyTasks: 1,
    lastRunAt: NOW - 5 * MINUTE,
    lateMs: 0,
    ...change,
  }
}
const daily = (change: Partial<TierTimes>): TierTimes => ({
  lastDoneAt: LAST,
  mirrored: true,
  snoozedUntil: null,
  ...change,
})

it('is a thread that had beats since its daily tier came due, and none of them a daily one', () =>
  expect(silentSince(sender(), NOW)).toBe(LAST))

it.each([
  ['within the time it is given', sender(), LAST + DAY + SILENT_AFTER_MS + 8 * MINUTE, null],
  ['a moment after', sender(), LAST + DAY + SILENT_AFTER_MS + 8 * MINUTE + 1, LAST],
  ['one that beats once a day has a day more', sender({ intervalMs: DAY }), NOW, null],
  ['the machine was off since: no beat, and none is late', sender({ lastRunAt: LAST }), NOW, null],
  ['no beat, and one is late', sender({ lastRunAt: LAST, lateMs: 3 * HOUR }), NOW, LAST],
])('%s', (_what, one, now, since) => expect(silentSince(one, now)).toBe(since))

it('one that never had a daily beat counts from its beginning', () => {
  const thread = { tiers: NEVER_RUN, createdAt: NOW - 2 * DAY, trustedAt: NOW - 2 * DAY }
  expect(silentSince(sender({ dueAt: null }, thread), NOW)).toBe(NOW - 2 * DAY)
  expect(silentSince(sender({ dueAt: null }, { ...thread, trustedAt: NOW - DAY }), NOW)).toBeNull()
})

describe('nothing is expected of', () => {
  it.each<[string, Sender]>([
    ['the master', sender({}, { role: 'master' })],
    ['one that is not trusted', sender({}, { trustedAt: null })],
    ['one that is off', sender({ intervalMs: 0 })],
    ['one that a person paused', sender({}, { pause: { by: 'person', until: null, reason: '' } })],
    ['one that is being taken away', sender({}, { removeAt: NOW + 1 })],
    ['one without daily lines', sender({ dailyTasks: 0 })],
    [
      'one whose daily tier is snoozed',
      sender({}, { tiers: { ...NEVER_RUN, daily: daily({ snoozedUntil: NOW + HOUR }) } }),
    ],
  ])('%s', (_what, one) => expect(silentSince(one, NOW)).toBeNull())
  it('but of one that its failures have paused', () =>
    expect(
      silentSince(sender({ lastRunAt: LAST }, { pause: { by: 'failures', until: null, reason: '' } }), NOW),
    ).toBe(LAST))
})
