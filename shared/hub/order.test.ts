import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAIL_VERBS, type MailVerb } from './mail.ts'
import { isExpired, readOrder, untilMoved } from './order.ts'

it.each<[MailVerb, Record<string, unknown>, Record<string, unknown>]>([
  ['wake', { thread: 'thr_1' }, { thread: 'thr_1', tier: null }],
  ['wake', { thread: 'thr_1', tier: 'daily' }, { thread: 'thr_1', tier: 'daily' }],
  ['stop', { run: 'run_1' }, { run: 'run_1' }],
  ['acknowledge', { alerts: ['alt_1'], note: '' }, { alerts: ['alt_1'], note: null }],
  ['acknowledge', { alerts: ['alt_1', 'alt_2'], note: 'seen' }, { alerts: ['alt_1', 'alt_2'], note: 'seen' }],
  ['snooze', { alerts: ['alt_1'], until: 'change' }, { alerts: ['alt_1'], until: 'change' }],
  ['mute', { thread: 'thr_1', until: null }, { thread: 'thr_1', until: null }],
  ['pause', { thread: null, until: 5 }, { thread: null, until: 5, reason: '' }],
  ['resume', { thread: 'thr_1', more: 'is passed over' }, { thread: 'thr_1' }],
  [
    'offer-suggestion',
    { thread: 'thr_1', tier: 'daily', text: ' Look ', from: 'person' },
    { thread: 'thr_1', tier: 'daily', text: 'Look', why: null, from: 'person' },
  ],
])('reads %s %o', (verb, args, order) => {
  expect(readOrder({ verb, args })).toEqual({ ok: true, value: { verb, ...order } })
})

it.each<[string, Record<string, unknown>, string]>([
  ['wake', {}, '"wake" needs thread as an id that begins with thr_, got nothing.'],
  ['wake', { thread: 'run_1' }, '"wake" needs thread as an id that begins with thr_, got "run_1".'],
  [
    'wake',
    { thread: 'thr_1', tier: 'weekly' },
    '"wake" needs tier as one of quick, hourly, daily, or null, got "weekly".',
  ],
  [
    'acknowledge',
    { alerts: [] },
    '"acknowledge" needs alerts as a list of 1 to 500 ids that begin with alt_, got a list of 0.',
  ],
  [
    'acknowledge',
    { alerts: ['alt_1'], note: 7 },
    '"acknowledge" needs note as a text of at most 2000 characters, got 7.',
  ],
  [
    'snooze',
    { alerts: ['alt_1'], until: -1 },
    '"snooze" needs until as milliseconds since 1970, or "change", got -1.',
  ],
  ['mute', { thread: 'thr_1' }, '"mute" needs until as milliseconds since 1970, or null, got nothing.'],
  ['pause', { until: null }, '"pause" needs thread as an id that begins with thr_, got nothing.'],
  [
    'offer-suggestion',
    { thread: 'thr_1', tier: 'daily', text: ' ', from: 'master' },
    '"offer-suggestion" needs text as a line with words, got " ".',
  ],
  [
    'offer-suggestion',
    { thread: 'thr_1', text: 'x', from: 'master' },
    '"offer-suggestion" needs tier as one of quick, hourly, daily, got nothing.',
  ],
  ['fetch-run', {}, '"fetch-run" needs run as an id that begins with run_, got nothing.'],
  [
    'propose-edit',
    { thread: 'thr_1', tier: 'daily', text: 'x', from: 'person', wasText: 'y' },
    '"propose-edit" needs wasTier as one of quick, hourly, daily, got nothing.',
  ],
  [
    'propose-edit',
    { thread: 'thr_1', tier: 'daily', text: 'x', from: 'person', wasTier: 'quick', wasText: 'y\nz' },
    '"propose-edit" needs wasText as one line, got "y\\nz".',
  ],
  ['trust', { thread: 'thr_1' }, 'This version of Threadbeat does not take "trust" from another machine.'],
])('refuses %s %o in a sentence that names the field', (verb, args, text) => {
  expect(readOrder({ verb: verb as MailVerb, args })).toEqual({ ok: false, error: text })
})

it('reads or refuses whatever comes, and throws nothing', () => {
  const args = fc.dictionary(
    fc.constantFrom('thread', 'run', 'alerts', 'until', 'tier', 'note', 'reason', 'x'),
    fc.oneof(fc.jsonValue(), fc.constantFrom('thr_1', 'alt_1', ['alt_1'], 'change', null)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...MAIL_VERBS), args, (verb, given) => {
      const read = readOrder({ verb, args: given as Record<string, unknown> })
      if (read.ok) expect(read.value.verb).toBe(verb)
      else expect(read.error).toMatch(/^("|This version)/)
    }),
  )
})

it('found by an attacker: refuses what is nested deeper than a stack, so that no letter stops all that follow', () => {
  for (const [open, close, got] of [
    ['[', ']', 'a list of 1'],
    ['{"a":', '}', 'an object'],
  ] as const) {
    const thread: unknown = JSON.parse(`${open.repeat(100_000)}1${close.repeat(100_000)}`)
    expect(readOrder({ verb: 'wake', args: { thread } })).toEqual({
      ok: false,
      error: `"wake" needs thread as an id that begins with thr_, got ${got}.`,
    })
  }
})

it('is too late at the instant at which it expires, by the hub’s clock', () => {
  expect([isExpired({ expiresAt: 10 }, 9), isExpired({ expiresAt: 10 }, 10)]).toEqual([false, true])
})

it('moves an instant there and back, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.nat({ max: 4e12 }), fc.anything()),
      fc.integer({ min: -1e9, max: 1e9 }),
      (until, byMs) => {
        const args = { thread: 'thr_1', until }
        const moved = untilMoved(args, byMs)
        expect(moved['thread']).toBe('thr_1')
        if (moved !== args) expect(untilMoved(moved, -byMs)).toEqual(args)
      },
    ),
  )
  expect(untilMoved({ until: 10_000 }, -9000)).toEqual({ until: 1000 })
  for (const until of ['change', null, -1, 0.5, Number.NaN, undefined])
    expect(untilMoved({ until }, 5)).toEqual({ until })
})

it('takes no instant that no clock shows', () => {
  for (const until of [9_000_000_000_000_000, 8.64e15, 253_402_300_800_000])
    expect(readOrder({ verb: 'pause', args: { thread: null, until } })).toMatchObject({ ok: false })
  expect(readOrder({ verb: 'pause', args: { thread: null, until: 253_402_300_799_999 } })).toMatchObject({
    ok: true,
  })
})
