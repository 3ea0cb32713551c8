import { beforeEach, expect, it } from 'vitest'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { clockTime, fullTime, pastTime, setClock, tableTime, titleTime } from './time.ts'

beforeEach(() => setClock({ hours: 24, date: 'dmy' }))

it('tells when a row was: how long ago within a day, then its date', () => {
  const at = new Date(2026, 9, 20, 18, 0).getTime()
  const ago = (ms: number): string => pastTime(at, at + ms)
  expect([
    ago(20_000),
    ago(22 * MINUTE),
    ago(3 * HOUR),
    ago(23 * HOUR + 59 * MINUTE),
    ago(DAY),
    ago(200 * DAY),
  ]).toEqual(['just now', '22 min ago', '3 h ago', '23 h 59 min ago', '20 Oct 18:00', '20 Oct 2026'])
})

it('shows times in UTC where that is set, marked, with the local time in their titles', () => {
  const at = Date.UTC(2026, 9, 20, 18, 5, 9)
  const title = titleTime(at)
  setClock({ hours: 24, date: 'dmy' }, true)
  expect([
    clockTime(at),
    tableTime(at, at),
    tableTime(at, at + DAY),
    pastTime(at, at + 3 * DAY),
    fullTime(at),
  ]).toEqual(['18:05Z', '18:05Z', 'Tue 18:05Z', '20 Oct 18:05Z', 'Tue 20 Oct 2026 18:05:09 UTC'])
  expect(titleTime(at)).toBe(title)
  setClock({ hours: 24, date: 'dmy' })
  expect(clockTime(at)).not.toContain('Z')
})
