import path from 'node:path'
import { manyRowSummary, writeManyRuns } from '../electron/store/testing/many-rows.ts'
import { DAY } from '../shared/base/time.ts'
import { inBothThemes } from './harness/look.ts'
import { expect, test } from './harness/fleet.ts'
import { manyThreads, storeIn } from './harness/past.ts'

/**
 * A million takes minutes to write on a slow machine; so many are already more than a browser could lay out
 * as an element a row.
 */
const RUNS = Number(process.env['HISTORY_RUNS'] ?? 240_000)

test('every run of a long history is reached by the scrollbar, by keys and by a search', async ({
  folder,
  start,
}) => {
  test.setTimeout(240_000)
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 4, 1)
  const { db, store } = storeIn(dataDir)
  store.settings.change({ runsKeptMs: 3650 * DAY })
  writeManyRuns(db, {
    runs: RUNS,
    threads: store.threads.list().map((t) => t.id),
    newestAt: Date.now() - 2 * DAY,
    spanMs: 300 * DAY,
  })
  // the threads' own first beats, newer than all of these
  const others = store.history.index({}).total - RUNS
  store.close()

  const { page, client } = await start({ dataDir, size: [1280, 800] })
  await page.evaluate(() => {
    location.hash = '#/history'
  })
  const list = page.getByTestId('history-list')
  const line = (row: number) => list.locator(`[data-row="${row}"]`)
  await expect(list).toHaveAttribute('aria-rowcount', String(RUNS + others + 1), { timeout: 60_000 })
  /** As a hand on the scrollbar does. */
  const drag = (share: number): Promise<number> =>
    list.evaluate((e, to) => (e.scrollTop = to * (e.scrollHeight - e.clientHeight)), share)
  const shownRow = (row: number): string => manyRowSummary(RUNS - 1 - (row - others))

  await drag(1)
  await expect(line(RUNS + others - 1)).toContainText(shownRow(RUNS + others - 1))
  await drag(0.5)
  const third = async (): Promise<number> =>
    Number(await list.locator('[data-row]').nth(2).getAttribute('data-row'))
  await expect
    .poll(async () => Math.abs((await third()) / (RUNS + others) - 0.5), { message: 'the middle is drawn' })
    .toBeLessThan(0.01)
  const middle = await third()
  await expect(line(middle)).toContainText(shownRow(middle))
  await drag(0)
  await expect(line(others)).toContainText(shownRow(others))

  await line(0).focus()
  await page.keyboard.press('End')
  await expect(line(RUNS + others - 1)).toBeFocused()
  await expect(line(RUNS + others - 1)).toContainText(shownRow(RUNS + others - 1))
  await page.keyboard.press('PageUp')
  await expect(page.locator('[data-row]:focus')).toHaveCount(1)
  await page.keyboard.press('Home')
  await expect(line(0)).toBeFocused()
  // However far one has been, few rows are laid out.
  expect(await list.locator('[data-row]').count()).toBeLessThan(60)

  await page.getByRole('searchbox', { name: 'Search the history' }).fill('main red since')
  await expect(list.locator('mark').first()).toBeVisible()
  await expect(line(0)).toContainText('red since')
  expect((await client.history.count({ filter: { text: '"Main is red"' } })).rows).toBe(
    Math.floor((RUNS - 8) / 1000) + 1,
  )
})

test('charts, heat map and tables of the history are clean for axe in both themes, and are walked by keys', async ({
  folder,
  start,
}) => {
  test.setTimeout(180_000)
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 2, 1)
  const { db, store } = storeIn(dataDir)
  writeManyRuns(db, {
    runs: 6000,
    threads: store.threads.list().map((t) => t.id),
    newestAt: Date.now() - 2 * DAY,
    spanMs: 200 * DAY,
  })
  store.close()
  const app = await start({ dataDir, size: [1280, 800] })
  const { page } = app
  await page.evaluate(() => {
    location.hash = '#/history'
  })
  const chart = page.getByRole('slider', { name: 'Rows over time' })
  await expect(chart).toBeVisible()
  const found: string[] = []
  for (const view of ['Rows', 'Length', 'Cost', 'Year']) {
    await page.getByRole('group', { name: 'Chart' }).getByRole('button', { name: view }).click()
    await inBothThemes(app, view, found)
    await page.getByRole('button', { name: 'View as table' }).click()
    await inBothThemes(app, `${view} as a table`, found)
    await page.getByRole('button', { name: 'View as chart' }).click()
  }
  expect(found).toEqual([])

  // The heat map: from today three weeks and a day back, and that day is shown; the focus is not lost with
  // the map.
  const map = page.getByRole('group', { name: 'Twelve months by days' })
  await map.locator('[tabindex="0"]').focus()
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  const day = await page.locator(':focus').getAttribute('data-day')
  expect(Number(day)).toBe(Number(await map.locator('[data-day]').last().getAttribute('data-day')) - 22)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => /from=\d+&to=\d+/.test(location.hash))).toBe(true)
  await expect(page.getByRole('button', { name: 'Rows', exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Show all dates' }).click()

  // The chart: the last two bars are marked, and Enter shows their dates alone.
  await chart.focus()
  await page.keyboard.press('End')
  await expect(chart).toHaveAttribute('aria-valuetext', /rows|quiet|unchanged/)
  await page.keyboard.press('Shift+ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuetext', / to .*press Enter to zoom/)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => /from=\d+&to=\d+/.test(location.hash))).toBe(true)
  await expect(chart).toBeFocused()
})
