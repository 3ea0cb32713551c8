import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { HOUR } from '../shared/base/time.ts'
import { tourOfAgents } from './harness/agents-tour.ts'
import { inBothThemes, inBothThemesAndSizes, sideways } from './harness/axe.ts'
import { smallTargets } from './harness/targets.ts'
import { tourOfWakes } from './harness/wakes-tour.ts'
import { machineWith, tellAgentStory } from './harness/fake-agents.ts'
import {
  addRepository,
  dayBehind,
  expect,
  go,
  manyThreads,
  openAgents,
  place,
  openThread,
  resize,
  row,
  settled,
  still,
  test,
  threadNamed,
} from './harness/fleet.ts'

test('axe finds nothing on any screen, light and dark', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const app = await start({ size: [1280, 800] })
  const { page } = app
  const found: string[] = []
  await inBothThemes(app, 'Today, empty', found)
  await page.keyboard.press('Control+n')
  await expect(page.getByRole('dialog')).toBeVisible()
  await inBothThemes(app, 'adding, empty', found)
  await page.keyboard.press('Escape')

  await addRepository(app, folder, 'calm')
  await addRepository(app, folder, 'merging', { state: 'merge_in_progress' })
  const urgent = await addRepository(app, folder, 'urgent', {
    heartbeat:
      '## Urgent Flags\n- the disk is full\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n- [ ] Run ' +
      '`echo hello`\n- [ ] Think about it\n\n## Nonsense\n- [ ] x\n',
  })
  await addRepository(app, folder, 'broken', { state: 'broken' })
  await expect(row(page, 'broken')).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await inBothThemes(app, 'Today', found)

  await page.keyboard.press('Control+n')
  await page.getByLabel('Path of a folder').fill(folder)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('status')).toContainText('found')
  await inBothThemes(app, 'adding', found)
  await page.keyboard.press('Escape')

  await openThread(page, 'urgent')
  await expect(page.getByText('the disk is full').first()).toBeVisible()
  await inBothThemes(app, 'overview', found)
  for (const [tab, shown] of [
    ['HEARTBEAT.md', '.cm-content'],
    ['Runs', '[role=table]'],
    ['Conversation', '[role=log]'],
    ['Settings', 'input'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await inBothThemes(app, `thread, ${tab}`, found)
  }
  await page.getByRole('tab', { name: 'HEARTBEAT.md' }).click()
  await page.locator('.cm-line').filter({ hasText: 'Think about it' }).click()
  await page.keyboard.press('End')
  // Between two halves: however slow the machine is, what is typed was not saved before the file changed.
  await page.keyboard.type(' ha')
  writeFileSync(
    urgent.file,
    readFileSync(urgent.file, 'utf8').replace(/Think about it.*/, 'Think about it deeply'),
  )
  await page.keyboard.type('rd')
  await expect(page.getByText('not saved: both changed the same lines')).toBeVisible()
  await inBothThemes(app, 'conflict', found)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText(/^saved/)

  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'What was done' })).toBeVisible()
  await inBothThemes(app, 'run', found)
  for (const [name, title] of [
    ['Threads', 'Threads'],
    ['Inbox', 'Inbox'],
    ['Queue', 'Queue'],
    ['History', 'History'],
    ['Pollination', 'Pollination'],
    ['Agents', 'Agents'],
    ['Settings', 'Settings'],
  ] as const) {
    await (name === 'Agents' ? openAgents(page) : place(page, name).click())
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await inBothThemes(app, name, found)
  }
  await go(page, '/settings/advanced')
  await page.getByRole('button', { name: 'Run the checks' }).click()
  await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0, { timeout: 20_000 })
  await inBothThemes(app, 'Settings, checked', found)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
  await inBothThemes(app, 'shortcuts', found)
  await page.keyboard.press('Escape')
  await go(page, '/wall')
  await expect(page.getByText('merging').first()).toBeVisible()
  await inBothThemes(app, 'wall', found)
  expect(found.join('\n')).toBe('')
})

