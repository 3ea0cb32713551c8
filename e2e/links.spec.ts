import { spawn } from 'node:child_process'
import { resolveElectron } from '../build/machine/electron-runtime.mjs'
import { root as checkout, sandboxArguments } from '../build/machine/machine.mjs'
import { makeRepository } from '../electron/host/repositories.ts'
import { addRepository, expect, row, settled, test, threadNamed, type Started } from './harness/fleet.ts'

/** A second start with a link, as the desktop makes one for a click; → its exit code. */
async function click(link: string, { dataDir }: Pick<Started, 'dataDir'>): Promise<number | null> {
  const electron = await resolveElectron({ quiet: true })
  const env = {
    ...process.env,
    DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/threadbeat-e2e',
    THREADBEAT_DATA_DIR: dataDir,
  }
  return new Promise((resolve) => {
    spawn(electron.executable, [...sandboxArguments(electron).args, checkout, '--hidden', link], {
      env,
      stdio: 'ignore',
    }).once('exit', (code) => resolve(code))
  })
}
const startedRuns = async ({ client }: Pick<Started, 'client'>): Promise<number> =>
  (await client.runs.page({})).runs.length

test('a link opens a place; one that asks for a beat or a folder does nothing until a person says so', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const thread = await addRepository(app, folder, 'linked')
  const before = await startedRuns(app)
  await expect(row(page, 'linked')).toBeVisible()

  expect(await click(`threadbeat://thread/${thread.number}`, app)).toBe(0)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('linked')
  expect(page.url()).toContain(`#/thread/${thread.id}`)
  expect(await click('threadbeat://inbox', app)).toBe(0)
  await expect(page).toHaveURL(/#\/inbox$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox')
  expect(
    await click(
      `threadbeat://run/${thread.last?.runId ?? (await threadNamed(app, 'linked')).last?.runId}`,
      app,
    ),
  ).toBe(0)
  await expect(page).toHaveURL(/#\/run\/run_/)
  expect(await click('threadbeat://queue', app)).toBe(0)
  await expect(page).toHaveURL(/#\/queue$/)

  expect(await click(`threadbeat://beat?thread=${thread.number}&tier=daily`, app)).toBe(0)
  const sheet = page.getByRole('dialog', { name: 'Beat linked?' })
  await expect(sheet).toContainText('One beat with the daily tasks')
  await expect(sheet).toContainText(thread.repoPath)
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await startedRuns(app)).toBe(before)
  expect((await threadNamed(app, 'linked')).waiting).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(/#\/queue$/) // where the person was
  expect(await startedRuns(app)).toBe(before)

  expect(await click(`threadbeat://beat?thread=${thread.number}&tier=daily`, app)).toBe(0)
  await sheet.getByRole('button', { name: 'Beat now' }).click()
  await expect.poll(() => startedRuns(app)).toBe(before + 1)
  await settled(app)
  expect((await app.client.runs.page({})).runs[0]).toMatchObject({
    reasons: ['manual'],
    tiers: ['quick', 'hourly', 'daily'],
  })

  const other = await makeRepository(folder, 'other one', 'clean')
  expect(await click(`threadbeat://add?path=${encodeURIComponent(other.path)}`, app)).toBe(0)
  const adding = page.getByRole('dialog', { name: 'Add this repository?' })
  await expect(adding).toContainText(other.path)
  expect((await app.client.snapshot()).threads).toHaveLength(1)
  await adding.getByRole('button', { name: 'Add without trust' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('other one')
  expect(await threadNamed(app, 'other one')).toMatchObject({ trusted: false })
})

test('a link in a first start opens its place, and what is no link of ours goes nowhere', async ({
  start,
}) => {
  const app = await start({ args: ['--hidden', 'threadbeat://ahead'] })
  await expect(app.page.getByRole('heading', { level: 1 })).toHaveText('Next 24 hours')
  expect(await click('threadbeat://app/index.html#/settings', app)).toBe(0)
  await expect(app.page).toHaveURL(/#\/ahead$/)
  await app.client.shell.showWindow({ link: 'threadbeat://jobs' })
  await expect(app.page.getByRole('heading', { level: 1 })).toHaveText('Jobs')
})

test('news of the machine reach the threads', async ({ folder, start }) => {
  const app = await start()
  const thread = await addRepository(app, folder, 'told')
  const texts = async (): Promise<readonly string[]> =>
    (await app.client.events.timeline({ id: thread.id })).entries.flatMap((e) =>
      e.kind === 'event' && e.event.source === 'system' ? [e.event.text] : [],
    )
  await app.app.evaluate(({ powerMonitor }) => void powerMonitor.emit('resume'))
  await expect.poll(texts).toContainEqual(expect.stringContaining('The machine woke.'))
})
