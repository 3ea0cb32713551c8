import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../build/machine.mjs'
import { makeFleet } from '../electron/host/repositories.ts'
import { HOUR } from '../shared/base/time.ts'
import { DesktopBus } from './harness/desktop-bus.ts'
import { tourOfAgents } from './harness/agents-tour.ts'
import { tourOfWakes } from './harness/wakes-tour.ts'
import { machineWith, tellAgentStory } from './harness/fake-agents.ts'
import {
  end,
  expect,
  go,
  manyThreads,
  openAgents,
  openThread,
  place,
  resize,
  row,
  settled,
  still,
  test,
  threadNamed,
  type Started,
} from './harness/fleet.ts'

/** Pictures for people, and what can be said about them without taste. */
const pictures = path.join(root, 'test-results', 'screens')
const SIZES = [
  [1280, 800],
  [900, 600],
] as const

// With a tray and notifications, as on most desktops: without them each page begins with a banner.
let desktop: DesktopBus
test.beforeAll(async () => {
  desktop = await DesktopBus.start()
})
test.afterAll(() => desktop.stop())

/**
 * Sideways scrolling, texts that do not fit their button, things that lie on the rail. Empty: all is well.
 */
const faultsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const name = (e: Element): string =>
      `<${e.tagName.toLowerCase()}> ${(e.textContent ?? '').trim().slice(0, 40) || e.getAttribute('aria-label')}`
    const main = document.querySelector('main')!
    if (document.documentElement.scrollWidth > innerWidth)
      faults.push(`the page is ${document.documentElement.scrollWidth} px wide in a window of ${innerWidth}`)
    if (main.scrollWidth > main.clientWidth)
      faults.push(`the content is ${main.scrollWidth} px wide in ${main.clientWidth}`)
    // The hit area around a small control is no text that does not fit it.
    const withoutAreas = new CSSStyleSheet()
    withoutAreas.replaceSync('*::before { content: none !important }')
    document.adoptedStyleSheets.push(withoutAreas)
    for (const e of document.querySelectorAll<HTMLElement>(
      'button, [role=tab], [role=combobox], .rounded-full',
    )) {
      // on purpose, and all of it can be read
      const isCut = getComputedStyle(e).textOverflow === 'ellipsis' && e.title !== ''
      if (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !isCut)
        faults.push(`${name(e)} is ${e.scrollWidth} px wide in ${e.clientWidth}`)
    }
    document.adoptedStyleSheets.pop()
    const edge = document.querySelector('nav[aria-label=Places]')!.getBoundingClientRect().right
    for (const e of main.querySelectorAll<HTMLElement>('button, a, h1, h2, h3, p, article, [role=row]')) {
      const box = e.getBoundingClientRect()
      if (box.width > 1 && box.left < edge - 1 && !e.classList.contains('sr-only'))
        faults.push(`${name(e)} lies on the rail`)
      if (box.width > 1 && box.right > innerWidth + 1)
        faults.push(`${name(e)} leaves the window at ${Math.round(box.right)}`)
    }
    return [...new Set(faults)]
  })

