import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DRAWN_WITHIN_MS, FREED_AFTER_MS, freePage, whenDrawn, whenHiddenLong } from './hidden.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function watched(isHidden = false): { window: EventEmitter; freed: () => number } {
  const window = Object.assign(new EventEmitter(), { isDestroyed: () => false })
  let freed = 0
  whenHiddenLong(window as never, () => freed++, isHidden)
  return { window, freed: () => freed }
}

it('a window that was hidden for half an hour is freed; one that came back in between begins anew', () => {
  const { window, freed } = watched()
  vi.advanceTimersByTime(10 * FREED_AFTER_MS)
  expect(freed(), 'never while it is shown').toBe(0)
  window.emit('hide')
  vi.advanceTimersByTime(FREED_AFTER_MS - 1)
  window.emit('show')
  vi.advanceTimersByTime(FREED_AFTER_MS)
  expect(freed()).toBe(0)
  window.emit('hide')
  vi.advanceTimersByTime(FREED_AFTER_MS)
  expect(freed()).toBe(1)
  vi.advanceTimersByTime(FREED_AFTER_MS)
  expect(freed(), 'a page that wanted to stay is asked again').toBe(2)
  window.emit('closed')
  vi.advanceTimersByTime(FREED_AFTER_MS)
  expect(freed()).toBe(2)
})

it('one that was made hidden and never shown is freed, too', () => {
  const { freed } = watched(true)
  vi.advanceTimersByTime(FREED_AFTER_MS)
  expect(freed()).toBe(1)
})

describe('a window that is to be shown', () => {
  function opened() {
    const window = Object.assign(new EventEmitter(), { webContents: new EventEmitter() })
    let shown = 0
    whenDrawn(window as never, () => shown++)
    return { window, shown: () => shown }
  }

  it('is shown once its page is drawn, and only once', () => {
    const { window, shown } = opened()
    window.webContents.emit('did-stop-loading')
    expect(shown()).toBe(0)
    window.emit('ready-to-show')
    expect(shown()).toBe(1)
    vi.advanceTimersByTime(2 * DRAWN_WITHIN_MS)
    expect(shown()).toBe(1)
  })

  it('is shown also where nothing draws what was never shown, as on some Wayland desktops', () => {
    const { window, shown } = opened()
    vi.advanceTimersByTime(2 * DRAWN_WITHIN_MS)
    expect(shown(), 'a page that is still being loaded').toBe(0)
    window.webContents.emit('did-stop-loading')
    vi.advanceTimersByTime(DRAWN_WITHIN_MS)
    expect(shown()).toBe(1)
    window.emit('ready-to-show')
    expect(shown()).toBe(1)
  })

  it('is not shown any more once it is closed', () => {
    const { window, shown } = opened()
    window.webContents.emit('did-stop-loading')
    window.emit('closed')
    vi.advanceTimersByTime(2 * DRAWN_WITHIN_MS)
    window.emit('ready-to-show')
    expect(shown()).toBe(0)
  })
})

describe('freeing a page (found by review)', () => {
  const SOON = 10_000
  const never = new Promise<never>(() => undefined)
  function page(answer: Promise<unknown>, leave: () => Promise<boolean>) {
    const window = Object.assign(new EventEmitter(), {
      isDestroyed: () => false,
      isVisible: () => false,
      isMinimized: () => false,
      webContents: { executeJavaScript: () => answer },
    })
    const marks: boolean[] = []
    const left = vi.fn(leave)
    return {
      window,
      marks,
      left,
      gone: freePage(window as never, left, (isFreeing) => void marks.push(isFreeing)),
    }
  }

  it('that hangs is not asked to go: it would go when it answers again, under the person’s eyes', async () => {
    const { gone, left, marks } = page(never, () => never)
    await vi.advanceTimersByTimeAsync(SOON)
    expect([await gone, left.mock.calls.length, marks]).toEqual([false, 0, []])
  })
  it('that goes, or stays for its unsaved text, says so', async () => {
    for (const isGone of [true, false]) {
      const { gone, marks } = page(Promise.resolve(0), () => Promise.resolve(isGone))
      expect([await gone, marks]).toEqual([isGone, [true, false]])
    }
  })
  it.each([
    ['is shown', (window: EventEmitter) => void window.emit('show')],
    ['does not answer', () => void vi.advanceTimersByTime(SOON)],
  ] as const)(
    'is over when the window %s, so that the person is asked again before text is lost',
    async (_what, happens) => {
      const { window, marks } = page(Promise.resolve(0), () => never)
      await vi.advanceTimersByTimeAsync(1)
      expect(marks).toEqual([true])
      happens(window)
      await vi.advanceTimersByTimeAsync(0)
      expect(marks.at(-1)).toBe(false)
    },
  )
})
