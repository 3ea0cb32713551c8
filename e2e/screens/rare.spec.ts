import path from 'node:path'
import { expect, go, row, test, threadNamed } from '../harness/fleet.ts'
import { dayBehind } from '../harness/past.ts'
import { look } from '../harness/look.ts'

/** On a machine without tray and notifications, which each page says. */

test('menus, dialogs and rare pages look right and can be used by everybody', async ({ folder, start }) => {
  test.setTimeout(240_000)
  const dataDir = path.join(folder, 'data')
  const { skippedAt } = await dayBehind(folder, dataDir)
  const app = await start({ dataDir, size: [1280, 800] })
  const { page, client } = app
  const faults: string[] = []
  const seen = (screen: string): Promise<void> => look(app, screen, faults)
  const menu = page.getByRole('menu')
  const dialog = page.getByRole('dialog')
  const closed = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(menu.or(dialog)).toHaveCount(0)
  }
  await expect(row(page, 'repo-000')).toBeVisible()
  await seen('Today, with cards')
  await page
    .getByRole('article', { name: /^Urgent: repo-000/ })
    .getByRole('button', { name: 'Snooze…' })
    .click()
  await expect(menu.getByRole('menuitem', { name: 'Until it changes' })).toBeVisible()
  await seen('how long to snooze')
  await closed()
  const need = page.getByRole('article', { name: /^Alert: repo-001/ })
  await need.getByRole('heading').click()
  await need.getByRole('button', { name: 'Hand over…' }).click()
  await menu.getByRole('menuitem', { name: 'Open a terminal here' }).click()
  await expect(dialog.getByLabel('Command', { exact: true })).toBeVisible()
  await seen('handed over')
  await closed()
  for (const [key, what, shown] of [
    ['.', 'menu of a row', menu],
    ['Shift+B', 'a beat with a note', dialog],
  ] as const) {
    await row(page, 'repo-002').focus()
    await page.keyboard.press(key)
    await expect(shown).toBeVisible()
    await seen(what)
    await closed()
    await expect(row(page, 'repo-002'), `the focus returns from ${what}`).toBeFocused()
  }
  await row(page, 'repo-002').focus()
  await page.keyboard.press('x')
  await seen('a row is selected')
  await page.keyboard.press('Escape')
  const pause = page.getByRole('main').getByRole('button', { name: 'Pause', exact: true })
  await pause.click()
  await menu.getByRole('menuitem', { name: /reason/i }).click()
  await expect(dialog).toBeVisible()
  await seen('a pause with its reason')
  await closed()
  await expect(pause, 'the focus returns from the pause').toBeFocused()
  await client.threads.pause({ id: null, until: null, reason: 'the harvest' })
  await expect(page.getByText('Everything is paused until you resume.').first()).toBeVisible()
  await seen('paused')
  await client.threads.resume({ id: null })

  await page.keyboard.press('Control+Shift+f')
  await expect(dialog).toBeVisible()
  await seen('find in all files')
  await closed()
  await go(page, `/thread/${(await threadNamed(app, 'repo-000')).id}/slot/${skippedAt}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Skipped/ })).toBeVisible()
  await seen('a due time')
  await go(page, '/inbox')
  const alert = page.getByRole('article').first()
  await alert.getByRole('checkbox').click()
  await seen('inbox, selected')
  await alert.getByRole('button', { name: /^More for/ }).click()
  await expect(menu).toBeVisible()
  await seen('menu of an alert')
  await closed()
  await go(page, '/history')
  await page.getByRole('button', { name: /^Export/ }).click()
  await expect(dialog).toBeVisible()
  await seen('an export')
  await closed()
  await go(page, '/threads?group=state')
  await expect(page.getByRole('grid')).toBeVisible()
  await seen('threads, grouped')

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
  await seen('a page that broke')
  await page.evaluate(() => void Object.assign(window, { mended: true }))
  await page.getByRole('button', { name: 'Show the page again' }).click()
  await expect(page.getByText('Nothing was resolved yet.')).toBeVisible()
  const said = app.complaints.splice(0)
  expect(
    said.every((text) => text.includes('made to break')),
    said.join('\n'),
  ).toBe(true)
  expect(faults.join('\n')).toBe('')
})
