import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { addRepository, expect, openThread, type Started } from './fleet.ts'

/** With the time where this editor wrote it; the time is the person's own. */
export const SAVED = /^saved( \d|$)/

interface Editor {
  readonly file: string
  readonly source: Locator
  /** The one word about the text and the file. */
  readonly status: Locator
  readonly text: () => string
}

export async function openEditor(
  app: Started,
  folder: string,
  heartbeat: string,
  ready: (repo: string) => void = () => {},
): Promise<Editor> {
  const { file } = await addRepository(app, folder, 'written', { heartbeat, ready })
  await openThread(app.page, 'written')
  await app.page.getByRole('tab', { name: 'HEARTBEAT.md' }).click()
  const panel = app.page.getByRole('tabpanel')
  const source = panel.getByRole('textbox', { name: 'HEARTBEAT.md' })
  await expect(source).toBeVisible()
  const status = panel.getByRole('status').first()
  await expect(status).toHaveText(SAVED)
  return { file, source, status, text: () => readFileSync(file, 'utf8') }
}

/** → every word of the status from now on, also one that stood for a moment only. */
export async function listenTo(status: Locator): Promise<() => Promise<readonly string[]>> {
  await status.evaluate((e) => {
    const said: string[] = []
    new MutationObserver(() => said.push(e.textContent ?? '')).observe(e, {
      childList: true,
      characterData: true,
      subtree: true,
    })
    Object.assign(window, { said })
  })
  return () => status.page().evaluate(() => (window as unknown as { said: string[] }).said)
}

/** Types at the end of the line that shows `line`. */
export async function typeAtEndOf(page: Page, source: Locator, line: string, typed: string): Promise<void> {
  await source.locator('.cm-line').filter({ hasText: line }).first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(typed)
}
