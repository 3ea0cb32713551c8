import { EventEmitter } from 'node:events'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notice } from '../../engine/ports/desktop.ts'
import type { AlertId, ThreadId } from '../../../shared/base/ids.ts'

/** A desktop that shows what it is asked to and remembers it. */
const desktop = vi.hoisted(() => ({
  shown: [] as { id: string; title: string; silent: boolean; isClosed: boolean; click: () => void }[],
}))
vi.mock('electron', () => ({
  Notification: class extends EventEmitter {
    static isSupported = (): boolean => true
    static getHistory = (): Promise<never[]> => Promise.resolve([])
    static handleActivation = (): void => undefined
    private readonly entry: (typeof desktop.shown)[number]
    constructor({ id, title, silent }: { id: string; title: string; silent: boolean }) {
      super()
      this.entry = { id, title, silent, isClosed: false, click: () => void this.emit('click') }
    }
    show(): void {
      desktop.shown.push(this.entry)
      this.emit('show')
    }
    close(): void {
      this.entry.isClosed = true
    }
  },
}))
const { createNotifier } = await import('./notifications.ts')

beforeEach(() => void (desktop.shown.length = 0))
const api = 'thr_api' as ThreadId
const opened: unknown[] = []
const notifier = (looking: ThreadId | null = null, answers = () => Promise.resolve(true)) =>
  createNotifier({
    answers,
    open: (at) => void opened.push(at),
    openAt: () => undefined,
    isLookingAt: (id) => id === looking,
    snooze: () => undefined,
    threadName: () => null,
    doNotDisturb: () => null,
  })
const notice = (title: string, threadId: ThreadId | null = api, more: Partial<Notice> = {}): Notice => ({
  alertId: `alt_${title}` as AlertId,
  threadId,
  runId: null,
  severity: 'warning',
  title,
  body: '',
  ...more,
})
const standing = (): string[] => desktop.shown.filter((b) => !b.isClosed).map((b) => b.title)

describe('a banner', () => {
  it('is not shown while the window is focused on its thread, and is given all the same', async () => {
    const { show } = notifier(api)
    expect(await show(notice('seen anyway'))).toEqual({ ok: true, value: null })
    expect(desktop.shown).toEqual([])
    await show(notice('elsewhere', 'thr_web' as ThreadId))
    expect(standing()).toEqual(['elsewhere'])
  })
  it('that is newer closes the older of the same thread, and no other', async () => {
    const { show } = notifier()
    await show(notice('first'))
    await show(notice('of another', 'thr_web' as ThreadId))
    await show(notice('second'))
    expect(standing()).toEqual(['of another', 'second'])
  })
  it(
    'found by review: has a name of its own where others lead to the same place, or the system takes it ' +
      'for a newer one of them',
    async () => {
      const { show } = notifier()
      for (const tag of ['incident:1', 'digest', 'incident:2'])
        await show(notice(tag, null, { alertId: null, tag }))
      expect(desktop.shown.map((b) => b.id)).toEqual(['#/|incident:1', '#/|digest', '#/|incident:2'])
    },
  )
  it('makes a sound only where it is urgent', async () => {
    const { show } = notifier()
    await show(notice('warning'))
    await show(notice('urgent', 'thr_web' as ThreadId, { severity: 'urgent' }))
    expect(desktop.shown.map((b) => b.silent)).toEqual([true, false])
  })
  it('is one summary from the fourth within a minute', async () => {
    const { show } = notifier()
    for (const n of ['a', 'b', 'c', 'd', 'e']) await show(notice(n, `thr_${n}` as ThreadId))
    expect(standing()).toEqual(['a', 'b', 'c', '2 more alerts'])
  })
  it('goes when its alert is gone', async () => {
    const { show, withdraw } = notifier()
    await show(notice('stays', 'thr_web' as ThreadId))
    await show(notice('over'))
    withdraw?.('alt_over' as AlertId)
    await show(notice('later', 'thr_later' as ThreadId))
    expect(standing()).toEqual(['stays', 'later'])
  })
  it('that is taken back while it still waits for the service does not stay', async () => {
    const { show, withdraw } = notifier()
    const shown = show(notice('over'))
    withdraw?.('alt_over' as AlertId)
    await shown
    await show(notice('later', 'thr_later' as ThreadId))
    expect(standing()).toEqual(['later'])
  })
  it('is neither shown nor closed while the service does not answer, and that is told', async () => {
    let answers = true
    const { show, withdraw } = notifier(null, () => Promise.resolve(answers))
    await show(notice('stays'))
    answers = false
    expect(await show(notice('not shown', 'thr_web' as ThreadId))).toMatchObject({
      ok: false,
      error: { code: 'notify.unavailable' },
    })
    withdraw?.('alt_stays' as AlertId)
    await show(notice('not shown either', 'thr_web' as ThreadId))
    answers = true
    await show(notice('later', 'thr_later' as ThreadId))
    expect(standing()).toEqual(['stays', 'later'])
  })
  it('leads to the run that raised it, else to its thread', async () => {
    const { show } = notifier()
    await show(notice('of a thread'))
    await show(notice('of a run', 'thr_web' as ThreadId, { runId: 'run_1' as Notice['runId'] }))
    for (const banner of desktop.shown) banner.click()
    expect(opened).toEqual([
      { page: 'thread', id: api },
      { page: 'run', id: 'run_1' },
    ])
  })
})
