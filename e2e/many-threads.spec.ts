import path from 'node:path'
import { expect, settled, test } from './harness/fleet.ts'
import { manyThreads } from './harness/past.ts'

test('500 threads: few rows in the page, and only what changed is drawn again', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 500)
  const app = await start({ dataDir, size: [1280, 800] })
  const { page, client } = app
  await expect(page.getByText('500 threads', { exact: true })).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Fleet' })).toHaveAttribute('aria-rowcount', '501')
  // The engine looks at 500 files after its start; what is measured is the window.
  await expect
    .poll(async () => (await client.snapshot()).threads.every((t) => t.doc !== null), { timeout: 150_000 })
    .toBe(true)

  await settled(app) // a row that changes its place while others go by would be missed
  const rows = page.locator('[data-thread]')
  await page.keyboard.press('j')
  const focused = await page.locator(':focus').getAttribute('data-thread')
  const measured = await page.evaluate(async () => {
    const main = document.querySelector('main')!
    const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))
    let longTasks = 0
    const watch = new PerformanceObserver((list) => (longTasks += list.getEntries().length))
    watch.observe({ type: 'longtask' })
    const names = new Set<string>()
    let most = 0
    let steps = 0
    let isEnd = false
    for (let top = 0; !isEnd; top += 230, steps++) {
      isEnd = top >= main.scrollHeight - main.clientHeight // the last step goes to the very end
      main.scrollTop = top
      await frame()
      await frame()
      const shown = [...document.querySelectorAll('[data-thread]')]
      most = Math.max(most, shown.length)
      for (const row of shown) names.add(row.getAttribute('data-thread')!)
    }
    longTasks += watch.takeRecords().length
    return { steps, longTasks, most, names: [...names] }
  })
  const all = (await client.snapshot()).threads.map((t) => t.id)
  expect(
    all.filter((id) => !measured.names.includes(id)),
    'threads that did not come by',
  ).toEqual([])
  await expect(page.locator(':focus'), 'a row out of sight keeps the focus').toHaveAttribute(
    'data-thread',
    focused!,
  )
  expect(measured.most, 'rows in the page at a time').toBeLessThanOrEqual(60)
  console.log(
    '500 threads were scrolled through in',
    measured.steps,
    'steps with',
    measured.longTasks,
    'long tasks',
  )

  // The filter answers while typing. Of the ten that are left one beats: its row changes, and no other.
  await page.evaluate(() => document.querySelector('main')!.scrollTo(0, 0))
  await page.keyboard.press('/')
  await page.keyboard.type('repo-49')
  await expect(rows).toHaveCount(10)
  const first = await rows.nth(3).getAttribute('data-thread')
  await page.evaluate(() => {
    const changed = new Set<string>()
    Object.assign(window, { changed })
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest('[data-thread]')
        // rows that only move are not drawn again
        if (row != null) changed.add(row.getAttribute('data-thread')!)
      }
    }).observe(document.querySelector('[role=rowgroup]')!, {
      subtree: true,
      childList: true,
      characterData: true,
    })
  })
  await client.beat.start({ id: first as Parameters<typeof client.beat.start>[0]['id'], tier: 'quick' })
  await settled(app)
  await expect
    .poll(async () => page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed]))
    .toEqual([first])
})
