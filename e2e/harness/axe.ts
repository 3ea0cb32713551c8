import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, resize, still, type Started } from './fleet.ts'
import { smallTargets } from './targets.ts'

/** In pixels; compact rows promise 24. */
const COMFORTABLE = 32

/**
 * What axe found, short enough to act on: rule, element, what is wrong. What passed is not written down,
 * which is most of the work.
 */
export async function violations(page: Page): Promise<string[]> {
  // A menu hangs over the page, beside its landmarks; the rule about landmarks knows only dialogs that may.
  const isMenuOpen = (await page.getByRole('menu').count()) > 0
  // Targets of at least 24 px, or with as much room around them: asked for only when told to.
  const rules = { 'target-size': { enabled: true }, ...(isMenuOpen && { region: { enabled: false } }) }
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'], rules })
  const { violations } = await axe.analyze()
  return violations.flatMap((v) =>
    v.nodes.map(
      (n) =>
        `${v.id} | ${n.target.join(' ')} | ${n.html.slice(0, 160)} | ${n.any
          .concat(n.all)
          .map((c) => c.message)
          .join('; ')
          .slice(0, 160)}`,
    ),
  )
}

/**
 * The screen as it stands, light and dark; what is wrong is added to `found`, also what is smaller than
 * comfortable rows promise.
 */
export async function inBothThemes(
  { page, client }: Started,
  screen: string,
  found: string[],
): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await client.settings.change({ theme })
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
    await still(page)
    found.push(...(await violations(page)).map((v) => `${screen}, ${theme}: ${v}`))
  }
  found.push(...(await smallTargets(page, COMFORTABLE)).map((target) => `${screen}: ${target}`))
}

/** As inBothThemes, in a small window as well, where nothing may need scrolling sideways. */
export async function inBothThemesAndSizes(app: Started, screen: string, found: string[]): Promise<void> {
  await resize(app, [900, 600])
  await expect.poll(() => app.page.evaluate(() => [innerWidth, innerHeight])).toEqual([900, 600])
  await still(app.page)
  const over = await sideways(app.page)
  if (over > 0) found.push(`${screen} is ${over} px too wide at 900 × 600`)
  await resize(app, [1280, 800])
  await expect.poll(() => app.page.evaluate(() => innerWidth)).toBe(1280)
  await inBothThemes(app, screen, found)
}

/**
 * By how many pixels the page, its content or an open dialog is wider than it may be; 0: nothing scrolls
 * sideways.
 */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() =>
    Math.max(
      document.documentElement.scrollWidth - innerWidth,
      ...[...document.querySelectorAll('main, [role=dialog] > div, [role=alertdialog] > div')].map(
        (e) => e.scrollWidth - e.clientWidth,
      ),
      ...[...document.querySelectorAll('[role=dialog], [role=alertdialog], [role=menu]')].map(
        (e) => Math.ceil(e.getBoundingClientRect().right) - innerWidth,
      ),
    ),
  )
