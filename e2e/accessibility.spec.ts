import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { HOUR } from '../shared/time.ts'
import { tourOfAgents } from './harness/agents-tour.ts'
import { tourOfWakes } from './harness/wakes-tour.ts'
import { machineWith, tellAgentStory } from './harness/fake-agents.ts'
import { addRepository, expect, go, openAgents, partOfQueue, place, openThread, row, settled, still, test, threadNamed, type Started } from './harness/fleet.ts'

/** What axe found, short enough to act on: rule, element, what is wrong. */
async function violations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
  return violations.flatMap((v) => v.nodes.map((n) => `${v.id} | ${n.target.join(' ')} | ${n.html.slice(0, 160)} | ${n.any.concat(n.all).map((c) => c.message).join('; ').slice(0, 160)}`))
}

async function inBothThemes({ page, client }: Started, screen: string, found: string[]): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await client.settings.change({ theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await still(page)
    found.push(...(await violations(page)).map((v) => `${screen}, ${theme}: ${v}`))
  }
}

test('axe finds nothing on any screen, light and dark', async ({ folder, start }) => {
  test.setTimeout(120_000)
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
  const urgent = await addRepository(app, folder, 'urgent', { heartbeat: '## Urgent Flags\n- the disk is full\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n- [ ] Run `echo hello`\n- [ ] Think about it\n\n## Nonsense\n- [ ] x\n' })
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
  for (const [tab, shown] of [['HEARTBEAT.md', '.cm-content'], ['Runs', '[role=table]'], ['Conversation', '[role=log]'], ['Settings', 'input']] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.locator(shown).first()).toBeVisible()
    await inBothThemes(app, `thread, ${tab}`, found)
  }
  await page.getByRole('tab', { name: 'HEARTBEAT.md' }).click()
  await page.locator('.cm-line').filter({ hasText: 'Think about it' }).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' hard')
  writeFileSync(urgent.file, readFileSync(urgent.file, 'utf8').replace('Think about it', 'Think about it deeply'))
  await expect(page.getByText('not saved: both changed the same lines')).toBeVisible()
  await inBothThemes(app, 'conflict', found)
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText(/^saved/)

  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'What was done' })).toBeVisible()
  await inBothThemes(app, 'run', found)
  for (const [name, title] of [['Threads', 'Threads'], ['Inbox', 'Inbox'], ['Queue', 'Queue'], ['History', 'History'], ['Pollination', 'Pollination'], ['Agents', 'Agents'], ['Settings', 'Settings']] as const) {
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
  test.setTimeout(120_000)
  const bin = path.join(folder, 'bin')
  const app = await start({ size: [1280, 800], env: machineWith(folder, bin) })
  const { page, client } = app
  const { id, runId, signOut } = await tellAgentStory(app, folder, bin)
  const found: string[] = []
  await tourOfAgents(app, { id, runId }, {
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
      for (const fold of ['The prompt that was sent', 'What the runner printed', 'Read']) await page.locator('summary').filter({ hasText: fold }).first().click()
      await inBothThemes(app, 'run of an agent', found)
    },
  })
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
  if (thread.agent.kind === 'cli') await client.threads.setAgent({ id, confirmed: true, agent: { ...thread.agent, bypassUntil: Date.now() + HOUR } })
  await expect(page.getByText('The checks of Claude Code are off.')).toBeVisible()
  await inBothThemes(app, 'without checks', found)
  await client.messages.send({ to: id, text: 'Stay here, please.' })
  await client.messages.send({ to: id, text: 'And then come back.' })
  await go(page, `/thread/${id}?tab=conversation`)
  await expect(page.getByRole('log').getByRole('button', { name: 'Cancel' })).toBeVisible()
  await inBothThemes(app, 'conversation, busy', found)
  await page.getByRole('log').getByRole('button', { name: 'Stop' }).click()
  await settled(app)
  signOut()
  await client.beat.start({ id, tier: 'quick', anyway: true })
  await settled(app)
  await expect(page.getByText('Claude Code is resting until')).toBeVisible()
  await inBothThemes(app, 'conversation, resting', found)
  await go(page, '/agents')
  await expect(page.getByRole('region', { name: 'Claude Code is resting' })).toBeVisible()
  await inBothThemes(app, 'agents, resting', found)
  expect(found.join('\n')).toBe('')
})

test('axe finds nothing where things happen by themselves, light and dark', async ({ folder, start }) => {
  test.setTimeout(120_000)
  const app = await start({ size: [1280, 800], env: machineWith(folder, path.join(folder, 'bin')) })
  const found: string[] = []
  const as = (screen: string) => () => inBothThemes(app, screen, found)
  await tourOfWakes(app, folder, {
    jobsEmpty: as('jobs, empty'), jobEditor: as('job editor'), jobReview: as('review of a job'), jobs: as('jobs'), queue: as('queue, full'), ahead: as('ahead'), activity: as('activity'),
    why: as('why'), dryRun: as('dry run'), webhooks: as('webhooks'),
    // One page: all of it is looked at with its last part.
    config: () => Promise.resolve(), sources: () => Promise.resolve(), hooks: as('thread settings with hooks'),
  })
  expect(found.join('\n')).toBe('')
})

