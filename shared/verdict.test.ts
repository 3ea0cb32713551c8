import { describe, expect, it } from 'vitest'
import type { ThreadView } from './snapshot.ts'
import { HOUR } from './time.ts'
import { verdictOf } from './verdict.ts'

const view = (more: Partial<ThreadView> = {}): ThreadView => ({
  state: 'quiet', lateMs: 0, openAlerts: 0, acknowledgedAlerts: 0, indicator: true, last: { outcome: 'quiet' }, running: null, waiting: [], strip: { at: [], outcome: [] }, ...more,
} as ThreadView)
const say = (threads: readonly ThreadView[], pause: Parameters<typeof verdictOf>[1] = null) => {
  const v = verdictOf(threads, pause, false)
  return `${v.headline} ${v.rest}`.trim()
}

describe('the verdict', () => {
  it('is "all quiet" only when every thread has a fresh proven OK', () => {
    expect(say([view(), view()])).toBe('All quiet. 2 threads checked on time.')
    const spoilers: Partial<ThreadView>[] = [
      { lateMs: HOUR }, { state: 'new', last: null }, { state: 'paused' }, { state: 'off' }, { acknowledgedAlerts: 1 }, { openAlerts: 1, state: 'alert' }, { state: 'unproven' },
      { state: 'overdue' }, { state: 'blocked' }, { state: 'broken' }, { last: { outcome: 'interrupted' } as ThreadView['last'] }, { last: { outcome: 'skipped' } as ThreadView['last'] },
    ]
    for (const spoiler of spoilers) expect(say([view(), view(spoiler)])).not.toContain('All quiet')
  })
  it('names what was not checked, never hides it', () => {
    expect(say([view(), view({ state: 'overdue', lateMs: HOUR }), view({ state: 'new', last: null }), view({ state: 'paused' }), view({ acknowledgedAlerts: 1 })])).toBe('Nothing needs you. 1 quiet. 1 not checked on time. 1 never checked yet. 1 acknowledged or snoozed. 1 paused.')
  })
  it('leaves no thread out', () => expect(say([view(), view({ last: { outcome: 'alert' } as ThreadView['last'] })])).toBe('Nothing needs you. 1 quiet. 1 to be checked again.'))
  it('counts each thread that needs a person once', () => expect(say([view({ state: 'urgent', openAlerts: 3 }), view({ state: 'broken' }), view()])).toBe('2 threads need you. 1 quiet.'))
  it('says that everything is paused', () => expect(say([view({ state: 'paused' })], { reason: 'x', until: null, by: 'person' })).toBe('Everything is paused. 1 paused.'))
  it('leads on when there is nothing yet', () => expect(say([])).toContain('Add a repository'))
  it('says first that the scheduler has stopped', () => expect(verdictOf([view()], null, true).headline).toBe('The scheduler is failing.'))
})
