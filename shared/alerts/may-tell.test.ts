import { describe, expect, it } from 'vitest'
import { isFlapping } from './flapping.ts'
import { isMuted, mayTell, mayTellIncident, type TellingFacts } from './may-tell.ts'
import type { Alert, Suppression } from './alert.ts'
import { HOUR } from '../base/time.ts'
import type { SlotFate } from '../runs/outcome-words.ts'

const NOW = 1_800_000_000_000
const alert = (more: Partial<Alert> = {}): Alert =>
  ({ severity: 'warning', acknowledgedAt: null, resolvedAt: null, snoozedUntil: null, ...more }) as Alert
const facts = (more: Partial<TellingFacts> = {}): TellingFacts => ({
  settings: { mutedUntil: null, quietLetsUrgent: true },
  showsAlerts: true,
  threadMuted: false,
  inIncident: false,
  quiet: false,
  flapping: false,
  ...more,
})

describe('whether an alert gets a banner, and goes to webhooks', () => {
  const muted = { settings: { mutedUntil: NOW + HOUR, quietLetsUrgent: true } }
  it.each<[string, Partial<Alert>, Partial<TellingFacts>, Suppression | null, boolean]>([
    ['as it is', {}, {}, null, true],
    ['everything muted', {}, muted, 'muted', true],
    ['urgent, everything muted', { severity: 'urgent' }, muted, 'muted', true],
    ['a mute that ran out', {}, { settings: { mutedUntil: NOW, quietLetsUrgent: true } }, null, true],
    ['thread muted', {}, { threadMuted: true }, 'thread_muted', true],
    ['quiet', {}, { quiet: true }, 'quiet', true],
    ['to and fro', {}, { flapping: true }, 'flapping', true],
    ['urgent while it is quiet', { severity: 'urgent' }, { quiet: true }, null, true],
    [
      'urgent, and urgent may not interrupt',
      { severity: 'urgent' },
      { quiet: true, settings: { mutedUntil: null, quietLetsUrgent: false } },
      'quiet',
      true,
    ],
    ['urgent to and fro', { severity: 'urgent' }, { flapping: true }, null, true],
    ['switched off', {}, { showsAlerts: false }, 'switched_off', false],
    ['part of an incident', {}, { inIncident: true }, 'incident', false],
    ['part of an incident, thread muted', {}, { inIncident: true, threadMuted: true }, 'thread_muted', false],
    ['a notice', { severity: 'notice' }, {}, 'notice', false],
    ['acknowledged', { acknowledgedAt: NOW }, {}, 'settled', false],
    ['resolved', { resolvedAt: NOW }, {}, 'settled', false],
    ['snoozed', { snoozedUntil: NOW + 1 }, {}, 'snoozed', false],
    ['a snooze that ended', { snoozedUntil: NOW }, {}, null, true],
  ])('%s', (_what, a, f, noBanner, toWebhooks) =>
    expect(mayTell(alert(a), facts(f), NOW)).toEqual({ noBanner, toWebhooks }),
  )
})

describe('whether an incident gets a banner, and goes to webhooks', () => {
  const [loud, muted, off] = [
    { showsAlerts: true, muted: false },
    { showsAlerts: true, muted: true },
    { showsAlerts: false, muted: false },
  ]
  it.each([
    ['one member that may be told of', [loud, muted, off], {}, null, true],
    ['all muted', [muted, muted, muted], {}, 'thread_muted', true],
    ['all switched off', [off, off, off], {}, 'switched_off', false],
    ['some muted, the others off', [muted, off, off], {}, 'thread_muted', true],
    ['everything muted', [loud, loud, loud], { settings: { mutedUntil: NOW + 1 } }, 'muted', true],
    ['quiet', [loud, loud, loud], { quiet: true }, 'quiet', true],
    ['acknowledged', [off, off, off], { acknowledged: true }, 'settled', false],
  ] as const)('%s', (_what, members, more, noBanner, toWebhooks) =>
    expect(
      mayTellIncident(
        { settings: { mutedUntil: null }, acknowledged: false, members, quiet: false, ...more },
        NOW,
      ),
    ).toEqual({ noBanner, toWebhooks }),
  )
})

it('a mute holds until its time, not at it', () =>
  expect([
    isMuted({ mutedUntil: null }, NOW),
    isMuted({ mutedUntil: NOW }, NOW),
    isMuted({ mutedUntil: NOW + 1 }, NOW),
  ]).toEqual([false, false, true]))

describe('to and fro', () => {
  const says = (letters: string): boolean =>
    isFlapping({
      outcome: [...letters].map(
        (l) =>
          ({ q: 'quiet', a: 'alert', b: 'broken', s: 'skipped', u: 'unchanged', m: 'missed' })[l] as SlotFate,
      ),
    })
  it.each([
    ['qaqa', true],
    ['aqaqa', true],
    ['qqqa', false],
    ['qaq', false],
    ['aqaqaa', true],
    ['aqaqaaa', false],
    ['aqaqqq', false],
    ['abab', false],
    ['qsamqsa', true],
    ['uaqb', true],
    ['qaqaqqqqqq', false],
  ])('%s: %s', (letters, is) => expect(says(letters)).toBe(is))
})
