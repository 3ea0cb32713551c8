import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { findHidden } from '../../shared/base/hidden-text.ts'
import { SETTING_SECTIONS } from '../../shared/settings/setting-rows.ts'
import { trayState } from '../../shared/views/tray/tray-state.ts'
import { navigate, PLACES, runPath, slotPath, THREAD_TABS, threadPath } from '../client/navigation.ts'
import type { AppContext } from '../client/bridge.ts'
import type { WindowHost } from '../testing/host.ts'
import { Glance } from '../popover/glance.tsx'
import { show } from '../testing/show.tsx'
import { hiddenFleet } from './testing/hidden-fleet.ts'
import { hiddenIn, readable } from './testing/hidden-look.ts'
import { plants } from './testing/hidden-plants.ts'
import { openWindow, press } from './testing/open-app.tsx'

/** Every page; `opens`: with menus, folds and dialogs of its own, which the pages like it share. */
const pagesOf = (host: WindowHost): { readonly path: string; readonly opens: boolean }[] => {
  const { threads } = host.snapshot()
  const settings = new Set(SETTING_SECTIONS.map((section) => `${PLACES.settings}/${section}`))
  const paths = [
    ...Object.values(PLACES),
    ...settings,
    ...threads.flatMap(({ id }) => THREAD_TABS.map((tab) => threadPath(id, tab))),
    ...threads.map(({ id, strip }) => slotPath(id, strip.at[0] ?? 0)),
    ...host.runs().map(({ id }) => runPath(id)),
  ]
  const alike = threads.slice(2).flatMap(({ id }) => THREAD_TABS.map((tab) => threadPath(id, tab)))
  return paths.map((path) => ({ path, opens: !settings.has(path) && !alike.includes(path) }))
}

/** What opens more of a page, without doing anything: menus, folds, and dialogs by their "…". */
const openers = (): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('button, summary, [aria-expanded=false]')].filter(
    (e) => e.matches('summary, [aria-haspopup], [aria-expanded=false]') || /…$/.test(e.textContent ?? ''),
  )

const nameOf = (e: HTMLElement): string => e.getAttribute('aria-label') ?? e.textContent ?? ''

/** Every opener of what is shown, each once. */
async function openAll(look: (what: string) => Promise<void>): Promise<void> {
  const tried = new Set<string>()
  const next = (): HTMLElement | undefined => openers().find((e) => !tried.has(nameOf(e)))
  for (let opener = next(); opener !== undefined; opener = next()) {
    const name = nameOf(opener)
    tried.add(name)
    fireEvent.click(opener)
    await look(name)
    press('Escape', document.activeElement ?? document.body)
  }
}

const settled = ({ queries }: AppContext): Promise<void> =>
  waitFor(() => {
    expect(queries.isFetching() + queries.isMutating()).toBe(0)
    expect(document.querySelector('main [aria-busy=true]')).toBeNull()
  })

/** What no link and no opener leads to: by the keyboard, and by what is typed. */
async function askEverywhere(look: (what: string) => Promise<void>): Promise<void> {
  press('k', document.body, { ctrlKey: true })
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find anything' }), {
    target: { value: 'local' },
  })
  await look('palette')
  press('Escape', document.activeElement!)
  press('f', document.body, { ctrlKey: true, shiftKey: true })
  fireEvent.change(await screen.findByRole('textbox', { name: /^Find/ }), { target: { value: 'task' } })
  await screen.findByText(/ in \d+ files/)
  await look('find in all files')
  press('Escape', document.activeElement!)
  press('n', document.body, { ctrlKey: true })
  fireEvent.change(await screen.findByLabelText('Path of a folder'), { target: { value: '/src' } })
  fireEvent.submit(screen.getByLabelText('Path of a folder').closest('form')!)
  await screen.findAllByText(/^found x/)
  await look('adding')
  press('Escape', document.activeElement!)
  act(() => navigate(`${PLACES.settings}/advanced`))
  fireEvent.click(await screen.findByRole('button', { name: 'Run the checks' }))
  await screen.findByText(/^check text/)
  await look('checks')
}

describe('a hidden character of a text from outside', () => {
  const { of, unseen } = plants()
  const pages: string[] = []
  /** Of a window over that fleet: every hidden character that a look found, and what each look read. */
  async function openLooked() {
    const host = await hiddenFleet(of)
    const app = await openWindow(host)
    const raw = new Set<string>()
    const look = async (where: string): Promise<void> => {
      await settled(app)
      for (const found of hiddenIn(where)) raw.add(found)
      pages.push(readable())
    }
    return { host, raw, look }
  }
  const PARTS = [1, 2, 3, 4] as const
  it.each(PARTS)('is shown on no page of the window, in no menu and in no dialog (part %i)', async (part) => {
    const { host, raw, look } = await openLooked()
    for (const { path, opens } of pagesOf(host).filter((_, n) => n % PARTS.length === part - 1)) {
      act(() => navigate(path))
      await look(path)
      if (opens) await openAll((what) => look(`${path}, ${what}`))
    }
    expect([...raw]).toEqual([])
  })
  it('is shown in nothing that keys and what is typed lead to, and each such text was somewhere', async () => {
    const { raw, look } = await openLooked()
    await askEverywhere(look)
    expect([...raw]).toEqual([])
    expect(unseen(pages)).toEqual([])
  })
  it('is shown neither in the small window nor in the menu of the tray', async () => {
    const host = await hiddenFleet(of)
    show(<Glance />, host)
    await screen.findByRole('heading', { level: 1 })
    expect(hiddenIn('popover')).toEqual([])
    expect(readable()).toContain('local x<U+202E>y')
    const tray = JSON.stringify(trayState(host.snapshot(), 'UTC'))
    expect(tray).toContain('local x<U+202E>y')
    expect(findHidden(tray)).toBeNull()
  })
})
