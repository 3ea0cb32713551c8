import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

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
