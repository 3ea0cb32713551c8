import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { beforeEach, expect, it } from 'vitest'
import { HOUR } from '../../shared/base/time.ts'
import { navigate } from '../client/navigation.ts'
import { openHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { addResting } from '../testing/threads.ts'
import { JobsPage } from './jobs.tsx'

beforeEach(() => navigate('/jobs'))

async function open() {
  const host = await openHost()
  addResting(host, 'api')
  host.scripts.set('x.sh', 'echo one')
  return host
}
const dialog = (): Promise<HTMLElement> => screen.findByRole('dialog')
const isGone = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

it('shows the files that the command of a new job runs, and keeps exactly those as approved', async () => {
  const host = await open()
  navigate(`/jobs?thread=${host.id('api')}`)
  show(<JobsPage />, host)
  fireEvent.click(await screen.findByRole('button', { name: /^Nightly command/ }))
  await dialog()
  fireEvent.change(screen.getByRole('textbox', { name: 'Program' }), { target: { value: 'x.sh' } })
  fireEvent.click(screen.getByRole('button', { name: 'Review…' }))
  expect((await screen.findByLabelText('x.sh:1')).textContent).toBe('echo one')
  host.scripts.set('x.sh', 'echo two')
  fireEvent.click(screen.getByRole('button', { name: 'Allow and save' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Nothing was saved')
  fireEvent.click(screen.getByRole('button', { name: 'Review…' }))
  expect((await screen.findByLabelText('x.sh:1')).textContent).toBe('echo two')
  fireEvent.click(screen.getByRole('button', { name: 'Allow and save' }))
  await isGone()
  expect(host.store.permissions.approvals(host.id('api')).size).toBe(1)
})

/** A job of each hour whose script is approved as it is. */
async function withAudit() {
  const host = await open()
  const threadId = host.id('api')
  const schedule = { kind: 'cron', expr: '0 * * * *', timeZone: '' } as const
  const action = { kind: 'command' as const, argv: ['sh', 'x.sh'] }
  const { command } = await host.client.jobs.preview({ schedule, executes: { threadId, action } })
  const spec = { name: 'Audit', schedule, action, spread: false }
  const { id } = await host.client.jobs.save({ threadId, spec, hash: command!.hash, confirmed: true })
  return { host, threadId, id }
}

it('found by users: the approval of a job is taken back in the window, and given again', async () => {
  const { host, threadId, id } = await withAudit()
  navigate(`/jobs?id=${id}`)
  show(<JobsPage />, host)
  const review = async (): Promise<HTMLElement> => {
    fireEvent.click(await screen.findByRole('button', { name: 'Review command…' }))
    const opened = await dialog()
    await within(opened).findByLabelText('x.sh:1')
    return opened
  }
  const approved = await review()
  expect(within(approved).queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(approved.textContent).toContain('Exactly this is approved.')
  fireEvent.click(within(approved).getByRole('button', { name: 'Take back' }))
  await isGone()
  expect(host.store.permissions.approvals(threadId).size).toBe(0)
  await host.pass(HOUR)
  expect(host.store.jobs.runs(id, 9)).toMatchObject([{ state: 'skipped' }])
  const asking = await review()
  expect(within(asking).queryByRole('button', { name: 'Take back' })).toBeNull()
  fireEvent.click(within(asking).getByRole('button', { name: 'Approve' }))
  await isGone()
  await host.pass(HOUR)
  expect(host.store.jobs.runs(id, 1)).toMatchObject([{ state: 'ok' }])
})

it('found by users: a job due once that waited starts with its approval, and that is said', async () => {
  const host = await open()
  const threadId = host.id('api')
  const schedule = { kind: 'at', at: host.clock.now() + HOUR } as const
  const action = { kind: 'command' as const, argv: ['sh', 'x.sh'] }
  const { command } = await host.client.jobs.preview({ schedule, executes: { threadId, action } })
  const spec = { name: 'Release', schedule, action }
  const { id } = await host.client.jobs.save({ threadId, spec, hash: command!.hash, confirmed: true })
  host.scripts.set('x.sh', 'echo two')
  await host.pass(2 * HOUR)
  navigate(`/jobs?id=${id}`)
  show(
    <>
      <Toaster />
      <JobsPage />
    </>,
    host,
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Review command…' }))
  await within(await dialog()).findByLabelText('x.sh, as you approved it and as it is now')
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Approved. It starts now.')).toBeTruthy()
  await isGone()
  await host.pass(1)
  expect(host.store.jobs.runs(id, 9).map(({ state }) => state)).toEqual(['ok', 'skipped'])
})

it('a job whose script changed says that it waits, and is approved as it is now', async () => {
  const { host, id } = await withAudit()
  host.scripts.set('x.sh', 'echo two')
  await host.pass(HOUR)
  navigate(`/jobs?id=${id}`)
  show(<JobsPage />, host)
  expect((await screen.findByRole('row', { name: /Audit/ })).textContent).toContain('To approve')
  fireEvent.click(await screen.findByRole('button', { name: 'Review command…' }))
  const diff = await within(await dialog()).findByLabelText('x.sh, as you approved it and as it is now')
  for (const part of ['echo one', 'echo two']) expect(diff.textContent).toContain(part)
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Approve' }))
  await isGone()
  expect(await host.client.jobs.list({})).toMatchObject([{ waitsForApproval: false }])
  await host.pass(HOUR)
  expect(host.store.jobs.runs(id, 1)).toMatchObject([{ state: 'ok' }])
})
