import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test, type Page } from '@playwright/test'
import { resolveElectron } from '../build/electron-runtime.mjs'
import { root as checkout, sandboxArguments } from '../build/machine.mjs'
import { makeRepository } from '../electron/demo/repositories.ts'
import { DesktopBus } from './harness/desktop-bus.ts'
import { violations } from './harness/axe.ts'
import { still } from './harness/fleet.ts'
import { launchApp, removeFolder, type LaunchedApp, type LaunchOptions } from './harness/launch.ts'

/** Tray, notifications, closing and quitting, in the real app on a desktop that is played on a private bus. */
test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')

const exec = promisify(execFile)
let folder: string
let dataDir: string
let desktop: DesktopBus | null = null
const launched: LaunchedApp[] = []

test.beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'tray-spec-'))
  dataDir = path.join(folder, 'data')
})
test.afterEach(async () => {
  for (const app of launched.splice(0)) await app.kill()
  await desktop?.stop()
  desktop = null
  await removeFolder(folder)
})

async function start(options: Omit<LaunchOptions, 'dataDir'> = {}, bus: { tray?: boolean; notifier?: boolean } = {}): Promise<{ app: LaunchedApp; desktop: DesktopBus }> {
  desktop ??= await DesktopBus.start(bus)
  const app = await launchApp({ desktop, dataDir, ...options })
  launched.push(app)
  return { app, desktop }
}

/** The command line over the app's own socket; its exit code may well be 10 or 20. */
async function cli(...args: readonly string[]): Promise<string> {
  const run = exec(process.execPath, [path.join(checkout, 'dist/cli.cjs'), '--data-dir', dataDir, ...args])
  return run.then(({ stdout }) => stdout, (error: { stdout?: string; stderr?: string; code?: number }) => {
    if (error.code === 1 || error.code === 2) throw new Error(error.stderr)
    return error.stdout ?? ''
  })
}
const status = async (): Promise<{ problems: { code: string; text: string }[]; threads: { name: string; state: string; last: { outcome: string; run: string } | null }[] }> =>
  JSON.parse(await cli('status', '--json')) as Awaited<ReturnType<typeof status>>

/** Not the state: a due time that falls into the first seconds makes a thread wait again. */
const lastOutcome = async (): Promise<string | undefined> => (await status()).threads[0]?.last?.outcome

async function addRepository(name: string, heartbeat?: string): Promise<string> {
  const { path: repository } = await makeRepository(path.join(folder, 'repositories'), name, 'clean')
  if (heartbeat !== undefined) writeFileSync(path.join(repository, 'HEARTBEAT.md'), heartbeat)
  await cli('add', repository, '--trust')
  return repository
}
const FLAGGED = '# Heartbeat\n\n## Urgent Flags\n- [ ] The certificate <b>expires</b> today\n\n## Quick Tasks\n- [ ] Run `git status`\n'

/** Answers the app's native dialogs, which no test could click, and keeps what they said. */
const answerDialogs = (app: LaunchedApp, response: number, checkboxChecked = false): Promise<void> =>
  app.app.evaluate(({ dialog }, answer) => {
    const said: unknown[] = []
    Object.assign(globalThis, { said })
    dialog.showMessageBox = ((...args: unknown[]) => {
      said.push(args.at(-1))
      return Promise.resolve(answer)
    }) as typeof dialog.showMessageBox
  }, { response, checkboxChecked })
const dialogsSaid = (app: LaunchedApp): Promise<{ message: string; detail: string; buttons: string[] }[]> =>
  app.app.evaluate(() => (globalThis as unknown as { said: { message: string; detail: string; buttons: string[] }[] }).said)
const windowCount = (app: LaunchedApp): Promise<number> => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
const hashOf = (page: Page): Promise<string> => page.evaluate('location.hash')
const closeWindow = (app: LaunchedApp): Promise<void> => app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
const exited = (app: LaunchedApp): Promise<number | null> =>
  new Promise((resolve) => {
    const child = app.app.process()
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', (code) => resolve(code))
  })

