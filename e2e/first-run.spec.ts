import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { socketClient } from '../electron/cli/kit/socket-client.ts'
import { makeRepository } from '../electron/host/repositories.ts'
import { findSocket } from '../electron/machine/network/socket-path.ts'
import { MINUTE } from '../shared/base/time.ts'
import { DesktopBus } from './harness/desktop-bus.ts'
import { expect, sourceFolder, test, type Started } from './harness/fleet.ts'
import { keyboardOf } from './harness/keyboard.ts'
import { sideways } from './harness/layout.ts'
import { inBothThemes } from './harness/look.ts'
import { picture } from './harness/picture.ts'

let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

async function source(folder: string, names: readonly string[]): Promise<string> {
  const src = sourceFolder(folder)
  for (const name of names) await makeRepository(src, name, 'clean')
  return src
}

const heading = (page: Page, name: string): Locator => page.getByRole('heading', { level: 1, name })

/** As it is in both themes, and a picture of it; what is wrong is added to `found`. */
async function accessible(app: Started, where: string, found: string[]): Promise<void> {
  const { page } = app
  await picture(page, `first-run-${where}`)
  const over = await sideways(page)
  if (over > 0) found.push(`${where} is ${over} px too wide`)
  await inBothThemes(app, where, found)
}

test('from nothing to a proven beat, by keyboard alone, in under three minutes', async ({
  folder,
  start,
}) => {
  test.setTimeout(240_000) // longer than what is promised, or nothing would judge it
  const src = await source(folder, ['atlas', 'billing', 'charts'])
  const app = await start({ desktop, size: [1280, 800] })
  const { page, client } = app
  const began = Date.now()
  const { press, reach, type, count } = keyboardOf(page)
  await expect(heading(page, 'Add a repository and Threadbeat checks its pulse.')).toBeVisible()
  await reach(page.getByRole('button', { name: 'Begin' }))
  await press('Enter')

  await expect(heading(page, 'Who runs the checks')).toBeFocused()
  await expect(page.getByRole('radio', { name: 'Local checks' })).toBeChecked()
  await press('Control+Enter')

  await expect(heading(page, 'Your repositories')).toBeFocused()
  await reach(page.getByLabel('Path of a folder'))
  await type(src)
  await press('Enter')
  await expect(page.getByText('3 repositories picked.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Normal' }), 'what is free is folded').toBeHidden()
  await reach(page.locator('summary'))
  await press('Enter')
  await reach(page.getByRole('radio', { name: 'Normal' }))
  await press('ArrowUp')
  await expect(page.getByRole('radio', { name: 'Gentle' })).toBeChecked()
  await expect(page.getByRole('region', { name: 'What a day costs' })).toContainText(
    '144 beats a day for 3 repositories.',
  )
  await press('Control+Enter')

  await expect(heading(page, 'Trust')).toBeFocused()
  expect((await client.snapshot()).threads, 'nothing was touched before').toEqual([])
  for (const name of ['atlas', 'billing', 'charts'])
    expect(existsSync(path.join(src, name, 'HEARTBEAT.md'))).toBe(false)
  await reach(page.getByRole('button', { name: 'Trust and add 3 repositories' }))
  await press('Enter')
  await expect(heading(page, 'The first beats')).toBeFocused()
  await expect(page.getByText('3 repositories trusted and added.')).toBeVisible()
  await expect(page.getByText('3 first beats done, with evidence.')).toBeVisible({ timeout: 45_000 })
  await reach(page.getByRole('button', { name: 'Beat now' }))
  await press('Enter')
  await expect
    .poll(async () => (await client.runs.page({})).runs.filter((r) => r.outcome !== null).length, {
      timeout: 45_000,
    })
    .toBe(6)
  await expect(page.getByText('3 first beats done, with evidence.')).toBeVisible()
  await press('Control+Enter')

  await expect(heading(page, 'Notifications')).toBeFocused()
  await reach(page.getByRole('button', { name: 'Send a test' }))
  await press('Enter')
  await expect(page.getByText('The desktop says it was shown.')).toBeVisible()
  await reach(page.getByRole('button', { name: 'Open Today' }))
  await press('Enter')
  await expect(page.getByRole('grid', { name: 'Fleet' }).locator('[data-thread]')).toHaveCount(3)
  const tookMs = Date.now() - began

  const { fleet, threads } = await client.snapshot()
  expect([
    fleet.settings.welcomed,
    fleet.settings.defaultIntervalMs,
    threads.map((t) => t.intervalMs),
  ]).toEqual([true, 30 * MINUTE, [30 * MINUTE, 30 * MINUTE, 30 * MINUTE]])
  const run = await client.runs.get({ id: threads[0]!.last!.runId })
  expect(run.tasks.filter((t) => t.status === 'passed').length, 'checks that left evidence').toBeGreaterThan(
    0,
  )
  console.log(
    `first run: ${count()} keys besides the path, ${(tookMs / 1000).toFixed(1)} s from the empty window to Today`,
  )
  expect(count()).toBeLessThan(60)
  expect(tookMs).toBeLessThan(180_000)

  await press('g')
  await press('f')
  await expect(page.getByRole('button', { name: 'Begin' }), 'it can be opened again').toBeVisible()
})

