import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { DAY } from '../../../shared/base/time.ts'
import { navigate } from '../../client/navigation.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { NOON } from '../../testing/noon.ts'
import { finds } from '../../testing/scripts.ts'
import { show } from '../../testing/show.tsx'
import { filterOf } from '../filter.ts'
import { HistoryPage } from '../history.tsx'

beforeEach(() => navigate('/history'))
const chartOf = (): Promise<HTMLElement> => screen.findByRole('slider', { name: 'Rows over time' })

/** A thread, `web`, beaten once a day for so many days; its first beat was urgent. */
async function beatenFor(days: number): Promise<WindowHost> {
  const host = await openHost({ start: NOON - days * DAY })
  host.does('web', finds('main is red', 'urgent'))
  host.add('web', { intervalMs: DAY })
  await host.beat('web')
  host.does('web', () => ({}))
  await host.beat('web')
  for (let i = 0; i < days; i++) await host.sleep(DAY)
  return host
}

it('is walked by keys: with Shift a stretch is marked, and Enter shows it alone', async () => {
  show(<HistoryPage />, await beatenFor(14))
  const chart = await chartOf()
  const bars = Number(chart.getAttribute('aria-valuemax'))
  fireEvent.keyDown(chart, { key: 'Home' })
  expect(chart.getAttribute('aria-valuetext')).toMatch(/: \d[\d,]* quiet, 1 urgent$/)
  fireEvent.keyDown(chart, { key: 'ArrowRight', shiftKey: true })
  expect([bars > 2, chart.getAttribute('aria-valuenow')]).toEqual([true, '2'])
  expect(chart.getAttribute('aria-valuetext')).toMatch(/ to .*: press Enter to zoom$/)
  fireEvent.keyDown(chart, { key: 'Enter' })
  await waitFor(() => expect(location.hash).toMatch(/^#\/history\?from=\d+&to=\d+$/))
  const { from = 0, to = 0 } = filterOf(new URLSearchParams(location.hash.split('?')[1]))
  expect(Math.round((to - from) / DAY)).toBe(2)
})

it('takes notes, says them in words there and in a search, and gives each back to be changed or removed', async () => {
  const host = await beatenFor(14)
  show(<HistoryPage />, host)
  const chart = await chartOf()
  act(() => chart.focus())
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  const bar = Number(chart.getAttribute('aria-valuenow'))
  fireEvent.keyDown(chart, { key: 'n' })
  const dialog = await screen.findByRole('dialog', { name: 'Add a note' })
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  fireEvent.change(within(dialog).getByLabelText('Note'), { target: { value: 'Upgraded the CLI' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(host.calls.filter((c) => c.startsWith('notes.save'))).toMatchObject([
      expect.stringMatching(/"at":\d+,"threadId":null,"text":"Upgraded the CLI"/),
    ]),
  )
  const line = await screen.findByRole('list', { name: 'Notes' })
  await waitFor(() => expect(document.querySelectorAll('[data-note]')).toHaveLength(1))
  expect(document.querySelector('[data-note]')?.getAttribute('data-note')).toBe(String(bar - 1))
  fireEvent.keyDown(chart, { key: 'ArrowLeft' })
  fireEvent.keyDown(chart, { key: 'Home' })
  for (let i = 1; i < bar; i++) fireEvent.keyDown(chart, { key: 'ArrowRight' })
  expect(chart.getAttribute('aria-valuetext')).toMatch(/; note: Upgraded the CLI$/)
  fireEvent.click(screen.getByRole('button', { name: 'View as table' }))
  expect(
    (await screen.findByRole('columnheader', { name: 'Notes' })).closest('table')?.textContent,
  ).toContain('Upgraded the CLI')

  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cli upgr' } })
  await waitFor(() => expect(location.hash).toContain('q=cli'))
  fireEvent.click(await screen.findByRole('button', { name: /^Note, .*: Upgraded the CLI\. Edit$/ }))
  const edit = await screen.findByRole('dialog', { name: 'Edit the note' })
  fireEvent.click(within(edit).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(edit.isConnected).toBe(false)) // it hides what lies behind it
  expect(await host.client.notes.list({})).toEqual([])
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Notes' })).toBeNull())
  expect(line.isConnected).toBe(false)
})
