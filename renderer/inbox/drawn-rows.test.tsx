import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { HOUR } from '../../shared/base/time.ts'
import type * as TicksModule from '../kit/text/ticks.tsx'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { rows } from '../testing/inbox.ts'
import { show } from '../testing/show.tsx'
import { addQuiet } from '../testing/threads.ts'
import { InboxPage } from './inbox.tsx'

/** How often each text was drawn: a row draws its title by it. */
const drawn = vi.hoisted(() => new Map<string, number>())
vi.mock('../kit/text/ticks.tsx', async (original) => {
  const actual = await original<typeof TicksModule>()
  return {
    ...actual,
    Ticks: ({ text }: { text: string }) => (drawn.set(text, (drawn.get(text) ?? 0) + 1), text),
  }
})

it('found by review: rows of the inbox are drawn again only where something changed', async () => {
  navigate('/inbox')
  const host = await openHost()
  for (const [i, text] of ['alert 0', 'alert 1'].entries())
    host.store.alerts.raise(host.add(`repo-${i}`), { key: 'ci', severity: 'warning', text }, host.clock.now())
  await addQuiet(host, 'other')
  show(<InboxPage />, host)
  const [first] = await rows(2)
  drawn.clear()
  await host.beat('other')
  await host.client.alerts.mute({ threadId: host.id('repo-1'), until: host.clock.now() + HOUR })
  await screen.findByText('Muted')
  expect([drawn.has('alert 0'), drawn.has('alert 1'), first!.isConnected]).toEqual([false, true, true])
})
