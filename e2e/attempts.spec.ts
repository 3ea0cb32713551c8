import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { violations } from './harness/axe.ts'
import { addRepository, expect, openThread, test, threadNamed } from './harness/fleet.ts'

test('work is measured by results that are dropped as files, a best is struck, and the target pauses the thread', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const { file, id } = await addRepository(app, folder, 'api')
  const results = path.join(path.dirname(file), 'results')
  mkdirSync(results)
  writeFileSync(path.join(results, 'before.json'), '{"score": 1}')
  await openThread(page, 'api')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Work towards a number' }).click()
  await page.getByRole('button', { name: 'Measure by a number…' }).click()
  await page.getByLabel('Name of the metric').fill('cycles')
  await page.getByRole('combobox', { name: 'Where the scores come from' }).click()
  await page.getByRole('option', { name: 'Files that are dropped into a folder' }).click()
  await page.getByText('Limits and times').click()
  await page.getByLabel('Target').fill('10')
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Already there, and no attempts: 1 file')).toBeVisible()

  const attempts = async () => (await client.attempts.view({ id, team: false, limit: 20 })).attempts
  const drop = (name: string, text: string): void => writeFileSync(path.join(results, `${name}.json`), text)
  const counted = (count: number) =>
    expect.poll(async () => (await attempts()).length, { timeout: 60_000 }).toBe(count)
  drop('a', '{"score": 50, "title": "Unrolled"}')
  drop('b', '{"score": 20, "title": "Too good"}')
  await counted(2)
  await expect(page.getByText('Too good', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Do not believe the score of run 2' }).click()
  await expect(page.getByText('struck')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('50')
  drop('c', '{"score": 9, "title": "Packed"}')
  await counted(3)
  await expect
    .poll(async () => (await threadNamed(app, 'api')).pause?.reason)
    .toBe('The target 10 is reached: 9.')
  expect(await violations(page)).toEqual([])
})
