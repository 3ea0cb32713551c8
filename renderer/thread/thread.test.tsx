import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { HOUR, MINUTE, SECOND } from '../../shared/base/time.ts'
import { TURN } from '../../electron/engine/testing/with-agent.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addAgent, cli, quietHost } from '../testing/threads.ts'
import { ThreadPage } from './thread.tsx'

/** The page of `mobile-app`. */
function open(host: WindowHost, tab = '') {
  navigate(`/thread/${host.id('mobile-app')}${tab}`)
  return show(<ThreadPage id={host.id('mobile-app')} />, host)
}
const quiet = (): Promise<WindowHost> => quietHost('mobile-app')

it('shows five of what waits, until all is asked for, and the way to an agent once', async () => {
  const host = await quiet() // without an agent nobody reads a message
  for (let n = 0; n < 20; n++) host.message(host.id('mobile-app'), `message ${n}`)
  open(host)
  const waiting = screen.getByRole('region', { name: 'Waiting' })
  expect(within(waiting).getAllByRole('button', { name: 'Take back' })).toHaveLength(5)
  fireEvent.click(within(waiting).getByRole('button', { name: 'Show all 20' }))
  expect(within(waiting).getAllByRole('button', { name: 'Take back' })).toHaveLength(20)
  fireEvent.click(within(waiting).getByRole('button', { name: /^Choose an agent/ }))
  expect(location.hash).toContain('tab=settings')
})

describe('the head of a thread', () => {
  it('opens the repository by menu and by key', async () => {
    const { host } = open(await quiet())
    const id = host.id('mobile-app')
    fireEvent.click(await screen.findByRole('button', { name: 'Open in…' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Open in Zed' }))
    await waitFor(() =>
      expect(host.calls).toEqual([`shell.openIn {"id":"${id}","what":"editor","with":"zed"}`]),
    )
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    fireEvent.keyDown(document.body, { key: 't' })
    await waitFor(() => expect(host.calls.at(-1)).toBe(`shell.openIn {"id":"${id}","what":"terminal"}`))
  })
  it('found by review: the tabs stay as they are under an open menu', async () => {
    const { host } = open(await quiet())
    fireEvent.click(await screen.findByRole('button', { name: 'Open in…' }))
    fireEvent.keyDown(await screen.findByRole('menuitem', { name: 'Open in Zed' }), {
      key: '3',
      code: 'Digit3',
      altKey: true,
    })
    expect(location.hash).toBe(`#/thread/${host.id('mobile-app')}`)
  })
  it('leads from a tag to the threads that have it', async () => {
    const host = await quiet()
    await host.client.threads.change({ id: host.id('mobile-app'), tags: ['money'] })
    open(host)
    fireEvent.click(screen.getByRole('button', { name: 'money' }))
    expect(location.hash).toBe('#/threads?tag=money')
  })
  it('is paused with a reason until a time, and not until one that is over', async () => {
    const { host } = open(await quiet())
    fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'With a reason…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Pause mobile-app' })
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'Reason' }), {
      target: { value: 'frozen until the release' },
    })
    const until = within(dialog).getByLabelText(/^Until/)
    fireEvent.change(until, { target: { value: '2020-01-01T10:00' } })
    fireEvent.submit(until)
    expect(within(dialog).getByRole('alert').textContent).toContain('over already')
    fireEvent.change(until, { target: { value: '2099-01-01T10:00' } })
    fireEvent.submit(until)
    await waitFor(() =>
      expect(host.calls).toEqual([
        `threads.pause {"id":"${host.id('mobile-app')}","until":${new Date('2099-01-01T10:00').getTime()},"reason":"frozen until the release"}`,
      ]),
    )
  })
  it('offers what helps when the folder is missing', async () => {
    const host = await openHost()
    host.add('mobile-app')
    host.missing.add('/mobile-app')
    await host.beat('mobile-app')
    open(host)
    const id = host.id('mobile-app')
    expect(screen.getByText(/Nothing is made in its place/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Locate…' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Remove…' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove thread' }),
    )
    await waitFor(() => expect(host.calls).toEqual([`threads.remove {"id":"${id}","undoMs":10000}`]))
  })
})

it('tells what beats of each tier take, and when a beat told of a flag', async () => {
  const host = await openHost()
  addAgent(
    host,
    'mobile-app',
    cli('claude', { billing: 'api' }),
    '## Urgent Flags\n- main is red\n\n## Quick Tasks\n- [ ] Look\n\n## Hourly Tasks\n- [ ] Fetch\n',
  )
  host.does('mobile-app', ({ tasks }) =>
    tasks.some((task) => task.tier === 'hourly')
      ? { takesMs: 38 * SECOND, turn: { ...TURN, costUsd: 0.011 } }
      : { takesMs: 6.2 * SECOND, turn: { ...TURN, costUsd: 0.002 } },
  )
  await host.beat('mobile-app')
  await host.pass(3 * HOUR + MINUTE)
  open(host)
  expect((await screen.findByText('~6.2 s · $0.0020')).closest('section')?.textContent).toContain('Quick')
  const longer = screen.getAllByText('~38 s · $0.0110').map((cost) => cost.closest('section')?.textContent)
  expect(longer[0]).toContain('Hourly')
  expect(await screen.findByText(/^raised /)).toHaveProperty('textContent', 'raised 3 h ago')
  expect(screen.getByRole('button', { name: 'Resolve' })).toBeTruthy()
})

