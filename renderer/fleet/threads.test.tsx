import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Cap } from '../../shared/settings/settings.ts'
import { useSelection } from './selection.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addAgent, addAlert, addStopped, quietHost } from '../testing/threads.ts'
import { ThreadsPage } from './threads.tsx'

beforeEach(() => navigate('/threads'))
/** Seven threads: one is urgent, one overdue, one has an agent; two are tagged. */
async function fleet(): Promise<WindowHost> {
  const host = await quietHost('infra', 'auth-lib', 'mobile-app', 'web-shop')
  await addAlert(host, 'payments-api', 'main is red', 'urgent')
  await addStopped(host, 'docs-site')
  addAgent(host, 'price-feed')
  for (const name of ['infra', 'docs-site'])
    await host.client.threads.change({ id: host.id(name), tags: ['ops'] })
  return host
}
async function many(count: number): Promise<WindowHost> {
  const host = await openHost()
  for (let i = 0; i < count; i++) host.add(`repo-${i}`)
  return host
}
const rows = (): (string | undefined)[] =>
  screen
    .getAllByRole('row')
    .filter((r) => r.hasAttribute('data-thread'))
    .map((r) => r.getAttribute('aria-label')?.split(':')[0])
const row = (name: string): HTMLElement => screen.getByRole('row', { name: new RegExp(`^${name}:`) })
const press = (element: Element, key: string, more: Partial<KeyboardEventInit> = {}): void =>
  void fireEvent.keyDown(element, { key, ...more })

it('shows no next time while everything is paused', async () => {
  const host = await many(1)
  show(<ThreadsPage />, host)
  await waitFor(() => expect(row('repo-0').textContent).toMatch(/\d\d:\d\d/))
  await act(() => host.client.threads.pause({ id: null, until: null, reason: '' }))
  await waitFor(() => expect(row('repo-0').textContent).not.toMatch(/\d\d:\d\d/))
})

it('found by a user: the head of the rings says what Q, H and D are', async () => {
  show(<ThreadsPage />, await many(1))
  expect(screen.getByRole('columnheader', { name: 'Tiers' }).title).toMatch(/quick \(Q\).*daily \(D\)/)
})

describe('filters', () => {
  it('stand in the address, hold together and are taken from it', async () => {
    show(<ThreadsPage />, await fleet())
    fireEvent.click(screen.getByRole('button', { name: /^Overdue/ }))
    fireEvent.change(screen.getByRole('textbox', { name: 'Filter threads' }), { target: { value: 'docs' } })
    expect(location.hash).toBe('#/threads?state=overdue&q=docs')
    expect(rows()).toEqual(['docs-site'])
    act(() => navigate('/threads?tag=ops'))
    expect(rows().sort()).toEqual(['docs-site', 'infra'])
    expect(screen.getByText(/^2 of 7 threads$/)).toBeTruthy()
  })
  it('are saved under a name, and removed again', async () => {
    navigate('/threads?state=overdue&tag=ops')
    const { host } = show(<ThreadsPage />, await fleet())
    fireEvent.click(screen.getByRole('button', { name: 'Save view…' }))
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Late ops' } })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(host.calls).toContain(
        'settings.change {"views":[{"name":"Late ops","query":"state=overdue&tag=ops"}]}',
      ),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the view “Late ops”' }))
    await waitFor(() => expect(host.calls.at(-1)).toBe('settings.change {"views":[]}'))
  })
})

describe('order', () => {
  it('follows a click on a column’s head: up, down, attention first', async () => {
    show(<ThreadsPage />, await fleet())
    const attention = rows()
    const head = within(screen.getByRole('columnheader', { name: /^Thread/ })).getByRole('button')
    fireEvent.click(head)
    expect(location.hash).toBe('#/threads?sort=name')
    expect(rows()[0]).toBe('auth-lib')
    fireEvent.click(head)
    expect(rows()[0]).toBe('web-shop')
    fireEvent.click(head)
    expect(rows()).toEqual(attention)
  })
  it('groups, folds and beats a group', async () => {
    navigate('/threads?group=tag')
    const { host } = show(<ThreadsPage />, await fleet())
    fireEvent.click(screen.getByRole('button', { name: 'Fold No tag' }))
    expect(rows().sort()).toEqual(['docs-site', 'infra'])
    const head = screen.getByRole('button', { name: 'Fold ops' }).closest<HTMLElement>('[role=row]')!
    expect(head.textContent).toContain('2 threads, worst overdue')
    fireEvent.click(within(head).getByRole('button', { name: 'Beat group' }))
    await waitFor(() =>
      expect(host.calls.filter((c) => c.startsWith('beat.start')).sort()).toEqual([
        `beat.start {"id":"${host.id('infra')}"}`,
        `beat.start {"id":"${host.id('docs-site')}"}`,
      ]),
    )
  })
})

