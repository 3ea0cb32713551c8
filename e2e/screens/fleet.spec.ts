import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { makeFleet } from '../../electron/host/repositories.ts'
import { DesktopBus } from '../harness/desktop-bus.ts'
import {
  addRepository,
  expect,
  go,
  openAgents,
  openThread,
  place,
  row,
  settled,
  test,
  threadNamed,
  type Started,
} from '../harness/fleet.ts'
import { look } from '../harness/look.ts'

/** A dozen repositories in every state, and one that has something to say. */

// With a tray and notifications, as on most desktops: without them each page begins with a banner.
let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

const HEARTBEAT =
  '## Urgent Flags\n- the disk is full\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n- [ ] Run ' +
  '`echo hello`\n- [ ] Think about it\n\n## Nonsense\n- [ ] x\n'

test('every place and every part of a thread look right and can be used by everybody', async ({
  folder,
  start,
}) => {
  test.setTimeout(300_000)
  const app = await start({ desktop, size: [1280, 800] })
  const { page } = app
  const faults: string[] = []
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(app, 'empty', faults)
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(app, 'adding', faults)
  await page.keyboard.press('Escape')

  await addFleet(app, path.join(folder, 'fleet'))
  const urgent = await addRepository(app, folder, 'urgent', { heartbeat: HEARTBEAT })
  await expect(row(page, 'atlas-api')).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await look(app, 'today', faults)
  await page.keyboard.press('Control+n')
  await page.getByLabel('Path of a folder').fill(folder)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('found')
  await look(app, 'adding-found', faults)
  await page.keyboard.press('Escape')

  // where a person clicks: the middle of a row is full of buttons
  await row(page, 'atlas-api').getByText('atlas-api', { exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await look(app, 'thread', faults)
  await place(page, 'Today').click()
  await openThread(page, 'urgent')
  await expect(page.getByText('the disk is full').first()).toBeVisible()
  await look(app, 'thread-urgent', faults)
  for (const [tab, shown, picture] of [
    ['HEARTBEAT.md', '.cm-content', 'editor'],
    ['Runs', '[role=table]', 'runs'],
    ['Conversation', '[role=log]', 'conversation-without-agent'],
    ['Settings', 'input', 'thread-settings'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await look(app, picture, faults)
  }
  await page.getByRole('tab', { name: 'HEARTBEAT.md' }).click()
  await bothEdit(page, urgent.file)
  await look(app, 'conflict', faults)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText(/^saved/)

  for (const [name, picture] of [
    ['urgent', 'run-urgent'],
    ['edge-proxy', 'run'],
  ] as const) {
    await go(page, `/run/${(await threadNamed(app, name)).last!.runId}`)
    await expect(page.getByRole('region', { name: 'What was done' })).toBeVisible()
    await look(app, picture, faults)
  }
  for (const name of ['Threads', 'Inbox', 'Queue', 'History', 'Agents', 'Settings'] as const) {
    await (name === 'Agents' ? openAgents(page) : place(page, name).click())
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await look(app, name.toLowerCase(), faults)
  }
  await go(page, '/settings/advanced')
  await page.getByRole('button', { name: 'Run the checks' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 20_000 })
  await look(app, 'settings-checked', faults)
  await page.getByRole('heading', { level: 1 }).click() // out of the search, where a letter is a letter
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await look(app, 'shortcuts', faults)
  await page.keyboard.press('Escape')
  await go(page, '/wall')
  await expect(page.getByText('game-server').first()).toBeVisible()
  await look(app, 'wall', faults)
  expect(faults.join('\n')).toBe('')
})

/** All that are there, each after its first beat. */
async function addFleet(app: Started, folder: string): Promise<void> {
  const made = await makeFleet(folder)
  const paths = made.filter(({ state }) => state !== 'missing').map((repository) => repository.path)
  expect((await app.client.threads.add({ paths, trust: true })).rejected).toEqual([])
  await expect
    .poll(async () => (await app.client.snapshot()).threads.every((thread) => thread.last !== null), {
      timeout: 60_000,
    })
    .toBe(true)
  await settled(app)
}

/** The same line, here and on the disk. */
async function bothEdit(page: Page, file: string): Promise<void> {
  await page.locator('.cm-line').filter({ hasText: 'Think about it' }).click()
  await page.keyboard.press('End')
  // Between two halves: however slow the machine is, what is typed was not saved before the file changed.
  await page.keyboard.type(' ha')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/Think about it.*/, 'Think about it deeply'))
  await page.keyboard.type('rd')
  await expect(page.getByText('not saved: both changed the same lines')).toBeVisible()
}
