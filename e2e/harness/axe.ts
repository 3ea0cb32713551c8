import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** The rules whose answer can change with the theme: all others see the same page in light and in dark. */
const RULES_OF_COLOR = ['color-contrast', 'link-in-text-block']

/**
 * What axe found, short enough to act on: rule, element, what is wrong. What passed is not written down,
 * which is most of the work. `colors`: only what can change with the theme.
 */
export async function violations(page: Page, which: 'all' | 'colors' = 'all'): Promise<string[]> {
  await provideAxe(page)
  // A menu hangs over the page, beside its landmarks; the rule about landmarks knows only dialogs that may.
  const isMenuOpen = (await page.getByRole('menu').count()) > 0
  const options: RunOptions = {
    resultTypes: ['violations'],
    ...(which === 'colors'
      ? { runOnly: RULES_OF_COLOR }
      : // Targets of at least 24 px, or with as much room around them: asked for only when told to.
        { rules: { 'target-size': { enabled: true }, ...(isMenuOpen && { region: { enabled: false } }) } }),
  }
  const { violations } = await page.evaluate(
    (given) => (globalThis as unknown as { axe: typeof axe }).axe.run(given) as Promise<AxeResults>,
    options,
  )
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

/** Once for each page: it is half a megabyte to read. */
async function provideAxe(page: Page): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
}
