import type { Page } from '@playwright/test'
import { violations } from './axe.ts'
import { expect, resize, still, type Started } from './fleet.ts'
import { misplaced, sideways } from './layout.ts'
import { picture, WITH_PICTURES } from './picture.ts'
import { smallTargets } from './targets.ts'

/** In pixels; compact rows promise 24. */
const COMFORTABLE = 32
const SMALL = [900, 600] as const
const USUAL = [1280, 800] as const

/**
 * The screen as it stands, in two sizes and two themes: all that can be said about it without taste, and a
 * picture of each where they are wanted. What is wrong is added to `faults`. Ends in the usual size and the
 * light theme.
 */
export async function look(app: Started, screen: string, faults: string[]): Promise<void> {
  const { page } = app
  await page.emulateMedia({ reducedMotion: 'reduce' }) // a change of theme is there at once
  // One that fades has no colours of its own.
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(0, { timeout: 20_000 })
  const taken = (size: readonly [number, number], theme: string) =>
    picture(page, `${screen}-${size.join('x')}-${theme}`)
  const fits = async (size: readonly [number, number]): Promise<void> => {
    let found: readonly string[] = []
    // Rows are laid out anew once they have heard of the size.
    await expect
      .poll(async () => (found = await misfits(page)).length, { timeout: 5000 })
      .toBe(0)
      .catch(() => faults.push(...found.map((f) => `${screen} ${size.join('×')}: ${f}`)))
  }
  await resized(app, SMALL)
  for (const theme of WITH_PICTURES ? (['light', 'dark'] as const) : []) {
    await themed(app, theme)
    await taken(SMALL, theme)
  }
  await fits(SMALL)
  await resized(app, USUAL)
  for (const [theme, rules] of [
    ['dark', 'colors'],
    ['light', 'all'],
  ] as const) {
    await accessible(app, screen, [theme, rules], faults)
    await taken(USUAL, theme)
  }
  await fits(USUAL)
  await reachable(app, screen, faults)
}

async function misfits(page: Page): Promise<readonly string[]> {
  const over = await sideways(page)
  return [...(over > 0 ? [`is ${over} px too wide`] : []), ...(await misplaced(page))]
}

/** The screen in the size it has, light and dark, as a person meets it who does not see well or aims badly. */
export async function inBothThemes(app: Started, screen: string, faults: string[]): Promise<void> {
  await accessible(app, screen, ['light', 'all'], faults)
  await accessible(app, screen, ['dark', 'colors'], faults)
  await reachable(app, screen, faults)
}

async function accessible(
  app: Started,
  screen: string,
  [theme, rules]: readonly [theme: 'light' | 'dark', rules: 'all' | 'colors'],
  faults: string[],
): Promise<void> {
  await themed(app, theme)
  faults.push(...(await violations(app.page, rules)).map((v) => `${screen}, ${theme}: ${v}`))
}

async function reachable({ page }: Started, screen: string, faults: string[]): Promise<void> {
  faults.push(...(await smallTargets(page, COMFORTABLE)).map((target) => `${screen}: ${target}`))
}

async function resized(app: Started, size: readonly [number, number]): Promise<void> {
  await resize(app, size)
  await app.page.waitForFunction(([w, h]) => innerWidth === w && innerHeight === h, size)
  await still(app.page)
}

/** As the system asks for it, which is what the window follows unless a person says otherwise. */
async function themed({ page }: Started, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.waitForFunction(
    (name) =>
      document.documentElement.dataset['theme'] === undefined &&
      matchMedia(`(prefers-color-scheme: ${name})`).matches,
    theme,
  )
  await still(page)
}