test('every step is accessible in both themes, and fits a small window', async ({ folder, start }) => {
  test.setTimeout(180_000)
  const src = await source(folder, ['atlas', 'billing'])
  const app = await start({ desktop, size: [900, 600] })
  const { page } = app
  const found: string[] = []
  await accessible(app, 'what', found)
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('radiogroup', { name: 'Who runs the checks' })).toBeVisible()
  await accessible(app, 'agents', found)
  await page.getByRole('button', { name: /^Next/ }).click()
  await page.getByLabel('Path of a folder').fill(src)
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 repositories picked.')).toBeVisible()
  await accessible(app, 'repositories', found)
  await page.locator('summary').click()
  await expect(page.getByRole('radio', { name: 'Normal' })).toBeVisible()
  await accessible(app, 'pace', found)
  await page.getByRole('button', { name: /^Next/ }).click()
  await accessible(app, 'permissions', found)
  await page.getByRole('button', { name: 'Trust and add 2 repositories' }).click()
  await expect(page.getByText('2 repositories trusted and added.')).toBeVisible()
  await expect(page.getByText('2 first beats done, with evidence.')).toBeVisible({ timeout: 45_000 })
  await accessible(app, 'beat', found)
  await page.getByRole('button', { name: /^Next/ }).click()
  await accessible(app, 'notices', found)
  expect(found.join('\n')).toBe('')
})

test('a dropped folder is looked through, and another page of the first run keeps what was found', async ({
  folder,
  start,
}) => {
  const src = await source(folder, ['dropped'])
  const { page } = await start()
  await page.evaluate(() => void (location.hash = '#/first-run?step=repositories'))
  const box = await page.getByLabel('Path of a folder').boundingBox()
  const at = { x: box!.x + 10, y: box!.y + 10 }
  const cdp = await page.context().newCDPSession(page)
  const data = { items: [], files: [src], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await cdp.send('Input.dispatchDragEvent', { type, ...at, data })
  await expect(page.getByText('1 repository picked.')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: /^Next/ }).click()
  await expect(page.getByRole('checkbox', { name: 'dropped' })).toBeChecked()
})

test('the demo opens beside the app, in a data folder of its own, and is gone with one click', async ({
  folder,
  start,
}) => {
  test.setTimeout(180_000)
  const app = await start({ desktop, env: { TMPDIR: folder } })
  await app.page.getByRole('button', { name: 'Try the demo fleet' }).click()
  const demoIn = (): string | undefined =>
    readdirSync(folder).find((name) => name.startsWith('threadbeat-demo-'))
  await expect.poll(demoIn, { timeout: 30_000 }).toBeDefined()
  const dataDir = path.join(folder, demoIn()!, 'data')
  const demo = socketClient(findSocket(dataDir))
  const shown = async (): Promise<number> => (await demo.snapshot().catch(() => null))?.threads.length ?? 0
  await expect.poll(shown, { timeout: 60_000 }).toBe(12)
  const { fleet, threads } = await demo.snapshot()
  expect([fleet.demo, threads.every((t) => t.agent.kind === 'local')]).toEqual([true, true])
  expect((await app.client.snapshot()).threads, 'the real one is as it was').toEqual([])
  // While a beat runs it would ask, and nobody answers here.
  await demo.threads.pause({ id: null, until: null, reason: 'the end of the test' })
  await expect.poll(async () => (await demo.snapshot()).fleet.running).toBe(0)
  await demo.shell.quit()
  await expect.poll(demoIn, { timeout: 30_000 }).toBeUndefined()
})
