import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'

beforeEach(() => navigate('/history'))

describe('what a person has opened or reached stays', () => {
  it('a due time, when its row cannot be read again', async () => {
    const host = await quietHost('web')
    await host.sleep(20 * MINUTE) // over two due times
    show(<HistoryPage />, host)
    fireEvent.click(
      await vi.waitUntil(() => document.querySelector('[data-row="1"][aria-busy=false]'), { timeout: 4000 }),
    )
    await screen.findByRole('dialog')
    host.broken.add('history.index')
    await host.beat('web')
    await screen.findByText('The history could not be read.')
    expect(screen.getByRole('dialog').textContent).toContain('Why: asleep.')
  })

  it('the day of the year’s grid, over its table', async () => {
    show(<HistoryPage />, await quietHost('web'))
    fireEvent.click(await screen.findByRole('button', { name: 'Year' }))
    const grid = await screen.findByLabelText('Twelve months by days')
    const tabbable = (): string | null =>
      document.querySelector('[data-day][tabindex="0"]')?.getAttribute('data-day') ?? null
    const today = tabbable()
    act(() => [...grid.querySelectorAll<SVGElement>('[data-day]')].at(-1)!.focus())
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
    const weekBefore = tabbable()
    expect(Number(weekBefore)).toBe(Number(today) - 7)
    fireEvent.click(screen.getByText('View as table'))
    fireEvent.click(screen.getByText('View as chart'))
    expect(tabbable()).toBe(weekBefore)
  })
})