test('axe finds nothing where agents work, light and dark', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const bin = path.join(folder, 'bin')
  const app = await start({ size: [1280, 800], env: machineWith(folder, bin) })
  const { page, client } = app
  const { id, runId, signOut } = await tellAgentStory(app, folder, bin)
  const found: string[] = []
  await tourOfAgents(
    app,
    { id, runId },
    {
      async agents() {
        await inBothThemes(app, 'agents', found)
        await page.getByRole('button', { name: 'Add a budget' }).click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await inBothThemes(app, 'a budget', found)
        await page.keyboard.press('Escape')
      },
      test: () => inBothThemes(app, 'test of an agent', found),
      questions: () => inBothThemes(app, 'questions', found),
      conversation: () => inBothThemes(app, 'conversation', found),
      async run() {
        for (const fold of ['The prompt that was sent', 'What the runner printed', 'Read'])
          await page.locator('summary').filter({ hasText: fold }).first().click()
        await inBothThemes(app, 'run of an agent', found)
      },
    },
  )
  await go(page, `/thread/${id}?tab=settings`)
  await expect(page.getByRole('group', { name: 'Quick beats' })).toBeVisible()
  await inBothThemes(app, 'runner settings', found)
  await page.getByLabel('Model for quick beats').fill('sonnet')
  await page.getByRole('combobox', { name: 'What messages may do' }).click()
  await page.getByRole('option', { name: 'Full' }).click()
  await page.getByRole('button', { name: 'Review and use…' }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await inBothThemes(app, 'the question before an agent', found)
  await page.keyboard.press('Escape')

  const thread = await threadNamed(app, 'checkout-web')
  if (thread.agent.kind === 'cli')
    await client.threads.setAgent({
      id,
      confirmed: true,
      agent: { ...thread.agent, bypassUntil: Date.now() + HOUR },
    })
  await expect(page.getByText('The checks of Claude Code are off.').first()).toBeVisible()
  await inBothThemes(app, 'without checks', found)
  await client.messages.send({ to: id, text: 'Stay here, please.' })
  await client.messages.send({ to: id, text: 'And then come back.' })
  await go(page, `/thread/${id}?tab=conversation`)
  await expect(page.getByRole('log').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await inBothThemes(app, 'conversation, busy', found)
  await page.getByRole('log').getByRole('button', { name: 'Stop', exact: true }).click()
  await settled(app)
  signOut()
  await client.beat.start({ id, tier: 'quick', anyway: true })
  await settled(app)
  await expect(page.getByText('Claude Code is resting until').first()).toBeVisible()
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
  await inBothThemes(app, 'conversation, resting', found)
  await go(page, '/agents')
  await expect(page.getByRole('region', { name: 'Claude Code is resting' })).toBeVisible()
  await inBothThemes(app, 'agents, resting', found)
  expect(found.join('\n')).toBe('')
})

test('axe finds nothing where things happen by themselves, light and dark', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const app = await start({ size: [1280, 800], env: machineWith(folder, path.join(folder, 'bin')) })
  const found: string[] = []
  const as = (screen: string) => () => inBothThemes(app, screen, found)
  await tourOfWakes(app, folder, {
    jobsEmpty: as('jobs, empty'),
    jobEditor: as('job editor'),
    jobReview: as('review of a job'),
    jobs: as('jobs'),
    queue: as('queue, full'),
    ahead: as('ahead'),
    activity: as('activity'),
    why: as('why'),
    dryRun: as('dry run'),
    webhooks: as('webhooks'),
    // One page: all of it is looked at with its last part.
    config: () => Promise.resolve(),
    sources: () => Promise.resolve(),
    hooks: as('thread settings with hooks'),
  })
  expect(found.join('\n')).toBe('')
})