test('closing asks once, hides to the tray, and a click on the icon opens the window again', async () => {
  const { app, desktop } = await start()
  const first = await app.window()
  await expect(first).toHaveTitle(/Threadbeat/)
  const icon = await desktop.trayItem()
  expect((await icon.lookThat(/no threads yet/)).icon).not.toBeNull()

  await answerDialogs(app, 0, true)
  await closeWindow(app)
  await expect.poll(() => windowCount(app)).toBe(0)
  expect(await dialogsSaid(app)).toMatchObject([{ buttons: ['Keep running in the tray', 'Quit'], detail: expect.stringContaining('No heartbeats while Threadbeat is closed.') }])

  const reopened = app.app.waitForEvent('window')
  await icon.click()
  await expect(await reopened).toHaveTitle(/Threadbeat/)
  await closeWindow(app)
  await expect.poll(() => windowCount(app)).toBe(0)
  expect(await dialogsSaid(app)).toHaveLength(1) // not asked again
})

test('the menu beats, the alert arrives as a notification, and its click opens the run', async () => {
  const { app, desktop } = await start()
  const window = await app.window()
  const icon = await desktop.trayItem()
  await addRepository('api', FLAGGED)
  const news = await desktop.notification(/certificate/)
  expect(news.hints['urgency']).toBe(2)
  expect(`${news.summary}${news.body}`).not.toMatch(/[<>]/)
  expect(news.actions.filter((_, i) => i % 2 === 0), 'no buttons on Linux: a click opens it').toEqual(['default'])

  desktop.click(news)
  const [thread] = (await status()).threads
  expect(thread).toMatchObject({ name: 'api', state: 'urgent' })
  await expect.poll(() => hashOf(window)).toBe(`#/run/${thread?.last?.run}`)

  await icon.lookThat(/1 needs you/)
  expect(await icon.menuText()).toContain('◆ api — urgent')
  const before = desktop.notifications.length
  await cli('set', 'interval', '1m', '-t', 'api')
  await icon.choose('Pause all', 'Until resumed')
  await icon.menuThat(/Paused/)
  await icon.choose('Paused', 'Resume now')
  await icon.menuThat(/Pause all/)
  await icon.choose('Beat everything due now')
  await expect.poll(async () => JSON.parse(await cli('log', '--json')) as unknown[]).not.toHaveLength(0)
  expect(desktop.notifications).toHaveLength(before) // the same news is not told twice
})

test('clicking a notification opens a window where there was none', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  await desktop.trayItem()
  expect(await windowCount(app)).toBe(0)
  await addRepository('api', FLAGGED)
  const news = await desktop.notification(/certificate/)
  const opened = app.app.waitForEvent('window')
  desktop.click(news)
  expect(await hashOf(await opened)).toMatch(/^#\/run\/run_/)
})

test('quitting takes the icon away, and the next start finds everything again', async () => {
  const { app, desktop } = await start()
  await app.window()
  await addRepository('api')
  await expect.poll(lastOutcome).toBe('quiet')
  await (await desktop.trayItem()).choose('Quit')
  expect(await exited(app)).toBe(0)
  await desktop.trayGone()

  await start()
  const icon = await desktop.trayItem()
  await icon.lookThat(/1 quiet/)
  expect((await status()).threads).toMatchObject([{ name: 'api', last: { outcome: 'quiet' } }])
})

test('quitting while a beat runs tells the truth and can wait for it', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  await addRepository('api')
  await expect.poll(lastOutcome).toBe('quiet')
  const goOn = path.join(folder, 'go')
  await cli('set', 'runner', '-t', 'api', '--yes', '--', 'sh', '-c', `until [ -e '${goOn}' ]; do sleep .05; done; echo HEARTBEAT_OK`)
  await cli('beat', 'api')
  await icon.lookThat(/1 running/)

  await answerDialogs(app, 2)
  await icon.choose('Quit')
  await expect.poll(() => dialogsSaid(app)).toMatchObject([{ message: '1 beat is running', detail: 'No heartbeats while Threadbeat is closed.', buttons: ['Wait, then quit', 'Stop them and quit', 'Cancel'] }])
  expect((await status()).threads[0]?.state).toBe('running')

  await answerDialogs(app, 0)
  await icon.choose('Quit')
  await expect.poll(() => dialogsSaid(app)).toHaveLength(1)
  const end = exited(app)
  writeFileSync(goOn, '')
  expect(await end).toBe(0)
  expect((JSON.parse(await cli('log', '--json', '-n', '1')) as { outcome: string }[])[0]?.outcome).not.toBe('stopped')
})

