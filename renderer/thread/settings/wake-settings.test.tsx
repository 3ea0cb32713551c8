import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import { sampleSnapshot, sampleThreadId } from '../../../shared/views/testing/sample-snapshot.ts'
import { HOUR } from '../../../shared/base/time.ts'
import { useThread } from '../../client/live.ts'
import { navigate } from '../../client/navigation.ts'
import { choose } from '../../testing/choose.ts'
import { show } from '../../testing/show.tsx'
import { ConfigFile } from './config-file.tsx'
import { Hooks } from './hooks.tsx'
import { Schedule } from './schedule.tsx'
import { Shown } from './shown.tsx'
import { Sources } from './sources.tsx'

type Part = (props: { thread: ThreadView }) => React.ReactNode
const PLAIN = 10
function Of({ part: Part, number }: { part: Part; number: number }) {
  const thread = useThread(sampleThreadId(number))
  return thread === undefined ? null : <Part thread={thread} />
}
/** One section over a thread that was changed first. */
function open(part: Part, more: Partial<ThreadView> = {}, number = PLAIN) {
  const snapshot = sampleSnapshot(Date.now())
  return show(<Of part={part} number={number} />, {
    ...snapshot,
    threads: snapshot.threads.map((t) => (t.number === number ? { ...t, ...more } : t)),
  })
}

beforeEach(() => navigate('/'))
afterEach(cleanup)

describe('sources', () => {
  const row = (name: string): HTMLElement => screen.getByRole('group', { name })
  it('mark what is usual, and keep only what differs', async () => {
    const { host } = open(Sources)
    expect(
      within(row('Git')).getByRole<HTMLInputElement>('radio', { name: 'With the next beat (usual)' }).checked,
    ).toBe(true)
    fireEvent.click(within(row('Git')).getByRole('radio', { name: 'Wake' }))
    await waitFor(() =>
      expect(host.calls).toEqual(['threads.change {"id":"thr_10","sources":{"git":"now"}}']),
    )
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset 1 source' })).toBeTruthy())
    fireEvent.click(within(row('Command')).getByRole('radio', { name: 'Off' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'threads.change {"id":"thr_10","sources":{"git":"now","command":"off"}}',
      ),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Reset Git to “With the next beat”' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe('threads.change {"id":"thr_10","sources":{"command":"off"}}'),
    )
  })
  it('are all reset at once', async () => {
    const { host } = open(Sources, { sources: { git: 'off', job: 'next' } })
    fireEvent.click(screen.getByRole('button', { name: 'Reset 2 sources' }))
    await waitFor(() => expect(host.calls).toEqual(['threads.change {"id":"thr_10","sources":{}}']))
  })
})

describe('git hooks', () => {
  it('are installed only after each line was shown', async () => {
    const { host } = open(Hooks)
    fireEvent.click(await screen.findByRole('button', { name: 'Install…' }))
    const question = await screen.findByRole('alertdialog', { name: 'Change 2 hooks of mobile-app?' })
    expect(within(question).getByLabelText('Change of post-commit').textContent).toContain(
      '  npm run lint-staged+ # Threadbeat',
    )
    expect(within(question).getByLabelText('Change of post-merge').textContent).toMatch(/^\+ #!\/bin\/sh/)
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Install hooks' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `hooks.install {"id":"thr_10","digest":"${'d'.repeat(64)}","confirmed":true}`,
      ]),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove hooks' }),
    )
    await waitFor(() => expect(host.calls.at(-1)).toBe('hooks.remove {"id":"thr_10"}'))
  })
  it('are left alone after a no', async () => {
    const { host } = open(Hooks)
    fireEvent.click(await screen.findByRole('button', { name: 'Install…' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(host.calls).toEqual([])
  })
  it('name the tool that owns the folder', async () => {
    open(Hooks, {}, 3)
    expect((await screen.findByRole('status')).textContent).toContain(
      'Nothing can be installed: husky owns the hooks folder',
    )
    expect(screen.queryByRole('button', { name: 'Install…' })).toBeNull()
  })
  it('say what is wrong when they cannot be read', async () => {
    const { threads, fleet } = sampleSnapshot(Date.now())
    show(<Hooks thread={threads[0]!} />, { fleet, threads: threads.slice(1) })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The hooks could not be read. no thread thr_2',
    )
  })
})

describe('what is shown', () => {
  it('is the app’s, until the thread has its own', async () => {
    const { host } = open(Shown)
    expect(screen.getByRole('combobox', { name: 'Alerts' }).textContent).toContain('As the app: on')
    await choose('Alerts', 'Off')
    await waitFor(() =>
      expect(host.calls).toEqual(['threads.change {"id":"thr_10","delivery":{"showAlerts":false}}']),
    )
    await choose('Quiet beats', 'On')
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        'threads.change {"id":"thr_10","delivery":{"showAlerts":false,"showOk":true}}',
      ),
    )
    await choose('Alerts', 'As the app: on')
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe('threads.change {"id":"thr_10","delivery":{"showOk":true}}'),
    )
  })
  it('says that nothing is started when nothing is shown', () => {
    open(Shown, { delivery: { showAlerts: false, indicator: false } })
    expect(screen.getByRole('status').textContent).toContain('no agent is started there')
  })
  it('does not take over what HEARTBEAT.json sets', async () => {
    const { host } = open(Shown, {
      config: { file: 'HEARTBEAT.json', values: { showOk: true }, problems: [] },
      delivery: { showOk: true },
    })
    expect(screen.queryByRole('combobox', { name: 'Quiet beats' })).toBeNull()
    expect(screen.getByText('set by HEARTBEAT.json')).toBeTruthy()
    await choose('Alerts', 'Off')
    await waitFor(() =>
      expect(host.calls).toEqual(['threads.change {"id":"thr_10","delivery":{"showAlerts":false}}']),
    )
  })
})

describe('HEARTBEAT.json', () => {
  it('is explained where there is none', () => {
    const { container } = open(ConfigFile)
    expect(container.textContent).toContain('There is none.')
  })
  it('is shown key by key, with what does not count', () => {
    const { container } = open(ConfigFile, {
      config: {
        file: '.heartbeat.json',
        values: {
          enabled: true,
          intervalMs: HOUR,
          activeHours: { start: '08:00', end: '20:00', timeZone: '' },
          session: 'resume',
          playbook: 'ignore',
        },
        problems: ['.heartbeat.json: “command” does not count.'],
      },
    })
    for (const part of [
      '.heartbeat.json is in use',
      'Beatson',
      'Intervalevery 1 h',
      'Active hours08:00 to 20:00',
      'Messagesone session',
      'ignored: only what you ask for runs',
      '1 entry does not count',
      '“command” does not count',
    ])
      expect(container.textContent).toContain(part)
  })
  it('takes the place of the schedule’s fields', () => {
    const values = {
      intervalMs: HOUR,
      dailyAt: '07:00',
      activeHours: { start: '08:00', end: '20:00', timeZone: '' },
    }
    const { container } = open(Schedule, {
      config: { file: 'HEARTBEAT.json', values, problems: [] },
      ...values,
    })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    for (const part of ['Every 1 h', '07:00', '08:00 to 20:00'])
      expect(container.textContent).toContain(`${part} set by HEARTBEAT.json`)
  })
  it('leaves the other fields alone', () => {
    open(Schedule, {
      config: { file: 'HEARTBEAT.json', values: { dailyAt: '07:00' }, problems: [] },
      dailyAt: '07:00',
    })
    expect(screen.getByRole('combobox', { name: 'Beats' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Daily tasks at' })).toBeNull()
  })
})
