import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import {
  addRepository,
  end,
  expect,
  place,
  openThread,
  row,
  settled,
  test,
  threadNamed,
} from './harness/fleet.ts'

/** A list with one task that runs a command, and nothing else that could find something. */
const listWith = (command: string): string =>
  `## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n- [ ] Run \`${command}\`\n`

test('a beat by button and by key, watched while it runs, read task by task', async ({ folder, start }) => {
  const app = await start()
  const { page, client } = app
  const go = path.join(folder, 'go')
  const thread = await addRepository(app, folder, 'gated', {
    heartbeat: listWith('node gate.mjs'),
    // Ends when the test says so: the beat is seen running, however fast or slow the machine is.
    ready: (repo) =>
      writeFileSync(
        path.join(repo, 'gate.mjs'),
        `import { existsSync } from 'node:fs'\nconsole.log('the gate is open')\nconst look = ` +
          `setInterval(() => existsSync(${JSON.stringify(go)}) && clearInterval(look), 20)\n`,
      ),
  })
  await expect(row(page, 'gated')).toBeVisible()
  const {
    commands: [command],
  } = await client.approvals.list({ id: thread.id })
  // Until the window has seen the end of the first beat, the button would open that one.
  await expect(page.getByRole('button', { name: 'Beat gated now' })).toBeVisible()
  await client.approvals.set({ id: thread.id, hashes: [command!.hash], approved: true, confirmed: true })
  await page.getByRole('button', { name: 'Show the running beat of gated' }).click()
  await expect(page.locator('[data-place]')).toHaveAttribute('data-place', /^\/runs?\//)
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50')
  await expect(page.getByRole('main').getByText(/^1 of 2 · /)).toBeVisible()
  writeFileSync(go, '')
  await expect(page.getByRole('progressbar')).toBeHidden()
  const tasks = page.getByRole('region', { name: 'What was done' })
  await expect(tasks.getByText('Passed', { exact: true })).toHaveCount(2)
  await tasks.getByText('node gate.mjs').first().click()
  await expect(tasks.getByText('the gate is open')).toBeVisible()
  await expect(tasks.getByText('exit 0').first()).toBeVisible()
  await settled(app)

  await place(page, 'Today').click()
  const before = (await client.runs.page({})).runs.length
  await page.getByRole('button', { name: 'Beat gated now' }).click()
  await expect(page.getByRole('status', { name: 'What came of a beat' })).toHaveText(/^gated: Quiet in /)
  await expect
    .poll(async () => (await client.runs.page({})).runs.filter((r) => r.outcome !== null).length)
    .toBe(before + 1)
  await settled(app)
  // the window has seen the end, too
  await expect(page.getByRole('button', { name: 'Beat gated now' })).toBeVisible()
  await row(page, 'gated').focus()
  await page.keyboard.press('b')
  await expect
    .poll(async () => (await client.runs.page({})).runs.filter((r) => r.outcome !== null).length)
    .toBe(before + 2)
  const [newest] = (await client.runs.page({})).runs
  expect(newest).toMatchObject({ reasons: ['manual'], outcome: 'quiet' })

  await row(page, 'gated').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Runs' }).click()
  await page.getByRole('table', { name: 'Runs' }).getByRole('link').first().click()
  await expect(page.getByText('you asked for it').first()).toBeVisible()
})

test('a flag raised in a file that is never beaten is an urgent card at once, is acknowledged, and is resolved', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page, client } = app
  const thread = await addRepository(app, folder, 'flagged', {
    heartbeat: '## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n\n## Notes\nkept\n',
  })
  await client.beat.start({ id: thread.id, tier: 'daily' })
  await settled(app)
  await client.threads.change({ id: thread.id, intervalMs: 0 })
  writeFileSync(
    thread.file,
    readFileSync(thread.file, 'utf8').replace('(none)', '- production database is full'),
  )
  await expect(row(page, 'flagged')).toContainText('production database is full')

  const card = page.getByRole('article', { name: /^Urgent: flagged/ })
  await expect(card).toContainText('production database is full')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 thread needs you.')
  await card.getByRole('button', { name: 'Acknowledge' }).click()
  await expect.poll(async () => (await client.alerts.list({ state: 'acknowledged' })).length).toBe(1)
  await expect(card).toBeHidden() // and the table has moved up
  await expect(row(page, 'flagged').getByRole('img', { name: 'Acknowledged' })).toBeVisible()

  await openThread(page, 'flagged')
  await page.getByRole('button', { name: 'Resolve', exact: true }).click()
  await expect(page.getByText('No flag stands.')).toBeVisible()
  const text = readFileSync(thread.file, 'utf8')
  expect(text).toContain('kept\n')
  expect(text.slice(0, text.indexOf('## Quick'))).not.toContain('production database')
  await expect.poll(async () => (await client.alerts.list({ state: 'resolved' })).length).toBe(1)
  await place(page, 'Today').click()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('everything is paused and resumed', async ({ folder, start }) => {
  const app = await start()
  const { page, client } = app
  await addRepository(app, folder, 'resting')
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Until I resume' }).click()
  await expect(page.getByRole('main').getByText('Everything is paused until you resume.')).toBeVisible()
  await expect.poll(async () => (await client.snapshot()).fleet.engine).toBe('paused')
  // Beats that are asked for still run.
  const before = (await client.runs.page({})).runs.length
  await page.getByRole('button', { name: 'Beat resting now' }).click()
  await expect.poll(async () => (await client.runs.page({})).runs.length).toBe(before + 1)
  await page.getByRole('main').getByRole('button', { name: 'Resume' }).first().click() // in the banner
  await expect(page.getByRole('main').getByText('Everything is paused until you resume.')).toBeHidden()
  expect((await client.snapshot()).fleet.pause).toBeNull()
})

test('settings of a thread: a bad value is named, a good one outlives a restart', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  const app = await start({ dataDir })
  const { page } = app
  await addRepository(app, folder, 'paced')
  const { intervalMs } = await threadNamed(app, 'paced')
  await openThread(page, 'paced')
  await page.getByRole('tab', { name: 'Settings' }).click()
  // with its length, where the pace was moved away from a due time
  const another = page.getByRole('option', { name: /^Another/ })
  // What the page fetches comes in above it, and a list that opened meanwhile closes.
  await expect(async () => {
    if (!(await another.isVisible()))
      await page.getByRole('combobox', { name: 'Beats', exact: true }).click({ timeout: 2000 })
    await another.click({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  const interval = page.getByLabel('Own interval')
  for (const [bad, said] of [
    ['10 s', 'The interval must be 1 min to 24 h, or 0 for off; “10 s” is 10 s.'],
    ['soon', '“soon” is not a length of time.'],
    ['25 h', 'The interval must be 1 min to 24 h'],
  ] as const) {
    await interval.fill(bad)
    await interval.press('Enter')
    await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText(said)
    await expect(interval).toHaveAttribute('aria-invalid', 'true')
  }
  expect((await threadNamed(app, 'paced')).intervalMs).toBe(intervalMs)
  await interval.fill('12 min')
  await interval.press('Enter')
  await expect(page.getByRole('tabpanel').getByRole('alert')).toBeHidden()
  await expect.poll(async () => (await threadNamed(app, 'paced')).intervalMs).toBe(12 * 60_000)
  await page.getByLabel('Daily tasks at').fill('25:99')
  await page.getByLabel('Daily tasks at').press('Enter')
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('“25:99” is not a time of day')
  await page.getByLabel('Daily tasks at').fill('07:30')
  await page.getByLabel('Daily tasks at').press('Enter')
  await expect.poll(async () => (await threadNamed(app, 'paced')).dailyAt).toBe('07:30')
  await end(app)

  const again = await start({ dataDir })
  await openThread(again.page, 'paced')
  await again.page.getByRole('tab', { name: 'Settings' }).click()
  await expect(again.page.getByLabel('Own interval')).toHaveValue('12 min')
  await expect(again.page.getByLabel('Daily tasks at')).toHaveValue('07:30')
})

test('quit and come back: the same history', async ({ folder, start }) => {
  const dataDir = path.join(folder, 'data')
  const app = await start({ dataDir })
  const thread = await addRepository(app, folder, 'lasting', { state: 'merge_in_progress' })
  await app.client.beat.start({ id: thread.id })
  await settled(app)
  const before = (await app.client.runs.page({})).runs
  const compiled = path.join(dataDir, 'shell', 'Code Cache', 'js')
  await expect
    .poll(() => (existsSync(compiled) ? readdirSync(compiled).length : 0), {
      message: 'the next window need not compile its scripts',
    })
    .toBeGreaterThan(2)
  const ended = new Promise((resolve) => app.child.once('exit', resolve))
  await app.client.shell.quit().catch(() => undefined) // the answer may be overtaken by the end
  await ended

  const again = await start({ dataDir })
  await expect(row(again.page, 'lasting')).toHaveAttribute('aria-label', /^lasting: Alert/)
  expect((await again.client.runs.page({})).runs).toEqual(before)
  await place(again.page, 'History').click()
  const rows = again.page.getByRole('grid', { name: 'History' }).getByRole('row')
  await expect(rows).toHaveCount(before.length + 1) // and the head
  await expect(rows.nth(1), 'it is read, not only counted').toContainText('lasting')
  await rows.nth(1).press('Enter')
  await expect(again.page.getByRole('heading', { level: 1 })).toHaveText(before[0]?.summary ?? '')
})
