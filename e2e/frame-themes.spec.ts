import { violations } from './harness/axe.ts'
import { addRepository, expect, finder, row, still, test } from './harness/fleet.ts'

test(
  'axe finds nothing in palette, shortcuts and Queue, in four themes and with the ' + 'system’s own colours',
  async ({ folder, start }) => {
    test.setTimeout(120_000)
    const app = await start({ size: [1280, 800] })
    const { page, client } = app
    await addRepository(app, folder, 'seen')
    await client.settings.change({ views: [{ name: 'Late ones', query: 'state=overdue' }] })
    await expect(row(page, 'seen')).toBeVisible()
    const found: string[] = []
    const look = async (screen: string, rules: 'all' | 'colors'): Promise<void> => {
      await still(page)
      found.push(...(await violations(page, rules)).map((v) => `${screen}: ${v}`))
    }
    for (const [theme, contrast, rules] of [
      ['light', 'system', 'all'],
      ['dark', 'system', 'colors'],
      ['light', 'more', 'colors'],
      ['dark', 'more', 'colors'],
    ] as const) {
      await client.settings.change({ theme, contrast })
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      await expect(page.locator('html[data-contrast=more]')).toHaveCount(contrast === 'more' ? 1 : 0)
      const name = `${theme} ${contrast}`
      await look(`Today, ${name}`, rules)
      await page.keyboard.press('Control+k')
      await expect(finder(page)).toBeFocused()
      await look(`palette, ${name}`, rules)
      await finder(page).fill('seen')
      await expect(page.getByRole('option', { selected: true })).toContainText('seen')
      await look(`palette with results, ${name}`, rules)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+5')
      await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible()
      await look(`Queue, ${name}`, rules)
      await page.keyboard.press('?')
      await expect(page.getByRole('dialog', { name: 'Keyboard' })).toBeVisible()
      await look(`shortcuts, ${name}`, rules)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Control+1')
      await expect(row(page, 'seen')).toBeVisible()
    }
    await client.settings.change({ contrast: 'system' })
    await page.emulateMedia({ contrast: 'more' })
    await expect(page.locator('html'), 'the system’s wish is followed live').toHaveAttribute(
      'data-contrast',
      'more',
    )
    await page.emulateMedia({ contrast: null, forcedColors: 'active' })
    await expect(page.locator('html[data-contrast=more]')).toHaveCount(0)
    const colours = (): Promise<unknown> =>
      page.evaluate(() => {
        const probe = document.createElement('span')
        document.body.append(probe)
        const of = (colour: string): string => {
          probe.style.cssText = `forced-color-adjust: none; color: ${colour}`
          return getComputedStyle(probe).color
        }
        return {
          text: of('var(--text)') === of('CanvasText'),
          canvas: of('var(--surface)') === of('Canvas'),
          chosen:
            getComputedStyle(document.querySelector('nav a[aria-current=page]')!).backgroundColor ===
            of('Highlight'),
        }
      })
    await expect
      .poll(colours, { message: 'colours change within their moment' })
      .toEqual({ text: true, canvas: true, chosen: true })
    expect(found.join('\n')).toBe('')
  },
)
