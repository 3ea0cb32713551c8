import { describe, expect, it } from 'vitest'
import type { AlertId, ThreadId } from '../base/ids.ts'
import { DAY, HOUR, type Instant } from '../base/time.ts'
import type { RaisedAlert } from '../runs/raised-alert.ts'
import { UNTIL_CHANGE, type Alert } from './alert.ts'
import { decideNews, type NewsDecision, type StandingNews } from './raise.ts'

const NOW = 100 * DAY
const never = (): ReadonlyMap<string, Instant> => new Map()
const red: RaisedAlert = { key: 'ci', severity: 'warning', text: 'CI is red since 3 builds' }

/** As it stands after it was raised at `at`. */
function standing(raised: RaisedAlert, at: Instant, change: Partial<Alert> = {}): StandingNews {
  const made = decideNews(raised, [], never, at)
  if (made.kind !== 'new') throw new Error('nothing stood before')
  const alert: Alert = {
    id: 'alt_1' as AlertId,
    threadId: 'thr_1' as ThreadId,
    runId: null,
    ...raised,
    fingerprint: made.fingerprint,
    raisedAt: at,
    lastSeenAt: at,
    seen: 1,
    deliveredAt: null,
    suppressedBy: null,
    acknowledgedAt: null,
    note: null,
    snoozedUntil: null,
    handedOverAt: null,
    resolvedAt: null,
    resolvedBy: null,
    again: null,
    ...change,
  }
  return { alert, shape: made.shape }
}
const again = { kind: 'again', id: 'alt_1' }
const decide = (raised: RaisedAlert, open: readonly StandingNews[]): NewsDecision =>
  decideNews(raised, open, never, NOW)

describe('news that stands already', () => {
  it('is told once, whatever the day', () => {
    expect(decide(red, [standing(red, NOW - 9 * DAY)])).toEqual(again)
  })
  it('is the same when only a count differs, for an hour, or as long as a person said: until it changes', () => {
    const more = { ...red, text: 'CI is red since 4 builds' }
    expect(decide(more, [standing(red, NOW - HOUR + 1)])).toEqual(again)
    expect(decide(more, [standing(red, NOW - HOUR)])).toMatchObject({ kind: 'new', replaces: ['alt_1'] })
    expect(decide(more, [standing(red, NOW - DAY, { snoozedUntil: UNTIL_CHANGE })])).toEqual(again)
  })
  it('is news again when it grew worse, and not when it grew milder', () => {
    expect(decide({ ...red, severity: 'urgent' }, [standing(red, NOW - 5)])).toMatchObject({
      kind: 'new',
      replaces: ['alt_1'],
      suppressedBy: null,
    })
    expect(decide({ ...red, severity: 'notice' }, [standing(red, NOW - 5)])).toEqual(again)
  })
})

describe('a new text', () => {
  const other = { ...red, text: 'CI cannot be reached' }
  it('takes the place of others of its cause alone', () => {
    expect(decide(other, [standing(red, NOW - 5)])).toMatchObject({ replaces: ['alt_1'] })
    expect(decide({ ...other, key: 'disk' }, [standing(red, NOW - 5)])).toMatchObject({ replaces: [] })
  })
  it('that was told within a day, and not seen to be gone, is not told again', () => {
    const print = standing(other, 0).alert.fingerprint
    const at = (ago: number): NewsDecision =>
      decideNews(other, [standing(red, NOW - 5)], () => new Map([[print, NOW - ago]]), NOW)
    expect([at(DAY - 1), at(DAY)]).toMatchObject([{ suppressedBy: 'duplicate' }, { suppressedBy: null }])
  })
  it('of a named cause stays out of the way as long as a person said, unless it is worse', () => {
    const asleep = standing(red, NOW - 5, { snoozedUntil: NOW + HOUR })
    expect(decide(other, [asleep])).toMatchObject({ snoozedUntil: NOW + HOUR })
    expect(decide({ ...other, severity: 'urgent' }, [asleep])).toMatchObject({ snoozedUntil: null })
    expect(
      decide(other, [standing(red, NOW - 5, { snoozedUntil: NOW + HOUR, acknowledgedAt: NOW - 1 })]),
    ).toMatchObject({ snoozedUntil: null })
    const free = { ...red, key: null }
    expect(
      decide({ ...other, key: null }, [standing(free, NOW - 5, { snoozedUntil: NOW + HOUR })]),
    ).toMatchObject({ replaces: ['alt_1'], snoozedUntil: null })
  })
})
