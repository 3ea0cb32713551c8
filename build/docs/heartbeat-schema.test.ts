import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CONFIG_KEYS, parseHeartbeatConfig } from '../../shared/threads/heartbeat-json.ts'
import { SESSION_MODES } from '../../shared/threads/modes.ts'

const schema = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../docs/heartbeat.schema.json'), 'utf8'),
) as { readonly properties: Readonly<Record<string, unknown>> }
const isValid = new Ajv({ strictTypes: false }).compile(schema)
const problemsOf = (config: unknown): readonly string[] =>
  parseHeartbeatConfig(JSON.stringify(config), 'HEARTBEAT.json').problems

const two = (n: number): string => String(n).padStart(2, '0')
const clock = fc.tuple(fc.nat(23), fc.nat(59)).map(([h, m]) => `${two(h)}:${two(m)}`)
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York')
/** Each key as it may stand. */
const GOOD: Readonly<Record<(typeof CONFIG_KEYS)[number], fc.Arbitrary<unknown>>> = {
  $schema: fc.webUrl(),
  enabled: fc.boolean(),
  interval: fc.oneof(
    fc.constantFrom('0', '30', '1h30m', '24h', ' 8m '),
    fc.integer({ min: 1, max: 1440 }).map((n) => `${n}m`),
  ),
  interval_secs: fc.oneof(fc.constant(0), fc.integer({ min: 60, max: 86_400 })),
  model: fc.constantFrom('claude-haiku-5-5', 'ollama/qwen3:8b', 'm[1m]'),
  activeHours: fc
    .record({ start: clock, end: fc.oneof(clock, fc.constant('24:00')) })
    .filter(({ start, end }) => start !== end),
  timeZone: zone,
  dailyAt: clock,
  showOk: fc.boolean(),
  showAlerts: fc.boolean(),
  indicator: fc.boolean(),
  session: fc.constantFrom(...SESSION_MODES),
  playbook: fc.constantFrom('ignore', 'use'),
}
/** What no key takes. */
const BAD = [null, [], 'every now and then', -1, 7.5, '25:00', { start: '08:00' }, { from: '08:00', to: '9' }]

describe('docs/heartbeat.schema.json', () => {
  it('has the keys that HEARTBEAT.json has', () => {
    expect(Object.keys(schema.properties)).toEqual([...CONFIG_KEYS])
  })
  it('takes what the program takes', () => {
    fc.assert(
      fc.property(fc.record(GOOD, { requiredKeys: [] }), (config) => {
        const both = 'interval' in config && 'interval_secs' in config ? 1 : 0
        expect(problemsOf(config)).toHaveLength(both)
        expect([isValid(config), isValid.errors]).toEqual([true, null])
      }),
    )
  })
  it.each(
    CONFIG_KEYS.filter((key) => key !== '$schema').flatMap((key) =>
      BAD.map((value) => [key, value] as const),
    ),
  )('judges %s: %j as the program does', (key, value) => {
    const config = { [key]: value }
    // A name that no zone has is known to the program alone.
    if (key === 'timeZone' && typeof value === 'string') return expect(problemsOf(config)).toHaveLength(1)
    expect(isValid(config)).toBe(problemsOf(config).length === 0)
  })
  it('takes no key that says what is executed', () => {
    for (const key of ['command', 'argv', 'env', 'permissions', 'trust'])
      expect(isValid({ [key]: 'x' })).toBe(false)
  })
})
