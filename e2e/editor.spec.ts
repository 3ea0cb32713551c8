import { execFileSync } from 'node:child_process'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { addRepository, expect, openThread, test, type Started } from './harness/fleet.ts'

const LIST = '# HEARTBEAT.md\n\n## Urgent Flags\n(none)\n\n## Quick Tasks\n- [ ] Look at Urgent Flags\n\n## Daily Tasks\n- [ ] Think about the week\n\n## Notes\nfirst note\nsecond note\n'

interface Editor {
  readonly file: string
  readonly source: Locator
  /** The one word about the text and the file. */
  readonly status: Locator
  readonly text: () => string
}

async function openEditor(app: Started, folder: string, heartbeat: string, ready: (repo: string) => void = () => {}): Promise<Editor> {
  const { file } = await addRepository(app, folder, 'written', { heartbeat, ready })
  await openThread(app.page, 'written')
  await app.page.getByRole('tab', { name: 'HEARTBEAT.md' }).click()
  const panel = app.page.getByRole('tabpanel')
  const source = panel.getByRole('textbox', { name: 'HEARTBEAT.md' })
  await expect(source).toBeVisible()
  const status = panel.getByRole('status').first()
  await expect(status).toHaveText('saved')
  return { file, source, status, text: () => readFileSync(file, 'utf8') }
}

/** Types at the end of the line that shows `line`. */
async function typeAtEndOf(page: Page, source: Locator, line: string, typed: string): Promise<void> {
  await source.locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}

test('what is not touched keeps its bytes: CRLF, blanks at line ends, no newline at the end', async ({ folder, start }) => {
  const app = await start()
  const { page } = app
  const before = LIST.replace('first note', 'first note  ').replace(/\n$/, '').replaceAll('\n', '\r\n')
  const { source, status, text } = await openEditor(app, folder, before)
  const clean = text() // with the times of the first beat in it
  expect(clean).not.toMatch(/(?<!\r)\n/)
  await typeAtEndOf(page, source, 'Think about the week', ', and the next')
  await expect(status).toHaveText('not saved')
  await expect(status).toHaveText('saved')
  expect(text()).toBe(clean.replace('about the week', 'about the week, and the next'))
})

test('a change made outside is taken in place while nothing is typed', async ({ folder, start }) => {
  const app = await start()
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  writeFileSync(file, text().replace('first note', 'first note, changed by an agent'))
  await expect(source).toContainText('first note, changed by an agent')
  await expect(status).toHaveText('updated by a change made outside')
})

test('a change made outside is merged with what is being typed', async ({ folder, start }) => {
  const app = await start()
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  await typeAtEndOf(app.page, source, 'second note', ', mine')
  writeFileSync(file, text().replace('Think about the week', 'Think about the year'))
  await expect(status).toHaveText('merged with a change made outside')
  expect(text()).toContain('second note, mine')
  expect(text()).toContain('Think about the year')
  await expect(source).toContainText('Think about the year')
  await expect(source).toContainText('second note, mine')
})

for (const [decision, result] of [['Keep mine', 'Think about the week, mine'], ['Take theirs', 'Think about the year, theirs']] as const) {
  test(`both changed one line: nothing is written until a person decides; ${decision.toLowerCase()}`, async ({ folder, start }) => {
    const app = await start()
    const { page } = app
    const { source, status, file, text } = await openEditor(app, folder, LIST)
    await typeAtEndOf(page, source, 'Think about the week', ', mine')
    const theirs = text().replace('Think about the week', 'Think about the year, theirs')
    writeFileSync(file, theirs)
    await expect(status).toHaveText('conflict — not saved')
    await expect(page.getByRole('textbox', { name: 'Your text' })).toContainText('Think about the week, mine')
    await expect(page.getByRole('textbox', { name: 'The file' })).toContainText('Think about the year, theirs')
    expect(text()).toBe(theirs)
    await page.getByRole('button', { name: decision }).click()
    await expect(status).toHaveText('saved')
    await expect.poll(text).toContain(result)
    expect(text()).toBe(theirs.replace('Think about the year, theirs', result))
  })
}

test('the word is never “saved” while it is not: the folder is gone for a while', async ({ folder, start }) => {
  const app = await start()
  const { page } = app
  const { source, status, file, text } = await openEditor(app, folder, LIST)
  const repo = path.dirname(file)
  renameSync(repo, `${repo}-away`)
  await typeAtEndOf(page, source, 'second note', ', kept')
  const failure = page.getByRole('alert').filter({ hasText: 'Not saved:' })
  await expect(failure).toBeVisible()
  await expect(status).toHaveText('not saved')
  await page.keyboard.press('Control+1') // leaving would lose it: a question
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(source).toContainText('second note, kept')
  renameSync(`${repo}-away`, repo)
  await failure.getByRole('button', { name: 'Try again' }).click()
  await expect(status).toHaveText('saved')
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
  const git = (repo: string, ...args: string[]): string => execFileSync('git', ['-c', 'user.name=Sam', '-c', 'user.email=sam@example.invalid', ...args], { cwd: repo, encoding: 'utf8' })
  const { file, text } = await openEditor(app, folder, LIST, (repo) => {
    git(repo, 'add', '-f', 'HEARTBEAT.md')
    git(repo, 'commit', '-q', '-m', 'Share the list')
  })
  await expect(app.page.getByText('git tracks this file')).toBeVisible()
  expect(text()).toBe(LIST)
  expect(git(path.dirname(file), 'status', '--porcelain')).toBe('')
})
