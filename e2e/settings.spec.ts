import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { violations } from './harness/axe.ts'
import { sideways } from './harness/layout.ts'
import { end, expect, resize, still, test } from './harness/fleet.ts'
import { picture } from './harness/picture.ts'

/** null: there is none yet. */
const readSettings = (dataDir: string): unknown => {
  const file = path.join(dataDir, 'settings.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

test('settings are found by search, stand in a file, and a hand edit of it counts at once', async ({
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, dataDir } = app
  await page.keyboard.press('Control+,')
  await expect(page.getByRole('searchbox', { name: 'Search settings' })).toBeFocused()
  await page.keyboard.type('beats rest')
  await page.getByRole('switch', { name: 'Beats rest as well' }).click()
  const file = path.join(dataDir, 'settings.json')
  await expect.poll(() => readSettings(dataDir)).toEqual({ quietPausesBeats: true })
  writeFileSync(file, '{ "quietPausesBeats": true, "theme": "dark", "maxRuns": 99 }')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('searchbox', { name: 'Search settings' }).fill('runs at')
  await expect(page.getByText('settings.json says something else here').first()).toBeVisible()
  writeFileSync(file, '{ "quiet')
  await expect(page.getByText('Your settings file needs a look')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('button', { name: 'Open Settings' }).click()
  await page
    .getByRole('button', { name: /^Show the settings of/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Your settings file needs a look')).toBeHidden()
  expect(readSettings(dataDir)).toMatchObject({ theme: 'dark' })
})

test('every section is sound in two sizes and both themes', async ({ start }) => {
  test.setTimeout(120_000)
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  await client.backups.make()
  await client.settings.change({ quickCalls: 41 })
  const faults: string[] = []
  for (const section of [
    'general',
    'appearance',
    'notifications',
    'schedule',
    'threads',
    'integrations',
    'privacy',
    'updates',
    'advanced',
  ]) {
    await page.evaluate((to) => void (location.hash = to), `#/settings/${section}`)
    await expect(page.locator('nav[aria-label="Sections of the settings"] [aria-current=page]')).toBeVisible()
    if (section === 'advanced') {
      await page.getByRole('button', { name: 'Run the checks' }).click()
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: /checks/ })
          .first(),
      ).toBeVisible({ timeout: 20_000 })
    }
    for (const [size, theme] of [
      [[1280, 800], 'light'],
      [[900, 600], 'dark'],
    ] as const) {
      await resize(app, size)
      await client.settings.change({ theme })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await still(page)
      await picture(page, `settings-${section}-${size.join('x')}-${theme}`)
      const wide = await sideways(page)
      if (wide > 0) faults.push(`${section} is ${wide} px too wide at ${size.join('×')}`)
      faults.push(...(await violations(page)).map((v) => `${section} ${theme}: ${v}`))
    }
  }
  expect(faults).toEqual([])
})

test('a restored backup is there after the next start', async ({ folder, start }) => {
  const dataDir = path.join(folder, 'data')
  const first = await start({ dataDir, size: [1280, 800] })
  await first.client.settings.change({ theme: 'light' })
  await first.page.evaluate(() => void (location.hash = '#/settings/privacy'))
  await first.page.getByRole('button', { name: 'Back up now' }).click()
  await expect(first.page.getByRole('list', { name: 'Backups' }).getByRole('listitem')).toHaveCount(1)
  await first.page.getByRole('button', { name: /^Restore / }).click()
  await first.page.getByRole('alertdialog').getByRole('button', { name: 'Restore at the next start' }).click()
  await expect(first.page.getByText('At the next start:')).toBeVisible()
  await end(first)
  const again = await start({ dataDir, size: [1280, 800] })
  const view = await again.client.backups.list()
  expect(view.pending).toBeNull()
  expect(view.backups.map((b) => b.why).sort()).toEqual(['asked', 'before-restore'])
})

test('a key is recorded with its conflict, counts at once, and the shown ones are true', async ({
  start,
}) => {
  const app = await start({ size: [1280, 800] })
  const { page, dataDir, client } = app
  await page.evaluate(() => void (location.hash = '#/settings/general'))
  await page.getByRole('button', { name: 'Change keys…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Keys' })
  await dialog.getByRole('button', { name: 'Change the key for Find anything' }).click()
  await page.keyboard.press('Control+n')
  await expect(dialog.getByText('Conflict: it is the key for “Add repositories”')).toBeVisible()
  await page.keyboard.press('Control+Shift+k')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Change the key for Find anything' })).toBeFocused()
  await expect.poll(() => readSettings(dataDir)).toEqual({ keys: { 'Mod+K': 'Mod+Shift+K' } })
  for (const theme of ['light', 'dark'] as const) {
    await client.settings.change({ theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await still(page)
    await picture(page, `settings-keys-${theme}`)
    expect(await violations(page)).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+Shift+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeVisible()
  await page.keyboard.press('Control+Shift+k')
  await expect(page.getByRole('dialog', { name: 'Find anything' })).toBeHidden()
})
