import { expect, it } from 'vitest'
import { slotCause, slotOutcome, type SlotRecord } from './slot-view.ts'

const slot: SlotRecord = { fate: 'queued', cause: null, run: null, isWaiting: false }

it('ends as its run, and until then waits or runs', () => {
  expect(slotOutcome({ ...slot, isWaiting: true })).toBe('waiting')
  expect(slotOutcome({ ...slot, run: { outcome: null } })).toBe('running')
  expect(slotOutcome({ ...slot, fate: 'merged', run: { outcome: 'quiet' } })).toBe('quiet')
})
it('is missed without an item, and what was decided about it stays', () => {
  expect(slotOutcome(slot)).toBe('missed')
  expect(slotOutcome({ ...slot, fate: 'skipped', run: { outcome: 'quiet' } })).toBe('skipped')
  expect(slotOutcome({ ...slot, fate: 'missed' })).toBe('missed')
})
it('says why it has no beat of its own', () => {
  expect([
    slotCause(slot),
    slotCause({ ...slot, fate: 'merged' }),
    slotCause({ ...slot, cause: 'asleep' }),
  ]).toEqual([null, 'joined the beat that was waiting', 'asleep'])
})
