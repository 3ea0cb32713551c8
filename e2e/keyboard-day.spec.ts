import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { makeRepository } from '../electron/host/repositories.ts'
import { UNTIL_CHANGE } from '../shared/alerts/alert.ts'
import { claudeAt, fakeClaude, machineWith, useAgent } from './harness/fake-agents.ts'
import { expect, farFromDue, place, row, settled, sourceFolder, test, threadNamed } from './harness/fleet.ts'
import { dayBehind } from './harness/past.ts'
import { keyboardOf, pointerTouches } from './harness/keyboard.ts'

const HEARTBEAT =
  '# Heartbeat\n\n## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Run `git status`\n- [ ] Read the ' +
  'notes\n\n## Daily Tasks\n- [ ] Look back at the week\n'

/** An agent that looks, reports with evidence, and has found something. */
const AGENT = `
  call('Bash', { command: 'git status' }, true, 'nothing to commit')
  await own('report', { status: 'attention', tasks: [{ key: 'Run \`git status\`', outcome: 'ok', evidence: 'Nothing is uncommitted.' }, { key: 'Read the notes', outcome: 'finding', evidence: 'The map is older than the fence.' }], alerts: [{ key: 'fence', severity: 'warning', text: 'The fence has a hole.', state: 'open' }] })
  done('The fence has a hole.')`