interface Shown { readonly id: number; readonly hash: string; readonly visible: boolean }
const windowsOf = (app: LaunchedApp): Promise<Shown[]> =>
  app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((w) => ({ id: w.webContents.id, hash: /#.*$/.exec(w.webContents.getURL())?.[0] ?? '', visible: w.isVisible() })))
const popoverOf = async (app: LaunchedApp): Promise<Shown | undefined> => (await windowsOf(app)).find((w) => w.hash.startsWith('#/popover'))
/** The other window takes the focus; nothing here manages windows, so the news of it is made. */
const lookElsewhere = (app: LaunchedApp): Promise<void> => app.app.evaluate(({ BrowserWindow }) => void BrowserWindow.getAllWindows().find((w) => w.webContents.getURL().includes('#/popover'))?.emit('blur'))

test('the small window opens by a click on the icon, acts, and leads to the main window', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  await addRepository('api', FLAGGED)
  await addRepository('web')
  await icon.lookThat(/1 needs you/)
  await expect.poll(async () => (await status()).threads.map((t) => t.last?.outcome)).toEqual(['urgent', 'quiet'])
  await cli('set', 'trayClick', 'popover')
  const opened = app.app.waitForEvent('window')
  await icon.click()
  const page = await opened
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 thread needs you.')
  expect(await windowCount(app), 'no main window is made for it').toBe(1)
  const card = page.getByRole('article', { name: /^Urgent: api/ })
  await expect(card).toContainText('expires')
  await expect(page.getByRole('region', { name: 'Next due' }).getByRole('button')).toHaveCount(2)
  for (const theme of ['light', 'dark']) {
    await cli('set', 'theme', theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await still(page)
    expect((await violations(page)).map((v) => `${theme}: ${v}`)).toEqual([])
    await test.info().attach(`popover-${theme}`, { body: await page.screenshot(), contentType: 'image/png' })
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)

  // By keys alone: a beat, an acknowledgement, away, and back again at once.
  const before = (JSON.parse(await cli('log', '--json')) as unknown[]).length
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Keep this open' })).toBeFocused()
  await page.getByRole('button', { name: 'Acknowledge api' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Acknowledge api' })).toHaveCount(0)
  await cli('beat', 'web')
  await expect.poll(async () => (JSON.parse(await cli('log', '--json')) as unknown[]).length).toBeGreaterThan(before)
  const first = await popoverOf(app)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await popoverOf(app))?.visible).toBe(false)
  const askedAt = await app.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.once('show', () => Object.assign(globalThis, { shownAt: performance.now() }))
    return performance.now()
  })
  await icon.click()
  await expect.poll(() => popoverOf(app), 'the same window, not a new one').toMatchObject({ id: first?.id, visible: true })
  console.log('the small window appeared after', Math.round((await app.app.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt)) - askedAt), 'ms, the way over the bus included')

  await lookElsewhere(app)
  await expect.poll(async () => (await popoverOf(app))?.visible, 'another window has the focus').toBe(false)
  await expect(async () => {
    // The very click that took the focus away meant to hide it; a later one shows it.
    if ((await popoverOf(app))?.visible !== true) await icon.click()
    expect((await popoverOf(app))?.visible).toBe(true)
  }).toPass()
  await page.getByRole('button', { name: 'Keep this open' }).click()
  await expect.poll(async () => (await popoverOf(app))?.hash).toBe('#/popover?pin')
  await lookElsewhere(app)
  expect((await popoverOf(app))?.visible).toBe(true)
  const main = app.app.waitForEvent('window')
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(await main).toHaveURL(/#\/settings$/)
  expect(await popoverOf(app), 'pinned, it stays beside the main window').toMatchObject({ visible: true, hash: '#/popover?pin' })
})

test('windows that nobody has looked at for half an hour give their memory back; the main one comes back where it was', async () => {
  const { app, desktop } = await start()
  const page = await app.window()
  await expect(page).toHaveTitle(/Threadbeat/)
  const icon = await desktop.trayItem()
  await page.evaluate(() => void (location.hash = '#/queue'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue')
  const halfHoursPassAtOnce = (now: boolean): Promise<void> => app.app.evaluate((_electron, fast) => {
    const holder = globalThis as unknown as { real?: typeof setTimeout }
    const real = (holder.real ??= globalThis.setTimeout)
    globalThis.setTimeout = (fast ? (fn: () => void, ms?: number, ...rest: unknown[]) => real(fn, ms === 30 * 60_000 ? 50 : ms, ...rest) : real) as typeof setTimeout
  }, now)
  await halfHoursPassAtOnce(true)
  await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
  await expect.poll(() => windowCount(app)).toBe(0)
  await halfHoursPassAtOnce(false)
  const reopened = app.app.waitForEvent('window')
  await icon.click()
  await expect((await reopened).getByRole('heading', { level: 1 })).toHaveText('Queue')
  await cli('set', 'trayClick', 'popover')
  const opened = app.app.waitForEvent('window')
  await icon.click()
  const small = await opened
  await expect(small.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await windowCount(app)).toBe(2)
  await halfHoursPassAtOnce(true)
  await small.keyboard.press('Escape')
  await expect.poll(() => popoverOf(app)).toBeUndefined()
  expect(await windowCount(app)).toBe(1)
})

test('without a notification service the failure is visible', async () => {
  const { desktop } = await start({ args: ['--hidden'] }, { notifier: false })
  const icon = await desktop.trayItem()
  await addRepository('api', FLAGGED)
  await icon.lookThat(/Notifications cannot be shown/)
  expect((await status()).problems).toMatchObject([{ code: 'notifications' }])
})

test('the Do Not Disturb of the system is told in the settings and in the menu, and the alert waits in the inbox', async () => {
  const { app, desktop } = await start()
  const page = await app.window()
  const icon = await desktop.trayItem()
  await page.evaluate(() => void (location.hash = '#/settings/notifications'))
  await expect(page.getByText('This system does not tell apps about it.')).toBeVisible()
  desktop.setDoNotDisturb(true)
  await expect(page.getByText('your system is in Do Not Disturb; banners wait in the inbox')).toBeVisible()
  await icon.menuThat(/Do Not Disturb of your system/)
  await addRepository('api', FLAGGED)
  const news = await desktop.notification(/certificate/)
  expect(news.hints['urgency'], 'what may pass is for the system to say').toBe(2)
  desktop.setDoNotDisturb(false)
  await icon.menuThat(/Mute notifications/)
  await expect(page.getByText('When it is on, your system holds the banners back')).toBeVisible()
})

test('a report of a problem is one way from the menu: shown whole, nothing sent, without names and secrets', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  await addRepository('top-secret-name')
  const opened = app.app.waitForEvent('window')
  await icon.choose('Help', 'Report a problem…')
  const page = await opened
  const dialog = page.getByRole('dialog', { name: 'Report a problem' })
  await expect(dialog).toContainText('Nothing is sent')
  await expect(dialog).toContainText(/Threadbeat \S+ on linux/)
  await expect(dialog).not.toContainText('top-secret-name')
  await app.app.evaluate(({ clipboard }) => clipboard.clear())
  await dialog.getByRole('button', { name: 'Copy the report' }).click()
  await expect.poll(() => app.app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^Threadbeat \S+ on linux/)
})

test('a key for everywhere is really held; one that another holds leaves the earlier one, and the row says so', async () => {
  const { app } = await start()
  const page = await app.window()
  const isHeld = (keys: string): Promise<boolean> => app.app.evaluate(({ globalShortcut }, accelerator) => globalShortcut.isRegistered(accelerator), keys)
  await page.evaluate(() => void (location.hash = '#/settings/general'))
  await page.getByRole('button', { name: 'Choose a key…' }).click()
  await page.keyboard.press('Control+Shift+L')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Use none' })).toBeVisible()
  expect(await isHeld('CommandOrControl+Shift+L')).toBe(true)

  await app.app.evaluate(({ globalShortcut }) => globalShortcut.register('CommandOrControl+Shift+9', () => undefined)) // somebody else
  await page.getByRole('button', { name: 'Change…' }).click()
  await page.keyboard.press('Control+Shift+9')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Ctrl \+ Shift \+ 9 cannot be taken.* Ctrl \+ Shift \+ L still does\.$/)).toBeVisible()
  expect(await isHeld('CommandOrControl+Shift+L')).toBe(true)
  await expect(cli('set', 'globalShortcut', 'Mod+C')).rejects.toThrow(/must be Ctrl or Alt/)
  await page.getByRole('button', { name: 'Use none' }).click()
  await expect.poll(() => isHeld('CommandOrControl+Shift+L')).toBe(false)
})

