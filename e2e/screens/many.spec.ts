import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makeRepository } from '../../electron/host/repositories.ts'
import { DesktopBus } from '../harness/desktop-bus.ts'
import { addRepository, expect, go, resize, row, settled, test } from '../harness/fleet.ts'
import { manyThreads } from '../harness/past.ts'
import { look } from '../harness/look.ts'

let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

test('500 threads', async ({ folder, start }) => {
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 500, 8)
  const app = await start({ dataDir, desktop })
  await expect(app.page.getByText('500 threads', { exact: true })).toBeVisible()
  const faults: string[] = []
  await look(app, 'many', faults)
  expect(faults.join('\n')).toBe('')
})

test('the heads of the table and of its groups stay in sight while the rows go by', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(path.join(folder, 'made'))
  await manyThreads(path.join(folder, 'made'), dataDir, 40, 2)
  const { page } = await start({ dataDir, size: [1280, 800] })
  await go(page, '/threads?group=folder')
  const fleet = page.getByRole('grid', { name: 'Fleet' })
  const head = fleet.getByRole('columnheader', { name: 'Thread' })
  const group = fleet.getByRole('button', { name: /^Fold / })
  await expect(fleet.locator('[data-thread]').first()).toBeVisible()
  await fleet
    .locator('[data-thread]')
    .nth(8)
    .evaluate((row) => {
      let scroller: Element | null = row
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1)
        scroller = scroller.parentElement
      scroller?.scrollBy(0, 900)
    })
  await expect(row(page, 'repo-000')).not.toBeInViewport()
  await expect(head).toBeInViewport({ ratio: 1 })
  await expect(group).toBeInViewport({ ratio: 1 })
  const [top, below] = await Promise.all([head.boundingBox(), group.boundingBox()])
  expect(below!.y, 'the group’s head stands under the table’s').toBeGreaterThanOrEqual(
    top!.y + top!.height / 2,
  )
})

/** Rows of the fleet that are seen whole before anything is scrolled. */
const rowsInSight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    document.querySelector('main')!.scrollTo(0, 0)
    return [...document.querySelectorAll('[role=grid] [data-thread]')].filter((one) => {
      const { top, bottom } = one.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    }).length
  })

test('Today shows what needs somebody and the fleet above the fold', async ({ folder, start }) => {
  const app = await start({ desktop, size: [1280, 800] })
  const { page, client } = app
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => makeRepository(folder, `repo-${n}`, 'clean')),
  )
  await client.threads.add({ paths: made.map((one) => one.path), trust: true })
  for (const name of ['api', 'web'])
    await addRepository(app, folder, name, { heartbeat: `## Urgent Flags\n- ${name} is down\n` })
  await expect(page.getByRole('article', { name: /^Urgent: / })).toHaveCount(2)
  await settled(app)
  await expect.poll(() => rowsInSight(page), 'at 1280 × 800').toBeGreaterThanOrEqual(9)
  const faults: string[] = []
  await look(app, 'today-fold', faults)
  await resize(app, [900, 600])
  await expect.poll(() => rowsInSight(page), 'at 900 × 600').toBeGreaterThanOrEqual(4)
  for (const column of ['Thread', 'Last 16 beats', 'Tiers', 'Last', 'Next', 'Status'])
    await expect(page.getByRole('columnheader', { name: column, exact: true })).toBeVisible()
  await expect(row(page, 'api').getByText('api is down')).toBeVisible()
  expect(faults).toEqual([])
})
