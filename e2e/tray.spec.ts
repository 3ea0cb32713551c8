import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { socketClient } from '../electron/cli/kit/socket-client.ts'
import { findSocket } from '../electron/machine/network/socket-path.ts'
import { closeWindow, desktopApp, FLAGGED, hashOf, windowCount } from './harness/desktop-app.ts'
import { violations } from './harness/axe.ts'
import { farFromDue, still } from './harness/fleet.ts'
import type { LaunchedApp } from './harness/launch.ts'

/**
 * Tray, notifications, closing and quitting, in the real app on a desktop that is played on a private bus.
 */
test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')

const { at, start, cli, status, lastOutcome, addRepository } = desktopApp()

/** Answers the app's native dialogs, which no test could click, and keeps what they said. */
const answerDialogs = (app: LaunchedApp, response: number, checkboxChecked = false): Promise<void> =>
  app.app.evaluate(
    ({ dialog }, answer) => {
      const said: unknown[] = []
      Object.assign(globalThis, { said })
      dialog.showMessageBox = ((...args: unknown[]) => {
        said.push(args.at(-1))
        return Promise.resolve(answer)
      }) as typeof dialog.showMessageBox
    },
    { response, checkboxChecked },
  )
const dialogsSaid = (app: LaunchedApp): Promise<{ message: string; detail: string; buttons: string[] }[]> =>
  app.app.evaluate(
    () => (globalThis as unknown as { said: { message: string; detail: string; buttons: string[] }[] }).said,
  )
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
  expect(await dialogsSaid(app)).toMatchObject([
    {
      buttons: ['Keep running in the tray', 'Quit'],
      detail: expect.stringContaining('No heartbeats while Threadbeat is closed.'),
    },
  ])

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
  expect(
    news.actions.filter((_, i) => i % 2 === 0),
    'no buttons on Linux: a click opens it',
  ).toEqual(['default'])

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
  // A due time while the app is closed would be caught up, and is another test's.
  await farFromDue({ client: socketClient(findSocket(app.dataDir)) }, 'api')
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
  const goOn = path.join(at.folder, 'go')
  await cli(
    'set',
    'runner',
    '-t',
    'api',
    '--yes',
    '--',
    'sh',
    '-c',
    `until [ -e '${goOn}' ]; do sleep .05; done; echo HEARTBEAT_OK`,
  )
  await cli('beat', 'api')
  await icon.lookThat(/1 running/)

  await answerDialogs(app, 2)
  await icon.choose('Quit')
  await expect
    .poll(() => dialogsSaid(app))
    .toMatchObject([
      {
        message: '1 beat is running',
        detail: 'No heartbeats while Threadbeat is closed.',
        buttons: ['Wait, then quit', 'Stop them and quit', 'Cancel'],
      },
    ])
  expect((await status()).threads[0]?.state).toBe('running')

  await answerDialogs(app, 0)
  await icon.choose('Quit')
  await expect.poll(() => dialogsSaid(app)).toHaveLength(1)
  const end = exited(app)
  writeFileSync(goOn, '')
  expect(await end).toBe(0)
  expect((JSON.parse(await cli('log', '--json', '-n', '1')) as { outcome: string }[])[0]?.outcome).not.toBe(
    'stopped',
  )
})

interface Shown {
  readonly id: number
  readonly hash: string
  readonly visible: boolean
}
const windowsOf = (app: LaunchedApp): Promise<Shown[]> =>
  app.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((w) => ({
      id: w.webContents.id,
      hash: /#.*$/.exec(w.webContents.getURL())?.[0] ?? '',
      visible: w.isVisible(),
    })),
  )
const popoverOf = async (app: LaunchedApp): Promise<Shown | undefined> =>
  (await windowsOf(app)).find((w) => w.hash.startsWith('#/popover'))
/** The other window takes the focus; nothing here manages windows, so the news of it is made. */
const lookElsewhere = (app: LaunchedApp): Promise<void> =>
  app.app.evaluate(
    ({ BrowserWindow }) =>
      void BrowserWindow.getAllWindows()
        .find((w) => w.webContents.getURL().includes('#/popover'))
        ?.emit('blur'),
  )

