import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../shared/base/ids.ts'
import { EVENTS_KEPT } from '../../shared/events/system-event.ts'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import { useThread } from '../client/live.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addAgent } from '../testing/threads.ts'
import { Why } from './why.tsx'

function Page({ id }: { id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <Why thread={thread} />
}
const showWhy = (host: WindowHost) => show(<Page id={host.id('api')} />, host)
async function pausedHost(): Promise<WindowHost> {
  const host = await openHost()
  const id = host.add('api')
  await host.client.threads.pause({ id, reason: 'frozen until the move', until: null })
  await host.pass(8 * MINUTE)
  return host
}
const summary = async (text: string): Promise<HTMLDetailsElement> =>
  (await screen.findByText(text)).closest('details')!

describe('why and what next', () => {
  it('tells the last tick, the next one, and at which gate it ends', async () => {
    showWhy(await pausedHost())
    await screen.findByText('Skipped: paused')
    expect(screen.getByText(/^The due time at [^,]* will be skipped: paused\.$/)).toBeTruthy()
    const gates = await summary('What a beat must pass, in order')
    expect(gates.open).toBe(true)
    expect(gates.textContent).toContain('held back: Pause')
    const gate = (name: string): HTMLElement =>
      within(gates)
        .getAllByRole('listitem')
        .find((item) => within(item).queryByText(name) !== null)!
    expect(within(gate('Trust')).getByRole('img', { name: 'open' })).toBeTruthy()
    expect(within(gate('Pause')).getByRole('img', { name: 'closed' })).toBeTruthy()
    expect(gate('Pause').textContent).toContain('Paused: frozen until the move.')
  })
  it('says how many events wait for the next prompt', async () => {
    const host = await openHost()
    addAgent(host, 'api')
    host.engine.events.add(host.id('api'), { source: 'cli', text: 'red', trusted: true, wake: 'next' })
    showWhy(host)
    expect(await screen.findByText('1 event waits for the next prompt.')).toBeTruthy()
  })
  it('names the source of each setting', async () => {
    const host = await openHost()
    const id = host.add('api')
    host.configs.set('/api', JSON.stringify({ interval: '15m' }))
    await host.sources.look(id)
    await host.client.threads.change({ id, delivery: { showOk: true } })
    showWhy(host)
    const settings = await summary('Settings, and where each comes from')
    expect(settings.open).toBe(false)
    expect(settings.textContent).toMatch(/Interval15 minHEARTBEAT.json/)
    expect(settings.textContent).toMatch(/Show quiet beatsonthis thread/)
    expect(settings.textContent).toMatch(/Show alertsonthe app/)
    expect(settings.textContent).toMatch(/HEARTBEAT.mdusedbuilt in/)
  })
  it('follows the thread', async () => {
    const host = await pausedHost()
    showWhy(host)
    await screen.findByText('Paused: frozen until the move.')
    await host.client.threads.resume({ id: host.id('api') })
    await waitFor(() => expect(screen.queryByText('Paused: frozen until the move.')).toBeNull())
  })
  it('says what is wrong when it cannot be told', async () => {
    const host = await openHost()
    host.add('api')
    host.broken.add('explain')
    showWhy(host)
    expect(await screen.findByText('This could not be explained.')).toBeTruthy()
    expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
  })
})

describe('a dry run', () => {
  const dialog = async (): Promise<HTMLElement> => {
    fireEvent.click(screen.getByRole('button', { name: 'Dry run…' }))
    return screen.findByRole('dialog')
  }
  it('shows what would be done, and the very prompt', async () => {
    const host = await openHost()
    addAgent(host, 'api')
    const id = host.id('api')
    for (let n = 0; n < EVENTS_KEPT + 2; n++)
      host.engine.events.add(id, { source: 'cli', text: `Fact ${n}`, trusted: true, wake: 'next' })
    showWhy(host)
    const shown = await dialog()
    await within(shown).findByText('It would start.')
    expect(shown.textContent).toContain(`${EVENTS_KEPT} events would be told`)
    expect(within(shown).getByLabelText('Prompt').textContent).toContain(
      'System: (2 older events were dropped',
    )
    expect(within(shown).getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(host.runs()).toEqual([])
  })
  it('asks for one tier', async () => {
    const host = await openHost()
    addAgent(host, 'api')
    await host.beat('api')
    await host.client.threads.change({ id: host.id('api'), intervalMs: 0 })
    await host.pass(2 * HOUR)
    showWhy(host)
    const shown = await dialog()
    await within(shown).findByText('Quick, Hourly')
    await choose('Tier', 'Daily')
    expect(await within(shown).findByText('Quick, Hourly, Daily')).toBeTruthy()
  })
  it('says why it would be refused', async () => {
    const host = await openHost()
    host.add('api')
    host.tracked.add('/api')
    host.files.delete('/api')
    showWhy(host)
    const shown = await dialog()
    expect(await within(shown).findByText('It would be refused.')).toBeTruthy()
    expect(shown.textContent).toContain('No prompt would be made.')
  })
})
