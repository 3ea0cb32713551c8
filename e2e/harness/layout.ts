import type { Page } from '@playwright/test'

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

/** Texts that do not fit their button, things that lie on the rail or leave the window. Empty: all is well. */
export const misplaced = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const faults: string[] = []
    const name = (e: Element): string =>
      `<${e.tagName.toLowerCase()}> ${(e.textContent ?? '').trim().slice(0, 40) || e.getAttribute('aria-label')}`
    // The hit area around a small control is no text that does not fit it.
    const withoutAreas = new CSSStyleSheet()
    withoutAreas.replaceSync('*::before { content: none !important }')
    document.adoptedStyleSheets.push(withoutAreas)
    for (const e of document.querySelectorAll<HTMLElement>(
      'button, [role=tab], [role=combobox], .rounded-full',
    )) {
      // on purpose, and all of it can be read
      const isCut = getComputedStyle(e).textOverflow === 'ellipsis' && e.title !== ''
      if (e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1 && !isCut)
        faults.push(`${name(e)} is ${e.scrollWidth} px wide in ${e.clientWidth}`)
    }
    document.adoptedStyleSheets.pop()
    // the wall has no rail
    const edge = document.querySelector('nav[aria-label=Places]')?.getBoundingClientRect().right ?? 0
    const inMain = 'button, a, h1, h2, h3, p, article, [role=row]'
    for (const e of document.querySelector('main')?.querySelectorAll<HTMLElement>(inMain) ?? []) {
      const box = e.getBoundingClientRect()
      if (box.width > 1 && box.left < edge - 1 && !e.classList.contains('sr-only'))
        faults.push(`${name(e)} lies on the rail`)
      if (box.width > 1 && box.right > innerWidth + 1)
        faults.push(`${name(e)} leaves the window at ${Math.round(box.right)}`)
    }
    return [...new Set(faults)]
  })
