import path from 'node:path'
import { HOUR, MINUTE } from '../shared/base/time.ts'
import { expect, place, test } from './harness/fleet.ts'
import { manyThreads, storeIn } from './harness/past.ts'

test('the inbox is worked by keys alone, and keeps what was done', async ({ folder, start }) => {
  test.setTimeout(90_000)
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 6, 2)
  const { store } = storeIn(dataDir)
  const now = Date.now()
  const threads = store.threads.list()
  store.alerts.raise(
    threads[0]!.id,
    { key: null, severity: 'urgent', text: 'main is red' },
    now - 22 * MINUTE,
  )
  for (const [i, text] of ['2 pull requests wait', '6 branches are stale'].entries())
    store.alerts.raise(
      threads[i + 1]!.id,
      { key: 'quick:look', severity: 'warning', text },
      now - (i + 1) * HOUR,
    )
  for (const t of threads.slice(3))
    store.alerts.raise(
      t.id,
      { key: 'broken', severity: 'warning', text: 'The run took too long: after 90 s' },
      now - 6 * MINUTE,
    )
  store.incidents.add(
    'timed_out',
    threads.slice(3).map((t) => ({ threadId: t.id, failing: true, lastFailedAt: now - 6 * MINUTE })),
    now - 6 * MINUTE,
  )
  store.close()

  const { page, client } = await start({ dataDir })
  const card = page.getByRole('region', { name: 'Incident: Runs of 3 threads took too long' })
  await expect(card).toBeVisible() // on Today, and its members have no card of their own there
  await expect(page.getByRole('article').filter({ hasText: 'took too long' })).toHaveCount(0)
  await place(page, 'Inbox').click()
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(6)
  await rows.first().focus()
  await page.keyboard.press('a')
  await expect(rows).toHaveCount(5)
  await expect(rows.filter({ hasText: '2 pull requests wait' })).toBeFocused()
  await page.keyboard.press('s')
  await expect(rows.filter({ hasText: '6 branches are stale' })).toBeFocused()
  await page.keyboard.press('e')
  await expect(rows).toHaveCount(3)
  await card.getByRole('button', { name: 'Acknowledge' }).click()
  // what was pressed is gone, the card is not
  await expect(card.getByRole('button', { name: 'Show threads' })).toBeFocused()
  await expect(page.getByText('Nothing waiting.')).toBeVisible()
  await expect(page.getByText(/^1 snoozed until/)).toBeVisible()
  expect((await client.snapshot()).fleet.inbox).toMatchObject({ open: 0, snoozed: 1, acknowledged: 4 })
  // known to a person, also in the headline
  await expect.poll(async () => (await client.snapshot()).fleet.verdict.needYou).toBe(0)
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await rows.first().focus()
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: 'Open 1' })).toBeVisible()
})
