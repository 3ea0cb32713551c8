import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fault } from '../../shared/base/faults.ts'
import { DAY, HOUR } from '../../shared/base/time.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { ReportsLine } from './reports-line.tsx'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n- [ ] Flag stale branches\n'

/** A day and a half with `web` failing; without a master nobody reports. */
async function open(hasMaster: boolean, isShort = false): Promise<WindowHost> {
  const host = await openHost()
  for (const name of ['lead', 'api', 'web']) host.add(name, { playbook: LIST, intervalMs: HOUR })
  if (hasMaster) await host.client.threads.setMaster({ to: 'thread', id: host.id('lead') })
  for (const name of ['lead', 'api', 'web']) await host.beat(name)
  host.does('web', () => ({ status: 'failed', fault: fault('agent.exit_nonzero', 'it broke') }))
  await host.pass(DAY + 12 * HOUR)
  show(<ReportsLine isShort={isShort} />, host)
  return host
}

it('names the thread that sent no daily report, with what can be done about it', async () => {
  const host = await open(true)
  const line = await screen.findByRole('region', { name: 'Daily reports' })
  expect(line.querySelector('p')!.textContent).toBe('1 of 2 threads had their daily beat in time.')
  expect(within(line).getByRole('listitem').textContent).toMatch(
    /^web has sent none since .*Beat nowDiagnose$/,
  )
  host.does('web', () => ({}))
  fireEvent.click(within(line).getByRole('button', { name: 'Beat web now' }))
  // Its failures had paused it: until a person resumes it, nothing more is expected of it.
  await within(line).findByText('The thread that should report had its daily beat in time.')
  expect(within(line).queryByRole('listitem')).toBeNull()
})

it('is short where something is amiss, and gone where all is well', async () => {
  const host = await open(true, true)
  const line = await screen.findByRole('region', { name: 'Daily reports' })
  host.does('web', () => ({}))
  fireEvent.click(within(line).getByRole('button', { name: 'Beat web now' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Daily reports' })).toBeNull())
})

it('leads to the page that says why', async () => {
  const host = await open(true)
  fireEvent.click(await screen.findByRole('button', { name: 'Diagnose web' }))
  expect(location.hash).toBe(`#/thread/${host.id('web')}`)
})

it('says nothing while nobody is the master', async () => {
  const host = await open(false)
  expect(host.snapshot().threads.map((thread) => thread.silentSince)).toEqual([null, null, null])
  expect(screen.queryByRole('region', { name: 'Daily reports' })).toBeNull()
})
