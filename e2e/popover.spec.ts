import { expect, test, type Page } from '@playwright/test'
import { desktopApp, FLAGGED, windowCount } from './harness/desktop-app.ts'
import { violations } from './harness/axe.ts'
import { still } from './harness/fleet.ts'
import type { LaunchedApp } from './harness/launch.ts'
import { picture } from './harness/picture.ts'

/**
 * Tray, notifications, closing and quitting, in the real app on a desktop that is played on a private bus.
 */
test.skip(process.platform !== 'linux', 'the desktop is played over D-Bus, which only Linux has')

const { start, cli, status, addRepository } = desktopApp()

interface Shown {
  readonly id: number
  readonly hash: string
  readonly visible: boolean
  readonly focused: boolean
}
const windowsOf = (app: LaunchedApp): Promise<Shown[]> =>
  app.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((w) => ({
      id: w.webContents.id,
      hash: /#.*$/.exec(w.webContents.getURL())?.[0] ?? '',
      visible: w.isVisible(),
      focused: w.isFocused(),
    })),
  )
const popoverOf = async (app: LaunchedApp): Promise<Shown | undefined> =>
  (await windowsOf(app)).find((w) => w.hash.startsWith('#/popover'))
/** By a click on the icon, which is set to open it. */
async function openByClick(app: LaunchedApp, icon: { click(): Promise<void> }): Promise<Page> {
  await cli('set', 'trayClick', 'popover')
  const opened = app.app.waitForEvent('window')
  await icon.click()
  return opened
}
/** Clean for axe, and a picture. */
async function inBothThemes(page: Page, name: string): Promise<void> {
  for (const theme of ['light', 'dark']) {
    await cli('set', 'theme', theme)
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await still(page)
    expect(
      (await violations(page, theme === 'light' ? 'all' : 'colors')).map((v) => `${theme}: ${v}`),
    ).toEqual([])
    await picture(page, `${name}-${theme}`)
  }
}
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
  const page = await openByClick(app, icon)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 thread needs you.')
  expect(await windowCount(app), 'no main window is made for it').toBe(1)
  const card = page.getByRole('article', { name: /^Urgent: api/ })
  await expect(card).toContainText('expires')
  await expect(page.getByRole('region', { name: 'Next due' }).getByRole('button')).toHaveCount(2)
  await inBothThemes(page, 'popover')
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

test('a command is approved in the small window: the sheet fits it, and Escape closes the sheet alone', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  const icon = await desktop.trayItem()
  await addRepository(
    'api',
    '## Quick Tasks\n- [ ] Run `git status`\n- [ ] Run `touch a-file-with-a-long-name.txt another-file-with-a-long-name.txt`\n',
  )
  await icon.lookThat(/1 needs you/)
  const page = await openByClick(app, icon)
  const review = page.getByRole('button', { name: 'Review commands of api…' })
  await review.click()
  const sheet = page.getByRole('dialog', { name: 'Approve this command for api?' })
  await expect(sheet.getByRole('listitem')).toContainText('touch')
  await inBothThemes(page, 'popover-approval')
  const box = await sheet.boundingBox()
  const [width, height] = await page.evaluate(() => [innerWidth, innerHeight])
  expect(box!.x >= 0 && box!.x + box!.width <= width! && box!.y >= 0 && box!.y + box!.height <= height!).toBe(
    true,
  )
  for (const button of await sheet.getByRole('button').all())
    expect((await button.boundingBox())!.x + (await button.boundingBox())!.width).toBeLessThanOrEqual(width!)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(review).toBeFocused()
  expect((await popoverOf(app))?.visible).toBe(true)
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: 'Approve and run now' }).click()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect.poll(async () => (await status()).threads[0]?.last?.outcome).toBe('quiet')
  expect((await popoverOf(app))?.visible).toBe(true)
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
    // A person’s keys reach it once it has the focus, which the display gives it a moment after it is shown.
    await expect.poll(() => popoverOf(app)).toMatchObject({ visible: true, focused: true })
    await small.keyboard.press('Escape')
    await expect.poll(async () => (await popoverOf(app))?.visible).toBe(false)
    await halfAnHourPasses(app)
    await expect.poll(() => popoverOf(app)).toBeUndefined()
    expect(await windowCount(app)).toBe(1)
  },
)
