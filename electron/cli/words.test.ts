import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/ids.ts'
import { HOUR, MINUTE } from '../../shared/time.ts'
import { beatExitCode } from './beat-commands.ts'
import { CliError, sentenceOf } from './errors.ts'
import { chooseThreads, matchThread } from './find-thread.ts'
import { statusExitCode } from './fleet-commands.ts'
import { layTable } from './output.ts'
import { readThreadChange, readValue } from './set-command.ts'
import { oneLine, plain, relative } from './text.ts'

const thread = (number: number, name: string, repoPath = `/r/${name}`) => ({ id: `thr_${number}` as ThreadId, number, name, repoPath })
const FLEET = [thread(2, 'api'), thread(3, 'api-gateway'), thread(4, 'Web'), thread(5, '12'), thread(6, 'twin', '/a/twin'), thread(7, 'twin', '/b/twin')]

describe('a thread is found', () => {
  it.each([
    ['by number', '3', '', 3], ['by exact name before any beginning', 'api', '', 2], ['by the beginning of its name', 'api-', '', 3],
    ['whatever its case', 'we', '', 4], ['by its folder', '../x', '/b/twin', 7], ['by a name that is a number', '12', '', 5],
  ])('%s', (_how, text, place, number) => expect(matchThread(FLEET, text, place)).toMatchObject({ ok: true, value: { number } }))

  it.each([
    ['nobody', true, /no thread "nobody"/], ['a', false, /could be 2 api, 3 api-gateway\. Use the number/], ['twin', false, /6 twin, 7 twin/],
  ])('but not by "%s"', (text, unknown, message) => {
    expect(matchThread(FLEET, text, '')).toMatchObject({ ok: false, error: { unknown, message: expect.stringMatching(message) as string } })
  })
})

describe('which threads are meant', () => {
  const codeOf = (act: () => unknown): number | null => {
    try {
      act()
      return null
    } catch (error) {
      return error instanceof CliError ? error.exitCode : -1
    }
  }
  it('is never guessed among several', () => expect(codeOf(() => chooseThreads(FLEET, undefined, false, 'beat'))).toBe(2))
  it('is the only one there is', () => expect(chooseThreads(FLEET.slice(0, 1), undefined, false, 'beat')).toHaveLength(1))
  it('is every one with --all', () => expect(chooseThreads(FLEET, undefined, true, 'beat')).toHaveLength(6))
  it('is not both a name and all', () => expect(codeOf(() => chooseThreads(FLEET, '2', true, 'beat'))).toBe(2))
  it('is an error without threads, but not a wrong use', () => expect(codeOf(() => chooseThreads([], undefined, false, 'beat'))).toBe(1))
})

describe('exit codes', () => {
  it.each([
    [[], 0], [['quiet', 'paused', 'off', 'new', 'running', 'waiting'], 0], [['quiet', 'alert'], 10], [['unproven'], 10], [['broken', 'urgent'], 20],
    [['broken', 'alert'], 30], [['blocked'], 30], [['overdue', 'quiet'], 40], [['overdue', 'alert'], 10],
  ] as const)('status of %j is %d', (states, code) => expect(statusExitCode(states.map((state) => ({ state, openAlerts: 0 })))).toBe(code))
  it('status counts an open alert of a thread that runs again', () => expect(statusExitCode([{ state: 'running', openAlerts: 1 }])).toBe(10))
  it.each([
    [['quiet', 'unchanged', 'skipped'], 0], [['alert', 'quiet'], 10], [['urgent', 'broken'], 20], [['broken'], 30], [['interrupted'], 30], [[null], 0],
  ] as const)('beats that ended %j give %d', (outcomes, code) => expect(beatExitCode(outcomes.map((outcome) => (outcome === null ? null : { outcome })))).toBe(code))
})

describe('values', () => {
  const NOW = 1_000_000
  it.each([
    ['defaultIntervalMs', '10', 10 * MINUTE], ['defaultIntervalMs', '1h30m', 90 * MINUTE], ['defaultIntervalMs', 'off', 0], ['maxRuns', '3', 3],
    ['theme', 'dark', 'dark'], ['mutedUntil', 'off', null], ['mutedUntil', '1h', NOW + HOUR], ['mutedUntil', 'forever', 8.64e15],
    ['mutedUntil', '2026-11-22T10:00:00Z', Date.UTC(2026, 10, 22, 10)],
  ] as const)('%s %s', (key, text, value) => expect(readValue(key, text, NOW)).toBe(value))
  it.each([['maxRuns', 'two'], ['quickLimitMs', 'soon'], ['mutedUntil', 'later'], ['theme', '']] as const)('%s cannot be "%s"', (key, text) => {
    expect(() => readValue(key, text, NOW)).toThrow(CliError)
  })
  it.each([
    ['interval', '5m', { intervalMs: 5 * MINUTE }], ['interval', 'off', { intervalMs: 0 }], ['daily-at', '07:30', { dailyAt: '07:30' }], ['daily-at', 'off', { dailyAt: null }],
    ['active-hours', '09:00-18:00', { activeHours: { start: '09:00', end: '18:00', timeZone: '' } }],
    ['active-hours', '22:00–06:00 Europe/Berlin', { activeHours: { start: '22:00', end: '06:00', timeZone: 'Europe/Berlin' } }],
    ['active-hours', 'off', { activeHours: null }], ['name', 'My API', { name: 'My API' }],
  ] as const)('a thread’s %s %s', (key, text, change) => expect(readThreadChange(key, text)).toEqual(change))
  it.each([['interval', 'often'], ['active-hours', 'mornings'], ['colour', 'red']])('a thread’s %s cannot be "%s"', (key, text) => expect(() => readThreadChange(key, text)).toThrow(CliError))
})

describe('text', () => {
  it.each([[0, 'now'], [-5000, '5 s ago'], [-90_000, '2 min ago'], [5 * MINUTE, 'in 5 min'], [-(2 * HOUR + 61_000), '2 h 1 min ago']])('%d ms away is "%s"', (ms, words) => {
    expect(relative(10 * HOUR + ms, 10 * HOUR)).toBe(words)
  })
  it('cannot move the cursor or colour a terminal', () => {
    expect(plain('a\u001b[31mred\u001b]0;title\u0007\r\nnext\u202e\u009b2J')).toBe('a[31mred]0;title\nnext2J')
    expect(oneLine(' two\n\tlines ')).toBe('two lines')
  })
  it('stands in columns, the last one cut', () => {
    expect(layTable([['1', 'a', 'short'], ['10', 'bb', 'a rather long last column']], 20)).toBe('1   a   short\n10  bb  a rather lo…\n')
  })
  it('says what the contract refused', () => {
    const refused = Object.assign(new Error('Input validation failed'), { code: 'BAD_REQUEST', data: { issues: [{ path: ['theme'], message: 'Invalid option' }] } })
    expect(sentenceOf(refused)).toBe('theme: Invalid option')
  })
})
