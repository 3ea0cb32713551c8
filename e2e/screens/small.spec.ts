import path from 'node:path'
import type { Page } from '@playwright/test'
import { openEditor } from '../harness/editor.ts'
import { expect, go, resize, row, still, test, threadNamed } from '../harness/fleet.ts'
import { dayBehind } from '../harness/past.ts'
import { sideways } from '../harness/layout.ts'
import { smallTargets } from '../harness/targets.ts'

test(
  'every place at 900 × 600, and at 150 and 200 % of 1280 × 720, scrolls no page sideways; compact rows keep 24 ' +
    'px for what is clicked; without motion nothing moves',
  async ({ folder, start }) => {
    const dataDir = path.join(folder, 'data')
    await dayBehind(folder, dataDir)
    const app = await start({ dataDir, size: [900, 600] })
    const { page, client } = app
    await expect(row(page, 'repo-000')).toBeVisible()
    const { id } = await threadNamed(app, 'repo-000')
    const places = [
      '/',
      '/threads',
      '/inbox',
      '/history',
      '/queue',
      '/jobs',
      '/ahead',
      '/agents',
      '/first-run',
      ...['', '?tab=file', '?tab=runs', '?tab=conversation', '?tab=activity', '?tab=settings'].map(
        (tab) => `/thread/${id}${tab}`,
      ),
    ]
    const wide: string[] = []
    for (const [zoomPercent, size] of [
      [100, [900, 600]],
      [150, [1280, 720]],
      [200, [1280, 720]],
    ] as const) {
      await resize(app, size)
      await client.settings.change({ zoomPercent })
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(Math.round((size[0] * 100) / zoomPercent))
      for (const at of places) {
        await go(page, at)
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
        await still(page)
        const over = await sideways(page)
        if (over > 0) wide.push(`${at} by ${over} px at ${zoomPercent} %`)
      }
    }
    expect(wide).toEqual([])
    await client.settings.change({ zoomPercent: 100, density: 'compact' })
    await resize(app, [1280, 800])
    const small: string[] = []
    for (const at of places) {
      await go(page, at)
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await still(page)
      small.push(...(await smallTargets(page, 24)).map((target) => `${at}: ${target}`))
    }
    expect(small.join('\n'), 'under 24 px in compact rows').toBe('')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await go(page, '/')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('combobox', { name: 'Find anything' })).toBeFocused()
    const moving = await page.evaluate(() =>
      document
        .getAnimations()
        .filter((a) => a.playState === 'running' && Number(a.effect?.getComputedTiming().duration) > 20)
        .map((a) => (a as CSSAnimation).animationName ?? (a as CSSTransition).transitionProperty),
    )
    expect(moving).toEqual([])
  },
)

/** Rows of the history that are seen whole, as the page stands. */
const historyRowsInSight = (page: Page): Promise<number> =>
  page.getByTestId('history-list').evaluate((list) => {
    const bottom = Math.min(innerHeight, list.getBoundingClientRect().bottom)
    return [...list.querySelectorAll('[data-row][aria-busy=false]')].filter((one) => {
      const box = one.getBoundingClientRect()
      return box.top >= list.getBoundingClientRect().top && box.bottom <= bottom
    }).length
  })

test('found by a user: rows of the history are seen beside its filters at 900 × 600, and below them at 200 %', async ({
  folder,
  start,
}) => {
  const dataDir = path.join(folder, 'data')
  await dayBehind(folder, dataDir)
  const app = await start({ dataDir, size: [900, 600] })
  const { page, client } = app
  await go(page, '/history')
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeVisible()
  await expect.poll(() => historyRowsInSight(page), 'at 900 × 600').toBeGreaterThanOrEqual(3)
  await resize(app, [1280, 720])
  await client.settings.change({ zoomPercent: 200 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(640)
  await page.getByTestId('history-list').evaluate((list) => list.scrollIntoView({ block: 'end' }))
  await expect.poll(() => historyRowsInSight(page), 'at 200 %').toBeGreaterThanOrEqual(3)
})

test('found by a user: lines of the source wrap in their half of the editor, whatever a beat found', async ({
  folder,
  start,
}) => {
  const app = await start({ size: [900, 600] })
  const words = 'what this command found, in more words than fit behind its line'
  const { source } = await openEditor(
    app,
    folder,
    `## Quick Tasks\n- [ ] Run \`sh -c "echo ${words}; exit 1"\`\n\n## Notes\nmore words than fit into one line of the source\n`,
  )
  await expect(app.page.getByRole('radio', { name: 'Both' })).toBeChecked()
  const { id } = await threadNamed(app, 'written')
  const hashes = (await app.client.approvals.list({ id })).commands.map((one) => one.hash)
  await app.client.approvals.set({ id, hashes, approved: true, beat: true, confirmed: true })
  const found = source.locator('.cm-found')
  await expect(found).toContainText(words)
  const [over, behind] = await found.evaluate((one) => {
    const scroller = one.closest('.cm-scroller')!
    const margin = scroller.querySelector('.cm-results')!.getBoundingClientRect()
    return [
      scroller.scrollWidth - scroller.clientWidth,
      Math.max(...[one, one.closest('.cm-line')!].map((e) => e.getBoundingClientRect().right)) - margin.left,
    ]
  })
  expect(over, 'nothing is to be scrolled sideways').toBe(0)
  expect(behind, 'nothing lies under the margin').toBeLessThanOrEqual(0)
})
