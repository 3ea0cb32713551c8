import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../kit/time.ts'
import { byDay, dayHeading } from './days.ts'

// Files share their process, and with it the clock of the window.
beforeEach(() => setClock({ hours: 24, date: 'dmy' }))

describe('days', () => {
  const now = new Date(2026, 10, 22, 9, 41).getTime()
  it.each([
    [new Date(2026, 10, 22, 0, 0), 'Today'],
    [new Date(2026, 10, 21, 23, 59), 'Yesterday'],
    [new Date(2026, 10, 20, 12), 'Friday 20 November'],
    [new Date(2025, 11, 31, 12), 'Wednesday 31 December 2025'],
  ])('%s is %s', (at, words) => expect(dayHeading(at.getTime(), now)).toBe(words))
  it('group what is in order', () => {
    const at = (day: number, hour: number): { at: number } => ({
      at: new Date(2026, 10, day, hour).getTime(),
    })
    expect(byDay([at(22, 9), at(22, 1), at(21, 20)], now).map((d) => [d.heading, d.entries.length])).toEqual([
      ['Today', 2],
      ['Yesterday', 1],
    ])
  })
})
