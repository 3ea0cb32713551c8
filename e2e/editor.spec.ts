import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, threadNamed } from './harness/fleet.ts'
import { openEditor, listenTo, typeAtEndOf, SAVED } from './harness/editor.ts'

const LIST =
  '# HEARTBEAT.md\n\n## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n\n## ' +
  'Daily Tasks\n- [ ] Think about the week\n\n## Notes\nfirst note\nsecond note\n'

test('what is not touched keeps its bytes: CRLF, blanks at line ends, no newline at the end', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const before = LIST.replace('first note', 'first note  ').replace(/\n$/, '').replaceAll('\n', '\r\n')
  const { source, status, text } = await openEditor(app, folder, before)
  const clean = text() // with the times of the first beat in it
  expect(clean).not.toMatch(/(?<!\r)\n/)
  const said = await listenTo(status)
  await typeAtEndOf(page, source, 'Think about the week', ', and the next')
  await expect.poll(text).toBe(clean.replace('about the week', 'about the week, and the next'))
  await expect(status).toHaveText(SAVED)
  expect((await said())[0]).toMatch(/^not saved: /)
})

test('a change made outside is taken in place while nothing is typed', async ({ folder, start }) => {
  const app = await start()
  const { page } = app
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  writeFileSync(file, text().replace('first note', 'first note, changed by an agent'))
  await expect(source).toContainText('first note, changed by an agent')
  await expect(page.getByText(/^Updated by another tool/)).toBeVisible()
  await expect(status).toHaveText(SAVED)
  await page.getByRole('button', { name: 'Undo their change' }).click()
  await expect.poll(text).toContain('first note\n')
  await expect(source).not.toContainText('changed by an agent')
})

test('a change made outside is merged with what is being typed', async ({ folder, start }) => {
  const app = await start()
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  // Between two halves: however slow the machine is, what is typed was not saved before the file changed.
  await typeAtEndOf(app.page, source, 'second note', ', mi')
  writeFileSync(file, text().replace('Think about the week', 'Think about the year'))
  await app.page.keyboard.type('ne')
  await expect(app.page.getByText(/^Merged with what/)).toBeVisible()
  await expect(status).toHaveText(SAVED)
  expect(text()).toContain('second note, mine')
  expect(text()).toContain('Think about the year')
  await expect(source).toContainText('Think about the year')
  await expect(source).toContainText('second note, mine')
})

for (const [decision, result] of [
  ['Keep mine', 'Think about the week, mine'],
  ['Take theirs', 'Think about the year, theirs'],
] as const) {
  test(`both changed one line: nothing is written until a person decides; ${decision.toLowerCase()}`, async ({
    folder,
    start,
  }) => {
    const app = await start()
    const { page } = app
    const { source, status, file, text } = await openEditor(app, folder, LIST)
    await typeAtEndOf(page, source, 'Think about the week', ', mi')
    const theirs = text().replace(/Think about the week.*/, 'Think about the year, theirs')
    writeFileSync(file, theirs)
    await page.keyboard.type('ne')
    await expect(status).toHaveText('not saved: both changed the same lines')
    await expect(page.getByRole('textbox', { name: 'Your text' })).toContainText('Think about the week, mine')
    await expect(page.getByRole('textbox', { name: 'The file' })).toContainText(
      'Think about the year, theirs',
    )
    expect(text()).toBe(theirs)
    await page.getByRole('button', { name: decision }).click()
    await expect(status).toHaveText(SAVED)
    await expect.poll(text).toContain(result)
    expect(text()).toBe(theirs.replace('Think about the year, theirs', result))
  })
}

test('the word is never “saved” while it is not: the folder is gone for a while', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  const repo = path.dirname(file)
  renameSync(repo, `${repo}-away`)
  const said = await listenTo(status)
  await typeAtEndOf(page, source, 'second note', ', kept')
  const failure = page.getByRole('alert').filter({ hasText: 'Not saved:' })
  await expect(failure).toBeVisible()
  await page.keyboard.press('Control+1') // leaving would lose it: a question
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(source).toContainText('second note, kept')
  expect((await said()).filter((words) => !/^(not saved: |saving)/.test(words))).toEqual([])
  renameSync(`${repo}-away`, repo)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(status).toHaveText(SAVED)
  expect(text()).toContain('second note, kept')
})

test('leaving right after typing loses nothing', async ({ folder, start }) => {
  const app = await start()
  const { source, text } = await openEditor(app, folder, LIST)
  await typeAtEndOf(app.page, source, 'second note', ', and gone')
  await app.page.keyboard.press('Control+1')
  await expect(app.page.getByRole('grid', { name: 'Fleet' })).toBeVisible()
  expect(text()).toContain('second note, and gone')
})

