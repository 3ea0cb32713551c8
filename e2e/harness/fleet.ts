import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect as baseExpect, test as base, type Locator, type Page } from '@playwright/test'
import { socketClient, type Client } from '../../electron/cli/kit/socket-client.ts'
import { makeRepository, type RepositoryState } from '../../electron/host/repositories.ts'
import { findSocket } from '../../electron/machine/network/socket-path.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { MINUTE } from '../../shared/base/time.ts'
import { launchApp, removeFolder, type LaunchedApp, type LaunchOptions } from './launch.ts'

export interface Started extends Omit<LaunchedApp, 'window'> {
  readonly child: ChildProcess
  readonly page: Page
  /**
   * The contract over the local socket, as the command line speaks it: for preparing, and for looking at
   * what is on record.
   */
  readonly client: Client
  /** What the window complained about: exceptions and errors on its console. */
  readonly complaints: string[]
}

/**
 * Playwright’s, but asking sooner: its own polls grow to one a second, and what is awaited here is mostly there
 * within a tenth of that.
 */
export const expect: typeof baseExpect = Object.assign(baseExpect.extend({}), {
  poll: ((ask, options) =>
    baseExpect.poll(ask, {
      intervals: [20, 50, 100, 150, 200, 250],
      ...(typeof options === 'string' ? { message: options } : options),
    })) satisfies typeof baseExpect.poll,
})

interface Fixtures {
  /** A folder of this test's own, removed afterwards. */
  folder: string
  /**
   * Starts the app with its window. Whatever was started is ended after the test; a complaint of the window
   * fails it.
   */
  start: (
    options?: LaunchOptions & { readonly size?: readonly [width: number, height: number] },
  ) => Promise<Started>
}

/** Once a window drew nothing any more, about one in 700; whether it took itself for hidden is not known. */
const DRAWS = `Promise.race([
  new Promise((drawn) => requestAnimationFrame(() => drawn('draws'))),
  new Promise((late) => setTimeout(late, 300, 'draws nothing')),
]).then((how) => 'the page ' + how + ', and is ' + document.visibilityState)`

export const test = base.extend<Fixtures>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-e2e-fleet-'))
    await use(folder)
    await removeFolder(folder)
  },
  start: async ({}, use, info) => {
    const all: Started[] = []
    await use(async (options = {}) => {
      const started = await startApp(options)
      all.push(started)
      return started
    })
    for (const { app, page, output } of all) {
      if (info.status === info.expectedStatus) continue
      // gone, or crashed: then there is nothing to see
      const body = await page.screenshot({ timeout: 5000 }).catch(() => null)
      if (body !== null) await info.attach('window', { body, contentType: 'image/png' })
      const sight = await inWindow({ app }, DRAWS).catch(() => 'the app is gone')
      await info.attach('sight', { body: sight, contentType: 'text/plain' })
      await info.attach('printed', { body: output(), contentType: 'text/plain' })
    }
    // one that does not go leaves none of the others behind
    const ended = await Promise.allSettled(all.map(end))
    expect(all.flatMap((started) => started.complaints)).toEqual([])
    expect(ended.flatMap((e) => (e.status === 'rejected' ? [String(e.reason)] : []))).toEqual([])
  },
})

async function startApp(
  options: LaunchOptions & { readonly size?: readonly [number, number] } = {},
): Promise<Started> {
  const launched = await launchApp(options)
  const page = await launched.window()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message))
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  if (options.size !== undefined) await resize(launched, options.size)
  await expect(page.locator('nav[aria-label="Places"]'), 'the window shows data').toBeVisible()
  return {
    ...launched,
    child: launched.app.process(),
    page,
    complaints,
    client: socketClient(findSocket(launched.dataDir)),
  }
}

/** As a signal at logout would: no question about running beats waits for an answer. */
export async function end(started: Started): Promise<void> {
  started.child.kill('SIGTERM')
  await started.close()
}

export async function resize(
  { app }: Pick<LaunchedApp, 'app'>,
  [width, height]: readonly [number, number],
): Promise<void> {
  await app.evaluate(({ BrowserWindow }, [w, h]) => BrowserWindow.getAllWindows()[0]?.setContentSize(w, h), [
    width,
    height,
  ] as const)
}

/**
 * Adds a repository that the test is not about adding, and lets its first beat end; the next is minutes
 * away.
 */
