import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../shared/base/time.ts'
import type { JobView } from '../../shared/contract/jobs.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { saveJob } from '../testing/jobs.ts'
import { NOON } from '../testing/noon.ts'
import { fails } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addResting } from '../testing/threads.ts'
import { JobsPage } from './jobs.tsx'

beforeEach(() => navigate('/jobs'))
const FAILS = fails('agent.exit_nonzero', 'It ended with exit code 2.')
const NOTE = { kind: 'event', text: 'The branch is frozen.' } as const
const every = (everyMs: number) => ({ kind: 'every', everyMs, anchorAt: NOON + everyMs }) as const
const row = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })
const texts = async (...names: readonly RegExp[]): Promise<(string | null)[]> =>
  Promise.all(names.map(async (name) => (await row(name)).textContent))

/** What jobs start goes well in one thread and fails in the others. */
async function open(): Promise<WindowHost> {
  const host = await openHost()
  for (const name of ['api', 'web', 'etl']) addResting(host, name)
  for (const name of ['web', 'etl']) host.does(name, FAILS)
  return host
}
const nightly = (host: WindowHost): Promise<JobView> => saveJob(host, 'api', { name: 'Nightly command' })
const menu = async (job: string, entry: string): Promise<void> => {
  fireEvent.click(await screen.findByRole('button', { name: `More about ${job}` }))
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

describe('the table of jobs', () => {
  it('says for each job when it fires next, how it ended, and why it does not fire', async () => {
    const host = await open()
    const { id } = await nightly(host)
    await host.client.jobs.run({ id })
    await saveJob(host, 'web', { name: 'Refresh fixtures', schedule: every(30 * MINUTE) })
    await saveJob(host, 'etl', { name: 'Watch the migration', schedule: { kind: 'at', at: NOON + HOUR } })
    await saveJob(host, 'api', { name: 'Freeze', schedule: { kind: 'at', at: NOON + HOUR }, action: NOTE })
    const licences = await saveJob(host, 'api', { name: 'Licences' })
    await host.client.jobs.pause({ id: licences.id })
    await host.pass(13 * HOUR + 18 * MINUTE)
    show(<JobsPage />, host)
    const [command, fixtures, migration, freeze, paused] = await texts(
      /Nightly command/,
      /Refresh fixtures/,
      /Watch the migration/,
      /Freeze/,
      /Licences/,
    )
    for (const part of ['api', 'every day at 02:00', 'in 42 min', 'Done']) expect(command).toContain(part)
    expect(fixtures).toContain('Paused: failing')
    expect(migration).toContain('Failed 3×')
    expect(freeze).toContain('Over')
    for (const part of ['Paused', 'never']) expect(paused).toContain(part)
  })
  it('opens the runs of one job, and keeps it in the address', async () => {
    const host = await open()
    const { id } = await saveJob(host, 'web', {
      name: 'Refresh fixtures',
      schedule: every(30 * MINUTE),
      catchUp: 'skip',
    })
    await host.client.jobs.run({ id })
    await host.pass(40 * MINUTE)
    await host.sleep(13 * HOUR) // 26 due times, of which twenty are written down one by one
    await host.pass(MINUTE)
    show(<JobsPage />, host)
    fireEvent.click(await screen.findByRole('button', { name: /^Command: Refresh fixtures/ }))
    expect(location.hash).toBe(`#/jobs?id=${id}`)
    const runs = await screen.findByRole('table', { name: 'Runs of Refresh fixtures' })
    expect(within(runs).getByText('Missed 6×')).toBeTruthy()
    expect(within(runs).getByText('by hand')).toBeTruthy()
    const links = within(runs).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toContain(`#/run/${host.runs()[0]!.id}`)
    expect(screen.getByText(/It failed \d times in a row. After 10 it pauses itself./)).toBeTruthy()
  })
  it('counts the tries of a job that is due once', async () => {
    const host = await open()
    const { id } = await saveJob(host, 'web', { name: 'Move', schedule: { kind: 'at', at: NOON + MINUTE } })
    await host.pass(HOUR)
    navigate(`/jobs?id=${id}`)
    show(<JobsPage />, host)
    const runs = await screen.findByRole('table', { name: 'Runs of Move' })
    expect(within(runs).getByText('try 2')).toBeTruthy()
    expect(within(runs).getByText('try 3')).toBeTruthy()
  })
  it('says why a job pauses itself', async () => {
    const host = await open()
    const { id } = await saveJob(host, 'web', { name: 'Refresh fixtures', schedule: every(30 * MINUTE) })
    await host.pass(13 * HOUR)
    navigate(`/jobs?id=${id}`)
    show(<JobsPage />, host)
    expect(await screen.findByText(/it failed 10 times in a row/)).toBeTruthy()
  })
  it('shows the jobs of one thread by its address', async () => {
    const host = await open()
    await nightly(host)
    await saveJob(host, 'web', { name: 'Watch the migration' })
    navigate(`/jobs?thread=${host.id('web')}`)
    show(<JobsPage />, host)
    await row(/Watch the migration/)
    expect(screen.queryByText('Nightly command')).toBeNull()
  })
  it('says of the first job the same time above and in its row, at its own place', async () => {
    const host = await open()
    const { nextDueAt } = await saveJob(host, 'api', { name: 'Nightly command', spread: true })
    await host.pass(nextDueAt! - NOON - 90 * MINUTE)
    show(<JobsPage />, host)
    expect(await screen.findByText(/^1 job, the next one in 1 h 30 min\.$/)).toBeTruthy()
    expect((await row(/Nightly command/)).textContent).toContain('in 1 h 30 min')
  })
  it('runs, pauses and resumes', async () => {
    const host = await open()
    const { id } = await nightly(host)
    show(<JobsPage />, host)
    fireEvent.click(await screen.findByRole('button', { name: 'Run Nightly command now' }))
    await waitFor(() => expect(host.store.jobs.runs(id, 9)).toMatchObject([{ byHand: true, state: 'ok' }]))
    await waitFor(async () => expect((await row(/Nightly command/)).textContent).toContain('Done'))
    await menu('Nightly command', 'Pause')
    await waitFor(async () => expect((await row(/Nightly command/)).textContent).toContain('Paused'))
    await menu('Nightly command', 'Resume')
    await waitFor(async () => expect((await row(/Nightly command/)).textContent).not.toContain('Paused'))
    expect(host.store.jobs.get(id)).toMatchObject({ pause: null })
  })
  it('removes only after a question', async () => {
    const host = await open()
    await saveJob(host, 'api', { name: 'Licences' })
    show(<JobsPage />, host)
    await menu('Licences', 'Remove…')
    const question = await screen.findByRole('alertdialog')
    expect(host.store.jobs.list()).toHaveLength(1)
    fireEvent.click(within(question).getByRole('button', { name: 'Remove job' }))
    await waitFor(() => expect(host.store.jobs.list()).toEqual([]))
    await waitFor(() => expect(screen.queryByText('Licences')).toBeNull())
  })
  it('says what a job is when there is none, and begins one from a template', async () => {
    show(<JobsPage />, await open())
    expect(await screen.findByText('There are no jobs yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Nightly command/ }))
    const dialog = await screen.findByRole('dialog')
    const value = (name: string): string =>
      within(dialog).getByRole<HTMLInputElement>('textbox', { name }).value
    expect([value('Name'), value('Program')]).toEqual(['Nightly command', 'npm'])
  })
  it('says so when the jobs or their runs cannot be read', async () => {
    const host = await open()
    const { id } = await nightly(host)
    host.broken.add('jobs.list')
    show(<JobsPage />, host)
    expect(await screen.findByText('The jobs could not be read.')).toBeTruthy()
    expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
    host.broken.clear()
    host.broken.add('jobs.runs')
    navigate(`/jobs?id=${id}`)
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Its runs could not be read: The history cannot be opened/)).toBeTruthy()
  })
  it('stands also without a thread', async () => {
    show(<JobsPage />, await openHost())
    expect(await screen.findByText('There are no jobs yet.')).toBeTruthy()
  })
})
