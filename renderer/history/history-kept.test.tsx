import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { HOUR } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { NEWEST_AT } from '../testing/fake-history.ts'
import { show } from '../testing/show.tsx'
import { HistoryPage } from './history.tsx'

beforeEach(() => {
  vi.setSystemTime(NEWEST_AT + HOUR)
  navigate('/history')
})
afterEach(cleanup)

describe('what a person has opened or reached stays', () => {
  it('a due time, when its row cannot be read again', async () => {
    const fails: string[] = []
    const snapshot = sampleSnapshot(NEWEST_AT)
    const { host } = show(<HistoryPage />, snapshot, { historyRows: 100, fails })
    await screen.findByText('Row 0')
    fireEvent.click(document.querySelector('[data-row="6"]')!)
    await screen.findByRole('dialog')
    fails.push('history.index')
    host.change(snapshot.threads.find((t) => t.running !== null)!.id, { running: null })
    await screen.findByText('The history could not be read.')
    expect(screen.getByRole('dialog').textContent).toContain('Why: asleep.')
  })

  it('the day of the year’s grid, over its table', async () => {
    show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
    fireEvent.click(await screen.findByRole('button', { name: 'Year' }))
    const grid = await screen.findByRole('group', { name: 'Twelve months by days' })
    const tabbable = (): string | null =>
      document.querySelector('[data-day][tabindex="0"]')?.getAttribute('data-day') ?? null
    const today = tabbable()
    act(() => (within(grid).getAllByRole('button').at(-1) as unknown as SVGElement).focus())
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowLeft' })
    const weekBefore = tabbable()
    expect(Number(weekBefore)).toBe(Number(today) - 7)
    fireEvent.click(screen.getByRole('button', { name: 'View as table' }))
    fireEvent.click(screen.getByRole('button', { name: 'View as chart' }))
    expect(tabbable()).toBe(weekBefore)
  })
})
