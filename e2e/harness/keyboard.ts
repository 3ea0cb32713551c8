import { expect, type Locator, type Page } from '@playwright/test'

interface Keyboard {
  readonly press: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  /** Tab, and nothing else, until that has the focus, and can be seen with it. */
  readonly reach: (what: Locator, most?: number) => Promise<void>
  /** Reaches it, and presses Enter. */
  readonly enter: (what: Locator) => Promise<void>
  /** The same key until that has the focus. */
  readonly until: (key: string, what: Locator, most?: number) => Promise<void>
  /** What has the focus: somebody without a mouse is always somewhere. */
  readonly focused: Locator
  /** Keys pressed so far; typed text does not count. */
  readonly count: () => number
}

/** A person without a mouse. */
export function keyboardOf(page: Page): Keyboard {
  let keys = 0
  const focused = page.locator(':focus')
  const press = async (...all: readonly string[]): Promise<void> => {
    for (const key of all) {
      keys++
      await page.keyboard.press(key)
    }
  }
  const has = (what: Locator): Promise<boolean> => what.evaluate((e) => e === document.activeElement)
  const until = async (key: string, what: Locator, most = 80): Promise<void> => {
    await expect(what).toBeVisible()
    for (let i = 0; i < most && !(await has(what)); i++) await press(key)
    await expect(what, `reached by ${key}`).toBeFocused()
    await expect(what).toBeInViewport()
  }
  const reach = (what: Locator, most?: number): Promise<void> => until('Tab', what, most)
  return {
    press,
    until,
    reach,
    focused,
    type: (text) => page.keyboard.type(text),
    enter: async (what) => {
      await reach(what)
      await press('Enter')
    },
    count: () => keys,
  }
}

/** From now on: how often a pointer touched the page. */
export async function pointerTouches(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const touched = { times: 0 }
    for (const type of ['pointerdown', 'mousedown', 'wheel'])
      addEventListener(type, () => touched.times++, true)
    Object.assign(window, { touched })
  })
  return () => page.evaluate(() => (window as unknown as { touched: { times: number } }).touched.times)
}
