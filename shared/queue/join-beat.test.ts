import { expect, it } from 'vitest'
import { joinBeat, messageClass } from './join-beat.ts'

const waiting = { class: 'hourly', reasons: ['interval'], tier: null, withDue: false, notBefore: 9 } as const
const beat = { reasons: ['interval'], tier: null, withDue: false, dueTier: 'quick', notBefore: 12 } as const

it('unites the reasons in the order they came, and takes the best class of them', () => {
  expect(joinBeat(waiting, { ...beat, reasons: ['event', 'interval'] })).toMatchObject({
    reasons: ['interval', 'event'],
    class: 'wake',
  })
  expect(joinBeat({ ...waiting, class: 'manual', reasons: ['manual'] }, beat).class).toBe('manual')
  expect(joinBeat(waiting, beat).class).toBe('hourly')
})
it('keeps the highest tier that was asked for, and what is due if either wants it', () => {
  expect(joinBeat(waiting, beat)).toMatchObject({ tier: null, withDue: false })
  expect(joinBeat({ ...waiting, tier: 'hourly' }, { ...beat, tier: 'quick', withDue: true })).toMatchObject({
    tier: 'hourly',
    withDue: true,
  })
})
it('starts at the earlier of both times', () => {
  expect([joinBeat(waiting, beat).notBefore, joinBeat(waiting, { ...beat, notBefore: 4 }).notBefore]).toEqual(
    [9, 4],
  )
})
it('lets a message of another thread never overtake a person', () => {
  expect([messageClass('user'), messageClass('inbox'), messageClass('12')]).toEqual([
    'message',
    'message',
    'wake',
  ])
})
