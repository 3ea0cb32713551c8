import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ThreadView } from '../../shared/views/thread-view.ts'
import { sampleSnapshot, sampleThreadId } from '../../shared/views/testing/sample-snapshot.ts'
import { DAY, HOUR } from '../../shared/base/time.ts'
import { useThread } from '../client/live.ts'
import { navigate } from '../client/navigation.ts'
import { show } from '../testing/show.tsx'
import { Standing } from './standing.tsx'
import { Why } from './why.tsx'

const PAUSED = 12
const AGENT = 8
function Page({ number }: { number: number }) {
  const thread = useThread(sampleThreadId(number))
  return thread === undefined ? null : <Why thread={thread} />
}
const open = (number: number) => show(<Page number={number} />, sampleSnapshot(Date.now()))
beforeEach(() => navigate('/'))
afterEach(cleanup)

describe('why and what next', () => {
  it('tells the last tick, the next one, and at which gate it ends', async () => {
    open(PAUSED)
    await screen.findByText('Nothing was started: the thread is paused.')
    const gates = screen.getByText('What a beat must pass, in order').closest('details')!
    expect(gates.open).toBe(true)
    expect(gates.textContent).toContain('closed at pause')
    const [trust, pause] = within(gates).getAllByRole('listitem')
    expect(within(trust!).getByRole('img', { name: 'open' })).toBeTruthy()
    expect(within(pause!).getByRole('img', { name: 'closed' })).toBeTruthy()
    expect(pause!.textContent).toContain('Paused: frozen until the move.')
  })
  it('names the source of each setting', async () => {
    open(9)
    const settings = (await screen.findByText('Settings, and where each comes from')).closest('details')!
    expect(settings.open).toBe(false)
    expect(settings.textContent).toMatch(/Interval8 minHEARTBEAT.json.*built in.*the app.*this thread/)
  })
  it('follows the thread', async () => {
    const { host } = open(PAUSED)
    await screen.findByText('Nothing was started: the thread is paused.')
    host.change(sampleThreadId(PAUSED), { pause: null, openAlerts: 1 })
    await waitFor(() => expect(screen.queryByText('Nothing was started: the thread is paused.')).toBeNull())
  })
  it('says what is wrong when it cannot be told', async () => {
    const { threads, fleet } = sampleSnapshot(Date.now())
    show(<Why thread={threads[0]!} />, { fleet, threads: threads.slice(1) })
    expect(await screen.findByText('This could not be explained.')).toBeTruthy()
  })
})

describe('a dry run', () => {
  const dialog = async (): Promise<HTMLElement> => {
    fireEvent.click(screen.getByRole('button', { name: 'Dry run…' }))
    return screen.findByRole('dialog')
  }
  it('shows what would be done, and the very prompt', async () => {
    const { host } = open(AGENT)
    const shown = await dialog()
    await within(shown).findByText('It would start.')
    expect(shown.textContent).toContain('3 events would be told')
    expect(within(shown).getByLabelText('Prompt').textContent).toContain(
      'System: (2 older events were dropped',
    )
    expect(within(shown).getByRole('button', { name: 'Copy' })).toBeTruthy()
    expect(host.calls).toEqual([])
  })
  it('asks for one tier', async () => {
    open(AGENT)
    const shown = await dialog()
    await within(shown).findByText('Quick, Hourly')
    fireEvent.click(within(shown).getByRole('combobox', { name: 'Tier' }))
    const option = await screen.findByRole('option', { name: 'Daily' })
    fireEvent.pointerDown(option)
    fireEvent.click(option)
    expect(await within(shown).findByText('Quick, Hourly, Daily')).toBeTruthy()
  })
  it('says why it would be refused', async () => {
    open(6)
    const shown = await dialog()
    expect(await within(shown).findByText('It would be refused.')).toBeTruthy()
    expect(shown.textContent).toContain('not trusted')
    expect(shown.textContent).toContain('No prompt would be made.')
  })
})

describe('what stands over a thread', () => {
  const stand = (more: Partial<ThreadView>) => {
    const snapshot = sampleSnapshot(Date.now())
    return show(<Standing thread={{ ...snapshot.threads[8]!, ...more }} />, snapshot)
  }
  it('is nothing on most days', () => expect(stand({}).container.textContent).toBe(''))
  it('is that it sleeps', () => {
    const { container } = stand({
      dormantSince: new Date(2026, 10, 3, 12).getTime(),
      effectiveIntervalMs: DAY,
    })
    expect(container.textContent).toContain(
      'Nothing happened since 3 Nov, so it is looked at once a day; any change wakes it.',
    )
  })
  it('is what waits to be told', () => {
    stand({ events: 2 })
    fireEvent.click(screen.getByRole('link', { name: '2 events' }))
    expect(location.hash).toBe('#/thread/thr_10?tab=activity')
  })
  it('is a file that has a say, with its problems', () => {
    const { container } = stand({
      config: { file: '.heartbeat.json', values: { intervalMs: HOUR }, problems: ['a', 'b'] },
    })
    expect(container.textContent).toContain('.heartbeat.json has a say here 2 problems in it')
    fireEvent.click(screen.getByRole('link', { name: '.heartbeat.json' }))
    expect(location.hash).toBe('#/thread/thr_10?tab=settings')
  })
  it('is, loudly, that HEARTBEAT.md is ignored', () => {
    stand({ config: { file: 'HEARTBEAT.json', values: { playbook: 'ignore' }, problems: [] } })
    expect(screen.getByRole('status').textContent).toContain('HEARTBEAT.md is ignored.')
  })
})
