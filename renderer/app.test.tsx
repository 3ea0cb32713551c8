import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FleetView } from '../shared/snapshot.ts'
import { sampleSnapshot } from '../shared/testing/sample-snapshot.ts'
import { App } from './app.tsx'
import { openBridge } from './bridge.ts'
import { createLiveStore, follow } from './live.ts'
import { navigate } from './navigation.ts'
import { fakeHost } from './testing/fake-host.ts'
import './testing/show.tsx'

beforeEach(() => navigate('/'))
afterEach(cleanup)

async function open(change: Partial<FleetView> = {}): Promise<void> {
  const snapshot = sampleSnapshot(Date.now())
  const host = fakeHost({ ...snapshot, fleet: { ...snapshot.fleet, ...change } })
  const bridge = openBridge(host.openPort)
  const live = createLiveStore()
  follow(live, bridge)
  render(<App bridge={{ ...bridge, live }} />)
  await screen.findByRole('navigation', { name: 'Places' })
}
const press = (key: string, target: Element = document.body): void => void fireEvent.keyDown(target, { key })

describe('the window', () => {
  it('goes to a place by G and a letter, and the letter alone means what it meant', async () => {
    await open()
    press('g')
    press('j')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Jobs'))
    expect(screen.getByTitle('Jobs').getAttribute('aria-current')).toBe('page')
    press('g')
    press('a')
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Next 24 hours'))
    press('j')
    expect(location.hash).toBe('#/ahead')
  })
  it('tells in its pulse what the watch over the schedule saw', async () => {
    await open({ watch: { lookedAt: Date.now(), ok: false, text: '2 threads are on and have no due time.' } })
    const pulse = screen.getByText('2 threads are on and have no due time.').closest('[title]')
    expect(pulse?.getAttribute('title')).toContain('2 threads are on and have no due time. Looked over under 1 min ago.')
  })
  it('says on Today when power holds beats back, and only then', async () => {
    await open({ power: { onBattery: true, metered: false, policy: 'calm', because: 'On battery.' } })
    expect(await screen.findByText(/On battery\. Each thread is beaten at most every half hour\./)).toBeTruthy()
    cleanup()
    await open()
    expect(screen.queryByText(/On battery/)).toBeNull()
  })
})
