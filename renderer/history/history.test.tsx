import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { exportLine, type HistoryRow } from '../../shared/history.ts'
import { sampleSnapshot } from '../../shared/testing/sample-snapshot.ts'
import { DAY } from '../../shared/time.ts'
import { syncWithAddress } from '../navigation.ts'
import { HistoryPage } from '../pages/history.tsx'
import { fakeRow, NEWEST_AT } from '../testing/fake-history.ts'
import { show } from '../testing/show.tsx'
import { filterOf, heightOf, placeOfRow, rowAtScroll, scrollAtRow, searchOf, toggled } from './filter.ts'
import { RetentionRows } from './retention.tsx'

const at = (hash: string): void => {
  location.hash = hash
  syncWithAddress()
}
beforeEach(() => at('#/history'))
afterEach(cleanup)
const grid = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'History' })

it('tells of a million rows and shows the newest', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 1_000_000 })
  await screen.findByText('Row 0')
  expect((await grid()).getAttribute('aria-rowcount')).toBe('1000001')
  expect(screen.getByText(/^≈ 1,000,000 rows, showing 1–/)).toBeTruthy()
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60)
  expect(await screen.findByText('On time 99.2 % in 30 days · missed 8: asleep 6, app closed 2.')).toBeTruthy()
})

it('is walked by keys from one end to the other, the focus never lost', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 1_000_000 })
  await screen.findByText('Row 0')
  const focused = (): string | null => document.activeElement?.getAttribute('data-row') ?? null
  const press = (key: string): boolean => fireEvent.keyDown(document.activeElement!, { key })
  act(() => (document.querySelector('[data-row="0"]') as HTMLElement).focus())
  press('ArrowDown')
  expect(focused()).toBe('1')
  press('End')
  await waitFor(() => expect(focused()).toBe('999999'))
  // 999,999 is a due time that was missed: Enter tells why it has no run.
  const last = fakeRow(999_999, sampleSnapshot(NEWEST_AT).threads[0]!.id, 'x')
  await within(await grid()).findAllByText(/Row 99999\d/)
  press('ArrowUp')
  expect(focused()).toBe('999998')
  press('Home')
  await waitFor(() => expect(focused()).toBe('0'))
  expect(last.cursor).not.toBe('')
})

it('opens a run by Enter and says of a due time why it has none', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
  await screen.findByText('Row 0')
  fireEvent.click(document.querySelector('[data-row="6"]')!)
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('Why: asleep. It stands for 3 due times.')
  fireEvent.keyDown(dialog, { key: 'Escape' })
  act(() => (document.querySelector('[data-row="0"]') as HTMLElement).focus())
  fireEvent.keyDown(document.activeElement!, { key: 'Enter' })
  await waitFor(() => expect(location.hash).toBe('#/run/run_0'))
})

it('keeps its filters in the address', async () => {
  const { host } = show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
  await screen.findByText('Row 0')
  fireEvent.click(await screen.findByRole('button', { name: /^Alert/ }))
  await waitFor(() => expect(location.hash).toBe('#/history?outcomes=alert'))
  await waitFor(() => expect(host.calls.some((c) => c.startsWith('history.page') && c.includes('"outcomes":["alert"]'))).toBe(true))
})

it('searches, and shows where it found the words', async () => {
  at('#/history?q=42')
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
  expect((await screen.findByText('42')).tagName).toBe('MARK')
  expect(screen.getByText('1 found, all there are')).toBeTruthy()
})

it('says what is wrong, and tries again', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { fails: ['history.index'] })
  expect(await screen.findByText('The history could not be read.')).toBeTruthy()
  expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
})

it('exports what the filters show, and says where it went', async () => {
  const { host } = show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 1200 })
  await screen.findByText('Row 0')
  fireEvent.click(screen.getByRole('button', { name: 'Export…' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a file…' }))
  expect(await screen.findByText('1,200 rows, 96.0 kB, written to /tmp/history.csv.')).toBeTruthy()
  expect(host.calls.find((c) => c.startsWith('history.export'))).toBe('history.export {"filter":{},"format":"csv","path":"/tmp/history.csv"}')
})

it('shows what is kept, and cleans up now', async () => {
  show(<RetentionRows />, sampleSnapshot(NEWEST_AT), { historyRows: 1000 })
  expect(await screen.findByText(/^1,000 runs, 12 due times without a run/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clean up now' }))
  expect(await screen.findByText('600 old rows are deleted. Day figures are kept.')).toBeTruthy()
})

it('maps the scrollbar to every row and back, however many there are', () => {
  for (const total of [10, 5000, 222_222, 1_000_000, 50_000_000]) {
    const scale = { total, rowPx: 36, viewPx: 540 }
    expect(heightOf(scale)).toBeLessThanOrEqual(8_000_000)
    expect(rowAtScroll(0, scale)).toBe(0)
    expect(rowAtScroll(heightOf(scale), scale)).toBe(Math.max(0, total - 15))
    for (const share of [0.1, 0.5, 0.77]) {
      const row = Math.floor(Math.max(0, total - 15) * share)
      expect(Math.abs(rowAtScroll(scrollAtRow(row, scale), scale) - row)).toBeLessThan(1e-3)
    }
  }
  const days = [[3 * DAY, 5], [2 * DAY, 2], [DAY, 4]] as const
  expect([0, 4, 5, 6, 7, 10, 11].map((row) => placeOfRow(row, days))).toEqual([{ below: 3 * DAY, skip: 0 }, { below: 3 * DAY, skip: 4 }, { below: 2 * DAY, skip: 0 }, { below: 2 * DAY, skip: 1 }, { below: DAY, skip: 0 }, { below: DAY, skip: 3 }, null])
})

it('reads back every filter it writes into an address, and leaves out what is none', () => {
  const filter = filterOf(new URLSearchParams('outcomes=alert&outcomes=nonsense&threads=thr_1&threads=7&from=5&to=x&q=main+red&tiers=daily'))
  expect(filter).toEqual({ outcomes: ['alert'], threads: ['thr_1'], from: 5, text: 'main red', tiers: ['daily'] })
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter)
  expect(toggled(toggled(filter, 'outcomes', 'urgent'), 'outcomes', 'alert').outcomes).toEqual(['urgent'])
  expect(toggled(filter, 'outcomes', 'alert').outcomes).toBeUndefined()
})

it.each([['=1+1', "\"'=1+1\""], [' @cmd', '"\' @cmd"'], ['-2', "\"'-2\""], ['a,b', '"a,b"'], ['say "hi"', '"say ""hi"""'], ['two\nlines', '"two\nlines"'], ['plain', 'plain']])('writes the summary %j as a cell that is never a formula', (summary, cell) => {
  const row: HistoryRow = { ...fakeRow(0, 'thr_1' as never, 'web'), summary }
  expect(exportLine(row, 'csv').split(',web,')[1]).toBe(`heartbeat,quiet,,quick,interval,Local checks,900,,1,${cell},run_0\r\n`)
  expect(JSON.parse(exportLine(row, 'jsonl'))).toMatchObject({ summary, thread: 'web', cause: null })
})