describe('many at once', () => {
  it('are chosen by X, Shift and Ctrl A, and let go by Escape', async () => {
    show(<ThreadsPage />, await fleet())
    const grid = screen.getByRole('grid')
    const chosen = (): number => screen.getAllByRole('row', { selected: true }).length
    act(() => row('payments-api').focus())
    press(grid, 'x')
    expect(chosen()).toBe(1)
    press(grid, 'ArrowDown', { shiftKey: true })
    press(grid, 'ArrowDown', { shiftKey: true })
    expect(chosen()).toBe(3)
    expect(screen.getByRole('toolbar', { name: 'Chosen threads' }).textContent).toContain('3 threads chosen')
    press(grid, 'a', { ctrlKey: true })
    expect(useSelection.getState().ids.size).toBe(7)
    press(grid, 'Escape')
    expect(screen.queryByRole('toolbar')).toBeNull()
  })
  it('say what a beat of more than ten costs before it is asked for', async () => {
    const { host } = show(<ThreadsPage />, await many(12))
    press(screen.getByRole('grid'), 'a', { ctrlKey: true })
    fireEvent.click(within(screen.getByRole('toolbar')).getByRole('button', { name: /Beat/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Hourly' }))
    const question = await screen.findByRole('alertdialog', { name: 'Beat 12 threads?' })
    expect(question.textContent).toContain('No agent is started: local checks work all of them.')
    expect(question.textContent).toMatch(/About .* with 1 heartbeat at a time\./)
    expect(host.calls.filter((c) => c.startsWith('beat.'))).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Beat 12' }))
    await waitFor(() =>
      expect(
        host.calls.filter((c) => c.startsWith('beat.start') && c.includes('"tier":"hourly"')),
      ).toHaveLength(12),
    )
  })
  it('get a budget of their own, and lose it again', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    const caps = (): readonly Cap[] => host.snapshot().fleet.settings.caps
    const before = caps()
    press(screen.getByRole('grid'), 'a', { ctrlKey: true })
    fireEvent.click(screen.getByRole('button', { name: 'Budget…' }))
    const amount = await screen.findByRole('textbox', { name: 'Each of them at most' })
    fireEvent.change(amount, { target: { value: '2.5' } })
    fireEvent.submit(amount)
    expect((await screen.findByRole('alert')).textContent).toBe('Starts are counted whole; “2.5” is not.')
    expect(caps()).toEqual(before)
    fireEvent.change(amount, { target: { value: '12' } })
    fireEvent.submit(amount)
    await waitFor(() =>
      expect(
        caps().filter(
          (c) =>
            c.scope === 'thread' &&
            c.of !== null &&
            c.unit === 'starts' &&
            c.period === 'day' &&
            c.limit === 12,
        ),
      ).toHaveLength(7),
    )
    expect(caps()).toEqual(expect.arrayContaining([...before]))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    fireEvent.click(screen.getByRole('button', { name: 'Budget…' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Remove the 7 they have' }))
    await waitFor(() => expect(caps()).toEqual(before))
  })
  it('are tagged, and removed with a way back', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    const id = host.id('infra')
    const grid = screen.getByRole('grid')
    act(() => row('infra').focus())
    press(grid, 'x')
    fireEvent.click(screen.getByRole('button', { name: 'Tag…' }))
    const input = await screen.findByRole('textbox', { name: 'Tags' })
    fireEvent.change(input, { target: { value: 'two words!' } })
    fireEvent.submit(input)
    expect((await screen.findByRole('alert')).textContent).toContain('got "words!"')
    fireEvent.change(input, { target: { value: '#money, eu' } })
    fireEvent.submit(input)
    await waitFor(() =>
      expect(host.calls).toContain(`threads.change {"id":"${host.id('infra')}","tags":["ops","money","eu"]}`),
    )
    press(input, 'Escape')
    fireEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove 1 thread' }),
    )
    await waitFor(() => expect(host.calls).toContain(`threads.remove {"id":"${id}","undoMs":10000}`))
    await waitFor(() => expect(rows()).not.toContain('infra'))
  })
})

describe('a row', () => {
  it('opens in an editor, a terminal, the file manager and the remote page by its keys', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    const grid = screen.getByRole('grid')
    act(() => row('infra').focus())
    for (const key of ['o', 't', 'f']) press(grid, key)
    press(grid, 'G', { shiftKey: true })
    press(grid, 'P', { shiftKey: true })
    await waitFor(() =>
      expect(host.calls).toEqual([
        `shell.openIn {"id":"${host.id('infra')}","what":"editor"}`,
        `shell.openIn {"id":"${host.id('infra')}","what":"terminal"}`,
        `shell.openIn {"id":"${host.id('infra')}","what":"files"}`,
        `shell.openIn {"id":"${host.id('infra')}","what":"remote"}`,
        `threads.change {"id":"${host.id('infra')}","pinned":true}`,
      ]),
    )
  })
  it('has a menu by the full stop, by the right button and by its own, with the keys beside the words', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    act(() => row('infra').focus())
    press(screen.getByRole('grid'), '.')
    expect((await screen.findByRole('menuitem', { name: /^Beat now/ })).textContent).toContain('B')
    press(screen.getByRole('menu'), 'Escape')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    fireEvent.contextMenu(row('infra'))
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Pause$/ }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `threads.pause {"id":"${host.id('infra')}","until":null,"reason":"paused by you"}`,
      ]),
    )
    expect(within(row('docs-site')).getByRole('button', { name: 'More for docs-site' })).toBeTruthy()
  })
  it('beats a tier with a note for that one prompt', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    act(() => row('price-feed').focus())
    press(screen.getByRole('grid'), 'B', { shiftKey: true })
    fireEvent.change(await screen.findByRole('textbox', { name: /A note for this beat/ }), {
      target: { value: 'look at the lock file' },
    })
    fireEvent.click(screen.getByRole('button', { name: /^Daily/ }))
    await waitFor(() =>
      expect(
        host.calls.some((c) => c.startsWith(`beat.start {"id":"${host.id('price-feed')}","tier":"daily"`)),
      ).toBe(true),
    )
    expect(host.calls[0]).toBe(
      `events.add {"to":"${host.id('price-feed')}","text":"A note from the person for this beat: look at the lock ` +
        'file","source":"cli","wake":"next","trusted":true}',
    )
  })
})

