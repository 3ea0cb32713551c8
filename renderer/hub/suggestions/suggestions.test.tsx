import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { RemoteSuggestion } from '../../../shared/hub/suggested.ts'
import { useUi } from '../../client/ui-state.ts'
import { PollinationPage } from '../../pollination/pollination.tsx'
import { openHost } from '../../testing/host.ts'
import { machineOf, testHub, type TestHub } from '../../testing/hub.ts'
import { show } from '../../testing/show.tsx'
import { WithOthers } from '../with-others.tsx'

const suggestion = (
  machine: string,
  number: number,
  more: Partial<RemoteSuggestion> = {},
): RemoteSuggestion => ({
  machine: `m-${machine}`,
  id: `sug_${number}`,
  number,
  thread: `thr_${machine}` as ThreadId,
  name: 'payments',
  tier: 'daily',
  text: `Run \`npm run check-${number}\``,
  because: 'web has it, which found something twice',
  isOffered: false,
  replaces: null,
  ...more,
})

async function page(hub: TestHub, machine: string): Promise<void> {
  const host = await openHost({ hub })
  useUi.getState().showMachine(machine)
  show(
    <WithOthers page="pollination">
      <PollinationPage />
    </WithOthers>,
    host,
  )
}

function suggesting(): TestHub {
  const hub = testHub([machineOf('server'), machineOf('laptop')])
  hub.suggestions = [suggestion('server', 4), suggestion('server', 5, { isOffered: true, text: 'Is it up?' })]
  return hub
}

describe('suggestions of other machines', () => {
  it('stand below those of this one, with thread, tier and why; what a machine offered is accepted there', async () => {
    await page(suggesting(), 'all')
    const list = await screen.findByRole('region', { name: 'Suggestions of server' })
    expect(list.textContent).toContain('payments')
    expect(list.textContent).toContain('web has it, which found something twice')
    expect(screen.queryByRole('region', { name: 'Suggestions of laptop' })).toBeNull()
    expect(screen.getByRole('heading', { name: 'This machine: desk' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: /^Accept .* on server$/ })).toHaveLength(1)
    expect(screen.getAllByRole('button', { name: /^Decline .* on server$/ })).toHaveLength(2)
    expect(list.textContent).toContain('A machine offered it, so it is accepted there alone.')
  })

  it('are decided by mail, of the line as it reads, and stay until that machine tells otherwise', async () => {
    const hub = suggesting()
    await page(hub, 'm-server')
    const accept = await screen.findByRole('button', { name: /^Accept Run/ })
    fireEvent.click(accept)
    await screen.findByText(/^Decision: asked/)
    expect(hub.sent).toEqual([
      {
        to: 'm-server',
        verb: 'decide-suggestion',
        args: {
          thread: 'thr_server',
          suggestion: 4,
          say: 'accept',
          tier: 'daily',
          text: 'Run `npm run check-4`',
          reason: null,
        },
      },
    ])
    await waitFor(() => expect(accept.hasAttribute('disabled')).toBe(true))
    act(() =>
      hub.tell(() => {
        hub.suggestions = hub.suggestions.slice(1)
      }),
    )
    await waitFor(() => expect(screen.queryByText(/check-4/)).toBeNull())
  })

  it('are declined with a reason, or without one', async () => {
    const hub = suggesting()
    await page(hub, 'm-server')
    const declines = await screen.findAllByRole('button', { name: /^Decline .* on server$/ })
    fireEvent.click(declines[0]!)
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('not for payments on server?')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(hub.sent).toEqual([])
    fireEvent.click(declines[0]!)
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: ' biome does it ' } })
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(hub.sent).toHaveLength(1))
    expect(hub.sent[0]).toMatchObject({ args: { suggestion: 4, say: 'decline', reason: 'biome does it' } })
    fireEvent.click(declines[1]!)
    fireEvent.submit((await screen.findByLabelText('Reason')).closest('form')!)
    await waitFor(() => expect(hub.sent).toHaveLength(2))
    expect(hub.sent[1]).toMatchObject({ args: { suggestion: 5, say: 'decline', reason: null } })
  })

  it('of a machine without any are said to be none', async () => {
    await page(suggesting(), 'm-laptop')
    expect(await screen.findByText('laptop has no open suggestion.')).toBeTruthy()
  })
})
