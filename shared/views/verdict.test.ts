import { describe, expect, it } from 'vitest'
import type { ThreadView } from './thread-view.ts'
import { NEVER_RUN } from '../schedule/tier.ts'
import { HOUR } from '../base/time.ts'
import { verdictOf } from './verdict.ts'

const view = (more: Partial<ThreadView> = {}): ThreadView =>
  ({
    state: 'quiet',
    rests: null,
    lateMs: 0,
    openAlerts: 0,
    acknowledgedAlerts: 0,
    indicator: true,
    last: { outcome: 'quiet' },
    running: null,
    waiting: [],
    strip: { at: [], outcome: [] },
    tiers: NEVER_RUN,
    ...more,
  }) as unknown as ThreadView
const say = (threads: readonly ThreadView[], pause: Parameters<typeof verdictOf>[1] = null) => {
  const v = verdictOf(threads, pause, false)
  return `${v.headline} ${v.rest}`.trim()
}

describe('the verdict', () => {
  it('is "all quiet" only when every thread has a fresh proven OK', () => {
    expect(say([view(), view()])).toBe('All quiet. 2 threads checked on time.')
    const spoilers: Partial<ThreadView>[] = [
      { lateMs: HOUR },
      { state: 'new', last: null },
      { state: 'paused', rests: 'paused' },
      { state: 'off', rests: 'off' },
      { acknowledgedAlerts: 1 },
      { openAlerts: 1, state: 'alert' },
      { state: 'unproven' },
      { state: 'overdue' },
      { state: 'blocked' },
      { state: 'broken' },
      { last: { outcome: 'interrupted' } as ThreadView['last'] },
      { last: { outcome: 'skipped' } as ThreadView['last'] },
    ]
    for (const spoiler of spoilers) expect(say([view(), view(spoiler)])).not.toContain('All quiet')
  })
  it('names what was not checked, never hides it', () => {
    expect(
      say([
        view(),
        view({ state: 'overdue', lateMs: HOUR }),
        view({ state: 'new', last: null }),
        view({ state: 'paused', rests: 'paused' }),
        view({ acknowledgedAlerts: 1 }),
      ]),
    ).toBe(
      'Nothing needs you. 1 quiet. 1 not checked on time. 1 never checked yet. 1 acknowledged or snoozed. 1 paused.',
    )
  })
  it('names a thread with a snoozed tier, and calls neither it nor its skipped due times late', () => {
    const snoozed = view({
      tiers: { ...view().tiers, quick: { lastDoneAt: 1, dueAt: null, tasks: 1, snoozedUntil: 9 } },
      strip: { at: [5], outcome: ['skipped'], runs: [null] },
      last: { outcome: 'quiet', finishedAt: 1 } as ThreadView['last'],
    })
    expect(say([view(), snoozed])).toBe('Nothing needs you. 1 quiet. 1 with a tier snoozed.')
    expect(say([view(), { ...snoozed, openAlerts: 1, state: 'alert' }])).toContain('1 thread needs you.')
  })
  it('says that nothing shown needs a person where news is not shown', () =>
    expect(say([view(), view({ state: 'urgent', openAlerts: 1, indicator: false })])).toBe(
      'Nothing that is shown needs you. 1 quiet. 1 with news, but the indicator off.',
    ))
  it('leaves no thread out', () =>
    expect(say([view(), view({ last: { outcome: 'alert' } as ThreadView['last'] })])).toBe(
      'Nothing needs you. 1 quiet. 1 to be checked again.',
    ))
  it('counts each thread that needs a person once', () =>
    expect(say([view({ state: 'urgent', openAlerts: 3 }), view({ state: 'broken' }), view()])).toBe(
      '2 threads need you. 1 quiet.',
    ))
  it('found by review: what a person acknowledged needs them no more, in words or colour, but for other news', () => {
    const known = view({ state: 'broken', known: true })
    expect([say([known, view()]), verdictOf([known], null, false).tone]).toEqual([
      'Nothing needs you. 1 quiet. 1 acknowledged or snoozed.',
      'calm',
    ])
    expect(say([view({ state: 'broken', known: true, openAlerts: 1 }), view()])).toBe(
      '1 thread needs you. 1 quiet.',
    )
  })
  it('found by a user: what a person is asked to approve stands while the thread beats', () => {
    expect(say([view({ state: 'running', approvalsWanted: 1 }), view()])).toBe('1 thread needs you. 1 quiet.')
    expect(say([view({ state: 'running', permissionsWanted: 1 })])).toBe('1 thread needs you.')
    expect(say([view({ state: 'running', approvalsWanted: 0, permissionsWanted: 0 })])).not.toContain(
      'needs you',
    )
  })
  it('says that everything is paused', () =>
    expect(
      say([view({ state: 'paused', rests: 'paused' })], { reason: 'x', until: null, by: 'person' }),
    ).toBe('Everything is paused. 1 paused.'))
  it('leads on when there is nothing yet', () => expect(say([])).toContain('Add a repository'))
  it('says first that the scheduler has stopped', () =>
    expect(verdictOf([view()], null, true).headline).toBe('The scheduler is failing.'))
})
