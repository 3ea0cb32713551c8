import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { socketClient } from '../electron/cli/kit/socket-client.ts'
import { findSocket } from '../electron/machine/network/socket-path.ts'
import { closeWindow, desktopApp, FLAGGED, hashOf, windowCount } from './harness/desktop-app.ts'
import { farFromDue } from './harness/fleet.ts'
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
  await expect(first.getByRole('heading').first()).toBeVisible() // a page, which has its say when it goes
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

test('the menu beats, a flag arrives as a notification, and its click opens the thread', async () => {
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
  await expect.poll(() => hashOf(window)).toMatch(/^#\/thread\/thr_/)

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

test('clicking the notification of a finding opens its run, in a window where there was none', async () => {
  const { app, desktop } = await start({ args: ['--hidden'] })
  await desktop.trayItem()
  expect(await windowCount(app)).toBe(0)
  await addRepository('api', '## Quick Tasks\n- [ ] Run `false`\n')
  const [wanted] = JSON.parse(await cli('approve', 'api', '--json')) as { hash: string }[]
  await cli('approve', 'api', '--yes', wanted!.hash)
  const news = await desktop.notification(/`?false`? failed/)
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
