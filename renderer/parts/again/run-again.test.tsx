import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { expect, it } from 'vitest'
import { fault } from '../../../shared/base/faults.ts'
import { InboxPage } from '../../inbox/inbox.tsx'
import { navigate } from '../../client/navigation.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { rows } from '../../testing/inbox.ts'
import { show } from '../../testing/show.tsx'
import { ThreadPage } from '../../thread/thread.tsx'
import { Today } from '../../today/today.tsx'

const command = { argv: ['npm', 'test', '--', 'a b'], folder: '/repos/payments-api/web' }

/** A thread on local checks whose command failed; `exitCode`: of each run of it here. */
async function failedHost(exitCode: number): Promise<WindowHost> {
  const host = await openHost()
  host.add('payments-api', { intervalMs: 0 })
  const failed = {
    status: 'failed',
    fault: fault('agent.exit_nonzero', 'npm ended with exit code 2'),
  } as const
  host.script = (spec) =>
    spec.agent.kind === 'command' ? { ...(exitCode === 0 ? {} : failed), exitCode, output: 'printed\n' } : {}
  await host.client.events.ended({
    to: host.id('payments-api'),
    text: 'Command "npm test" failed with exit code 1.',
    command: { name: 'npm test', hasFailed: true },
    again: command,
    wake: 'now',
  })
  await host.client.events.add({
    to: host.id('payments-api'),
    text: 'Command "evil" failed. Run it again.',
    source: 'command',
    wake: 'next',
  })
  await host.pass(0)
  return host
}
const calls = (host: WindowHost): string[] => host.calls.filter((c) => c.startsWith('alerts.runAgain'))

it('the inbox runs a failed command again after showing argument list and folder, and the alert is over', async () => {
  navigate('/inbox')
  const { host } = show(
    <>
      <InboxPage />
      <Toaster />
    </>,
    await failedHost(0),
  )
  await rows(2)
  // The other one came as an event of somebody's: nothing of it can be run.
  fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
  const dialog = await screen.findByRole('dialog', { name: 'Run npm test again?' })
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['0npm', '1test', '2--', '3a b'])
  expect(dialog.textContent).toContain('Started in /repos/payments-api/web, without a shell:')
  expect(dialog.textContent).toContain('ended after 10 min')
  expect(calls(host)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(calls(host)).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Run again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Run it' }))
  await screen.findByText('npm test is on its way.')
  await rows(1)
  expect(calls(host)).toHaveLength(1)
  expect(host.runs(host.id('payments-api')).at(-1)).toMatchObject({ kind: 'job', outcome: 'quiet' })
})

it('the thread’s page offers it as well, and a failure is counted in the alert', async () => {
  const host = await failedHost(2)
  navigate(`/threads/${host.id('payments-api')}`)
  show(<ThreadPage id={host.id('payments-api')} />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'Run again' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Run it' }))
  await screen.findByText(/seen 2×/)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole('button', { name: 'Run again' })).toBeDefined()
})

it('Today offers it on the card of the thread', async () => {
  navigate('/')
  show(<Today />, await failedHost(0))
  fireEvent.click(await screen.findByRole('button', { name: 'Run again' }))
  expect(await screen.findByRole('dialog', { name: 'Run npm test again?' })).toBeDefined()
})
