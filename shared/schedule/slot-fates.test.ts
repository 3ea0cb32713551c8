import { describe, expect, it } from 'vitest'
import { MINUTE } from '../base/time.ts'
import { slotFates } from './slot-fates.ts'

const EVERY = 8 * MINUTE
const T = Date.UTC(2026, 2, 10, 8)
const due = { slots: [T, T + EVERY, T + 2 * EVERY], older: null }
const facts = {
  skipCause: null,
  missed: null,
  dueTiers: ['quick'],
  putOff: null,
  lateMs: 2 * EVERY,
  intervalMs: EVERY,
} as const
const fates = (given: Parameters<typeof slotFates>) => {
  const { entries, beat } = slotFates(...given)
  return [entries.map((e) => e.fate), beat]
}

describe('the due times that have come', () => {
  it('ask for one beat', () => {
    expect(fates([due, facts])).toEqual([['beat', 'beat', 'beat'], { reason: 'interval', dueTier: 'quick' }])
  })

  it('are missed but for the newest, when nobody was there to look', () => {
    expect(fates([due, { ...facts, missed: 'asleep' }])).toEqual([
      ['missed', 'missed', 'beat'],
      { reason: 'catch-up', dueTier: 'quick' },
    ])
  })

  it('of a short absence are not made up for by a quick look, but by a longer tier', () => {
    const short = { ...facts, missed: 'app closed', lateMs: EVERY - 1 } as const
    const one = { slots: [T], older: null }
    expect(fates([one, short])).toEqual([['missed'], null])
    expect(fates([one, { ...short, dueTiers: ['quick', 'daily'] }])).toEqual([
      ['beat'],
      { reason: 'catch-up', dueTier: 'daily' },
    ])
  })

  it('are skipped for a reason, and where every tier is put off', () => {
    expect(slotFates(due, { ...facts, skipCause: 'paused' }).entries[0]).toMatchObject({
      fate: 'skipped',
      cause: 'paused',
    })
    const putOff = slotFates(due, { ...facts, dueTiers: [], putOff: 'quick tier snoozed until 10:00' })
    expect(putOff).toMatchObject({
      entries: [{ fate: 'skipped', cause: expect.stringContaining('snoozed') }, {}, {}],
      beat: null,
    })
  })

  it('that are many share a row', () => {
    const many = { slots: [T + EVERY], older: { firstAt: T, count: 40 } }
    expect(slotFates(many, { ...facts, missed: 'asleep' }).entries).toEqual([
      { dueAt: T, fate: 'missed', cause: 'asleep', count: 40 },
      { dueAt: T + EVERY, fate: 'beat', cause: null, count: 1 },
    ])
  })
})