describe('the danger zone', () => {
  const settings = async () => {
    const host = await quiet()
    const shown = open(host, '?tab=settings')
    await screen.findByRole('region', { name: 'Danger zone' })
    return { ...shown, id: host.id('mobile-app'), zone: screen.getByRole('region', { name: 'Danger zone' }) }
  }
  it('clears the history after a question', async () => {
    const { host, id, zone } = await settings()
    fireEvent.click(within(zone).getByRole('button', { name: 'Clear…' }))
    const question = await screen.findByRole('alertdialog', { name: 'Clear the history of mobile-app?' })
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Clear history' }))
    await waitFor(() => expect(host.calls).toEqual([`threads.clearHistory {"id":"${id}","confirmed":true}`]))
  })
  it('deletes HEARTBEAT.md only when its name was typed', async () => {
    const { host, id, zone } = await settings()
    fireEvent.click(within(zone).getByRole('button', { name: 'Delete…' }))
    const input = await screen.findByRole('textbox', { name: 'Type HEARTBEAT.md to confirm' })
    const yes = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete the file' })
    fireEvent.change(input, { target: { value: 'heartbeat.md' } })
    fireEvent.submit(input)
    expect([yes.disabled, host.calls]).toEqual([true, []])
    fireEvent.change(input, { target: { value: 'HEARTBEAT.md' } })
    await waitFor(() => expect(yes.disabled).toBe(false))
    fireEvent.submit(input)
    await waitFor(() =>
      expect(host.calls).toEqual([
        expect.stringMatching(
          new RegExp(`^doc\\.remove \\{"id":"${id}","version":"[^"]+","typed":"HEARTBEAT\\.md"\\}$`),
        ),
      ]),
    )
  })
})

it('copies chosen settings to others, showing what changes for each', async () => {
  const host = await openHost()
  const id = host.add('release-bot')
  host.add('mobile-app', { intervalMs: HOUR })
  host.store.threads.change(id, { agent: cli('codex') })
  open(host, '?tab=settings')
  fireEvent.click(await screen.findByRole('button', { name: 'Choose threads…' }))
  const dialog = await screen.findByRole('dialog', { name: 'Copy the settings of mobile-app' })
  const line = within(dialog).getByRole('checkbox', { name: 'release-bot' }).closest('li')!
  expect(line.textContent).toContain('every 8 min, at any time → every 1 h, at any time')
  expect(line.textContent).toContain('Codex → Local checks')
  fireEvent.click(within(dialog).getByRole('checkbox', { name: 'release-bot' }))
  fireEvent.click(within(dialog).getByRole('button', { name: 'Copy to 1 thread' }))
  await waitFor(() =>
    expect(host.calls).toEqual([
      `threads.change {"id":"${id}","intervalMs":3600000,"activeHours":null,"dailyAt":null}`,
      `threads.setAgent {"id":"${id}","agent":{"kind":"local"},"confirmed":true}`,
    ]),
  )
})

it('changes how often it beats in plain words, on the card of the quick tier', async () => {
  const { host } = open(await quiet())
  fireEvent.click(screen.getByRole('button', { name: 'Every 8 min. Change' }))
  const field = await screen.findByRole('textbox', { name: 'How often it beats' })
  fireEvent.change(field, { target: { value: 'now and then' } })
  fireEvent.submit(field)
  expect(screen.getByText(/^“now and then” is not clear/)).toBeTruthy()
  expect(host.calls).toEqual([])
  fireEvent.change(field, { target: { value: 'every half hour, 8 to 20' } })
  expect(screen.getByText('Scheduled beats: every 30 min, from 08:00 to 20:00.')).toBeTruthy()
  fireEvent.submit(field)
  await waitFor(() =>
    expect(host.calls).toEqual([
      `threads.change {"id":"${host.id('mobile-app')}","intervalMs":1800000,"activeHours":{"start":"08:00","end":"20:00","timeZone":""}}`,
    ]),
  )
})

it('puts a tier off from its card and wakes it there', async () => {
  const { host } = open(await quiet())
  fireEvent.click(screen.getByRole('button', { name: 'Snooze daily of mobile-app' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Until tomorrow morning' }))
  await waitFor(() => expect(host.calls.at(-1)).toMatch(/snoozeTier .*"tier":"daily"/))
  fireEvent.click(await screen.findByRole('button', { name: 'Wake now' }))
  await waitFor(() => expect(host.calls.at(-1)).toContain('"tier":"daily","until":null'))
})
