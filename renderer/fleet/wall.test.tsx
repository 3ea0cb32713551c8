import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { WallPage } from './wall.tsx'

beforeEach(() => navigate('/wall'))
afterEach(cleanup)

it('shows every thread by name, glyph and strip, worst first, and Escape leaves', () => {
  const snapshot = sampleSnapshot(Date.now())
  show(<WallPage />, snapshot)
  const tiles = within(screen.getByRole('list', { name: 'Wall' })).getAllByRole('listitem')
  expect(tiles).toHaveLength(snapshot.threads.length)
  expect(tiles[0]?.textContent).toContain('payments-api')
  expect(within(tiles[0]!).getByRole('img', { name: 'Urgent' })).toBeTruthy()
  expect(within(tiles[0]!).getByRole('slider').getAttribute('aria-label')).toContain('32 beats')
  fireEvent.keyDown(tiles[0]!, { key: 'Escape' })
  expect(location.hash).toBe('#/')
})

it('found by review: fills the screen with the whole page, so that a dialog above it is seen', () => {
  const filled: Element[] = []
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'requestFullscreen')
  Element.prototype.requestFullscreen = function (this: Element) {
    filled.push(this)
    return Promise.resolve()
  }
  show(<WallPage />, sampleSnapshot(Date.now()))
  expect(filled).toEqual([document.documentElement])
  if (own === undefined) delete (Element.prototype as { requestFullscreen?: unknown }).requestFullscreen
  else Object.defineProperty(Element.prototype, 'requestFullscreen', own)
})

it('dims at ten in the evening by itself, and is bright again at seven', () => {
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(2026, 5, 1, 21, 59, 30),
  })
  try {
    show(<WallPage />, sampleSnapshot(Date.now()))
    const isDim = (): boolean =>
      screen.getByRole('list', { name: 'Wall' }).parentElement!.className.includes('brightness-75')
    expect(isDim()).toBe(false)
    act(() => void vi.advanceTimersByTime(60_000))
    expect(isDim()).toBe(true)
    vi.setSystemTime(new Date(2026, 5, 2, 6, 59, 30))
    act(() => void vi.advanceTimersByTime(60_000))
    expect(isDim()).toBe(false)
  } finally {
    vi.useRealTimers()
  }
})