async function look(app: Started, screen: string, faults: string[]): Promise<void> {
  const { page, client } = app
  mkdirSync(pictures, { recursive: true })
  for (const size of SIZES) {
    await resize(app, size)
    await expect.poll(() => page.evaluate(() => [innerWidth, innerHeight])).toEqual([...size])
    for (const theme of ['light', 'dark'] as const) {
      await client.settings.change({ theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await still(page)
      await page.screenshot({ path: path.join(pictures, `${screen}-${size.join('x')}-${theme}.png`) })
    }
    faults.push(...(await faultsOf(page)).map((fault) => `${screen} ${size.join('×')}: ${fault}`))
  }
}

test('every screen in two sizes and two themes', async ({ folder, start }) => {
  test.setTimeout(180_000)
  const app = await start({ desktop })
  const { page, client } = app
  const faults: string[] = []
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await look(app, 'empty', faults)

  await page.keyboard.press('Control+n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await look(app, 'adding', faults)
  await page.keyboard.press('Escape')

  const made = await makeFleet(path.join(folder, 'fleet'))
  const present = made.filter((repository) => repository.state !== 'missing')
  expect(
    (await client.threads.add({ paths: present.map((repository) => repository.path), trust: true })).rejected,
  ).toEqual([])
  await expect
    .poll(async () => (await client.snapshot()).threads.every((thread) => thread.last !== null), {
      timeout: 60_000,
    })
    .toBe(true)
  await settled(app)
  await expect(row(page, 'atlas-api')).toBeVisible()
  await look(app, 'today', faults)

  await place(page, 'Threads').click()
  await look(app, 'threads', faults)
  await place(page, 'Today').click()
  await openThread(page, 'atlas-api')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await look(app, 'thread', faults)
  for (const [tab, shown] of [
    ['HEARTBEAT.md', '.cm-content'],
    ['Runs', '[role=table]'],
    ['Settings', 'input'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await look(app, { 'HEARTBEAT.md': 'editor', Runs: 'runs', Settings: 'thread-settings' }[tab], faults)
  }
  const conflicting = await threadNamed(app, 'edge-proxy')
  await page.evaluate((id) => (location.hash = `#/run/${id}`), conflicting.last!.runId)
  await expect(page.getByRole('region', { name: 'What was done' })).toBeVisible()
  await look(app, 'run', faults)
  for (const name of ['Threads', 'Inbox', 'Queue', 'History', 'Pollination', 'Agents', 'Settings'] as const) {
    await (name === 'Agents' ? openAgents(page) : place(page, name).click())
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await look(app, name.toLowerCase(), faults)
  }
  await page.getByRole('heading', { level: 1 }).click() // out of the search, where a letter is a letter
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await look(app, 'shortcuts', faults)
  expect(faults).toEqual([])
})

test('agents: none, at work, and in trouble', async ({ folder, start }) => {
  test.setTimeout(180_000)
  const bare = await start({ desktop, env: machineWith(folder, null) })
  const faults: string[] = []
  await openAgents(bare.page)
  await expect(bare.page.getByRole('article')).toHaveCount(3)
  await expect(bare.page.getByText('Not found', { exact: true })).toHaveCount(3)
  await look(bare, 'agents-none', faults)
  await end(bare)

  const bin = path.join(folder, 'bin')
  const app = await start({ desktop, env: machineWith(folder, bin) })
  const { page, client } = app
  const { id, runId, signOut } = await tellAgentStory(app, folder, bin)
  await expect(page.getByRole('article').first()).toBeVisible()
  await look(app, 'agent-today', faults)
  await tourOfAgents(
    app,
    { id, runId },
    {
      agents: () => look(app, 'agents', faults),
      test: () => look(app, 'agent-test', faults),
      questions: () => look(app, 'agent-overview', faults),
      conversation: () => look(app, 'conversation', faults),
      async run() {
        await look(app, 'agent-run', faults)
        for (const [what, name] of [
          ['What was done', 'agent-run-tasks'],
          ['What the agent called', 'agent-run-calls'],
        ] as const) {
          await page.getByRole('region', { name: what }).evaluate((e) => e.scrollIntoView())
          await look(app, name, faults)
        }
      },
    },
  )
  await go(page, `/thread/${id}?tab=settings`)
  await page.getByRole('region', { name: 'Runner' }).evaluate((e) => e.scrollIntoView())
  await look(app, 'runner-settings', faults)
  await page.getByLabel('Model for quick beats').fill('sonnet')
  await page.getByRole('button', { name: 'Review and use…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(app, 'runner-review', faults)
  await page.keyboard.press('Escape')

  const thread = await threadNamed(app, 'checkout-web')
  if (thread.agent.kind === 'cli')
    await client.threads.setAgent({
      id,
      confirmed: true,
      agent: { ...thread.agent, bypassUntil: Date.now() + HOUR },
    })
  await client.messages.send({ to: id, text: 'Stay here, please.' })
  await client.messages.send({ to: id, text: 'And then come back.' })
  await go(page, `/thread/${id}?tab=conversation`)
  await expect(page.getByText('Claude Code is working').first()).toBeVisible()
  await expect(page.getByRole('log').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await look(app, 'conversation-busy', faults)
  await page.getByRole('log').getByRole('button', { name: 'Stop', exact: true }).click()
  await settled(app)
  signOut()
  await client.messages.send({ to: id, text: 'Are you there?' })
  await settled(app)
  await client.beat.start({ id, tier: 'quick', anyway: true })
  await settled(app)
  await expect(page.getByText('Claude Code is resting until').first()).toBeVisible()
  await look(app, 'conversation-resting', faults)
  await go(page, `/run/${(await threadNamed(app, 'checkout-web')).last!.runId}`)
  await expect(page.getByText('The runner is signed out.').first()).toBeVisible()
  await look(app, 'agent-run-broken', faults)
  await openAgents(page)
  await expect(page.getByRole('region', { name: 'Claude Code is resting' })).toBeVisible()
  await look(app, 'agents-resting', faults)
  await go(page, `/thread/${id}?tab=settings`)
  await page
    .getByText('The checks of Claude Code are off.')
    .first()
    .evaluate((e) => e.scrollIntoView({ block: 'center' }))
  await look(app, 'runner-bypassed', faults)
  await go(page, `/thread/${(await threadNamed(app, 'docs-site')).id}?tab=conversation`)
  await expect(page.getByText('Nothing was said yet.')).toBeVisible()
  await look(app, 'conversation-empty', faults)
  expect(faults).toEqual([])
})

test('what happens around a thread: jobs, queue, ahead, activity, and their settings', async ({
  folder,
  start,
}) => {
  test.setTimeout(180_000)
  const app = await start({ desktop, env: machineWith(folder, path.join(folder, 'bin')) })
  const faults: string[] = []
  const as = (screen: string) => () => look(app, screen, faults)
  await tourOfWakes(app, folder, {
    jobsEmpty: as('jobs-empty'),
    jobEditor: as('job-editor'),
    jobReview: as('job-review'),
    jobs: as('jobs'),
    queue: as('queue-full'),
    ahead: as('ahead'),
    activity: as('activity'),
    why: as('why'),
    dryRun: as('dry-run'),
    config: as('settings-config'),
    sources: as('settings-sources'),
    hooks: as('settings-hooks'),
    webhooks: as('settings-webhooks'),
  })
  expect(faults).toEqual([])
})

test('500 threads', async ({ folder, start }) => {
  const dataDir = path.join(folder, 'data')
  await manyThreads(folder, dataDir, 500, 8)
  const app = await start({ dataDir, desktop })
  await expect(app.page.getByText('500 threads', { exact: true })).toBeVisible()
  const faults: string[] = []
  await look(app, 'many', faults)
  expect(faults).toEqual([])
})
