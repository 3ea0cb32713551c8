import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { quietSince, stateSentence } from './state-sentence.ts'

const NOW = Date.parse('2026-11-22T09:42:00Z')
const { threads } = sampleSnapshot(NOW)
const named = (name: string): ThreadView => threads.find((t) => t.name === name)!

describe('the sentence of a thread', () => {
  it('says how long it has been quiet, and which tier is late', () => {
    const thread: ThreadView = {
      ...named('mobile-app'),
      state: 'quiet',
      because: '4 of 4 checks passed.',
      strip: {
        at: [NOW - 5 * HOUR, NOW - 3 * HOUR, NOW - HOUR],
        outcome: ['alert', 'quiet', 'quiet'],
        runs: [null, null, null],
      },
      nextDueAt: NOW + MINUTE,
    }
    expect(quietSince(thread)).toBe(NOW - 3 * HOUR)
    const late = {
      ...thread,
      tiers: {
        ...thread.tiers,
        quick: { lastDoneAt: NOW - MINUTE, dueAt: null, tasks: 1, snoozedUntil: null },
        daily: { lastDoneAt: NOW, dueAt: NOW + HOUR, tasks: 1, snoozedUntil: null },
        hourly: { lastDoneAt: NOW - 2 * HOUR, dueAt: NOW - HOUR, tasks: 1, snoozedUntil: null },
      },
    }
    expect(stateSentence(late, NOW)).toBe('Quiet for 3 h: 4 of 4 checks passed. Hourly late by 1 h.')
  })
  it('is only the reason where it is not quiet', () =>
    expect(stateSentence({ ...named('docs-site'), tiers: named('mobile-app').tiers }, NOW)).toContain(
      'Not checked on time: 6 h late',
    ))
})
