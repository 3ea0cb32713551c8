import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { Today } from './today.tsx'

describe('the toast of a beat by hand', () => {
  it('answers a click with what came of it, in the toast that said it waits', async () => {
    const host = await quietHost('infra')
    show(
      <>
        <Today />
        <Toaster />
      </>,
      host,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    const answer = (await screen.findByText(/^infra: Quiet in /)).closest<HTMLElement>('[data-sonner-toast]')!
    expect(screen.queryByText(/is queued/)).toBeNull()
    fireEvent.click(within(answer).getByRole('button', { name: 'Open' }))
    expect(location.hash).toBe(`#/run/${host.runs(host.id('infra')).at(-1)!.id}`)
  })
  it('takes a beat back while it still waits', async () => {
    const host = await quietHost('infra', 'auth-lib')
    host.does('auth-lib', hangs)
    await host.beat('auth-lib') // has the one slot
    show(
      <>
        <Today />
        <Toaster />
      </>,
      host,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    const message = (await screen.findByText(/Beat of infra is queued/)).closest<HTMLElement>(
      '[data-sonner-toast]',
    )!
    fireEvent.click(within(message).getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `beat.start {"id":"${host.id('infra')}"}`,
        expect.stringMatching(/^beat\.cancel \{"itemId":/),
      ]),
    )
    await waitFor(() => expect(host.thread('infra').waiting).toEqual([]))
  })
})
