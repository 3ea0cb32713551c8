import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../build/machine/machine.mjs'
import { DesktopBus } from './harness/desktop-bus.ts'
import {
  addRepository,
  expect,
  inWindow,
  openThread,
  place,
  row,
  settled,
  test,
  threadNamed,
  type Started,
} from './harness/fleet.ts'
import { launchApp } from './harness/launch.ts'

const crash = ({ app }: Started): Promise<void> =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer())
const headline = 'document.querySelector("main h1")?.textContent'

test('a window whose renderer crashes comes back by itself once, then asks; beats go on', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { client } = app
  const { id } = await addRepository(app, folder, 'steady')
  await expect(row(app.page, 'steady')).toBeVisible()
  const before = (await client.runs.page({})).runs.length

  await crash(app)
  await client.beat.start({ id, tier: 'daily' })
  await expect
    .poll(() => inWindow(app, 'document.querySelector("[data-thread]")?.textContent'), {
      message: 'the window shows data again',
    })
    .toContain('steady')
  await settled(app)
  expect(
    (await client.runs.page({})).runs.filter((r) => r.outcome === 'quiet').length,
  ).toBeGreaterThanOrEqual(before + 1)
  await expect.poll(() => inWindow(app, headline)).toContain('All quiet.')

  // The person's answer is given for them: the question itself belongs to the desktop.
  await app.app.evaluate(({ dialog }) => {
    const asked: string[] = []
    ;(globalThis as { asked?: string[] }).asked = asked
    dialog.showMessageBox = ((
      _window: unknown,
      { message, buttons }: { message: string; buttons: string[] },
    ) => {
      asked.push(`${message} ${buttons.join(', ')}`)
      return Promise.resolve({ response: 0, checkboxChecked: false })
    }) as unknown as typeof dialog.showMessageBox
  })
  await crash(app)
  await expect
    .poll(() => app.app.evaluate(() => (globalThis as { asked?: string[] }).asked))
    .toEqual(['The window stopped working twice. Reload, Show logs, Close window'])
  await expect.poll(() => inWindow(app, headline)).toContain('All quiet.')
  expect((await threadNamed(app, 'steady')).state).toBe('quiet')
})

test('a window that crashed comes back with what is true, and the engine did not notice', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page, client } = app
  const thread = await addRepository(app, folder, 'steady')
  await client.beat.start({ id: thread.id })
  await settled(app)
  await openThread(page, 'steady')
  const process = app.child.pid
  const crashed = page.waitForEvent('crash')
  await app.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  await crashed
  const { itemId } = await client.beat.start({ id: thread.id }) // nobody looks, it beats
  expect(await client.beat.wait({ itemId })).toMatchObject({ outcome: 'quiet' })
  await expect.poll(() => inWindow(app, 'document.querySelector("h1")?.textContent')).toBe('steady')
  expect(app.child.pid).toBe(process)
  expect((await client.runs.page({})).runs.every((r) => r.outcome === 'quiet')).toBe(true)
})

test('what cannot be loaded says so, and is there when its file can be read again', async ({ start }) => {
  const { app, page, complaints } = await start()
  const read = (isAllowed: boolean): Promise<void> =>
    app.evaluate(({ session }, allowed) => {
      session.defaultSession.webRequest.onBeforeRequest(({ url }, answer) =>
        answer({ cancel: !allowed && /\/pages-[^/]*\.js$/.test(url) }),
      )
    }, isAllowed)
  await read(false)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Add a repository/ })).toBeVisible()
  await page.keyboard.press('?')
  const notices = page.getByRole('region', { name: /^Notifications/ })
  await expect(notices.getByText('This part of the window could not be loaded.')).toBeVisible()
  await place(page, 'Queue').click()
  const said = page.getByRole('heading', { name: 'This part of the window could not be loaded.' })
  await expect(said).toBeVisible()
  await place(page, 'Today').click()
  await expect(said, 'the rest of the window stands').toBeHidden()
  await place(page, 'Queue').click()
  await expect(said).toBeVisible()

  await read(true)
  await page.getByRole('main').getByRole('button', { name: 'Reload the window' }).click()
  await expect(page.getByRole('heading', { name: 'Queue', exact: true })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  expect(complaints.splice(0).filter((c) => !/ERR_BLOCKED_BY_CLIENT|could not be read/.test(c))).toEqual([])
})

/** Processor time that a process has used so far, in seconds. */
const cpuOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

