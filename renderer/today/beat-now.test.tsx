import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { Toaster } from 'sonner'
import { describe, expect, it } from 'vitest'
import { useBridge } from '../client/bridge.ts'
import { beatThread } from '../commands/actions/beat.tsx'
import { finds, hangs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { Today } from './today.tsx'

const noToast = (): void => expect(document.querySelector('[data-sonner-toast]')).toBeNull()

describe('a beat by hand', () => {
  it('is answered in its row, and by no toast, where the row can be seen', async () => {
    const host = await quietHost('infra')
    show(
      <>
        <Today />
        <Toaster />
      </>,
      host,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    const row = screen.getByRole('row', { name: /^infra/ })
    expect(await within(row).findByText(/^Quiet in /)).toBeTruthy()
    expect(screen.getByRole('status', { name: 'What came of a beat' }).textContent).toMatch(
      /^infra: Quiet in /,
    )
    noToast()
  })
  it('is answered by one toast, with a way to the run, where no row of it is to be seen', async () => {
    const host = await quietHost('infra')
    const Elsewhere = (): ReactNode => {
      const app = useBridge()
      return <button onClick={() => beatThread(app, host.thread('infra'))}>Beat</button>
    }
    show(
      <>
        <Elsewhere />
        <Toaster />
      </>,
      host,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Beat' }))
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
  it('is cancelled in its row for as long as it waits', async () => {
    const host = await quietHost('infra', 'auth-lib')
    host.does('auth-lib', hangs)
    await host.beat('auth-lib')
    show(<Today />, host)
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel the waiting beat of infra' }))
    await waitFor(() => expect(host.thread('infra').waiting).toEqual([]))
    await waitFor(() => expect(screen.queryByText('queued')).toBeNull())
    expect(location.hash).not.toContain('/thread/')
  })
  it('hides by its answer nothing that somebody should look at', async () => {
    const host = await quietHost('infra')
    host.does('infra', finds('main is red'))
    await host.beat('infra')
    show(<Today />, host)
    fireEvent.click(screen.getByRole('button', { name: 'Beat infra now' }))
    const row = screen.getByRole('row', { name: /^infra/ })
    expect(await within(row).findByText(/^Alert in /)).toBeTruthy()
    expect(within(row).getByText(/main is red/i)).toBeTruthy()
  })
})