describe('what the table shows', () => {
  it('takes columns and the height of rows from the settings', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    fireEvent.click(screen.getByRole('button', { name: 'Arrange' }))
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Git' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        'settings.change {"columns":["strip","tiers","last","next","status","git"]}',
      ]),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Move Tiers left' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'settings.change {"columns":["tiers","strip","last","next","status","git"]}',
      ),
    )
    fireEvent.click(screen.getByRole('button', { name: 'Compact' }))
    await waitFor(() => expect(row('infra').style.height).toBe('34px'))
    expect(screen.queryByRole('columnheader', { name: 'Git' })).not.toBeNull()
  })
  it('says the most telling thing of each thread, and leaves no cell with a dash', async () => {
    show(<ThreadsPage />, await fleet())
    const table = screen.getByRole('grid')
    expect(within(row('payments-api')).getByText('Main is red')).toBeTruthy()
    expect(within(table).queryByText('–')).toBeNull()
  })
  it('offers compact rows once', async () => {
    show(<ThreadsPage />, await many(45))
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    expect(screen.queryByText(/compact rows show more/)).toBeNull()
    cleanup()
    show(<ThreadsPage />, await many(45))
    expect(screen.queryByText(/compact rows show more/)).toBeNull()
  })
})

describe('a tier in a row', () => {
  const chip = (name: string): HTMLElement => within(row(name)).getByRole('button', { name: /^Hourly: / })
  it('is put off from its own menu, says until when, and is woken there', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    fireEvent.contextMenu(chip('mobile-app'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Snooze for 4 hours' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toMatch(/^threads\.snoozeTier .*"tier":"hourly","until":\d+/),
    )
    await waitFor(() =>
      expect(chip('mobile-app').getAttribute('aria-label')).toMatch(
        /^Hourly: snoozed until .*Run hourly now$/,
      ),
    )
    fireEvent.contextMenu(chip('mobile-app'))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Wake now' }))
    await waitFor(() => expect(host.calls.at(-1)).toContain('"tier":"hourly","until":null'))
  })
  it('opens its menu by a long press, which does not run it', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    fireEvent.pointerDown(chip('mobile-app'), { button: 0 })
    expect(await screen.findByRole('menuitem', { name: 'Run hourly' })).toBeTruthy()
    fireEvent.click(chip('mobile-app'), { detail: 1 })
    expect(host.calls.filter((c) => c.startsWith('beat.'))).toEqual([])
  })
})

describe('what a row does', () => {
  it('acknowledges the open alerts of its thread', async () => {
    const { host } = show(<ThreadsPage />, await fleet())
    act(() => row('payments-api').focus())
    press(row('payments-api'), 'a')
    // Asked for by thread, whatever the fleet carries along.
    await waitFor(() => expect(host.calls.at(-1)).toMatch(/^alerts\.acknowledge .*"alt_/))
  })
  it('asks before a terminal opens in a folder that is not trusted', async () => {
    const host = await fleet()
    await host.client.threads.trust({ id: host.id('auth-lib'), on: false })
    show(<ThreadsPage />, host)
    act(() => row('auth-lib').focus())
    press(row('auth-lib'), 't')
    const question = await screen.findByRole('alertdialog', { name: 'Open a terminal in auth-lib?' })
    expect(question.textContent).toContain('is not trusted')
    fireEvent.click(within(question).getByRole('button', { name: 'Open a terminal' }))
    await waitFor(() => expect(host.calls.at(-1)).toMatch(/shell\.openIn .*"anyway":true/))
  })
})

it('found by review: whoever went from a row to the filter keeps typing there, however the rows change', async () => {
  show(<ThreadsPage />, await fleet())
  press(document.body, 'j')
  const [first, , , other] = rows()
  expect(document.activeElement).toBe(row(first!))
  const filter = screen.getByRole('textbox', { name: 'Filter threads' })
  act(() => filter.focus())
  fireEvent.change(filter, { target: { value: other! } })
  await waitFor(() => expect(rows()).toEqual([other]))
  expect(document.activeElement).toBe(filter)
  fireEvent.change(filter, { target: { value: '' } })
  await waitFor(() => expect(rows()).toContain(first))
  expect(document.activeElement).toBe(filter)
})
