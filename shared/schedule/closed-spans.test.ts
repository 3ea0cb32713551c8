import { describe, expect, it } from 'vitest'
import { formatLocal, DAY } from '../base/time.ts'
import { closedSpans } from './closed-spans.ts'

describe('the hours in which no beat starts by itself', () => {
  const from = Date.parse('2026-03-10T12:00:00Z')
  const closed = (start: string, end: string, timeZone = 'UTC') =>
    closedSpans({ start, end, timeZone }, from, from + DAY, 'UTC').map((s) => [
      formatLocal(s.from, 'UTC').slice(8),
      formatLocal(s.to, 'UTC').slice(8),
    ])
  it.each([
    ['09:00', '18:00', [['10 18:00', '11 09:00']]],
    [
      '20:00',
      '06:00',
      [
        ['10 12:00', '10 20:00'],
        ['11 06:00', '11 12:00'],
      ],
    ],
    ['12:00', '24:00', [['11 00:00', '11 12:00']]],
  ])('are those outside of %s to %s', (start, end, spans) => expect(closed(start, end)).toEqual(spans))
  it('are all where the window cannot be read, and none without one', () => {
    expect(closed('soon', '18:00')).toEqual([['10 12:00', '11 12:00']])
    expect(closedSpans(null, from, from + DAY, 'UTC')).toEqual([])
  })
  it('follow the zone of the window', () =>
    expect(closed('09:00', '18:00', 'Europe/Berlin')).toEqual([['10 17:00', '11 08:00']]))
})
