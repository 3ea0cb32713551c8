import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { HOUR } from '../../shared/base/time.ts'
import { spreadMs } from '../../shared/jobs/job-schedule.ts'
import { navigate } from '../client/navigation.ts'
import { momentTime } from '../kit/time.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { saveJob } from '../testing/jobs.ts'
import { show } from '../testing/show.tsx'
import { addResting, quietHost } from '../testing/threads.ts'
import { JobEditor } from './job-editor.tsx'
import { JobsPage } from './jobs.tsx'

beforeEach(() => navigate('/jobs'))
const type = (name: string | RegExp, value: string): void =>
  void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
const isGone = (): Promise<void> => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function open(): Promise<WindowHost> {
  const host = await openHost()
  addResting(host, 'api')
  return host
}
async function newJob(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'New job' }))
  await screen.findByRole('dialog')
}

it('saves a note without a second step', async () => {
  const host = await open()
  navigate(`/jobs?thread=${host.id('api')}`)
  show(<JobsPage />, host)
  await newJob()
  type('Name', 'Freeze')
  fireEvent.click(screen.getByRole('radio', { name: 'Every so often' }))
  type('Every', '2 h')
  type('Text for the agent', 'The branch is frozen.')
  fireEvent.click(screen.getByRole('radio', { name: 'Wake the thread' }))
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await isGone()
  expect(host.store.jobs.list()).toMatchObject([
    {
      threadId: host.id('api'),
      name: 'Freeze',
      schedule: { kind: 'every', everyMs: 2 * HOUR },
      action: { kind: 'event', text: 'The branch is frozen.' },
      wake: 'now',
      catchUp: 'once',
    },
  ])
  expect(host.calls.join()).not.toContain('confirmed')
})
it('found by a user: offers to tell the person where the thread has no agent to tell', async () => {
  const host = await quietHost('web')
  navigate(`/jobs?thread=${host.id('web')}`)
  show(<JobsPage />, host)
  await newJob()
  expect(screen.queryByRole('radio', { name: 'Tell the agent' })).toBeNull()
  expect(screen.getByRole('radio', { name: 'Tell me' })).toHaveProperty('checked', true)
  expect(screen.getByRole('textbox', { name: 'Text for your inbox' })).toBeTruthy()
})
it('shows the exact argument list before a command counts', async () => {
  const host = await open()
  const { id } = await saveJob(host, 'api', { name: 'Nightly command' })
  const argv = () => {
    const { action } = host.store.jobs.get(id)!
    return action.kind === 'command' ? action.argv : null
  }
  show(<JobsPage />, host)
  fireEvent.click(await screen.findByRole('button', { name: 'More about Nightly command' }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit…' }))
  await screen.findByRole('dialog')
  type('Argument 4', '--level "a b"')
  fireEvent.click(screen.getByRole('button', { name: 'Review…' }))
  const list = await screen.findByRole('list', { name: 'Arguments' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((i) => i.textContent),
  ).toEqual(['0npm', '1run', '2audit', '3--', '4--level "a b"'])
  expect(argv()?.at(-1)).toBe('--level=high')
  fireEvent.click(screen.getByRole('button', { name: 'Allow and save' }))
  await isGone()
  expect(argv()).toEqual(['npm', 'run', 'audit', '--', '--level "a b"'])
})
it('previews the next times while typing, with warnings and what is wrong', async () => {
  show(<JobsPage />, await open())
  await newJob()
  const times = await screen.findByRole('region', { name: 'Next times' })
  await waitFor(() => expect(within(times).getAllByRole('listitem')).toHaveLength(5))
  fireEvent.change(screen.getByLabelText('Time zone'), { target: { value: 'Europe/Zurich' } })
  type('Calendar line', '30 2 29 3 *') // the clocks go forward in that night
  await waitFor(() => expect(times.textContent).toContain('a time jumped over runs at 03:00 instead'))
  type('Calendar line', '30 2 *')
  await waitFor(() =>
    expect(within(times).getByRole('alert').textContent).toContain('has 3 fields; there are five'),
  )
})
it('found by a user: shows a job at its own place within the spread, and says of a new one that it comes', async () => {
  const host = await open()
  const job = await saveJob(host, 'api', { name: 'audit', spread: true })
  const later = spreadMs(job.id, job.schedule)
  const [bare] = (await host.client.jobs.preview({ schedule: job.schedule })).fires
  show(<JobEditor editing={{ job }} threadId={undefined} onClose={() => {}} onSaved={() => {}} />, host)
  const times = await screen.findByRole('region', { name: 'Next times' })
  await waitFor(() =>
    expect(within(times).getAllByRole('listitem')[0]!.textContent).toContain(momentTime(bare! + later)),
  )
  expect(times.textContent).not.toContain('up to five minutes')
  fireEvent.click(screen.getByRole('switch', { name: 'Start up to five minutes later' }))
  await waitFor(() =>
    expect(within(times).getAllByRole('listitem')[0]!.textContent).toContain(momentTime(bare!)),
  )
})
it('found by a user: says of a new job on the full hour that its start comes later', async () => {
  show(<JobsPage />, await open())
  await newJob()
  type('Calendar line', '0 3 * * *')
  const times = await screen.findByRole('region', { name: 'Next times' })
  await waitFor(() => expect(times.textContent).toContain('Each start comes up to five minutes later'))
})
it('keeps what was typed when it cannot be saved, and says why', async () => {
  const host = await open()
  host.broken.add('jobs.save')
  show(<JobsPage />, host)
  fireEvent.click(await screen.findByRole('button', { name: /^Remind the agent/ }))
  const dialog = await screen.findByRole('dialog')
  await choose('Thread', 'api')
  type('Text for the agent', 'Frozen.')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  expect(await within(dialog).findByText('The history cannot be opened: the disk is full.')).toBeTruthy()
  const text = within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text for the agent' })
  expect(text.value).toBe('Frozen.')
})
it('names every field that cannot be saved', async () => {
  const host = await open()
  addResting(host, 'web')
  show(<JobsPage />, host)
  await newJob()
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  for (const text of ['Choose a thread.', 'Give it a name.', /The text is empty/])
    expect(await screen.findByText(text)).toBeTruthy()
  expect(host.calls).toEqual([])
})
