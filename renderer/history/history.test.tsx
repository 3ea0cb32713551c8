import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type HistoryRow } from '../../shared/history/history.ts'
import { exportLine } from '../../shared/history/export.ts'
import { sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { HistoryPage } from './history.tsx'
import { fakeRow, NEWEST_AT } from '../testing/fake-history.ts'
import { show } from '../testing/show.tsx'
import { filterOf, heightOf, placeOfRow, rowAtScroll, scrollAtRow, searchOf, toggled } from './filter.ts'
import { clockTime, fullTime, pastTime, setClock, tableTime, titleTime } from '../kit/time.ts'
import { Cells } from './row.tsx'
import { barText } from './charts/bar-words.ts'
import { barsOf } from './charts/chart-data.ts'
import { RetentionRows } from './retention.tsx'

const at = (hash: string): void => navigate(hash.slice(1))
beforeEach(() => {
  vi.setSystemTime(NEWEST_AT + HOUR)
  at('#/history')
})
afterEach(cleanup)
const grid = (): Promise<HTMLElement> => screen.findByRole('grid', { name: 'History' })

it('tells of a million rows and shows the newest', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 1_000_000 })
  await screen.findByText('Row 0')
  expect((await grid()).getAttribute('aria-rowcount')).toBe('1000001')
  expect(screen.getByText(/^≈ 1,000,000 rows, showing 1–/)).toBeTruthy()
  expect(document.querySelectorAll('[data-row]').length).toBeLessThan(60)
  expect(
    await screen.findByText('On time 99.2 % in 30 days · missed 8: asleep 6, app closed 2.'),
  ).toBeTruthy()
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
  await waitFor(() =>
    expect(host.calls.some((c) => c.startsWith('history.page') && c.includes('"outcomes":["alert"]'))).toBe(
      true,
    ),
  )
})

it('searches, and shows where it found the words', async () => {
  at('#/history?q=42')
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
  expect((await screen.findByText('42')).tagName).toBe('MARK')
  expect(screen.getByText('1 found, all there are')).toBeTruthy()
})

it('has a chart that is walked by keys: with Shift a stretch is marked, and Enter shows it alone', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 20_000 })
  const chart = await screen.findByRole('slider', { name: 'Rows over time' })
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

it('stacks what a day cost by runner, the dearest of all days first', () => {
  const figure = (at: number, usdByRunner: Record<string, number>) => ({
    at,
    rows: 1,
    byOutcome: {},
    starts: 1,
    usd: 0,
    usdByRunner,
    medianMs: null,
    p95Ms: null,
  })
  const day = new Date(2026, 9, 1).getTime()
  const bars = barsOf(
    [figure(day, { Codex: 1 }), figure(day + DAY, { Codex: 1, 'Claude Code': 5 })],
    { from: day },
    'day',
    day + 2 * DAY,
  )
  expect(bars.map((b) => b.byRunner)).toEqual([
    [['Codex', 1]],
    [
      ['Claude Code', 5],
      ['Codex', 1],
    ],
  ])
  expect(barText(bars[1]!, 'cost')).toContain('Claude Code $5.00, Codex $1.00')
})

it('tells when a row was: how long ago within a day, then its date', () => {
  const at = new Date(2026, 9, 20, 18, 0).getTime()
  const ago = (ms: number): string => pastTime(at, at + ms)
  expect([
    ago(20_000),
    ago(22 * MINUTE),
    ago(3 * HOUR),
    ago(23 * HOUR + 59 * MINUTE),
    ago(DAY),
    ago(200 * DAY),
  ]).toEqual(['just now', '22 min ago', '3 h ago', '23 h 59 min ago', '20 Oct 18:00', '20 Oct 2026'])
})

it('shows times in UTC where that is set, marked, with the local time in their titles', () => {
  const at = Date.UTC(2026, 9, 20, 18, 5, 9)
  const title = titleTime(at)
  setClock('24h', true)
  expect([
    clockTime(at),
    tableTime(at, at),
    tableTime(at, at + DAY),
    pastTime(at, at + 3 * DAY),
    fullTime(at),
  ]).toEqual(['18:05Z', '18:05Z', 'Tue 18:05Z', '20 Oct 18:05Z', 'Tue, 20 Oct 2026, 18:05:09 UTC'])
  expect(titleTime(at)).toBe(title)
  setClock('24h')
  expect(clockTime(at)).not.toContain('Z')
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
  expect(host.calls.find((c) => c.startsWith('history.export'))).toBe(
    'history.export {"filter":{},"format":"csv","path":"/tmp/history.csv"}',
  )
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
  const days = [
    [3 * DAY, 5],
    [2 * DAY, 2],
    [DAY, 4],
  ] as const
  expect([0, 4, 5, 6, 7, 10, 11].map((row) => placeOfRow(row, days))).toEqual([
    { below: 3 * DAY, skip: 0 },
    { below: 3 * DAY, skip: 4 },
    { below: 2 * DAY, skip: 0 },
    { below: 2 * DAY, skip: 1 },
    { below: DAY, skip: 0 },
    { below: DAY, skip: 3 },
    null,
  ])
})