export async function addRepository(
  started: Pick<Started, 'client'>,
  folder: string,
  name: string,
  options: {
    readonly state?: RepositoryState
    readonly heartbeat?: string
    readonly ready?: (repo: string) => void
  } = {},
): Promise<ThreadView & { readonly file: string }> {
  const made = await makeRepository(folder, name, options.state ?? 'clean')
  const file = path.join(made.path, 'HEARTBEAT.md')
  if (options.heartbeat !== undefined) writeFileSync(file, options.heartbeat)
  options.ready?.(made.path)
  const { added, rejected } = await started.client.threads.add({ paths: [made.path], trust: true })
  expect(rejected).toEqual([])
  await expect
    .poll(
      async () => {
        const { last, running, waiting, nextDueAt, because } = await threadNamed(started, name)
        return last === null ? { running, waiting, nextDueAt, because } : 'ended'
      },
      { message: `the first beat of ${name}`, timeout: 30_000 },
    )
    .toBe('ended')
  await farFromDue(started, name)
  await settled(started)
  return { ...added[0]!, file }
}

/** Due times lie on a grid of the clock on the wall: one may be seconds away, and then comes in between. */
export async function farFromDue(started: Pick<Started, 'client'>, name: string): Promise<void> {
  for (const minutes of [9, 11, 13, 17]) {
    const { id, nextDueAt, config } = await threadNamed(started, name)
    if (config?.values.intervalMs !== undefined || nextDueAt === null || nextDueAt - Date.now() > 3 * MINUTE)
      return
    await started.client.threads.change({ id, intervalMs: minutes * MINUTE })
  }
}

export const threadNamed = async ({ client }: Pick<Started, 'client'>, name: string): Promise<ThreadView> => {
  const found = (await client.snapshot()).threads.find((t) => t.name === name)
  if (found === undefined) throw new Error(`no thread ${name}`)
  return found
}

/** Until nothing runs and nothing waits that could run. */
export async function settled(started: Pick<Started, 'client'>): Promise<void> {
  await expect
    .poll(
      async () => {
        const { fleet, threads } = await started.client.snapshot()
        return fleet.running === 0 && threads.every((t) => t.waiting.length === 0)
      },
      { timeout: 45_000, message: 'all beats have ended' },
    )
    .toBe(true)
}

/**
 * What the page says by itself: Playwright loses a page whose process is gone, the app does not. A script
 * that died with its page never answers.
 */
export const inWindow = ({ app }: Pick<Started, 'app'>, script: string): Promise<string> =>
  app.evaluate(async ({ BrowserWindow }, code) => {
    const answer = BrowserWindow.getAllWindows()[0]
      ?.webContents.executeJavaScript(code)
      .catch(() => null) as Promise<unknown>
    return String(
      await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 500, 'no answer'))]),
    )
  }, script)

/** By its address, as a link would; the page before it stays until that of the address is loaded. */
export async function go(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => void (location.hash = to), `#${hash}`)
  await expect(page.locator('[data-place]')).toHaveAttribute('data-place', hash.split('?', 1)[0]!)
}
export const row = (page: Page, name: string): Locator =>
  page.getByRole('grid', { name: 'Fleet' }).locator('[data-thread]').filter({ hasText: name })
/** By the keyboard: the rows move while a new profile's page fills, and a click may meet one where it was. */
export async function openThread(page: Page, name: string): Promise<void> {
  await row(page, name).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
}
export const place = (page: Page, name: string): Locator =>
  page.locator('nav[aria-label="Places"]').getByRole('link', { name })
/** Queue, jobs and the next 24 hours are one place. */
export const partOfQueue = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Parts of the queue' }).getByRole('link', { name })
/** Agents are a part of Settings, with an address of their own. */
export const openAgents = (page: Page): Promise<void> =>
  page.evaluate(() => void (location.hash = '#/agents'))
export const finder = (page: Page): Locator => page.getByRole('combobox', { name: 'Find anything' })
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('[data-sonner-toast]').filter({ hasText: text })

/**
 * Things fade in: what is measured, or pictured, half way has other colours. What lies in a closed fold
 * stands still for ever.
 */
export const still = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ends = document
      .getAnimations()
      .filter(
        (a) =>
          a.effect?.getComputedTiming().iterations !== Infinity &&
          (a.effect as KeyframeEffect).target?.checkVisibility() === true,
      )
    return Promise.all(ends.map((a) => a.finished.catch(() => undefined)))
  })

/**
 * A folder of repositories whose remotes lie elsewhere: bare ones beside them would be found too, and
 * rightly so.
 */
export function sourceFolder(folder: string): string {
  const src = path.join(folder, 'src')
  mkdirSync(path.join(folder, 'remotes'))
  mkdirSync(src)
  symlinkSync(path.join(folder, 'remotes'), path.join(src, '.remotes'))
  return src
}
