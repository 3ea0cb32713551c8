import { beforeEach, describe, expect, it, vi } from 'vitest'
import { EventEmitter } from 'node:events'

const system = vi.hoisted(() => ({ activate: (): void => undefined, history: [] as unknown[] }))
vi.mock('electron', () => ({
  Notification: {
    handleActivation: (told: () => void) => void (system.activate = told),
    getHistory: () => Promise.resolve(system.history),
  },
}))
const { placeOfBanner, restoreBanners } = await import('./banner-restore.ts')

const opened: string[] = []
beforeEach(() => void (opened.length = 0))
const deps = (hasShown = false) => ({
  openAt: (hash: string) => void opened.push(hash),
  hasShown: () => hasShown,
})

describe('a banner of an earlier start', () => {
  it.each([
    ['#/run/run_0abc|thr_1', '#/run/run_0abc'],
    ['#/thread/thr_1|thr_1', '#/thread/thr_1'],
    ['#/inbox|summary', '#/inbox'],
    ['#/|incident:1|2', '#/'],
    ['', null],
    ['|', null],
    ['#/settings|app', null],
    ['#/run/../settings|app', null],
    ['#/link?to=threadbeat%3A%2F%2Fbeat|app', null],
    ['5f0c3a52-uuid', null],
  ])('%j leads to %j', (id, place) => expect(placeOfBanner(id)).toBe(place))

  it('is heard again on macOS: a click opens what it was about', async () => {
    const banners = ['#/run/run_1|thr_1', 'unknown'].map((id) => Object.assign(new EventEmitter(), { id }))
    system.history = banners
    await restoreBanners(deps(), 'darwin')
    for (const banner of banners) banner.emit('click')
    expect(opened).toEqual(['#/run/run_1', '#/inbox'])
  })
  it('opens the inbox on Windows, unless a banner of this start answers for itself', async () => {
    await restoreBanners(deps(), 'win32')
    system.activate()
    expect(opened).toEqual(['#/inbox'])
    await restoreBanners(deps(true), 'win32')
    system.activate()
    expect(opened).toEqual(['#/inbox'])
  })
  it('is none on Linux', async () => expect(await restoreBanners(deps(), 'linux')).toEqual([]))
})
