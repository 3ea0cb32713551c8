import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptySnapshot, sampleSnapshot } from '../../shared/views/testing/sample-snapshot.ts'
import { DAY, HOUR, MINUTE } from '../../shared/base/time.ts'
import { draftOf, emptyDraft, readDraft, readSchedule } from './draft.ts'
import { navigate } from '../client/navigation.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { sampleJobs } from '../testing/sample-wakes.ts'
import { show } from '../testing/show.tsx'
import { JobsPage } from './jobs.tsx'

beforeEach(() => navigate('/jobs'))
afterEach(cleanup)
const now = Date.now()
const row = (name: RegExp): Promise<HTMLElement> => screen.findByRole('row', { name })

describe('the table of jobs', () => {
  it('says for each job when it fires next, how it ended, and why it does not fire', async () => {
    show(<JobsPage />, sampleSnapshot(now))
    const nightly = await row(/Nightly command/)
    for (const part of ['auth-lib', 'each day at 02:00', 'in 42 min', 'Done'])
      expect(nightly.textContent).toContain(part)
    expect((await row(/Refresh fixtures/)).textContent).toContain('Paused: failing')
    expect((await row(/Remind of the freeze/)).textContent).toContain('Over')
    expect((await row(/Watch the migration/)).textContent).toContain('Failed 3×')
    expect((await row(/Licences/)).textContent).toContain('never')
  })
  it('opens the runs of one job, and keeps it in the address', async () => {
    show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(await screen.findByRole('button', { name: /^Command: Refresh fixtures/ }))
    expect(location.hash).toBe('#/jobs?id=job_5')
    const runs = await screen.findByRole('table', { name: 'Runs of Refresh fixtures' })
    expect(within(runs).getByText('Missed 4×')).toBeTruthy()
    expect(within(runs).getByText('try 2')).toBeTruthy()
    expect(within(runs).getByText('by hand')).toBeTruthy()
    expect(within(runs).getAllByRole('link')).toHaveLength(4)
    expect(screen.getByText(/it failed 10 times in a row/)).toBeTruthy()
  })
  it('shows the jobs of one thread by its address', async () => {
    navigate('/jobs?thread=thr_2')
    show(<JobsPage />, sampleSnapshot(now))
    await row(/Watch the migration/)
    expect(screen.queryByText('Nightly command')).toBeNull()
  })
  it('runs, pauses and resumes', async () => {
    const { host } = show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(await screen.findByRole('button', { name: 'Run Nightly command now' }))
    await waitFor(() => expect(host.calls).toContain('jobs.run {"id":"job_1"}'))
    fireEvent.click(screen.getByRole('button', { name: 'More about Nightly command' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Pause' }))
    await waitFor(() => expect(host.calls).toContain('jobs.pause {"id":"job_1"}'))
    await waitFor(() =>
      expect(screen.getByRole('row', { name: /Nightly command/ }).textContent).toContain('Paused'),
    )
    fireEvent.click(screen.getByRole('button', { name: 'More about Refresh fixtures' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Resume' }))
    await waitFor(() => expect(host.calls).toContain('jobs.resume {"id":"job_5"}'))
  })
  it('removes only after a question', async () => {
    const { host } = show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(await screen.findByRole('button', { name: 'More about Licences' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove…' }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Remove job' }))
    await waitFor(() => expect(host.calls).toEqual(['jobs.remove {"id":"job_6"}']))
    await waitFor(() => expect(screen.queryByText('Licences')).toBeNull())
  })
  it('says what a job is when there is none, and begins one from a template', async () => {
    show(<JobsPage />, sampleSnapshot(now), { bare: true })
    expect(await screen.findByText('There are no jobs yet.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Nightly command/ }))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
      'Nightly command',
    )
    expect(within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Program' }).value).toBe('npm')
  })
  it('says so when the jobs or their runs cannot be read', async () => {
    show(<JobsPage />, sampleSnapshot(now), { fails: ['jobs.list'] })
    expect(await screen.findByText('The jobs could not be read.')).toBeTruthy()
    expect(screen.getByText('The history cannot be opened: the disk is full.')).toBeTruthy()
    cleanup()
    navigate('/jobs?id=job_1')
    show(<JobsPage />, sampleSnapshot(now), { fails: ['jobs.runs'] })
    expect(await screen.findByText(/Its runs could not be read: The history cannot be opened/)).toBeTruthy()
  })
  it('stands also without a thread', async () => {
    show(<JobsPage />, emptySnapshot(now))
    expect(await screen.findByText('There are no jobs yet.')).toBeTruthy()
  })
})

describe('the editor', () => {
  const type = (name: string | RegExp, value: string): void =>
    void fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })
  it('saves a note without a second step', async () => {
    navigate('/jobs?thread=thr_2')
    const { host } = show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'New job' }))
    await screen.findByRole('dialog')
    type('Name', 'Freeze')
    fireEvent.click(screen.getByRole('radio', { name: 'Every so often' }))
    type('Every', '2 h')
    type('Text for the agent', 'The branch is frozen.')
    fireEvent.click(screen.getByRole('radio', { name: 'Wake the thread' }))
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(host.calls).toHaveLength(1))
    const [, call = ''] = host.calls[0]?.match(/^jobs\.save (.*)$/) ?? []
    expect(JSON.parse(call)).toMatchObject({
      threadId: 'thr_2',
      spec: {
        name: 'Freeze',
        schedule: { kind: 'every', everyMs: 2 * HOUR },
        action: { kind: 'event', text: 'The branch is frozen.' },
        wake: 'now',
        catchUp: 'once',
      },
    })
    expect(JSON.parse(call)).not.toHaveProperty('confirmed')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
  it('shows the exact argument list before a command counts', async () => {
    const { host } = show(<JobsPage />, sampleSnapshot(now))
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
    expect(host.calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Allow and save' }))
    await waitFor(() => expect(host.calls).toHaveLength(1))
    expect(host.calls[0]).toContain('"confirmed":true')
    expect(host.calls[0]).toContain('"argv":["npm","run","audit","--","--level \\"a b\\""]')
    expect(host.calls[0]).toContain('"id":"job_1"')
  })
  it('previews the next times while typing, with warnings and what is wrong', async () => {
    show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'New job' }))
    const times = await screen.findByRole('region', { name: 'Next times' })
    await waitFor(() => expect(within(times).getAllByRole('listitem')).toHaveLength(5))
    type('Calendar line', '30 2 * * *')
    await waitFor(() => expect(times.textContent).toContain('02:30 does not exist'))
    type('Calendar line', '30 2 *')
    await waitFor(() => expect(within(times).getByRole('alert').textContent).toContain('five fields'))
  })
  it('keeps what was typed when it cannot be saved, and says why', async () => {
    show(<JobsPage />, sampleSnapshot(now), { bare: true, fails: ['jobs.save'] })
    fireEvent.click(await screen.findByRole('button', { name: /^Remind the agent/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('combobox', { name: 'Thread' }))
    const infra = await screen.findByRole('option', { name: 'infra' })
    fireEvent.pointerDown(infra) // a click that began elsewhere chooses nothing
    fireEvent.click(infra)
    type('Text for the agent', 'Frozen.')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await within(dialog).findByText('The history cannot be opened: the disk is full.')).toBeTruthy()
    expect(
      within(dialog).getByRole<HTMLTextAreaElement>('textbox', { name: 'Text for the agent' }).value,
    ).toBe('Frozen.')
  })
  it('names every field that cannot be saved', async () => {
    const { host } = show(<JobsPage />, sampleSnapshot(now))
    fireEvent.click(screen.getByRole('button', { name: 'New job' }))
    await screen.findByRole('dialog')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    for (const text of ['Choose a thread.', 'Give it a name.', /The text is empty/])
      expect(await screen.findByText(text)).toBeTruthy()
    expect(host.calls).toEqual([])
  })
})

describe('what is typed', () => {
  const draft = { ...emptyDraft('thr_2' as ThreadId, now), name: 'x', text: 'y' }
  it('is bounded, and the bound is said', () => {
    expect(readSchedule({ ...draft, kind: 'every', every: '20 s' })).toBe(
      'The time between two starts is 1 min to 366 d; “20 s” is too short.',
    )
    expect(readSchedule({ ...draft, kind: 'every', every: 'often' })).toContain('“often” is not a time.')
    expect(readDraft({ ...draft, catchUp: 'grace', grace: '9 d' }).problems.grace).toBe(
      'The oldest due time that still counts is 1 min to 7 d; “9 d” is too long.',
    )
    expect(readDraft({ ...draft, action: 'command', argv: ['x'], limit: '7 h' }).problems.limit).toContain(
      '5 s to 6 h',
    )
    expect(readDraft({ ...draft, text: 'z'.repeat(4001) }).problems.action).toBe(
      'The text may have 4,000 characters; this one has 4,001.',
    )
    expect(
      readDraft({ ...draft, action: 'command', argv: ['x'], env: [['2A', 'v']] }).problems.action,
    ).toContain('“2A”')
  })
  it('is the job again when nothing was changed, to the millisecond', () => {
    for (const job of sampleJobs(sampleSnapshot(now).threads, now)) {
      const odd = {
        ...job,
        schedule:
          job.schedule.kind === 'every'
            ? { ...job.schedule, everyMs: DAY + 2 * HOUR + 30 * MINUTE + 5001, anchorAt: now }
            : job.schedule,
      }
      expect(readDraft(draftOf(odd, now)).spec).toEqual({
        name: odd.name,
        schedule: odd.schedule,
        action: odd.action,
        catchUp: odd.catchUp,
        graceMs: odd.graceMs,
        spread: odd.spread,
        wake: odd.wake,
      })
    }
  })
  it('becomes what the contract takes', () => {
    expect(readDraft({ ...draft, kind: 'every', every: '1 d' }).spec).toMatchObject({
      schedule: { kind: 'every', everyMs: DAY },
      graceMs: HOUR,
      spread: true,
    })
    expect(
      readDraft({ ...draft, action: 'command', argv: ['npm', '', 'test'], limit: '90 s' }).spec?.action,
    ).toEqual({ kind: 'command', argv: ['npm', 'test'], env: {}, limitMs: 1.5 * MINUTE })
    expect(readDraft({ ...draft, action: 'reflect' }).spec?.action).toEqual({ kind: 'reflect' })
  })
})
