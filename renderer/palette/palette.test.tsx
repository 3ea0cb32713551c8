import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import type { Snapshot } from '../../shared/views/snapshot.ts'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { EVERYWHERE, PLACE_COMMANDS } from '../commands/app-commands.ts'
import { COMMANDS, SECTIONS } from '../commands/registry.ts'
import { createLiveStore, liveAfter } from '../client/live-store.ts'
import { openBridge, type AppContext } from '../client/bridge.ts'
import { threadMenu } from '../commands/thread-menu.ts'
import type { WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { useUi } from '../client/ui-state.ts'
import { entriesOf, runEntry, type Entry } from './entries.ts'
import { Palette } from './palette.tsx'
import { find, indexOf } from './search.ts'

let host: WindowHost
let snapshot: Snapshot
beforeEach(async () => {
  host = await quietHost('api')
  snapshot = host.snapshot()
})
const named = (names: readonly string[]): ThreadView[] =>
  names.map((name, i) => ({
    ...host.thread('api'),
    id: `thr_${i}` as ThreadId,
    number: i + 1,
    name,
    trusted: true,
    running: null,
    repoPath: `/home/me/src/${name}`,
  }))
const appOver = (shown: Snapshot): AppContext => {
  const live = createLiveStore()
  live.setState(liveAfter(live.getState(), { kind: 'snapshot', snapshot: shown }))
  return { ...openBridge(host.openPort), live }
}
const entriesFor = (threads: readonly ThreadView[]): Entry[] => {
  return entriesOf(appOver(snapshot), snapshot.fleet, threads)
}
const titles = (query: string, names: readonly string[], recent: readonly string[] = []): string[] =>
  find(indexOf(entriesFor(named(names))), query, recent).map((e) => e.title)
const FLEET = ['payments-api', 'payments-web', 'docs-site', 'infra', 'api-gateway', 'tüftler']

describe('what the palette finds', () => {
  it.each([
    ['payments-api', 'payments-api'],
    ['payapi', 'payments-api'],
    ['pmnts-w', 'payments-web'],
    ['beat docs-site', 'Beat docs-site'],
    ['beat docs daily', 'Beat docs-site daily'],
    ['daily docs', 'Beat docs-site daily'],
    ['edit infra', 'Edit HEARTBEAT.md of infra'],
    ['pause infra', 'Pause infra'],
    ['#3', 'docs-site'],
    ['inbox', 'Inbox'],
    ['dark', 'Dark theme'],
    ['tüft', 'tüftler'],
    ['quiet hours', 'Quiet hours'],
    ['do not disturb', 'Mute'],
  ])('%s leads to %s', (query, first) => expect(titles(query, FLEET)[0]).toBe(first))

  it('finds nothing for what is not there, and says so by an empty list', () =>
    expect(titles('zzzqqq', FLEET)).toEqual([]))
  it('puts what was used lately first among equals', () => {
    expect(titles('payments', FLEET)[0]).toBe('payments-api')
    expect(titles('payments', FLEET, ['thread:thr_1'])[0]).toBe('payments-web')
  })
  it('knows a run by its id, whole, and nothing else', () => {
    expect(runEntry(' run_8Ah3 ')?.title).toBe('Open run run_8Ah3')
    expect([runEntry('run'), runEntry('run_'), runEntry('run_../x'), runEntry('8812')]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
  it('costs no more at 500 threads than some looks through all texts, for every key that is pressed', () => {
    const index = indexOf(
      entriesFor(
        named(Array.from({ length: 500 }, (_, i) => `service-${i}-${['api', 'web', 'lib', 'docs'][i % 4]}`)),
      ),
    )
    expect(index.entries.length).toBeGreaterThan(5000)
    const queries = ['s', 'ser', 'beat service-1', 'daily 499', 'edit api']
    const taken = { found: Infinity, looked: Infinity }
    const least = (which: keyof typeof taken, work: (query: string) => readonly unknown[]): void => {
      const began = performance.now()
      for (const query of queries) expect(work(query).length).toBeGreaterThan(0)
      taken[which] = Math.min(taken[which], performance.now() - began)
    }
    // In turn, and the least of each, so that what else the machine does is no matter.
    for (let round = 0; round < 5; round++) {
      least('found', (query) => find(index, query, []))
      least('looked', (query) =>
        index.texts.filter((text) => query.split(' ').every((word) => text.includes(word))),
      )
    }
    console.log(`found ÷ looked: ${(taken.found / taken.looked).toFixed(1)}`)
    expect(taken.found / taken.looked).toBeLessThan(20)
  })
})

describe('the list of commands', () => {
  it('gives no key of the window to two commands', () => {
    const keys = [...EVERYWHERE, ...PLACE_COMMANDS].flatMap((c) => c.keys)
    expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([])
  })
  it('knows every key of a row of the fleet, and no other', () => {
    const thread = host.thread('api')
    const rows = threadMenu(appOver(snapshot), thread, [])
      .flat()
      .flatMap((e) => e.keys ?? [])
    const listed = SECTIONS.find((s) => s.where === 'Fleet')?.commands.flatMap((c) => c.keys) ?? []
    expect(listed.filter((key) => !['/', 'J', 'K', 'X', 'Mod+A', '.'].includes(key)).sort()).toEqual(
      rows.sort(),
    )
  })
  it('calls no two things by the same id', () =>
    expect(new Set(COMMANDS.map((c) => c.id)).size).toBe(COMMANDS.length))
})

describe('the palette', () => {
  const open = async (): Promise<{ input: HTMLElement; calls: string[] }> => {
    show(<Palette />, host)
    useUi.getState().showPalette(true)
    return { input: await screen.findByRole('combobox', { name: 'Find anything' }), calls: host.calls }
  }
  const type = (input: HTMLElement, value: string): void =>
    void fireEvent.change(input, { target: { value } })
  const current = (): string | null => screen.getByRole('option', { selected: true }).textContent

  it('offers places and actions with their keys before anything is typed', async () => {
    await open()
    const places = screen.getByRole('group', { name: 'Go to' })
    expect([...places.querySelectorAll('[role=option]')].map((o) => o.textContent?.slice(0, 5))).toContain(
      'Inbox',
    )
    expect(screen.getByRole('option', { name: /Beat everything due.*Mod\+Shift\+B/ })).toBeTruthy()
    expect(screen.queryByRole('group', { name: 'Recent' })).toBeNull()
  })
  it('is worked by keys alone: type, walk, open; the choice is recent next time', async () => {
    const { input } = await open()
    type(input, 'histo')
    expect(current()).toContain('History')
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    fireEvent.keyDown(input, { key: 'ArrowDown' })
    expect(input.getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(location.hash).toBe('#/history'))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
    useUi.getState().showPalette(true)
    expect((await screen.findByRole('group', { name: 'Recent' })).textContent).toContain('History')
  })
  it('beats a thread at a tier', async () => {
    const { id } = host.thread('api')
    const { input, calls } = await open()
    type(input, 'beat api daily')
    fireEvent.keyDown(input, { key: 'Enter' })
    await waitFor(() => expect(calls).toContain(`beat.start ${JSON.stringify({ id, tier: 'daily' })}`))
  })
  it('says plainly that nothing is called so', async () => {
    const { input } = await open()
    type(input, 'zzzqqq')
    expect(screen.getByText('Nothing is called “zzzqqq”.')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toBe('Nothing found')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(screen.getByRole('combobox')).toBeTruthy()
  })
})