it('reads back every filter it writes into an address, and leaves out what is none', () => {
  const filter = filterOf(
    new URLSearchParams(
      'outcomes=alert&outcomes=nonsense&threads=thr_1&threads=7&from=5&to=x&q=main+red&tiers=daily',
    ),
  )
  expect(filter).toEqual({
    outcomes: ['alert'],
    threads: ['thr_1'],
    from: 5,
    text: 'main red',
    tiers: ['daily'],
  })
  expect(filterOf(new URLSearchParams(searchOf(filter)))).toEqual(filter)
  expect(toggled(toggled(filter, 'outcomes', 'urgent'), 'outcomes', 'alert').outcomes).toEqual(['urgent'])
  expect(toggled(filter, 'outcomes', 'alert').outcomes).toBeUndefined()
})

it.each([
  ['=1+1', '"\'=1+1"'],
  [' @cmd', '"\' @cmd"'],
  ['-2', '"\'-2"'],
  ['a,b', '"a,b"'],
  ['say "hi"', '"say ""hi"""'],
  ['two\nlines', '"two\nlines"'],
  ['plain', 'plain'],
])('writes the summary %j as a cell that is never a formula', (summary, cell) => {
  const row: HistoryRow = { ...fakeRow(0, 'thr_1' as never, 'web'), summary }
  expect(exportLine(row, 'csv').split(',web,')[1]).toBe(
    `heartbeat,quiet,,quick,interval,Local checks,900,,1,${cell},run_0,\r\n`,
  )
  expect(JSON.parse(exportLine(row, 'jsonl'))).toMatchObject({ summary, thread: 'web', cause: null })
})

it('found by review: a blank in the search is no search, and asks for nothing again and again', async () => {
  show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100 })
  await screen.findByText('Row 0')
  const timers = vi.spyOn(globalThis, 'setTimeout')
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search the history' }), { target: { value: ' ' } })
  expect(timers.mock.calls.filter(([, ms]) => ms === 250)).toEqual([])
  timers.mockRestore()
})

it(
  'takes notes at the charts, says them in words there and in a search, and gives each back to be ' +
    'changed or removed',
  async () => {
    const { host } = show(<HistoryPage />, sampleSnapshot(NEWEST_AT), { historyRows: 100_000 })
    await screen.findByText('Row 0')
    const chart = await screen.findByRole('slider', { name: 'Rows over time' })
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
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Notes' })).toBeNull())
    expect(line.isConnected).toBe(false)
  },
)

it('says the note of a run in its row', () => {
  const row = { ...fakeRow(0, sampleSnapshot(NEWEST_AT).threads[0]!.id, 'web'), note: 'Known flake' }
  show(<Cells row={row} now={NEWEST_AT} />, sampleSnapshot(NEWEST_AT))
  expect(screen.getByText('Known flake').closest('[role=gridcell]')?.textContent).toBe(
    'Note: Known flakeRow 0',
  )
})

it('found by review: at the newest row no row goes blank while the list follows a beat', async () => {
  const snapshot = sampleSnapshot(NEWEST_AT)
  const { host } = show(<HistoryPage />, snapshot, { historyRows: 100 })
  await screen.findByText('Row 0')
  let blank = 0
  const watch = new MutationObserver(() => (blank += screen.queryByText('Row 0') === null ? 1 : 0))
  watch.observe(await grid(), { childList: true, subtree: true, characterData: true })
  const asked = (): number => host.calls.filter((c) => c.startsWith('history.index')).length
  const before = asked()
  host.change(snapshot.threads.find((t) => t.running !== null)!.id, { running: null })
  await waitFor(() => expect(asked()).toBeGreaterThan(before))
  await screen.findByText('Row 0')
  watch.disconnect()
  expect(blank).toBe(0)
})
