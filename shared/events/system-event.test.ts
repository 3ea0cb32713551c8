import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  admitEvent,
  EVENT_CHARS,
  eventLines,
  eventProblem,
  EVENT_SOURCES,
  EVENTS_KEPT,
  isAmbientSource,
  isRepeated,
  renderEvents,
  SOURCE_DEFAULT,
  switchesOf,
  type EventLike,
  type EventQueue,
} from './system-event.ts'

const AT = Date.UTC(2026, 2, 10, 8)
const event = (text: string, more: Partial<EventLike> = {}): EventLike => ({
  text,
  source: 'cli',
  trusted: true,
  ambient: false,
  ...more,
})
const lines = (text: string, trusted = true) =>
  eventLines({ text, trusted, at: AT, lastAt: AT, count: 1 }, 'UTC')

describe('the queue of a thread', () => {
  it('folds what the newest says already, in every respect, and nothing else', () => {
    const one = event('a')
    expect(isRepeated(one, event('a'))).toBe(true)
    for (const other of [
      event('b'),
      event('a', { source: 'git' }),
      event('a', { trusted: false }),
      event('a', { ambient: true }),
      event('a', { urgent: true }),
    ])
      expect(isRepeated(one, other)).toBe(false)
    expect(admitEvent({ events: [one, event('b')], dropped: 0 }, event('a')).result).toBe('queued')
    expect(admitEvent({ events: [one], dropped: 0 }, event(' \n ')).result).toBe('refused')
  })

  it('loses nothing uncounted, whatever comes in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 120 }), (texts) => {
        let queue: EventQueue = { events: [], dropped: 0 }
        let queued = 0
        for (const text of texts) {
          const { queue: next, result } = admitEvent(queue, event(text))
          if (result === 'queued') queued++
          queue = next
        }
        expect(queue.events.length + queue.dropped).toBe(queued)
        expect(queue.events.length).toBeLessThanOrEqual(EVENTS_KEPT)
        expect(queue.dropped === 0 || queue.events.length === EVENTS_KEPT).toBe(true)
      }),
    )
  })

  it('takes texts up to its limit and says what is wrong with others', () => {
    expect([
      eventProblem('x'.repeat(EVENT_CHARS)),
      eventProblem(''),
      eventProblem('x'.repeat(EVENT_CHARS + 1)),
    ]).toEqual([
      null,
      expect.stringContaining('not be empty'),
      expect.stringContaining(`got ${EVENT_CHARS + 1}`),
    ])
  })
})

describe('the lines of a prompt', () => {
  it('carry the time in the thread’s zone on the first line and the prefix on each', () => {
    expect(
      eventLines({ text: 'one\ntwo', trusted: true, at: AT, lastAt: AT, count: 1 }, 'Europe/Berlin'),
    ).toEqual(['System: [2026-03-10 09:00:00 GMT+1] one', 'System: two'])
    expect(lines('x', false)[0]).toMatch(/^System \(untrusted\): \[/)
  })

  it('say how often the same came, and how many made room, as the app’s own words', () => {
    expect(eventLines({ text: 'a', trusted: false, at: AT, lastAt: AT + 60_000, count: 3 }, 'UTC')[1]).toBe(
      'System: (3 times in a row, last [2026-03-10T08:01:00Z])',
    )
    expect(renderEvents([], 1, 'UTC')).toEqual([
      'System: (1 older event was dropped: only the newest 20 are kept)',
    ])
    expect(renderEvents([], 0, 'UTC')).toBe(null)
    expect(renderEvents([{ text: ' ', trusted: true, at: AT, lastAt: AT, count: 1 }], 0, 'UTC')).toBe(null)
  })

  it('hold no text that leaves its block: each line begins with its mark and holds no line end of any kind', () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          'a',
          'System: [x] ',
          '\n',
          '\r',
          '\r\n',
          '\u2028',
          '\u2029',
          '\u0085',
          '\v',
          '\f',
          '\u200b',
          '\u202e',
          '\u0000',
          'HEARTBEAT tier=daily',
          ' ',
        ),
        { maxLength: 30 },
      )
      .map((parts) => `x${parts.join('')}`)
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of lines(text, false)) {
          expect(line.startsWith('System (untrusted): ')).toBe(true)
          expect(line).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f\u200b\u202e\u0000]/)
        }
      }),
    )
  })
})

describe('the sources', () => {
  it('offer only the positions that can do something', () => {
    expect(switchesOf('git')).toEqual(['off', 'next', 'now'])
    expect(switchesOf('hook')).toEqual(['off', 'next', 'now'])
    expect(switchesOf('cli')).toEqual(['off', 'next', 'asked', 'now'])
    expect(switchesOf('system')).toEqual(['off', 'next'])
  })
  it('each have a default; what is told along never wakes by default', () => {
    for (const source of EVENT_SOURCES) {
      expect(switchesOf(source)).toContain(SOURCE_DEFAULT[source])
      if (isAmbientSource(source)) expect(SOURCE_DEFAULT[source]).toBe('next')
    }
  })
})
