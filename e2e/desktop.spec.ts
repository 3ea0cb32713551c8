import { spawn } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { resolveElectron } from '../build/machine/electron-runtime.mjs'
import { root as checkout, sandboxArguments } from '../build/machine/machine.mjs'
import { closeWindow, desktopApp, FLAGGED, windowCount } from './harness/desktop-app.ts'
import { display, removeFolder } from './harness/launch.ts'

/**
 * What the desktop gives and lacks (notification service, Do Not Disturb, keys, tray), a second start, and
 * a page that crashes or would leave.
 */
test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')

const { at, start, cli, status, lastOutcome, addRepository } = desktopApp()

test('without a notification service the failure is visible', async () => {
  const { desktop } = await start({ args: ['--hidden'] }, { notifier: false })
  const icon = await desktop.trayItem()
  await addRepository('api', FLAGGED)
  await icon.lookThat(/Notifications cannot be shown/)
  expect((await status()).problems).toMatchObject([{ code: 'notifications' }])
})

test('a notification service that answers nothing holds nobody up: it is asked nothing that would be waited for, and that is told', async () => {
  const { desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  desktop.freezeNotifier()
  await addRepository('api', FLAGGED)
  await icon.lookThat(/Notifications cannot be shown/)
  expect((await status()).problems).toMatchObject([{ code: 'notifications' }])
  expect(new Set(desktop.unanswered)).toEqual(new Set(['GetServerInformation']))
})

test(
  'the Do Not Disturb of the system is told in the settings and in the menu, and the alert waits ' +
    'in the inbox',
  async () => {
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
  },
)

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
  await expect
    .poll(() => app.app.evaluate(({ clipboard }) => clipboard.readText()))
    .toMatch(/^Threadbeat \S+ on linux/)
})

test(
  'a key for everywhere is really held; one that another holds leaves the earlier one, and ' +
    'the row says so',
  async () => {
    const { app } = await start()
    const page = await app.window()
    const isHeld = (keys: string): Promise<boolean> =>
      app.app.evaluate(({ globalShortcut }, accelerator) => globalShortcut.isRegistered(accelerator), keys)
    await page.evaluate(() => void (location.hash = '#/settings/general'))
    await page.getByRole('button', { name: 'Choose a key…' }).click()
    await page.keyboard.press('Control+Shift+L')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Use none' })).toBeVisible()
    expect(await isHeld('CommandOrControl+Shift+L')).toBe(true)

    await app.app.evaluate(({ globalShortcut }) =>
      globalShortcut.register('CommandOrControl+Shift+9', () => undefined),
    ) // somebody else
    await page.getByRole('button', { name: 'Change…' }).click()
    await page.keyboard.press('Control+Shift+9')
    await page.keyboard.press('Enter')
    await expect(
      page.getByText(/^Ctrl \+ Shift \+ 9 cannot be taken.* Ctrl \+ Shift \+ L still does\.$/),
    ).toBeVisible()
    expect(await isHeld('CommandOrControl+Shift+L')).toBe(true)
    await expect(cli('set', 'globalShortcut', 'Mod+C')).rejects.toThrow(/must be Ctrl or Alt/)
    await page.getByRole('button', { name: 'Use none' }).click()
    await expect.poll(() => isHeld('CommandOrControl+Shift+L')).toBe(false)
  },
)

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
      const env = { ...process.env, ...display(), ...desktop.env, THREADBEAT_DATA_DIR: at.dataDir }
      spawn(electron.executable, [...sandboxArguments(electron).args, checkout, ...args], {
        env,
        stdio: 'ignore',
      }).once('exit', (code) => resolve(code))
    })
  expect(await second('--hidden')).toBe(0)
  expect(await windowCount(app)).toBe(0)
  const shown = app.app.waitForEvent('window')
  expect(await second()).toBe(0)
  await shown
})

for (const [moment, hook] of Object.entries({
  'its window is made': "app.on('browser-window-created', () => app.quit())",
  'its page is read':
    "app.on('web-contents-created', (_, contents) => contents.once('dom-ready', () => app.quit()))",
}))
  test(`quits without a question also while it starts: ${moment}`, async () => {
    const electron = await resolveElectron({ quiet: true })
    const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-quit-'))
    const script = path.join(folder, 'hook.cjs')
    writeFileSync(script, `const { app } = require('electron')\n${hook}\n`)
    const child = spawn(
      electron.executable,
      [...sandboxArguments(electron).args, '--disable-gpu', '-r', script, checkout],
      {
        env: { ...process.env, ...display(), THREADBEAT_DATA_DIR: path.join(folder, 'data') },
        stdio: 'ignore',
      },
    )
    const code = await new Promise((resolve) => child.once('exit', resolve))
    await removeFolder(folder)
    expect(code).toBe(0)
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
    return new Promise<number>((resolve) =>
      contents?.once('did-finish-load', () => resolve(performance.now() - began)),
    )
  })
  console.log('a crashed page was back after', Math.round(backAfterMs), 'ms')
  expect(await windowCount(app)).toBe(1)
  await expect.poll(lastOutcome).toBe('quiet')
})