test('a file that git tracks is said to be so, and beats do not write into it', async ({ folder, start }) => {
  const app = await start()
  const git = (repo: string, ...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.invalid', ...args], {
      cwd: repo,
      encoding: 'utf8',
    })
  const { file, text } = await openEditor(app, folder, LIST, (repo) => {
    git(repo, 'add', '-f', 'HEARTBEAT.md')
    git(repo, 'commit', '-q', '-m', 'Share the list')
  })
  await expect(app.page.getByText('git tracks this file')).toBeVisible()
  expect(text()).toBe(LIST)
  expect(git(path.dirname(file), 'status', '--porcelain')).toBe('')
})

test('board and source are one text with one undo; cards move by key and by mouse', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [1400, 1000] })
  const { page } = app
  const { source, status, text } = await openEditor(
    app,
    folder,
    LIST.replace('first note', 'first note  ').replaceAll('\n', '\r\n'),
  )
  const before = text()
  const board = page.getByRole('region', { name: 'Board' })
  const column = (name: string) => board.getByRole('group', { name: `${name} tasks` })
  const card = column('Quick').getByRole('button', { name: 'Edit: Look at Urgent Flags' })
  await card.focus()
  await page.keyboard.press('Control+Shift+3')
  const moved = column('Daily').getByRole('button', { name: 'Edit: Look at Urgent Flags' })
  await expect(moved).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(moved).toBeFocused()
  await expect(status).toHaveText(SAVED)
  await expect.poll(text).toMatch(/Look at Urgent Flags\r\n- \[.\] Think about the week/)
  expect(text()).not.toMatch(/(?<!\r)\n/)
  expect(text()).toContain('first note  \r\n')
  // Undone where it was not done.
  await source.click()
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(card).toBeVisible()
  await expect.poll(text).toBe(before)
  await card.dragTo(column('Daily').getByRole('button', { name: 'Edit: Think about the week' }), {
    targetPosition: { x: 5, y: 2 },
  })
  await expect(moved).toBeVisible()
  await expect.poll(text).toMatch(/Look at Urgent Flags\r\n- \[.\] Think about the week/)
  await page.keyboard.press('Control+\\')
  await expect(source).toBeHidden()
  await page.keyboard.press('Control+\\')
  await expect(board).toBeHidden()
  // In the source the same keys.
  await source.locator('.cm-line').filter({ hasText: 'Think about the week' }).click()
  await page.keyboard.press('Control+Shift+1')
  await page.keyboard.press('Control+Enter')
  await expect.poll(text).toMatch(/## Quick Tasks\r\n(?:.*\r\n)?- \[.\] Think about the week/)
})

test('a file that is deleted outside keeps its text here, and is written again only when asked', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  rmSync(file)
  await expect(status).toHaveText('not saved: the file was deleted', { timeout: 10_000 })
  await expect(source).toContainText('second note')
  await page.getByRole('button', { name: 'Recreate' }).click()
  await expect(status).toHaveText(SAVED)
  expect(text()).toContain('second note')
})

test('an older version is had back from the history, and a template is seen before it is taken', async ({
  folder,
  start,
}) => {
  const app = await start()
  const { page } = app
  const { source, status, text } = await openEditor(app, folder, LIST, (repo) =>
    writeFileSync(path.join(repo, 'go.mod'), 'module x\n'),
  )
  await typeAtEndOf(page, source, 'second note', ', mine')
  await expect(status).toHaveText(SAVED)
  await page.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: /^you/ })).toBeVisible()
  await dialog.getByRole('button', { name: /^as first seen/ }).click()
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(dialog).toBeHidden()
  await expect.poll(text).not.toContain(', mine')
  await expect(source).not.toContainText(', mine')
  await page.getByRole('button', { name: 'More for this file' }).click()
  await page.getByRole('menuitem', { name: 'Templates…' }).click()
  await expect(dialog.getByText('it holds go.mod')).toBeVisible()
  expect(text()).not.toContain('go vet')
  await dialog.getByRole('button', { name: 'Add to my file' }).click()
  await expect.poll(text).toContain('go vet')
  expect(text()).toContain('second note')
})

test('what the newest beat found stands beside each line, and is over with it', async ({ folder, start }) => {
  const app = await start()
  const { source, file } = await openEditor(
    app,
    folder,
    LIST.replace('Think about the week', 'Run `test -f ready.txt`'),
  )
  const { id } = await threadNamed(app, 'written')
  const found = source.locator('.cm-found')
  await expect(found).toHaveText('is not approved')
  const {
    commands: [wanted],
  } = await app.client.approvals.list({ id })
  await app.client.approvals.set({ id, hashes: [wanted!.hash], approved: true, beat: true, confirmed: true })
  await expect(found).toHaveText('failed (exit code 1)')
  writeFileSync(path.join(path.dirname(file), 'ready.txt'), '')
  await app.client.beat.start({ id, tier: 'daily' })
  await expect(found).toHaveCount(0)
  const bars = app.page.locator('.cm-results .cm-result-bars')
  await expect(bars.locator('.cm-result-bar')).toHaveCount(3 + 3)
  await bars.first().click()
  await expect(app.page).toHaveURL(/#\/run\//)
})
