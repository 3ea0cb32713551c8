import path from 'node:path'
import type { Page } from '@playwright/test'
import { root } from '../../build/machine/machine.mjs'

/** `PICTURES=1 npm run e2e`: for people, of what is looked at, in test-results/screens. No test reads them. */
export const WITH_PICTURES = process.env['PICTURES'] === '1'

export async function picture(page: Page, name: string): Promise<void> {
  if (WITH_PICTURES)
    await page.screenshot({ path: path.join(root, 'test-results', 'screens', `${name}.png`) })
}