test('the small window opens by a click on the icon, acts, and leads to the main window', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  await addRepository('api', FLAGGED)
  await addRepository('web')
  await icon.lookThat(/1 needs you/)
  await expect
    .poll(async () => (await status()).threads.map((t) => t.last?.outcome))
    .toEqual(['urgent', 'quiet'])
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
    expect(
      (await violations(page, theme === 'light' ? 'all' : 'colors')).map((v) => `${theme}: ${v}`),
    ).toEqual([])
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
  await expect
    .poll(async () => (JSON.parse(await cli('log', '--json')) as unknown[]).length)
    .toBeGreaterThan(before)
  const first = await popoverOf(app)
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await popoverOf(app))?.visible).toBe(false)
  const askedAt = await app.app.evaluate(({ BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.once('show', () =>
      Object.assign(globalThis, { shownAt: performance.now() }),
    )
    return performance.now()
  })
  await icon.click()
  await expect
    .poll(() => popoverOf(app), 'the same window, not a new one')
    .toMatchObject({ id: first?.id, visible: true })
  console.log(
    'the small window appeared after',
    Math.round(
      (await app.app.evaluate(() => (globalThis as unknown as { shownAt: number }).shownAt)) - askedAt,
    ),
    'ms, the way over the bus included',
  )

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
  expect(await popoverOf(app), 'pinned, it stays beside the main window').toMatchObject({
    visible: true,
    hash: '#/popover?pin',
  })
})

/** From now on the app's waits of half an hour end when the test says so. */
const holdHalfHours = (app: LaunchedApp): Promise<void> =>
  app.app.evaluate(() => {
    const waits = new Map<unknown, () => void>()
    const { setTimeout: start, clearTimeout: stop } = globalThis
    const held = (act: () => void, ms?: number, ...rest: unknown[]): unknown => {
      const timer = start(act, ms, ...rest)
      if (ms === 30 * 60_000) waits.set(timer, act)
      return timer
    }
    Object.assign(globalThis, {
      waits,
      setTimeout: held,
      clearTimeout: (timer: NodeJS.Timeout) => (waits.delete(timer), stop(timer)),
    })
  })
/** Once such a wait has begun: the news that a window is hidden comes a moment after it is. */
const halfAnHourPasses = (app: LaunchedApp): Promise<void> =>
  expect
    .poll(() =>
      app.app.evaluate(() => {
        const { waits } = globalThis as unknown as { waits: Map<NodeJS.Timeout, () => void> }
        const ended = [...waits]
        for (const [timer, act] of ended) {
          clearTimeout(timer)
          act()
        }
        return ended.length
      }),
    )
    .toBe(1)

test(
  'windows that nobody has looked at for half an hour give their memory back; the main one comes back ' +
    'where it was',
  async () => {
    const { app, desktop } = await start()
    const page = await app.window()
    await expect(page).toHaveTitle(/Threadbeat/)
    const icon = await desktop.trayItem()
    await page.evaluate(() => void (location.hash = '#/queue'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue')
    await holdHalfHours(app)
    await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.hide())
    await halfAnHourPasses(app)
    await expect.poll(() => windowCount(app)).toBe(0)
    const reopened = app.app.waitForEvent('window')
    await icon.click()
    await expect((await reopened).getByRole('heading', { level: 1 })).toHaveText('Queue')
    await cli('set', 'trayClick', 'popover')
    const opened = app.app.waitForEvent('window')
    await icon.click()
    const small = await opened
    await expect(small.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await windowCount(app)).toBe(2)
    await expect.poll(async () => (await popoverOf(app))?.visible).toBe(true)
    await small.keyboard.press('Escape')
    await expect.poll(async () => (await popoverOf(app))?.visible).toBe(false)
    await halfAnHourPasses(app)
    await expect.poll(() => popoverOf(app)).toBeUndefined()
    expect(await windowCount(app)).toBe(1)
  },
)