test('without a tray the app stays reachable: closing minimises', async () => {
  const { app } = await start({}, { tray: false })
  await app.window()
  await expect.poll(async () => (await status()).problems.map((p) => p.code)).toEqual(['tray'])
  // Nothing here manages windows, so what counts is that the app asked for it.
  await app.app.evaluate(({ BrowserWindow }) => {
    const window = BrowserWindow.getAllWindows()[0]
    if (window) window.minimize = () => void Object.assign(globalThis, { minimised: true })
  })
  await closeWindow(app)
  await expect.poll(() => app.app.evaluate(() => 'minimised' in globalThis)).toBe(true)
  expect(await windowCount(app)).toBe(1)
})

test('a second start shows the window of the first and ends', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  await desktop.trayItem()
  const electron = await resolveElectron({ quiet: true })
  const second = (...args: string[]): Promise<number | null> =>
    new Promise((resolve) => {
      const env = { ...process.env, ...desktop.env, THREADBEAT_DATA_DIR: dataDir }
      spawn(electron.executable, [...sandboxArguments(electron).args, checkout, ...args], { env, stdio: 'ignore' }).once('exit', (code) => resolve(code))
    })
  expect(await second('--hidden')).toBe(0)
  expect(await windowCount(app)).toBe(0)
  const shown = app.app.waitForEvent('window')
  expect(await second()).toBe(0)
  await shown
})