test('where no GPU is found, the next start looks for none', async ({ folder }) => {
  test.skip(process.platform !== 'linux', 'a virtual display, which has none, is there on Linux only')
  const dataDir = path.join(folder, 'data')
  const looked = /Exiting GPU process due to errors/
  let starts = 0
  // Chromium's own file: what a process prints before Playwright has connected never reaches `output()`.
  const start = async (): Promise<string> => {
    const log = path.join(folder, `chromium-${starts++}.log`)
    const args = ['--enable-logging=file']
    const app = await launchApp({ dataDir, looksForGpu: true, args, env: { ELECTRON_LOG_FILE: log } })
    await expect((await app.window()).getByRole('heading').first()).toBeVisible()
    await expect.poll(() => existsSync(path.join(dataDir, 'shell', 'no-gpu'))).toBe(true)
    await app.close()
    return readFileSync(log, 'utf8')
  }
  expect(await start()).toMatch(looked)
  const next = await start()
  expect(next).toMatch(/gpu-process|viz_main_impl/)
  expect(next).not.toMatch(looked)
})

test('the icon is in the tray before the history is open, and says what keeps it shut', async ({
  folder,
}) => {
  test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')
  const dataDir = path.join(folder, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  writeFileSync(path.join(dataDir, 'threadbeat.db'), 'no history at all, but somebody’s words. '.repeat(200))
  const desktop = await DesktopBus.start()
  const app = await launchApp({ dataDir, desktop })
  const icon = await desktop.firstTrayItem()
  await icon.lookThat(/^Threadbeat waits: its history is damaged$/)
  expect(await icon.menuText()).toMatch(/^Threadbeat waits: its history is damaged \(disabled\)\n---\nQuit$/)
  await icon.choose('Quit')
  await desktop.trayGone()
  await app.kill()
  await desktop.stop()
})

test('found by a user: an app that is started beside `serve` rests while its dialog stands, and opens nothing', async ({
  folder,
}) => {
  test.skip(process.platform !== 'linux', 'its processor time is read from /proc')
  const dataDir = path.join(folder, 'data')
  const serve = spawn(process.execPath, [path.join(root, 'dist/cli.cjs'), 'serve'], {
    env: { ...process.env, THREADBEAT_DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(serve.stdout, 'data')
  const desktop = await DesktopBus.start()
  const app = await launchApp({ dataDir, desktop })
  await (await desktop.firstTrayItem()).lookThat(/^Threadbeat cannot start$/)
  const pid = app.app.process().pid!
  // A dialog that blocks the process keeps one processor busy for as long as it stands, and lets nobody ask it anything.
  let used = -Infinity // the first look has nothing to compare with
  const usedSince = (): number => {
    const [before, now] = [used, cpuOf(pid)]
    used = now
    return now - before
  }
  await expect.poll(usedSince, { intervals: [1000] }).toBeLessThan(0.2)
  expect(await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(0)
  await app.kill()
  await desktop.stop()
  serve.kill()
  await once(serve, 'exit')
})

test('after three crashes in a row the app starts with everything paused and its diagnostics open', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  const first = await start({ dataDir })
  await addRepository(first, folder, 'steady')
  await first.kill()
  for (const _ of [2, 3]) {
    const again = await start({ dataDir })
    expect((await again.client.snapshot()).fleet.pause).toBeNull()
    await again.kill()
  }
  const safe = await start({ dataDir })
  await expect(
    safe.page.getByText(
      /^Threadbeat crashed or was killed 3 times in a row, each time within 10 minutes of its start\./,
    ),
  ).toBeVisible()
  await expect(safe.page.getByRole('heading', { name: 'Diagnostics' })).toBeVisible()
  expect((await safe.client.snapshot()).fleet.engine).toBe('paused')
  await safe.page.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.poll(async () => (await safe.client.snapshot()).fleet.pause).toBeNull()
  await expect(safe.page.getByText(/^Threadbeat crashed/), 'which is over').toHaveCount(0)
  await safe.close()

  const usual = await start({ dataDir })
  await expect(usual.page.getByText(/^Threadbeat crashed/)).toHaveCount(0)
  expect((await usual.client.snapshot()).fleet.pause).toBeNull()
})

test('what crashes leaves its dump in the data folder, the newest five of them', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  const dumps = path.join(dataDir, 'shell/crashes')
  const left = (): readonly string[] =>
    existsSync(dumps)
      ? readdirSync(dumps, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.dmp'))
      : []
  const app = await start({ dataDir })
  await crash(app)
  await expect.poll(() => left().length).toBe(1)
  await app.close()
  const made = path.join(dumps, left()[0]!)
  for (let i = 0; i < 7; i++) copyFileSync(made, path.join(path.dirname(made), `copy-${i}.dmp`))
  await start({ dataDir })
  await expect.poll(() => left().length).toBe(5)
})
