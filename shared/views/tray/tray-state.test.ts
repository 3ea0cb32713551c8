import { describe, expect, it } from 'vitest'
import { findHidden } from '../../base/hidden-text.ts'
import { DEFAULT_SETTINGS } from '../../settings/settings.ts'
import type { ThreadState } from '../thread-view.ts'
import { DAY, HOUR } from '../../base/time.ts'
import { holdUntil } from './tray-menu.ts'
import { thread, draw, paused, NOW, ZONE } from '../testing/tray-fleet.ts'

describe('the tray icon', () => {
  it('has a count beside it where there is a place for one: nothing, how many, or more than ninety-nine', () => {
    const alerts = (n: number) =>
      Array.from({ length: n }, (_, i) => thread(i + 1, 'alert', { openAlerts: 1 }))
    expect([0, 1, 99, 100].map((n) => draw(alerts(n)).badge)).toEqual(['', '1', '99', '99+'])
    expect(draw(alerts(3), { settings: { ...DEFAULT_SETTINGS, showCount: false } }).badge).toBe('')
  })

  it('shows hidden characters of a name by their codes, also in what it opens', () => {
    const running = { ...thread(2, 'running'), name: 'a\u202eb\u200b' }
    const { menu } = draw([running, { ...thread(3, 'alert'), name: 'c\u2066' }])
    const labels = JSON.stringify(menu)
    expect(findHidden(labels)).toBeNull()
    expect(labels).toContain('a<U+202E>b<U+200B>')
    expect(labels).toContain('c<U+2066>')
  })

  const all: readonly ThreadState[] = ['urgent', 'broken', 'alert', 'running', 'quiet']
  it.each([
    ['urgent', all],
    ['broken', all.slice(1)],
    ['alert', all.slice(2)],
    ['running', all.slice(3)],
    ['calm', all.slice(4)],
    ['alert', ['blocked', 'running']],
    ['alert', ['unproven', 'quiet']],
    ['calm', ['new', 'overdue', 'off', 'waiting']],
    ['calm', []],
  ] as const)('is %s for %j', (icon, states) => {
    expect(draw(states.map((s, i) => thread(i + 2, s))).icon).toBe(icon)
  })

  it.each([
    ['paused', 'quiet'],
    ['running', 'running'],
    ['alert', 'alert'],
    ['broken', 'broken'],
    ['urgent', 'urgent'],
  ] as const)('is %s when everything is paused and a thread is %s', (icon, state) => {
    expect(draw([thread(2, state)], { pause: paused }).icon).toBe(icon)
  })

  it('is broken when the scheduler halted', () =>
    expect(draw([thread(2, 'quiet')], { engine: 'halted' }).icon).toBe('broken'))
  it('is alert when a running thread has an open alert', () =>
    expect(draw([thread(2, 'running', { openAlerts: 1 })]).icon).toBe('alert'))
})

describe('the tooltip', () => {
  it.each([
    ['Threadbeat — 2 need you, 1 quiet, next beat 09:42', ['alert', 'broken', 'quiet'], {}],
    ['Threadbeat — 1 needs you, next beat 09:42', ['urgent'], {}],
    ['Threadbeat — 1 running, 1 quiet, next beat now', ['running', 'new'], { nextDueAt: NOW }],
    ['Threadbeat — 1 quiet, next beat 23 Nov 09:30', ['quiet'], { nextDueAt: NOW + DAY }],
    ['Threadbeat — 1 quiet, paused until 10:30', ['quiet'], { pause: paused }],
    ['Threadbeat — 1 quiet, paused', ['quiet'], { pause: { ...paused, until: null } }],
    ['Threadbeat — no beat planned', ['off'], { nextDueAt: null }],
    ['Threadbeat — no threads yet', [], {}],
  ] as const)('is "%s"', (tooltip, states, more) => {
    const threads = states.map((s, i) => thread(i + 2, s, s === 'running' ? { lateMs: 0 } : {}))
    expect(draw(threads, more).tooltip).toBe(tooltip)
  })

  it('names what is late', () =>
    expect(draw([thread(2, 'overdue', { lateMs: HOUR })]).tooltip).toContain('1 late'))
  it('tells the trouble of the app itself on a second line', () => {
    const problems = [{ code: 'notifications', text: 'Notifications cannot be shown.', repair: '' }] as const
    expect(draw([thread(2, 'quiet')], { problems }).tooltip.split('\n')).toEqual([
      'Threadbeat — 1 quiet, next beat 09:42',
      'Notifications cannot be shown.',
    ])
  })
})

describe('holdUntil', () => {
  it.each([
    ['hour', NOW, NOW + HOUR],
    ['tomorrow', NOW, Date.UTC(2026, 10, 23, 8)],
    ['tomorrow', Date.UTC(2026, 10, 22, 22, 59), Date.UTC(2026, 10, 23, 8)], // 23:59
    ['tomorrow', Date.UTC(2026, 10, 22, 23, 1), Date.UTC(2026, 10, 24, 8)], // 00:01 of the next day
    ['tomorrow', Date.UTC(2026, 2, 28, 10), Date.UTC(2026, 2, 29, 7)], // over the spring change
    ['tomorrow', Date.UTC(2026, 9, 24, 10), Date.UTC(2026, 9, 25, 8)], // over the autumn change
    ['open', NOW, null],
  ] as const)('"%s" at %d', (choice, now, until) => expect(holdUntil(choice, now, ZONE)).toBe(until))
})
