import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { finds } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addQuiet, quietHost } from '../testing/threads.ts'
import { WallPage } from './wall.tsx'

beforeEach(() => navigate('/wall'))

it('shows every thread by name, glyph and strip, worst first, and Escape leaves', async () => {
  const host = await openHost()
  host.add('payments-api', { intervalMs: MINUTE })
  host.does('payments-api', finds('main is red', 'urgent'))
  await host.pass(34 * MINUTE)
  await addQuiet(host, 'infra', 'mobile-app')
  show(<WallPage />, host)
  const tiles = within(screen.getByRole('list', { name: 'Wall' })).getAllByRole('listitem')
  expect(tiles).toHaveLength(3)
  expect(tiles[0]?.textContent).toContain('payments-api')
  expect(within(tiles[0]!).getByRole('img', { name: 'Urgent' })).toBeTruthy()
  expect(within(tiles[0]!).getByRole('slider').getAttribute('aria-label')).toContain('32 beats')
  fireEvent.keyDown(tiles[0]!, { key: 'Escape' })
  expect(location.hash).toBe('#/')
})

it('found by review: fills the screen with the whole page, so that a dialog above it is seen', async () => {
  const filled: Element[] = []
  const own = Object.getOwnPropertyDescriptor(Element.prototype, 'requestFullscreen')
  Element.prototype.requestFullscreen = function (this: Element) {
    filled.push(this)
    return Promise.resolve()
  }
  show(<WallPage />, await quietHost('infra'))
  expect(filled).toEqual([document.documentElement])
  if (own === undefined) delete (Element.prototype as { requestFullscreen?: unknown }).requestFullscreen
  else Object.defineProperty(Element.prototype, 'requestFullscreen', own)
})

it('dims at ten in the evening by itself, and is bright again at seven', async () => {
  const host = await openHost({
    start: new Date(2026, 5, 1, 21, 59, 30).getTime(),
    timers: ['setInterval', 'clearInterval'],
  })
  host.add('infra', { intervalMs: 0 })
  show(<WallPage />, host)
  const isDim = (): boolean =>
    screen.getByRole('list', { name: 'Wall' }).parentElement!.className.includes('brightness-75')
  expect(isDim()).toBe(false)
  await host.sleep(MINUTE)
  act(() => void vi.advanceTimersByTime(MINUTE))
  expect(isDim()).toBe(true)
  await host.sleep(9 * HOUR)
  act(() => void vi.advanceTimersByTime(MINUTE))
  expect(isDim()).toBe(false)
})
