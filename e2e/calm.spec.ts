import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { expect, settled, test, type Started } from './harness/fleet.ts'
import { manyThreads } from './harness/past.ts'

/** The whole is `npm run bench:calm`; this is its share, and it counts instead of timing. */
const THREADS = 50
const EVENTS = 400

/** Messages that reach the page over its port, from now on. */
const countMessages = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen = new WeakSet<Event>()
    const counter = { messages: 0 }
    const { get } = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data')!
    Object.defineProperty(MessageEvent.prototype, 'data', {
      configurable: true,
      get(this: MessageEvent) {
        if (this.target instanceof MessagePort && !seen.has(this)) {
          seen.add(this)
          counter.messages++
        }
        return get!.call(this) as unknown
      },
    })
    Object.assign(window, { counter })
  })
const messages = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { counter: { messages: number } }).counter.messages)

/** What Chromium did for the page during `meanwhile`, by name. */
async function traced(
  { app, page }: Started,
  meanwhile: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const pid = await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]!.webContents.getOSProcessId(),
  )
  await app.evaluate(({ contentTracing }) =>
    contentTracing.startRecording({
      included_categories: [
        'devtools.timeline',
        'disabled-by-default-devtools.timeline',
        'disabled-by-default-devtools.timeline.frame',
      ],
    }),
  )
  await meanwhile()
  const file = await app.evaluate(({ contentTracing }) => contentTracing.stopRecording())
  const { traceEvents } = JSON.parse(readFileSync(file, 'utf8')) as {
    traceEvents: { name: string; pid: number }[]
  }
  rmSync(file)
  const counts: Record<string, number> = {}
  for (const { name, pid: from } of traceEvents) if (from === pid) counts[name] = (counts[name] ?? 0) + 1
  expect(page.isClosed()).toBe(false)
  return counts
}
const work = ({
  Paint = 0,
  FireAnimationFrame = 0,
  Layout = 0,
  Commit = 0,
  BeginMainThreadFrame = 0,
}: Record<string, number>) => ({ Paint, FireAnimationFrame, Layout, Commit, BeginMainThreadFrame })
const NONE = { Paint: 0, FireAnimationFrame: 0, Layout: 0, Commit: 0, BeginMainThreadFrame: 0 }

/**
 * The tick of the minute draws every row that shows a relative time: what is looked at begins at least 25 s
 * before one.
 */
async function farFromTick(page: Page): Promise<void> {
  const second = Date.now() % 60_000
  if (second > 35_000) await page.waitForTimeout(62_000 - second)
}

async function fleet(folder: string, start: (options: object) => Promise<Started>): Promise<Started> {
  const dataDir = path.join(folder, 'data')
  mkdirSync(path.join(folder, 'made'))
  await manyThreads(path.join(folder, 'made'), dataDir, THREADS, 6)
  const app = await start({ dataDir, size: [1280, 800] })
  await settled(app)
  await expect(app.page.getByRole('grid', { name: 'Fleet' }).locator('[data-thread]').first()).toBeVisible()
  return app
}

test('a storm of events is at most ten messages a second, and only rows that changed are drawn', async ({
  folder,
  start,
}) => {
  test.setTimeout(120_000)
  const app = await fleet(folder, start)
  const { page, client } = app
  const { threads } = await client.snapshot()
  const struck = threads.slice(0, 2).map((t) => t.id)
  await farFromTick(page)
  await countMessages(page)
  await page.evaluate(() => {
    const drawn = new Set<string>()
    Object.assign(window, { drawn })
    new MutationObserver((records) => {
      for (const { target } of records) {
        const row = (target instanceof Element ? target : target.parentElement)?.closest<HTMLElement>(
          '[data-thread]',
        )
        if (row?.dataset['thread'] !== undefined) drawn.add(row.dataset['thread'])
      }
    }).observe(document.querySelector('[role=grid]')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    })
  })
  const before = await messages(page)
  const began = Date.now()
  for (let i = 0; i < EVENTS; i += 20) {
    await Promise.all(
      Array.from({ length: 20 }, (_, k) =>
        client.events.add({
          to: struck[(i + k) % 2]!,
          text: `fact ${i + k}`,
          source: 'hook', // listed only: the row stays where it is
          wake: 'next',
          urgent: false,
          trusted: true,
        }),
      ),
    )
  }
  await client.threads.change({ id: struck[0]!, name: 'renamed' })
  await expect(page.getByText('renamed').first()).toBeVisible()
  const seconds = (Date.now() - began) / 1000
  const heard = (await messages(page)) - before
  console.log(`calm: ${EVENTS} events in ${seconds.toFixed(1)} s came as ${heard} messages`)
  expect(heard).toBeGreaterThan(0)
  // One at each edge; what the page fetches again because of them comes at most twice a second.
  expect(heard).toBeLessThanOrEqual(Math.ceil(seconds * 10) + 2 + Math.ceil(seconds * 2))
  const drawn = await page.evaluate(() => [...(window as unknown as { drawn: Set<string> }).drawn])
  expect(
    drawn.filter((id) => !(struck as string[]).includes(id)),
    'rows that did not change',
  ).toEqual([])
})

test('a quiet window draws nothing at all, and hears nothing', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const app = await fleet(folder, start)
  const { page, client } = app
  await page.mouse.move(640, 790)
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await countMessages(page)
  // the pulse was just told: the next one is a minute away
  await client.settings.change({ density: 'compact' })
  await expect.poll(() => messages(page)).toBeGreaterThan(0)
  // What the machine does late (a font, a scrollbar that fades) belongs to opening, not to being quiet: one
  // of the looks is all still.
  await expect(async () => {
    await page.waitForTimeout(3_000)
    await farFromTick(page)
    const before = await messages(page)
    const counts = await traced(app, () => page.waitForTimeout(10_000)) // asks the page nothing
    expect(work(counts)).toEqual(NONE)
    expect(await messages(page)).toBe(before)
  }).toPass({ timeout: 120_000, intervals: [0] })
})

test('the tracing that says so sees a frame when there is one', async ({ folder, start }) => {
  const app = await fleet(folder, start)
  const { page, client } = app
  const { id } = (await client.snapshot()).threads[0]!
  const counts = await traced(app, async () => {
    await client.threads.change({ id, name: 'renamed' })
    await expect(page.getByText('renamed').first()).toBeVisible()
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  })
  expect(work(counts).Paint).toBeGreaterThan(0)
})

test('a window that was destroyed comes back with real data', async ({ folder, start }) => {
  const app = await fleet(folder, start)
  await app.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.destroy())
  const opened = app.app.waitForEvent('window')
  const began = Date.now()
  await app.client.shell.showWindow()
  const page = await opened
  await expect(page.getByRole('grid', { name: 'Fleet' }).locator('[data-thread]').first()).toBeVisible()
  console.log(`calm: a destroyed window shows rows again after ${Date.now() - began} ms`)
  await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
})
