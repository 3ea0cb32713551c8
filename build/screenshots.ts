import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { socketClient, type Client } from '../electron/cli/kit/socket-client.ts'
import { makeFleet, type RepositoryState } from '../electron/host/repositories.ts'
import { findSocket } from '../electron/machine/network/socket-path.ts'
import { DesktopBus } from '../e2e/harness/desktop-bus.ts'
import { launchApp } from '../e2e/harness/launch.ts'
import { bundle } from './bundle.mjs'
import { resolveElectron } from './machine/electron-runtime.mjs'
import { isLinux, root } from './machine/machine.mjs'
import { ensureSystemPackages } from './machine/system-libraries.mjs'
import { startVirtualDisplay } from './machine/virtual-display.mjs'
import { writePast } from './screenshots-past.ts'
import { prepareFilm, takeFilm } from './screenshots/film.ts'

/**
 * `npm run screenshots`: the demo's repositories with two days behind them, in real Electron on a display
 * of its own, 1280 × 800, light and dark. The pictures of the README go to build/screenshots/ as WebP; all
 * of them as PNG to test-results/screenshots/ to be looked at. With `film`: the moving picture instead.
 */
const isFilm = process.argv.includes('film')
const SIZE = isFilm ? ([1160, 760] as const) : ([1280, 800] as const)
const MOST_BYTES = 150_000
/** What the README shows. */
const SHOWN = new Set(['today-light', 'today-dark', 'thread-light', 'editor-dark'])
/** A day like most: two alerts, not a fleet of trouble. */
const LEFT_OUT = new Set<RepositoryState>(['missing', 'broken', 'merge_in_progress', 'malformed_playbook'])
const shown = path.join(root, 'build/screenshots')
const looked = path.join(root, 'test-results/screenshots')

async function until(isSo: () => Promise<boolean> | boolean, what: string, ms = 90_000): Promise<void> {
  for (const end = Date.now() + ms; !(await isSo()); await pause(100))
    if (Date.now() > end) throw new Error(`${what}: not so after ${ms} ms`)
}

async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((a) => a.effect?.getComputedTiming().iterations !== Infinity)
        .map((a) => a.finished.catch(() => undefined)),
    ),
  )
  await page.screenshot({ path: path.join(looked, `${name}.png`) })
  if (!SHOWN.has(name)) return
  const cdp = await page.context().newCDPSession(page)
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 90 })
  await cdp.detach()
  const file = path.join(shown, `${name}.webp`)
  writeFileSync(file, Buffer.from(data, 'base64'))
  if (statSync(file).size > MOST_BYTES)
    throw new Error(`${file} has ${statSync(file).size} bytes; at most ${MOST_BYTES} are committed`)
}

/** Every page in both themes. */
async function takeAll(page: Page, client: Client): Promise<void> {
  const { threads } = await client.snapshot()
  const shownThread = threads.find((t) => t.name === 'edge-proxy') ?? threads[0]!
  const PAGES: readonly (readonly [name: string, hash: string])[] = [
    ['today', '/'],
    ['thread', `/thread/${shownThread.id}`],
    ['editor', `/thread/${shownThread.id}?tab=file`],
    ['inbox', '/inbox'],
    ['history', '/history'],
    ['queue', '/queue'],
    ['settings', '/settings'],
    ['first-run', '/first-run?step=repositories'],
  ]
  for (const theme of ['light', 'dark'] as const) {
    await client.settings.change({ theme })
    await page.locator(`html[data-theme=${theme}]`).waitFor()
    for (const [name, hash] of PAGES) {
      await page.evaluate((to) => void (location.hash = to), hash)
      await page.locator('main h1').first().waitFor()
      await until(
        () => page.evaluate(() => document.querySelectorAll('[aria-busy=true]').length === 0),
        `${name} has loaded`,
        20_000,
      )
      await pause(400) // charts and editors draw themselves after their data
      await take(page, `${name}-${theme}`)
    }
  }
}

async function main(): Promise<void> {
  if (!(await bundle({ ifStale: true }))) throw new Error('The bundle is not complete.')
  const electron = await resolveElectron()
  if (
    !ensureSystemPackages(
      { executable: electron.executable, tools: ['Xvfb', 'dbus-daemon', 'git'] },
      { purpose: 'Taking the screenshots' },
    )
  )
    throw new Error('Something is missing, see above.')
  const screen = isLinux ? await startVirtualDisplay() : null
  if (screen !== null) process.env['DISPLAY'] = screen.display
  for (const folder of [shown, looked]) mkdirSync(folder, { recursive: true })
  const work = mkdtempSync(path.join(tmpdir(), 'threadbeat-screens-'))
  const desktop = await DesktopBus.start()
  const dataDir = path.join(work, 'data')
  const made = (await makeFleet(path.join(work, 'src'))).filter((r) => !LEFT_OUT.has(r.state))
  if (isFilm) prepareFilm(made)
  writePast(dataDir, made)
  const app = await launchApp({ dataDir, desktop })
  try {
    const page = await app.window()
    await app.app.evaluate(
      ({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h),
      SIZE,
    )
    await page.locator('nav[aria-label="Places"]').waitFor()
    const client = socketClient(findSocket(dataDir))
    await client.settings.change({ welcomed: true })
    await client.beat.allDue()
    await until(async () => {
      const { fleet, threads } = await client.snapshot()
      return fleet.running === 0 && threads.every((t) => t.waiting.length === 0 && t.last !== null)
    }, 'all beats have ended')
    if (isFilm) {
      await client.settings.change({ theme: 'light' })
      await page.locator('html[data-theme=light]').waitFor()
      console.log(await takeFilm({ page, client, repositories: made }, shown, looked))
    } else {
      await takeAll(page, client)
      console.log(`Shown in the README: ${shown}. All: ${looked}.`)
    }
  } finally {
    app.app.process().kill('SIGTERM')
    await app.close()
    await desktop.stop()
    screen?.stop()
    rmSync(work, { recursive: true, force: true, maxRetries: 3 })
  }
}

await main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
