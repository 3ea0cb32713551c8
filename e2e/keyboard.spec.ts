import { HOUR } from '../shared/base/time.ts'
import { addRepository, expect, partOfQueue, place, row, settled, test } from './harness/fleet.ts'
import { keyboardOf } from './harness/keyboard.ts'

test('a job made and a waiting beat cancelled by keyboard alone', async ({ folder, start }) => {
  const app = await start({ size: [1280, 800] })
  const { page, client } = app
  const { id } = await addRepository(app, folder, 'quiet')
  const { focused, reach } = keyboardOf(page)
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
  await reach(editor.getByRole('textbox', { name: 'Text for your inbox' }))
  await page.keyboard.type('Look at the fence.')
  await reach(editor.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(editor).toBeHidden()
  await expect(page.getByRole('table', { name: 'Jobs' })).toContainText('Reminder')
  expect(await client.jobs.list({})).toMatchObject([
    {
      name: 'Reminder',
      schedule: { kind: 'every', everyMs: 6 * HOUR },
      action: { kind: 'event', text: 'Look at the fence.' },
    },
  ])

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
  for (let i = 0; i < 40 && !(await newest.evaluate((link) => link === document.activeElement)); i++)
    await page.keyboard.press('Tab')
  await expect(newest).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('you asked for it').first()).toBeVisible()
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
      const rings = [getComputedStyle(at), getComputedStyle(at, '::after')].some(
        (s) => s.outlineStyle !== 'none' && parseFloat(s.outlineWidth) >= 2,
      )
      return rings || getComputedStyle(at).boxShadow !== 'none' ? null : at.outerHTML.slice(0, 160)
    })
    if (without !== null) bare.add(without)
  }
  expect([...bare]).toEqual([])
})
