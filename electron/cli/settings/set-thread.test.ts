import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { CliError } from '../kit/errors.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { snapshotWith } from '../testing/app.ts'
import { commandsAndApp } from '../testing/in-process.ts'
import { readDelivery, readSources, readThreadChange } from './set-thread.ts'

const { cli, running, inputOf, close, gone, threads } = commandsAndApp('set-thread')
afterEach(close)
afterAll(gone)

/** An app whose thread 3 has this after any change. */
async function changing(after: Partial<ThreadView>): Promise<void> {
  let web: ThreadView = { ...threads[1], activeHours: null }
  await running({
    'threads.change': () => void (web = { ...web, ...after }),
    snapshot: () => snapshotWith([threads[0], web]),
  })
}

describe('a change of a thread', () => {
  it.each([
    ['interval', '5m', { intervalMs: 5 * MINUTE }],
    ['interval', 'off', { intervalMs: 0 }],
    ['daily-at', '07:30', { dailyAt: '07:30' }],
    ['daily-at', 'off', { dailyAt: null }],
    ['active-hours', '09:00-18:00', { activeHours: { start: '09:00', end: '18:00', timeZone: '' } }],
    [
      'active-hours',
      '22:00–06:00 Europe/Berlin',
      { activeHours: { start: '22:00', end: '06:00', timeZone: 'Europe/Berlin' } },
    ],
    ['active-hours', 'off', { activeHours: null }],
    ['active-hours', 'default', { activeHours: null }],
    ['name', 'My API', { name: 'My API' }],
    ['session', 'resume', { session: 'resume' }],
    ['gate', 'always', { gate: 'always' }],
    ['suggestions', 'agent', { suggestions: 'agent' }],
    ['reflect', 'off', { reflects: false }],
    ['share-list', 'on', { sharesList: true }],
  ] as const)('a thread’s %s %s', (key, text, change) => expect(readThreadChange(key, text)).toEqual(change))
  it.each([
    ['interval', 'often'],
    ['active-hours', 'mornings'],
    ['colour', 'red'],
    ['session', 'sometimes'],
    ['gate', 'on'],
    ['suggestions', 'never'],
    ['reflect', 'daily'],
  ])('a thread’s %s cannot be "%s"', (key, text) =>
    expect(() => readThreadChange(key, text)).toThrow(CliError),
  )
  it('one source is switched and the others stay', () => {
    expect(readSources({ hook: 'off' }, ['git', 'now'])).toEqual({ hook: 'off', git: 'now' })
    expect(readSources({ hook: 'off', git: 'now' }, ['git', 'default'])).toEqual({ hook: 'off' })
    expect(() => readSources({}, ['gti', 'off'])).toThrow(/must be one of git, playbook/)
    expect(() => readSources({}, ['git', 'sometimes'])).toThrow(
      /source git must be off, next, now or default \(next\), got "sometimes"/,
    )
  })
  it('one delivery is switched and the others stay', () => {
    expect(readDelivery({ indicator: false }, ['show-ok', 'on'])).toEqual({ indicator: false, showOk: true })
    expect(readDelivery({ indicator: false }, ['indicator', 'default'])).toEqual({})
    expect(() => readDelivery({}, ['show-ok', 'maybe'])).toThrow(/on, off or default/)
  })
  it('sends its sources whole', async () => {
    await changing({ sources: { git: 'off', hook: 'next' } })
    expect(await cli('set', 'source', 'hook', 'next', '--thread', 'web')).toMatchObject({
      code: 0,
      out: '3 web: source hook is next\n',
    })
    expect(inputOf('threads.change')).toEqual({ id: 'thr_3', sources: { git: 'off', hook: 'next' } })
  })
  it('found by a user: answers with what the thread has now, in full words, not with what was typed', async () => {
    await changing({ intervalMs: 10 * MINUTE })
    expect((await cli('set', 'interval', '10', '--thread', 'web')).out).toBe('3 web: interval is 10 min\n')
    expect(inputOf('threads.change')).toEqual({ id: 'thr_3', intervalMs: 10 * MINUTE })
  })
})
