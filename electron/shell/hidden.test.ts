import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { FREED_AFTER_MS, whenHiddenLong } from './hidden.ts'

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