test('a page that crashes comes back by itself, and heartbeats do not notice', async () => {
  const { app } = await start()
  const window = await app.window()
  await expect(window).toHaveTitle(/Threadbeat/)
  await addRepository('api')
  const backAfterMs = await app.app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const began = performance.now()
    contents?.forcefullyCrashRenderer()
    return new Promise<number>((resolve) => contents?.once('did-finish-load', () => resolve(performance.now() - began)))
  })
  console.log('a crashed page was back after', Math.round(backAfterMs), 'ms')
  expect(await windowCount(app)).toBe(1)
  await expect.poll(lastOutcome).toBe('quiet')
})

test('the page can neither reach Node nor the network nor a file, nor leave', async () => {
  const { app } = await start()
  const window = await app.window()
  await expect(window).toHaveTitle(/Threadbeat/)
  const probes = await window.evaluate(`(async () => {
    const failed = (promise) => promise.then(() => false, () => true)
    return {
      globals: ['require', 'process', 'module', 'electron', 'Buffer'].filter((name) => name in globalThis),
      http: await failed(fetch('http://127.0.0.1:9/')),
      file: await failed(fetch('file:///etc/hostname')),
      outside: await fetch('threadbeat://app/..%2f..%2fpackage.json').then((r) => r.status, () => 404),
      opened: window.open('https://example.com/') !== null,
      geolocation: await navigator.permissions.query({ name: 'geolocation' }).then((p) => p.state),
      notifications: Notification.permission,
    }
  })()`)
  expect(probes).toEqual({ globals: [], http: true, file: true, outside: 404, opened: false, geolocation: 'denied', notifications: 'denied' })
  await window.evaluate("void (location.href = 'https://example.com/')")
  await window.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
  expect(window.url()).toMatch(/^threadbeat:\/\/app\//)
  const preferences = await app.app.evaluate(({ BrowserWindow }) => (BrowserWindow.getAllWindows()[0]?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }).getLastWebPreferences())
  expect(preferences).toMatchObject({ contextIsolation: true, nodeIntegration: false, sandbox: true, webSecurity: true })
})