test('axe finds nothing in menus, dialogs and rare pages, which fit a small window', async ({
  folder,
  start,
}) => {
  test.setTimeout(240_000)
  const dataDir = path.join(folder, 'data')
  const { skippedAt } = await dayBehind(folder, dataDir)
  const app = await start({ dataDir, size: [1280, 800] })
  const { page, client } = app
  const found: string[] = []
  const look = (screen: string) => inBothThemesAndSizes(app, screen, found)
  const menu = page.getByRole('menu')
  const dialog = page.getByRole('dialog')
  const closed = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(menu.or(dialog)).toHaveCount(0)
  }
  await expect(row(page, 'repo-000')).toBeVisible()
  await look('Today, with cards')
  await page
    .getByRole('article', { name: /^Urgent: repo-000/ })
    .getByRole('button', { name: 'Snooze…' })
    .click()
  await expect(menu.getByRole('menuitem', { name: 'Until it changes' })).toBeVisible()
  await look('how long to snooze')
  await closed()
  await page
    .getByRole('article', { name: /^Alert: repo-001/ })
    .getByRole('button', { name: 'Hand over…' })
    .click()
  await menu.getByRole('menuitem', { name: 'Open a terminal here' }).click()
  await expect(dialog.getByLabel('Command', { exact: true })).toBeVisible()
  await look('handed over')
  await closed()
  for (const [key, what, shown] of [
    ['.', 'menu of a row', menu],
    ['Shift+B', 'a beat with a note', dialog],
  ] as const) {
    await row(page, 'repo-002').focus()
    await page.keyboard.press(key)
    await expect(shown).toBeVisible()
    await look(what)
    await closed()
    await expect(row(page, 'repo-002'), `the focus returns from ${what}`).toBeFocused()
  }
  await row(page, 'repo-002').focus()
  await page.keyboard.press('x')
  await look('a row is selected')
  await page.keyboard.press('Escape')
  const pause = page.getByRole('main').getByRole('button', { name: 'Pause', exact: true })
  await pause.click()
  await menu.getByRole('menuitem', { name: /reason/i }).click()
  await expect(dialog).toBeVisible()
  await look('a pause with its reason')
  await closed()
  await expect(pause, 'the focus returns from the pause').toBeFocused()
  await client.threads.pause({ id: null, until: null, reason: 'the harvest' })
  await expect(page.getByText('Everything is paused until you resume.').first()).toBeVisible()
  await look('paused')
  await client.threads.resume({ id: null })

  await page.keyboard.press('Control+Shift+f')
  await expect(dialog).toBeVisible()
  await look('find in all files')
  await closed()
  await go(page, `/thread/${(await threadNamed(app, 'repo-000')).id}/slot/${skippedAt}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Skipped/ })).toBeVisible()
  await look('a due time')
  await go(page, '/inbox')
  const alert = page.getByRole('article').first()
  await alert.getByRole('checkbox').click()
  await look('inbox, selected')
  await alert.getByRole('button', { name: /^More for/ }).click()
  await expect(menu).toBeVisible()
  await look('menu of an alert')
  await closed()
  await go(page, '/history')
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(dialog).toBeVisible()
  await look('an export')
  await closed()
  await go(page, '/threads?group=state')
  await expect(page.getByRole('grid')).toBeVisible()
  await look('threads, grouped')

  // A page that breaks, made to, and mended.
  await page.evaluate(() => {
    const { get } = URLSearchParams.prototype
    URLSearchParams.prototype.get = function (name) {
      if (name === 'state' && !('mended' in window)) throw new Error('made to break')
      return get.call(this, name)
    }
  })
  await go(page, '/inbox?state=resolved')
  await expect(page.getByText('This page broke.')).toBeVisible()
  await look('a page that broke')
  await page.evaluate(() => void Object.assign(window, { mended: true }))
  await page.getByRole('button', { name: 'Show the page again' }).click()
  await expect(page.getByText('Nothing was resolved yet.')).toBeVisible()
  const said = app.complaints.splice(0)
  expect(
    said.every((text) => text.includes('made to break')),
    said.join('\n'),
  ).toBe(true)
  expect(found.join('\n')).toBe('')
})

test(
  'every place at 900 × 600, and at 150 % of 1280 × 720, scrolls no page sideways; compact rows keep 24 ' +
    'px for what is clicked; without motion nothing moves',
  async ({ folder, start }) => {
    const dataDir = path.join(folder, 'data')
    await dayBehind(folder, dataDir)
    const app = await start({ dataDir, size: [900, 600] })
    const { page, client } = app
    await expect(row(page, 'repo-000')).toBeVisible()
    const { id } = await threadNamed(app, 'repo-000')
    const places = [
      '/',
      '/threads',
      '/inbox',
      '/history',
      '/queue',
      '/jobs',
      '/ahead',
      '/pollination',
      '/agents',
      '/first-run',
      ...['', '?tab=file', '?tab=runs', '?tab=conversation', '?tab=activity', '?tab=settings'].map(
        (tab) => `/thread/${id}${tab}`,
      ),
    ]
    const wide: string[] = []
    for (const [zoomPercent, size] of [
      [100, [900, 600]],
      [150, [1280, 720]],
    ] as const) {
      await resize(app, size)
      await client.settings.change({ zoomPercent })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(Math.round((size[0] * 100) / zoomPercent))
      for (const at of places) {
        await go(page, at)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await still(page)
        const over = await sideways(page)
        if (over > 0) wide.push(`${at} by ${over} px at ${zoomPercent} %`)
      }
    }
    expect(wide).toEqual([])
    await client.settings.change({ zoomPercent: 100, density: 'compact' })
    await resize(app, [1280, 800])
    const small: string[] = []
    for (const at of places) {
      await go(page, at)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await still(page)
      small.push(...(await smallTargets(page, 24)).map((target) => `${at}: ${target}`))
    }
    expect(small.join('\n'), 'under 24 px in compact rows').toBe('')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await go(page, '/')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((a) => a.playState === 'running' && Number(a.effect?.getComputedTiming().duration) > 20)
        .map((a) => (a as CSSAnimation).animationName ?? (a as CSSTransition).transitionProperty),
    )
    expect(moving).toEqual([])
  },
)

test('the heads of the table and of its groups stay in sight while the rows go by', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  mkdirSync(path.join(folder, 'made'))
  await manyThreads(path.join(folder, 'made'), dataDir, 40, 2)
  const { page } = await start({ dataDir, size: [1280, 800] })
  await go(page, '/threads?group=folder')
  const fleet = page.getByRole('grid', { name: 'Fleet' })
  const head = fleet.getByRole('columnheader', { name: 'Thread' })
  const group = fleet.getByRole('button', { name: /^Fold / })
  await expect(fleet.locator('[data-thread]').first()).toBeVisible()
  await fleet
    .locator('[data-thread]')
    .nth(8)
    .evaluate((row) => {
      let scroller: Element | null = row
      while (scroller !== null && scroller.scrollHeight <= scroller.clientHeight + 1)
        scroller = scroller.parentElement
      scroller?.scrollBy(0, 900)
    })
  await expect(row(page, 'repo-000')).not.toBeInViewport()
  await expect(head).toBeInViewport({ ratio: 1 })
  await expect(group).toBeInViewport({ ratio: 1 })
  const [top, below] = await Promise.all([head.boundingBox(), group.boundingBox()])
  expect(below!.y, 'the group’s head stands under the table’s').toBeGreaterThanOrEqual(
    top!.y + top!.height / 2,
  )
})
