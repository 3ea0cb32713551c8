import { expect, it } from 'vitest'
import { HOUR } from '../base/time.ts'
import { REMINDERS, remindersDue } from './reminders.ts'

it('reminds of what nobody answered after one hour and after four, and then no more', () => {
  const at = (hours: number): number => remindersDue(5, 5 + hours * HOUR)
  expect([at(0), remindersDue(5, 4 + HOUR), at(1), at(3.9), at(4), at(400)]).toEqual([0, 0, 1, 1, 2, 2])
  expect(at(400)).toBe(REMINDERS)
})
