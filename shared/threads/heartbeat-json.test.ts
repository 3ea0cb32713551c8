import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIG_LIMIT_BYTES, parseHeartbeatConfig, type ReadConfig } from './heartbeat-json.ts'
import { HOUR, MINUTE } from '../base/time.ts'

const parse = (value: unknown): ReadConfig => parseHeartbeatConfig(JSON.stringify(value), 'HEARTBEAT.json')
const problemsOf = (value: unknown): readonly string[] => parse(value).problems

describe('HEARTBEAT.json', () => {
  it('may be empty, and may say everything', () => {
    expect(parse({})).toEqual({ values: {}, problems: [] })
    const all = {
      enabled: true,
      interval: '1h30m',
      model: 'claude-haiku-5-5',
      activeHours: { start: '08:00', end: '24:00' },
      timeZone: 'Europe/Berlin',
      dailyAt: '07:30',
      showOk: false,
      showAlerts: true,
      indicator: false,
      session: 'resume',
      playbook: 'ignore',
    }
    expect(parse(all)).toEqual({
      problems: [],
      values: {
        enabled: true,
        intervalMs: 90 * MINUTE,
        model: 'claude-haiku-5-5',
        activeHours: { start: '08:00', end: '24:00', timeZone: 'Europe/Berlin' },
        timeZone: 'Europe/Berlin',
        dailyAt: '07:30',
        showOk: false,
        showAlerts: true,
        indicator: false,
        session: 'resume',
        playbook: 'ignore',
      },
    })
  })

  it.each<readonly [unknown, number | undefined]>([
    [{ interval: '30m' }, 30 * MINUTE],
    [{ interval: '8' }, 8 * MINUTE],
    [{ interval: '0' }, 0],
    [{ interval: '24h' }, 24 * HOUR],
    [{ interval: '60s' }, MINUTE],
    [{ interval_secs: 90 }, 90_000],
    [{ interval_secs: 0 }, 0],
    [{ interval_secs: 60 }, MINUTE],
    [{ interval: '30m', interval_secs: 60 }, 30 * MINUTE],
    [{ interval: 'often', interval_secs: 60 }, MINUTE],
    [{ interval: '59s' }, undefined],
    [{ interval: '25h' }, undefined],
    [{ interval: 30 }, undefined],
    [{ interval_secs: -60 }, undefined],
    [{ interval_secs: '60' }, undefined],
  ])('%j has the interval %s', (value, ms) => expect(parse(value).values.intervalMs).toBe(ms))

  it.each<readonly [unknown, string]>([
    [{ enabled: 'yes' }, 'HEARTBEAT.json: enabled must be true or false, got "yes".'],
    [
      { interval: 30 },
      'HEARTBEAT.json: interval must be a duration in quotation marks such as "30m" or "1h30m" (for ' +
        'seconds: interval_secs), got 30.',
    ],
    [
      { interval: '30s' },
      'HEARTBEAT.json: interval must be 0 (off) or 1 min to 24 h (this is 30 s), got "30s".',
    ],
    [{ interval_secs: null }, 'HEARTBEAT.json: interval_secs must be a number of seconds, got null.'],
    [
      { interval: '1h', interval_secs: 60 },
      'HEARTBEAT.json: interval and interval_secs are both there, interval counts.',
    ],
    [
      { model: '--dangerous' },
      'HEARTBEAT.json: model must be a name of at most 120 letters, digits and . : / @ - _, got "--dangerous".',
    ],
    [
      { activeHours: '8-18' },
      'HEARTBEAT.json: activeHours: must be an object such as {"start": "08:00", "end": "18:00"}, got "8-18".',
    ],
    [
      { activeHours: { start: '8', end: '18:00' } },
      'HEARTBEAT.json: activeHours: the start must be HH:MM, got "8".',
    ],
    [
      { activeHours: { start: '08:00', end: '08:00' } },
      'HEARTBEAT.json: activeHours: start and end are both 08:00, so no beat could ever start.',
    ],
    [
      { activeHours: { start: '08:00', end: '09:00', days: [] } },
      'HEARTBEAT.json: activeHours: takes start, end and timeZone only, got "days".',
    ],
    [
      { activeHours: { start: '08:00' } },
      'HEARTBEAT.json: activeHours: start and end must be texts such as "08:00", got "08:00" and nothing.',
    ],
    [{ timeZone: 'Mars' }, 'HEARTBEAT.json: timeZone must be a zone such as "Europe/Berlin", got "Mars".'],
    [{ dailyAt: '24:00' }, 'HEARTBEAT.json: dailyAt must be HH:MM from "00:00" to "23:59", got "24:00".'],
    [{ session: [1] }, 'HEARTBEAT.json: session must be "messages" or "resume" or "oneshot", got a list.'],
    [{ playbook: {} }, 'HEARTBEAT.json: playbook must be "ignore" or "use", got an object.'],
    [
      { command: 'rm -rf /', permissions: 'all' },
      'HEARTBEAT.json: "command", "permissions" do not count: nothing that names what is executed or ' +
        'allowed does here; a person sets that in Threadbeat.',
    ],
  ])('%j is a problem', (value, problem) => {
    const read = parse({ ...(value as object), showOk: true })
    expect(read.problems).toEqual([problem])
    expect(read.values.showOk).toBe(true)
  })

  it('names unknown keys, tidied and not without end', () => {
    expect(problemsOf({ 'intervall\n\u202E"': 1 })).toEqual([
      expect.stringMatching(
        /^HEARTBEAT\.json: "intervall \\"" does not count: the keys are enabled, interval, /,
      ),
    ])
    expect(problemsOf(Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${i}`, 1])))[0]).toContain(
      '"key19" and 30 more do not count',
    )
    expect(parseHeartbeatConfig('{"__proto__": {"enabled": true}}', 'x')).toMatchObject({
      values: {},
      problems: [expect.stringContaining('"__proto__"')],
    })
  })

  it(
    'has one zone for the hours: their own, else the one beside them; with an unreadable one the hours ' +
      'do not count',
    () => {
      const hours = { start: '08:00', end: '18:00' }
      expect(parse({ activeHours: hours }).values).toEqual({ activeHours: { ...hours, timeZone: '' } })
      expect(
        parse({ activeHours: { ...hours, timeZone: 'UTC' }, timeZone: 'Europe/Berlin' }).values.activeHours
          ?.timeZone,
      ).toBe('UTC')
      expect(parse({ activeHours: hours, timeZone: 'Mars' })).toMatchObject({
        values: {},
        problems: [
          expect.stringContaining('timeZone'),
          'HEARTBEAT.json: activeHours: its timeZone cannot be read.',
        ],
      })
    },
  )

  it.each<readonly [string, string]>([
    ['', 'is not JSON'],
    ['{', 'is not JSON'],
    ['// off\n{}', 'is not JSON (it takes no comments)'],
    ['{"enabled": true,}', 'is not JSON'],
    ['[]', 'is a list'],
    ['null', 'is null'],
    ['"x"', 'is "x"'],
    ['['.repeat(30_000) + ']'.repeat(30_000), 'is a list'],
    [`{"enabled": true${' '.repeat(CONFIG_LIMIT_BYTES)}}`, 'at most 64 KB, has 65 KB'],
  ])('counts for nothing as %.30j', (text, words) => {
    expect(parseHeartbeatConfig(text, '.heartbeat.json')).toEqual({
      values: {},
      problems: [expect.stringContaining(words)],
      isUnreadable: true,
    })
  })

  it('may begin with a byte order mark, and says which of several files counts', () => {
    expect(
      parseHeartbeatConfig('\uFEFF{"enabled": false}', 'heartbeat.json', [
        'heartbeat.json',
        '.heartbeat.json',
      ]),
    ).toEqual({
      values: { enabled: false },
      problems: ['There are heartbeat.json, .heartbeat.json: only heartbeat.json counts. Keep one of them.'],
    })
  })

  it('takes any text and any value', () => {
    const keys = fc.constantFrom(
      'enabled',
      'interval',
      'interval_secs',
      'model',
      'activeHours',
      'timeZone',
      'dailyAt',
      'session',
      'playbook',
      'x',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .dictionary(
              keys,
              fc.oneof(fc.jsonValue(), fc.record({ start: fc.jsonValue(), end: fc.jsonValue() })),
            )
            .map((v) => JSON.stringify(v)),
        ),
        (text) => {
          for (const problem of parseHeartbeatConfig(text, 'HEARTBEAT.json').problems)
            expect(problem).toMatch(/^[^\n]+$/)
        },
      ),
      { numRuns: 500 },
    )
  })
})
