import { describe, expect, it } from 'vitest'
import { digestDue, digestText } from './digest.ts'

const at = (text: string): number => Date.parse(`${text}Z`)
const due = (
  now: string,
  last: string | null,
  more: { digest?: 'auto' | 'on' | 'off'; threads?: number; zone?: string } = {},
): string | null =>
  digestDue(
    { digest: more.digest ?? 'auto', digestAt: '09:00' },
    more.threads ?? 5,
    last,
    at(now),
    more.zone ?? 'UTC',
  )

describe('a digest is due', () => {
  it.each([
    ['at its time', due('2026-03-10T09:00', '2026-03-09'), '2026-03-10'],
    ['not before', due('2026-03-10T08:59', '2026-03-09'), null],
    ['late in the day too', due('2026-03-10T23:00', null), '2026-03-10'],
    ['once a day', due('2026-03-10T12:00', '2026-03-10'), null],
    ['once after a week', due('2026-03-17T12:00', '2026-03-10'), '2026-03-17'],
    ['not with four threads', due('2026-03-10T12:00', null, { threads: 4 }), null],
    ['with one where it is on', due('2026-03-10T12:00', null, { threads: 1, digest: 'on' }), '2026-03-10'],
    ['never where it is off', due('2026-03-10T12:00', null, { digest: 'off' }), null],
    ['by the local clock', due('2026-03-10T01:00', null, { zone: 'Asia/Tokyo' }), '2026-03-10'],
    [
      'not again for a day that comes twice',
      due('2026-03-10T20:00', '2026-03-11', { zone: 'Pacific/Honolulu' }),
      null,
    ],
    ['after a clock that was years ahead', due('2026-03-10T12:00', '2031-01-01'), '2026-03-10'],
  ])('%s', (_what, is, should) => expect(is).toBe(should))
})

describe('its words', () => {
  it.each([
    [
      { beats: 312, alerts: 4, missed: 1, toLookAt: 3, silent: [], held: 0 },
      'Yesterday: 312 beats, 4 alerts, 1 missed. Three things to look at.',
    ],
    [
      { beats: 1, alerts: 0, missed: 0, toLookAt: 0, silent: [], held: 0 },
      'Yesterday: 1 beat. Nothing needs you.',
    ],
    [
      { beats: 9, alerts: 1, missed: 0, toLookAt: 1, silent: [], held: 2 },
      'Yesterday: 9 beats, 1 alert. One thing to look at. While it was quiet: 2 alerts.',
    ],
    [
      { beats: 0, alerts: 0, missed: 0, toLookAt: 12, silent: [], held: 0 },
      'Yesterday: 0 beats. 12 things to look at.',
    ],
    [{ beats: 0, alerts: 0, missed: 0, toLookAt: 0, silent: [], held: 0 }, null],
    [
      { beats: 9, alerts: 0, missed: 0, toLookAt: 0, silent: ['web'], held: 0 },
      'Yesterday: 9 beats. Nothing needs you. No daily report from web.',
    ],
    [
      { beats: 0, alerts: 0, missed: 0, toLookAt: 0, silent: ['a\u202Eb', 'b', 'c', 'd', 'e'], held: 0 },
      'Yesterday: 0 beats. Nothing needs you. No daily report from ab, b, c and 2 more.',
    ],
  ])('%j', (facts, text) => expect(digestText(facts)).toBe(text))
})
