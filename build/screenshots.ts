import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { socketClient } from '../electron/cli/kit/socket-client.ts'
import { makeFleet, type RepositoryState } from '../electron/host/repositories.ts'
import { endingWith } from '../electron/engine/testing/ending.ts'
import { openDatabase } from '../electron/store/connection/open.ts'
import { atomically } from '../electron/store/connection/transaction.ts'
import { createStore } from '../electron/store/store.ts'
import { settingsInMemory } from '../electron/store/testing/settings-in-memory.ts'
import { randomId } from '../electron/machine/clock/ids.ts'
import { findSocket } from '../electron/machine/network/socket-path.ts'
import { DesktopBus } from '../e2e/harness/desktop-bus.ts'
import { launchApp } from '../e2e/harness/launch.ts'
import type { ThreadId } from '../shared/base/ids.ts'
import type { RunOutcome } from '../shared/runs/run.ts'
import { DAY, HOUR, MINUTE } from '../shared/base/time.ts'
import { bundle } from './bundle.mjs'
import { resolveElectron } from './machine/electron-runtime.mjs'
import { isLinux, root } from './machine/machine.mjs'
import { ensureSystemPackages } from './machine/system-libraries.mjs'
import { startVirtualDisplay } from './machine/virtual-display.mjs'

/**
 * `npm run screenshots`: the demo's repositories with two days behind them, in real Electron on a display
 * of its own, 1280 × 800, light and dark. The pictures of the README go to build/screenshots/ as WebP; all
 * of them as PNG to test-results/screenshots/ to be looked at.
 */
const SIZE = [1280, 800] as const
const MOST_BYTES = 150_000
/** What the README shows. */
const SHOWN = new Set(['today-light', 'today-dark', 'thread-light', 'editor-dark'])
const BEATS = 48
/** A day like most: two alerts, not a fleet of trouble. */
const LEFT_OUT = new Set<RepositoryState>(['missing', 'broken', 'merge_in_progress', 'malformed_playbook'])
/** The same strips each time: a place in the fleet and an hour decide. */
const OUTCOMES: readonly RunOutcome[] = [
  'quiet',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
  'quiet',
  'unchanged',
  'unchanged',
]
const outcomeAt = (n: number, beat: number): RunOutcome => {
  if ((n * 7 + beat * 3) % 41 === 0) return 'alert'
  if ((n * 5 + beat) % 97 === 0) return 'broken'
  return OUTCOMES[(n + beat) % OUTCOMES.length]!
}

const shown = path.join(root, 'build/screenshots')
const looked = path.join(root, 'test-results/screenshots')
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

async function until(isSo: () => Promise<boolean> | boolean, what: string, ms = 90_000): Promise<void> {
  for (const end = Date.now() + ms; !(await isSo()); await pause(100))
    if (Date.now() > end) throw new Error(`${what}: not so after ${ms} ms`)
}

/** As the app itself would have written them. */
function past(
  dataDir: string,
  repositories: readonly { readonly name: string; readonly path: string }[],
): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const opened = openDatabase(path.join(dataDir, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const store = createStore(opened.value.db, randomId, settingsInMemory())
  const now = Date.now()
  atomically(opened.value.db, () => {
    for (const [n, { name, path: repoPath }] of repositories.entries()) {
      const id = randomId<ThreadId>('thr')
      store.threads.add({
        id,
        name,
        repoPath,
        intervalMs: HOUR,
        trustedAt: now - 3 * DAY,
        createdAt: now - 3 * DAY,
      })
      for (let beat = BEATS; beat > 0; beat--) {
        const at = now - beat * HOUR + n * MINUTE
        store.queue.recordSlots(
          id,
          [{ dueAt: at, fate: 'beat', cause: null, count: 1 }],
          { threadId: id, reasons: ['interval'], withDue: true, tier: null, dueTier: 'quick', notBefore: at },
          { nextDueAt: now + HOUR, problem: null },
          at,
        )
        const run = store.queue.claim(
          (items) => items[0] ?? null,
          () => 'local checks',
          () => true,
          at,
        )
        if (run === null) throw new Error('nothing was claimed')
        const outcome = outcomeAt(n, beat)
        const summary =
          {
            quiet: '7 checks passed; clean.',
            unchanged: 'Nothing has changed.',
            alert: '2 branches without commits for more than 7 days',
            broken: 'git fetch: the remote did not answer',
          }[outcome as string] ?? ''
        store.runs.finish(
          run.id,
          endingWith({
            outcome,
            summary,
            tiers: beat % 24 === 0 ? ['quick', 'hourly', 'daily'] : ['quick', 'hourly'],
            stamps: ['quick', 'hourly'],
            durationMs: 400 + ((n * 131 + beat * 37) % 900),
            nextDueAt: now + HOUR + n * MINUTE,
          }),
          at + 900,
        )
      }
    }
  })
  store.close()
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
  past(dataDir, made)
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
    const { threads } = await client.snapshot()
    const told = threads.find((t) => t.name === 'edge-proxy') ?? threads[0]!
    const PAGES: readonly (readonly [name: string, hash: string])[] = [
      ['today', '/'],
      ['thread', `/thread/${told.id}`],
      ['editor', `/thread/${told.id}?tab=file`],
      ['inbox', '/inbox'],
      ['history', '/history'],
      ['queue', '/queue'],
      ['settings', '/settings'],
      ['first-run', '/first-run?step=pace'],
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
    console.log(`Shown in the README: ${shown}. All: ${looked}.`)
  } finally {
    app.app.process().kill('SIGTERM')
    await app.close()
    desktop.stop()
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
