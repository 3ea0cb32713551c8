import { cleanup, fireEvent, render, type RenderResult } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import { Strip } from './strip.tsx'
import { TABLE_STRIP } from './strip-draw.ts'

const animate = vi.fn()
let wantsLess = false
beforeEach(() => {
  animate.mockClear()
  wantsLess = false
  Object.assign(HTMLCanvasElement.prototype, { animate })
  vi.stubGlobal('matchMedia', () => ({ matches: wantsLess }))
})
afterEach(() => {
  delete (HTMLCanvasElement.prototype as Partial<HTMLCanvasElement>).animate
})

const beats = (count: number, strips = 1): ReactNode =>
  Array.from({ length: strips }, (_, n) => (
    <Strip
      key={n}
      at={Array.from({ length: count }, (_, i) => i * MINUTE)}
      outcome={Array.from({ length: count }, () => 'quiet' as const)}
      name={`repo-${n}`}
      bars={32}
    />
  ))
async function oneMore(shown: RenderResult, strips = 1): Promise<void> {
  shown.rerender(beats(6, strips))
  await Promise.resolve()
}

it('slides the strip by one bar when a beat is added, and by nothing when none is', async () => {
  const shown = render(beats(5))
  await oneMore(shown)
  expect(animate).toHaveBeenCalledExactlyOnceWith(
    [{ transform: `translateX(${TABLE_STRIP.bar + TABLE_STRIP.gap}px)` }, { transform: 'none' }],
    { duration: 160, easing: 'ease-out' },
  )
  await oneMore(shown)
  expect(animate).toHaveBeenCalledTimes(1)
})

it('does not slide at first, nor where less motion is wanted', async () => {
  wantsLess = true
  await oneMore(render(beats(5)))
  expect(animate).not.toHaveBeenCalled()
})

it('slides a few strips together, and none of a crowd', async () => {
  await oneMore(render(beats(5, 3)), 3)
  expect(animate).toHaveBeenCalledTimes(3)
  cleanup()
  animate.mockClear()
  await oneMore(render(beats(5, 12)), 12)
  expect(animate).not.toHaveBeenCalled()
})

const newest = (fate: 'running' | 'quiet'): ReactNode => (
  <Strip at={[0, MINUTE]} outcome={['quiet', fate]} name="api" bars={32} />
)

it('grows the bar of a beat that runs, and lets it settle into what came of it, once', () => {
  const shown = render(newest('running'))
  const { container } = shown
  expect(container.querySelectorAll('.animate-grow')).toHaveLength(1)
  shown.rerender(newest('quiet'))
  expect(container.querySelector('.animate-grow')).toBeNull()
  fireEvent.animationEnd(container.querySelector('.animate-settle')!)
  expect(container.querySelector('.animate-settle')).toBeNull()
  shown.rerender(newest('quiet'))
  expect(container.querySelector('.animate-settle')).toBeNull()
})

it('settles at once where less motion is wanted', () => {
  wantsLess = true
  const shown = render(newest('running'))
  shown.rerender(newest('quiet'))
  expect(shown.container.querySelector('.animate-settle')).toBeNull()
})
