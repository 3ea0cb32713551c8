import { act, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { ThreadState } from '../../../shared/views/thread-view.ts'
import { BridgeContext, openBridge } from '../../client/bridge.ts'
import { createLiveStore, liveAfter } from '../../client/live-store.ts'
import { quietHost } from '../../testing/threads.ts'
import { BETWEEN_MS } from './announcements.ts'
import { Announcements } from './announcer.tsx'

it('found by review: says the same sentence again, as something new', async () => {
  const host = await quietHost('api')
  const [snapshot, thread] = [host.snapshot(), host.thread('api')]
  vi.useFakeTimers()
  const live = createLiveStore()
  live.setState(liveAfter(live.getState(), { kind: 'snapshot', snapshot }))
  const become = (state: ThreadState): void =>
    act(() =>
      live.setState(
        liveAfter(live.getState(), {
          kind: 'delta',
          fleet: null,
          changed: [{ id: thread.id, state }],
          removed: [],
        }),
      ),
    )
  render(
    <BridgeContext value={{ ...openBridge(() => new MessageChannel().port1), live }}>
      <Announcements />
    </BridgeContext>,
  )
  become('urgent')
  const first = screen.getByText(`${thread.name}: urgent`)
  expect(first.parentElement?.getAttribute('role')).toBe('alert')
  become('quiet')
  become('urgent')
  act(() => void vi.advanceTimersByTime(BETWEEN_MS))
  expect(screen.getByText(`${thread.name}: urgent`)).not.toBe(first)
})
