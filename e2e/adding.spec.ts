import { existsSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { makeRepository } from '../electron/host/repositories.ts'
import { addRepository, expect, openThread, row, settled, sourceFolder, test } from './harness/fleet.ts'

test('a stranger adds repositories and reads the verdict', async ({ folder, start }) => {
  const src = sourceFolder(folder)
  const made = [
    await makeRepository(src, 'atlas', 'clean'),
    await makeRepository(src, 'billing', 'merge_in_progress'),
    await makeRepository(src, 'charts', 'no_remote'),
  ]
  const { page, client } = await start()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Add a repository and Threadbeat checks its pulse.',
  )

  await page.getByRole('button', { name: 'Add repositories…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add repositories' })
  await expect(dialog.getByLabel('Path of a folder')).toBeFocused()
  await dialog.getByLabel('Path of a folder').fill(src)
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('3 repositories found')
  for (const { name } of made) await expect(dialog.getByRole('checkbox', { name })).toBeChecked()
  await expect(dialog.getByRole('checkbox', { name: 'Trust these repositories' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Add 3 repositories' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('1 thread needs you. 2 quiet.', {
    timeout: 45_000,
  })
  await expect(page).toHaveTitle('(1) Threadbeat — 1 thread needs you. 2 quiet.')
  const card = page.getByRole('article', { name: /billing/ })
  await expect(card).toContainText('Alert')
  await expect(row(page, 'atlas')).toHaveAttribute('aria-label', /^atlas: Quiet/)
  await expect(row(page, 'billing')).toHaveAttribute('aria-label', /^billing: Alert/)

  for (const { path: repo } of made) {
    expect(existsSync(path.join(repo, 'HEARTBEAT.md')), `${repo} has its list`).toBe(true)
    expect(execFileSync('git', ['status', '--porcelain'], { cwd: repo, encoding: 'utf8' })).not.toContain(
      'HEARTBEAT.md',
    )
  }
  // The first due time may have come meanwhile.
  const first = (await client.runs.page({})).runs.filter((run) => run.reasons.includes('added'))
  expect(first).toHaveLength(3)
})

test('a wrong path is said in the dialog, and nothing is added', async ({ folder, start }) => {
  const { page, client } = await start()
  await page.keyboard.press('Control+n')
  const dialog = page.getByRole('dialog', { name: 'Add repositories' })
  await dialog.getByLabel('Path of a folder').fill(path.join(folder, 'not-there'))
  await dialog.getByRole('button', { name: 'Look here' }).click()
  await expect(dialog.getByRole('alert').or(dialog.getByRole('status')).first()).toContainText(
    /could not be read|not found|no such|does not exist/i,
  )
  await expect(dialog.getByRole('button', { name: /^Add/ })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect((await client.snapshot()).threads).toEqual([])
})

test('a thread is removed after a question; HEARTBEAT.md stays', async ({ folder, start }) => {
  const app = await start()
  const { page, client } = app
  const thread = await addRepository(app, folder, 'leaving')
  await client.beat.start({ id: thread.id })
  await settled(app)
  const text = readFileSync(thread.file, 'utf8')
  await openThread(page, 'leaving')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove from Threadbeat…' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove leaving from Threadbeat?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused() // the safe answer
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  expect((await client.snapshot()).threads).toHaveLength(1)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Remove from Threadbeat…' }).click()
  await question.getByRole('button', { name: 'Remove thread' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Add a repository and Threadbeat checks its pulse.',
  )
  expect((await client.snapshot()).threads).toEqual([])
  expect(readFileSync(thread.file, 'utf8')).toBe(text)
})