test('ten tasks of a day by keyboard alone', async ({ folder, start }) => {
  test.setTimeout(120_000)
  const src = sourceFolder(folder)
  const harbor = await makeRepository(src, 'harbor', 'clean')
  const file = path.join(harbor.path, 'HEARTBEAT.md')
  writeFileSync(file, HEARTBEAT)

  const dataDir = path.join(folder, 'data')
  await dayBehind(folder, dataDir)
  const bin = path.join(folder, 'bin')
  const app = await start({ dataDir, size: [1280, 800], env: machineWith(folder, bin) })
  const { page, client } = app
  const touches = await pointerTouches(page)
  const { press, type, reach, enter, until, focused } = keyboardOf(page)
  const main = page.getByRole('main')
  const title = (name: string | RegExp) => page.getByRole('heading', { level: 1, name })
  /** Whatever went away, the focus is still somewhere. */
  const kept = (when: string) =>
    expect
      .poll(
        () =>
          page.evaluate(() => document.activeElement !== null && document.activeElement !== document.body),
        { message: `the focus is not lost when ${when}` },
      )
      .toBe(true)

  await test.step('1. a repository is added', async () => {
    await reach(place(page, 'Today'))
    await press('Control+n')
    const dialog = page.getByRole('dialog', { name: 'Add repositories' })
    await expect(dialog.getByLabel('Path of a folder')).toBeFocused()
    await type(src)
    await press('Enter')
    await expect(dialog.getByRole('checkbox', { name: 'harbor' })).toBeChecked()
    await enter(dialog.getByRole('button', { name: 'Add 1 repository' }))
    await expect(dialog).toBeHidden()
    await expect(row(page, 'harbor')).toBeVisible()
    await expect(place(page, 'Today'), 'the focus returns to where it was').toBeFocused()
    await expect
      .poll(async () => (await threadNamed(app, 'harbor')).last !== null, { timeout: 30_000 })
      .toBe(true)
    await farFromDue(app, 'harbor')
    await settled(app)
  })
  const { id } = await threadNamed(app, 'harbor')
  await useAgent(app, id, claudeAt(fakeClaude(bin, AGENT)))

  await test.step('2. it is beaten now, and what was proven is read', async () => {
    const before = (await client.runs.page({})).runs.length
    await press('j')
    await expect(focused).toHaveRole('row')
    await until('j', row(page, 'harbor'))
    // While it is shown as running, the key leads to that run.
    await expect(row(page, 'harbor')).toHaveAccessibleName(/^harbor: Quiet/)
    await press('b')
    await expect
      .poll(async () => (await client.runs.page({})).runs.filter((r) => r.outcome !== null).length)
      .toBe(before + 1)
    await settled(app)
    await expect(page.getByRole('article', { name: /^Alert: harbor/ })).toBeVisible()
    await expect(row(page, 'harbor')).toBeFocused()
    await press('Enter')
    await expect(title('harbor')).toBeVisible()
    await press('Alt+3')
    await enter(page.getByRole('table', { name: 'Runs' }).getByRole('link').first())
    await expect(title('The fence has a hole.')).toBeVisible()
    const done = page.getByRole('region', { name: 'What was done' })
    await expect(done.getByText('Passed', { exact: true })).toHaveCount(1)
    await expect(done).toContainText('Nothing is uncommitted.')
    await press('Control+[')
    await expect(page.getByRole('table', { name: 'Runs' })).toBeVisible()
  })

  await test.step('3. why a due time was skipped is read off the strip', async () => {
    await press('Control+1')
    const strip = page.getByRole('slider', { name: /^repo-000, / })
    await expect(row(page, 'repo-000')).toBeVisible()
    await kept('the place changes')
    await press('j')
    await until('k', page.getByRole('row', { name: /^(repo-000|harbor): / }).first())
    await until('j', row(page, 'repo-000'))
    await reach(strip)
    await press('ArrowLeft')
    await expect(strip).toHaveAttribute('aria-valuetext', /Skipped/)
    await press('Enter')
    await expect(title(/^Skipped .*: paused$/)).toBeVisible()
    await expect(main.getByRole('button', { name: 'Beat now' })).toBeVisible()
    await press('Control+[')
    await expect(row(page, 'repo-000')).toBeVisible()
  })

  await test.step('4. and 5. an alert is acknowledged, another is snoozed until it changes', async () => {
    await press('Control+3')
    await expect(title('Inbox')).toBeVisible()
    const rows = main.getByRole('article')
    await expect(rows).toHaveCount(3)
    await reach(rows.filter({ hasText: 'main is red' }))
    await press('a')
    await expect(rows).toHaveCount(2)
    const next = rows.filter({ hasText: 'The fence has a hole.' })
    const last = rows.filter({ hasText: '2 pull requests wait' })
    await expect(next.or(last).and(focused), 'on to the next').toHaveRole('article')
    await until('ArrowDown', last)
    await enter(last.getByRole('button', { name: 'More for repo-001' }))
    const menu = page.getByRole('menu')
    await until('ArrowDown', menu.getByRole('menuitem', { name: 'Until it changes' }))
    await press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(next).toBeFocused()
    const [acknowledged, snoozed] = await Promise.all([
      client.alerts.list({ state: 'acknowledged' }),
      client.alerts.list({ state: 'snoozed' }),
    ])
    expect([acknowledged.map((a) => a.text), snoozed.map((a) => [a.text, a.snoozedUntil])]).toEqual([
      ['main is red'],
      [['2 pull requests wait', UNTIL_CHANGE]],
    ])
  })

  await test.step('6. HEARTBEAT.md gets a task, which moves to another tier', async () => {
    await press('Control+1')
    await press('j')
    await until('k', row(page, 'harbor'))
    await press('e')
    const board = page.getByRole('region', { name: 'Board' })
    const adder = board.getByRole('textbox', { name: 'Add a task: quick' })
    await reach(page.getByRole('tabpanel').getByRole('textbox', { name: 'HEARTBEAT.md' }))
    await press('Escape') // in the text Tab indents; after Escape it leaves
    await reach(adder)
    await type('Count the boats')
    await press('Enter')
    const card = (tier: string) =>
      board
        .getByRole('group', { name: `${tier} tasks` })
        .getByRole('button', { name: 'Edit: Count the boats' })
    await until('Shift+Tab', card('Quick'))
    await press('Control+Shift+2')
    await expect(card('Hourly')).toBeFocused()
    await expect(page.getByRole('tabpanel').getByRole('status').first()).toHaveText(/^saved/)
    await expect
      .poll(() => readFileSync(file, 'utf8'))
      .toMatch(/## Hourly Tasks[^#]*- \[ \] Count the boats\n/)
  })

  await test.step('7. everything is paused and resumed', async () => {
    await press('Control+1')
    await enter(main.getByRole('button', { name: 'Pause', exact: true }))
    await until('ArrowDown', page.getByRole('menuitem', { name: 'Until I resume' }))
    await press('Enter')
    await expect(main.getByText('Everything is paused until you resume.')).toBeVisible()
    expect((await client.snapshot()).fleet.engine).toBe('paused')
    await kept('its button says something else')
    await enter(main.getByRole('button', { name: 'Resume' }).first())
    await expect(main.getByText('Everything is paused until you resume.')).toBeHidden()
    expect((await client.snapshot()).fleet.pause).toBeNull()
    await kept('the banner has gone')
  })

  await test.step('8. the history is searched, and a run of it opened', async () => {
    await press('Control+4')
    const search = page.getByRole('searchbox', { name: 'Search the history' })
    await reach(search)
    await type('fence')
    const found = page.getByRole('grid', { name: 'History' }).locator('[data-row="0"]')
    await expect(found).toContainText('The fence has a hole.')
    await reach(found)
    await press('Enter')
    await expect(title('The fence has a hole.')).toBeVisible()
    await press('Control+[')
    await expect(search).toHaveValue('fence')
    await expect(found).toContainText('The fence has a hole.')
  })

  await test.step('9. the theme is changed and reset', async () => {
    await press('Control+,')
    await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
    await type('theme')
    await enter(main.getByRole('combobox', { name: 'Theme' }))
    await until('ArrowDown', page.getByRole('option', { name: 'Dark' }))
    await press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    expect((await client.snapshot()).fleet.settings.theme).toBe('dark')
    await enter(main.getByRole('button', { name: 'Reset Theme' }))
    await expect.poll(async () => (await client.snapshot()).fleet.settings.theme).toBe('system')
    await expect(main.getByRole('button', { name: 'Reset Theme' })).toBeHidden()
    await kept('there is nothing left to reset')
  })

  await test.step('10. a thread is found by its name, and its finding handed over', async () => {
    await press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
    await type('harbo')
    await expect(page.getByRole('option', { selected: true })).toContainText('harbor')
    await press('Enter')
    await expect(title('harbor')).toBeVisible()
    await press('Control+1')
    const handOver = page
      .getByRole('article', { name: /^Alert: harbor/ })
      .getByRole('button', { name: 'Hand over…' })
    await enter(handOver)
    await until('ArrowDown', page.getByRole('menuitem', { name: 'Open a terminal here' }))
    await press('Enter')
    // no terminal on this machine: the command is there to copy
    const dialog = page.getByRole('dialog', { name: 'Open it yourself' })
    await expect(dialog.getByLabel('Command', { exact: true })).toContainText(harbor.path)
    await press('Escape')
    await expect(dialog).toBeHidden()
    await expect(handOver).toBeFocused()
    await press('?')
    const help = page.getByRole('dialog', { name: 'Keyboard' })
    await expect(help).toContainText('Beat everything due')
    await press('Escape')
    await expect(help).toBeHidden()
    await expect(handOver, 'the focus returns to where it was').toBeFocused()
  })
  expect(await touches(), 'touches of a pointer').toBe(0)
})