test('a job made and a waiting beat cancelled by keyboard alone', async ({ folder, start }) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const { id } = await addRepository(app, folder, 'quiet')
  const focused = page.locator(':focus')
  /** Tab, and nothing else, until that has the focus. */
  const reach = async (what: Locator): Promise<void> => {
    for (let i = 0; i < 60 && !(await what.evaluate((e) => e === document.activeElement)); i++) await page.keyboard.press('Tab')
    await expect(what).toBeFocused()
  }
  await reach(place(page, 'Queue'))
  await page.keyboard.press('Enter')
  await reach(partOfQueue(page, 'Jobs'))
  await page.keyboard.press('Enter')
  await reach(page.getByRole('button', { name: 'New job' }))
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await expect(editor.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Reminder')
  await reach(editor.getByRole('radio', { name: 'On a calendar' }))
  await page.keyboard.press('ArrowRight')
  await expect(editor.getByRole('radio', { name: 'Every so often' })).toBeFocused()
  await reach(editor.getByLabel('Every', { exact: true }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type('6 h')
  await reach(editor.getByRole('textbox', { name: 'Text for the agent' }))
  await page.keyboard.type('Look at the fence.')
  await reach(editor.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText('Reminder')
  expect(await client.jobs.list({})).toMatchObject([{ name: 'Reminder', schedule: { kind: 'every', everyMs: 6 * HOUR }, action: { kind: 'event', text: 'Look at the fence.' } }])

  await client.threads.pause({ id, until: null, reason: 'test' })
  await client.wake({ id })
  await reach(place(page, 'Queue'))
  await page.keyboard.press('Enter')
  const cancel = page.getByRole('button', { name: 'Cancel what waits for quiet' })
  await expect(cancel).toBeVisible()
  await reach(cancel)
  await page.keyboard.press('Space')
  await expect(page.getByText('Nothing is waiting.')).toBeVisible()
  await expect(focused, 'the focus is not lost with what it stood on').not.toHaveJSProperty('tagName', 'BODY')
})

test('the whole way by keyboard: list, beat, run, and back', async ({ folder, start }) => {
  const app = await start()
  const { page, client } = app
  await addRepository(app, folder, 'first')
  await addRepository(app, folder, 'second')
  const focused = page.locator(':focus')
  await expect(row(page, 'second')).toBeVisible()

  await page.keyboard.press('j')
  await expect(focused).toHaveAttribute('aria-label', /^(first|second): /)
  const began = await focused.getAttribute('data-thread')
  await page.keyboard.press('j')
  await expect(focused).not.toHaveAttribute('data-thread', began!)
  await page.keyboard.press('k')
  await expect(focused).toHaveAttribute('data-thread', began!)

  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  const before = (await client.runs.page({})).runs.length
  await page.keyboard.press('b')
  await expect.poll(async () => (await client.runs.page({})).runs.length).toBe(before + 1)
  await settled(app)

  await page.keyboard.press('Alt+3')
  const newest = page.getByRole('table', { name: 'Runs' }).getByRole('link').first()
  await expect(page.getByRole('table', { name: 'Runs' }).getByRole('row')).toHaveCount(3)
  // Tab alone gets there.
  for (let i = 0; i < 40 && !(await newest.evaluate((link) => link === document.activeElement)); i++) await page.keyboard.press('Tab')
  await expect(newest).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('you asked for it')).toBeVisible()
  await page.keyboard.press('Control+[')
  await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible()
  await page.keyboard.press('Control+1')
  await expect(page.getByRole('grid', { name: 'Fleet' })).toBeVisible()

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(help).toContainText('Beat everything due')
  await page.keyboard.press('b') // rests while a dialog is open
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  expect((await client.runs.page({})).runs).toHaveLength(before + 1)
})

test('what has the focus shows it', async ({ folder, start }) => {
  const app = await start()
  const { page } = app
  await addRepository(app, folder, 'ringed')
  await expect(row(page, 'ringed')).toBeVisible()
  const bare = new Set<string>()
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press('Tab')
    const without = await page.evaluate(() => {
      const at = document.activeElement
      if (at === null || at === document.body) return null
      const rings = [getComputedStyle(at), getComputedStyle(at, '::after')].some((s) => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2)
      return rings || getComputedStyle(at).boxShadow !== 'none' ? null : at.outerHTML.slice(0, 160)
    })
    if (without !== null) bare.add(without)
  }
  expect([...bare]).toEqual([])
})
