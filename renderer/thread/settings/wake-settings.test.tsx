import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import type { ThreadView } from '../../../shared/views/thread-view.ts'
import type { HookPlan } from '../../../electron/engine/ports/repositories.ts'
import { useThread } from '../../client/live.ts'
import { choose } from '../../testing/choose.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { ConfigFile } from './config-file.tsx'
import { Hooks } from './hooks.tsx'
import { Schedule } from './schedule.tsx'
import { Shown } from './shown.tsx'
import { Sources } from './sources.tsx'

type Part = (props: { thread: ThreadView }) => React.ReactNode
function Of({ part: Part, id }: { part: Part; id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <Part thread={thread} />
}

interface World {
  /** HEARTBEAT.json of the thread. */
  readonly config?: object
  readonly hookPlan?: HookPlan
  readonly before?: (host: WindowHost, id: ThreadId) => Promise<unknown>
}

/** One section over the thread `api`, which was beaten once. */
async function open(part: Part, { config, hookPlan, before }: World = {}) {
  const host = await openHost()
  if (config !== undefined) host.configs.set('/api', JSON.stringify(config))
  if (hookPlan !== undefined) host.hookPlan = hookPlan
  const id = host.add('api')
  await host.beat('api')
  await before?.(host, id)
  return { ...show(<Of part={part} id={id} />, host), id }
}

describe('sources', () => {
  const row = (name: string): HTMLElement => screen.getByRole('group', { name })
  it('mark what is usual, and keep only what differs', async () => {
    const { host, id } = await open(Sources)
    expect(
      within(row('Git')).getByRole<HTMLInputElement>('radio', { name: 'In the next prompt (usual)' }).checked,
    ).toBe(true)
    fireEvent.click(within(row('Git')).getByRole('radio', { name: 'Wake' }))
    await waitFor(() => expect(host.calls).toEqual([`threads.change {"id":"${id}","sources":{"git":"now"}}`]))
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reset 1 source' })).toBeTruthy())
    fireEvent.click(within(row('Command')).getByRole('radio', { name: 'Off' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(`threads.change {"id":"${id}","sources":{"git":"now","command":"off"}}`),
    )
    await screen.findByRole('button', { name: 'Reset 2 sources' })
    fireEvent.click(screen.getByRole('button', { name: 'Reset Git to “In the next prompt”' }))
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(`threads.change {"id":"${id}","sources":{"command":"off"}}`),
    )
  })
  it('are all reset at once', async () => {
    const { host, id } = await open(Sources, {
      before: (h, thread) => h.client.threads.change({ id: thread, sources: { git: 'off', job: 'next' } }),
    })
    fireEvent.click(screen.getByRole('button', { name: 'Reset 2 sources' }))
    await waitFor(() => expect(host.calls).toEqual([`threads.change {"id":"${id}","sources":{}}`]))
  })
})

const COMMIT = '#!/bin/sh\nnpm run lint-staged\n'
const LINE = '# Threadbeat\n'
/** One hook of the person's, and one that is not there yet. */
const planOf = (state: 'foreign' | 'ours'): HookPlan => ({
  folder: '/api/.git/hooks',
  managedBy: null,
  problem: null,
  files: [
    {
      name: 'post-commit',
      path: '/api/.git/hooks/post-commit',
      before: state === 'ours' ? COMMIT + LINE : COMMIT,
      after: COMMIT + LINE,
      state,
    },
    {
      name: 'post-merge',
      path: '/api/.git/hooks/post-merge',
      before: state === 'ours' ? `#!/bin/sh\n${LINE}` : null,
      after: `#!/bin/sh\n${LINE}`,
      state: state === 'ours' ? 'ours' : 'absent',
    },
  ],
})

describe('git hooks', () => {
  it('are installed only after each line was shown', async () => {
    const { host, id } = await open(Hooks, { hookPlan: planOf('foreign') })
    fireEvent.click(await screen.findByRole('button', { name: 'Install…' }))
    const question = await screen.findByRole('alertdialog', { name: 'Change 2 hooks of api?' })
    expect(within(question).getByLabelText('Change of post-commit').textContent).toContain(
      '  npm run lint-staged+ # Threadbeat',
    )
    expect(within(question).getByLabelText('Change of post-merge').textContent).toMatch(/^\+ #!\/bin\/sh/)
    expect(host.calls).toEqual([])
    host.hookPlan = planOf('ours') // as the folder is afterwards
    fireEvent.click(within(question).getByRole('button', { name: 'Install hooks' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        expect.stringMatching(
          new RegExp(`^hooks.install {"id":"${id}","digest":"[0-9a-f]{16}","confirmed":true}$`),
        ),
      ]),
    )
    fireEvent.click(await screen.findByRole('button', { name: 'Remove…' }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove hooks' }),
    )
    await waitFor(() => expect(host.calls.at(-1)).toBe(`hooks.remove {"id":"${id}"}`))
  })
  it('are left alone after a no', async () => {
    const { host } = await open(Hooks, { hookPlan: planOf('foreign') })
    fireEvent.click(await screen.findByRole('button', { name: 'Install…' }))
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(host.calls).toEqual([])
  })
  it('name the tool that owns the folder', async () => {
    await open(Hooks, {
      hookPlan: {
        folder: '/api/.husky',
        managedBy: 'husky',
        problem: 'husky owns the hooks folder',
        files: [],
      },
    })
    expect((await screen.findByRole('status')).textContent).toContain(
      'Nothing can be installed: husky owns the hooks folder',
    )
    expect(screen.queryByRole('button', { name: 'Install…' })).toBeNull()
  })
  it('say what is wrong when they cannot be read', async () => {
    await open(Hooks, { before: async (host) => host.broken.add('hooks.plan') })
    expect((await screen.findByRole('alert')).textContent).toContain(
      'The hooks could not be read. The history cannot be opened',
    )
  })
})

describe('what is shown', () => {
  it('is the app’s, until the thread has its own', async () => {
    const { host, id } = await open(Shown)
    expect(screen.getByRole('combobox', { name: 'Alerts' }).textContent).toContain('As the app: on')
    await choose('Alerts', 'Off')
    await waitFor(() =>
      expect(host.calls).toEqual([`threads.change {"id":"${id}","delivery":{"showAlerts":false}}`]),
    )
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Alerts' }).textContent).toContain('Off'))
    await choose('Quiet beats', 'On')
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(
        `threads.change {"id":"${id}","delivery":{"showAlerts":false,"showOk":true}}`,
      ),
    )
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Quiet beats' }).textContent).toContain('On'),
    )
    await choose('Alerts', 'As the app: on')
    await waitFor(() =>
      expect(host.calls.at(-1)).toBe(`threads.change {"id":"${id}","delivery":{"showOk":true}}`),
    )
  })
  it('says that nothing is started when nothing is shown', async () => {
    await open(Shown, {
      before: (host, id) =>
        host.client.threads.change({ id, delivery: { showAlerts: false, indicator: false } }),
    })
    expect(screen.getByRole('status').textContent).toContain('no agent is started there')
  })
  it('does not take over what HEARTBEAT.json sets', async () => {
    const { host, id } = await open(Shown, { config: { showOk: true } })
    expect(screen.queryByRole('combobox', { name: 'Quiet beats' })).toBeNull()
    expect(screen.getByText('set by HEARTBEAT.json')).toBeTruthy()
    await choose('Alerts', 'Off')
    await waitFor(() =>
      expect(host.calls).toEqual([`threads.change {"id":"${id}","delivery":{"showAlerts":false}}`]),
    )
  })
})

describe('HEARTBEAT.json', () => {
  it('is explained where there is none', async () => {
    const { container } = await open(ConfigFile)
    expect(container.textContent).toContain('There is none.')
  })
  it('is shown key by key, with what does not count', async () => {
    const { container } = await open(ConfigFile, {
      config: {
        enabled: true,
        interval: '1h',
        activeHours: { start: '08:00', end: '20:00' },
        session: 'resume',
        playbook: 'ignore',
        command: 'make',
      },
    })
    for (const part of [
      'HEARTBEAT.json is in use',
      'Beatson',
      'Intervalevery 1 h',
      'Active hours08:00 to 20:00',
      'Conversationone session for messages and beats',
      'ignored: only what you ask for runs',
      '1 entry does not count',
      'HEARTBEAT.json: "command" does not count',
    ])
      expect(container.textContent).toContain(part)
  })
  it('takes the place of the schedule’s fields', async () => {
    const { container } = await open(Schedule, {
      config: { interval: '1h', dailyAt: '07:00', activeHours: { start: '08:00', end: '20:00' } },
    })
    expect(screen.queryByRole('combobox')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('switch')).toBeNull()
    for (const part of ['Every 1 h', '07:00', '08:00 to 20:00'])
      expect(container.textContent).toContain(`${part} set by HEARTBEAT.json`)
  })
  it('leaves the other fields alone', async () => {
    await open(Schedule, { config: { dailyAt: '07:00' } })
    expect(screen.getByRole('combobox', { name: 'Beats' })).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Daily tasks at' })).toBeNull()
  })
})
