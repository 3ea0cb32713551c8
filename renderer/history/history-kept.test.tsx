import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { finds } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'

beforeEach(() => navigate('/history'))

const rowsCome = (i: number): Promise<Element> =>
  vi.waitUntil(() => document.querySelector(`[data-row="${i}"][aria-busy=false]`), { timeout: 4000 })

/** The page, which a person leaves and comes back to. */
function Visits(): ReactNode {
  const [isHere, setHere] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setHere(!isHere)}>
        {isHere ? 'Leave' : 'Come back'}
      </button>
      {isHere && <HistoryPage />}
    </>
  )
}
const click = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }))

describe('the newest rows stand there', () => {
  it('when a person comes back after beats, without a row that goes blank first', async () => {
    const host = await quietHost('web')
    show(<Visits />, host)
    await screen.findByText(/^1 rows?, showing 1–1/)
    click('Leave')
    host.does('web', finds('main is red'))
    await host.beat('web')
    click('Come back')
    expect(document.querySelector('[data-row="0"][aria-busy=false]')).toBeTruthy()
    expect(await screen.findByText(/^2 rows, showing 1–2/)).toBeTruthy()
    expect((await rowsCome(0)).textContent).toContain('Main is red')
    expect(screen.queryByRole('button', { name: 'Show what is new' })).toBeNull()
  })

  it('when filters are set again that were set before', async () => {
    const host = await quietHost('web')
    show(<HistoryPage />, host)
    await screen.findByText(/^1 rows?, showing 1–1/)
    act(() => navigate('/history?outcomes=alert'))
    await screen.findByText('Nothing in the history fits these filters.')
    host.does('web', finds('main is red'))
    await host.beat('web')
    await rowsCome(0)
    act(() => navigate('/history'))
    expect(await screen.findByText(/^2 rows, showing 1–2/)).toBeTruthy()
    expect((await rowsCome(0)).textContent).toContain('Main is red')
  })
})

it('gives the words of a row their own direction, and a note within them its own', async () => {
  const host = await quietHost('web')
  host.does('web', finds('القرص ممتلئ.'))
  await host.beat('web')
  await host.client.notes.save({ runId: host.thread('web').last!.runId, text: 'Known flake' })
  show(<HistoryPage />, host)
  await rowsCome(0)
  const words = within(document.querySelector<HTMLElement>('[data-row="0"]')!)
  expect(words.getByText(/ممتلئ/).closest('[dir]')?.getAttribute('dir')).toBe('auto')
  expect(words.getByText('Known flake').tagName).toBe('BDI')
})

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
