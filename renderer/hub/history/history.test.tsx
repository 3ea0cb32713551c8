import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../../shared/base/time.ts'
import type { RemoteOutcome } from '../../../shared/hub/others/others.ts'
import { useUi } from '../../client/ui-state.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { machineOf, testHub, type TestHub } from '../../testing/hub.ts'
import { NOON } from '../../testing/noon.ts'
import { show } from '../../testing/show.tsx'
import { WithOthers } from '../with-others.tsx'

const outcome = (i: number, more: Partial<RemoteOutcome> = {}): RemoteOutcome => ({
  machine: i % 2 === 0 ? 'm-server' : 'm-laptop',
  run: `run_${i}` as RemoteOutcome['run'],
  thread: 'thr_a' as RemoteOutcome['thread'],
  threadName: `repo-${i}`,
  item: 'heartbeat',
  outcome: 'quiet',
  skipReason: null,
  summary: `beat ${i}`,
  startedAt: NOON - i * MINUTE,
  finishedAt: NOON - i * MINUTE,
  usd: null,
  ...more,
})

function withBeats(count: number): TestHub {
  const hub = testHub([machineOf('server'), machineOf('laptop')])
  hub.outcomes = Array.from({ length: count }, (_, i) => outcome(i))
  return hub
}

async function history(hub: TestHub, machine: string): Promise<WindowHost> {
  const host = await openHost({ hub })
  useUi.getState().showMachine(machine)
  return show(<WithOthers page="history">{null}</WithOthers>, host).host
}
const rows = async (): Promise<HTMLElement[]> =>
  within(await screen.findByRole('table', { name: 'Beats of other machines' })).getAllByRole('row')

describe('the history of other machines', () => {
  it('is asked of the hub, newest first, 200 at a time', async () => {
    const host = await history(withBeats(450), 'all')
    const first = await rows()
    expect(first).toHaveLength(201)
    for (const part of ['12:00', 'server', 'repo-0', 'Quiet', 'beat 0'])
      expect(first[1]!.textContent).toContain(part)
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    await screen.findByText('beat 399')
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    await screen.findByText('beat 449')
    expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull()
    expect(host.asks.filter((ask) => ask.startsWith('hub.outcomes'))).toHaveLength(3)
  })

  it('is that of one machine where one is chosen', async () => {
    await history(withBeats(10), 'm-laptop')
    expect((await rows()).slice(1).map((row) => row.textContent)).toHaveLength(5)
    expect(screen.queryByText('beat 0')).toBeNull()
  })

  it('says why the hub does not answer, and asks again', async () => {
    const hub = withBeats(3)
    hub.silent = 'hub.lan does not answer'
    await history(hub, 'm-server')
    await screen.findByText('The hub could not be asked for the history of other machines.')
    expect(screen.getByText('hub.lan does not answer.')).toBeTruthy()
    hub.silent = null
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await rows()).toHaveLength(3)
  })

  it('keeps what is shown where only older ones cannot be asked for', async () => {
    const hub = withBeats(450)
    await history(hub, 'all')
    await rows()
    hub.silent = 'hub.lan does not answer'
    fireEvent.click(screen.getByRole('button', { name: 'Show older' }))
    await screen.findByRole('alert')
    expect(await rows()).toHaveLength(201)
    hub.silent = null
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('beat 399')
  })

  it('names a thread that is not known any more as such', async () => {
    const hub = testHub([machineOf('server')])
    hub.outcomes = [outcome(0, { threadName: null, summary: '' })]
    await history(hub, 'm-server')
    const [, row] = await rows()
    expect(row!.textContent).toContain('a thread that is gone')
    expect(row!.textContent).toContain('The beat ran and nothing needs you.')
  })

  it('opens a run: what is known of it, its lines once that machine was asked for them and has answered', async () => {
    const hub = withBeats(3)
    const { run } = hub.outcomes[1]!
    await history(hub, 'm-laptop')
    await rows()
    fireEvent.click(screen.getByRole('button', { name: 'Open the run of repo-1 at 11:59' }))
    const dialog = await screen.findByRole('dialog', { name: 'repo-1 on laptop' })
    expect(dialog.textContent).toContain('beat 1')
    expect(hub.sent).toEqual([])
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ask laptop for its lines' }))
    await within(dialog).findByText(/^Lines: asked/)
    expect(hub.sent).toEqual([{ to: 'm-laptop', verb: 'fetch-run', args: { run } }])
    expect(within(dialog).queryByRole('button', { name: /^Ask/ })).toBeNull()
    hub.tell((it) => {
      it.asked = [{ ...it.asked[0]!, end: 'done' }]
      it.told.set(`m-laptop ${run}`, {
        thread: 'thr_a' as RemoteOutcome['thread'],
        fault: null,
        tasks: [
          {
            text: 'Run `git status`',
            status: 'finding',
            note: '2 files changed',
            severity: 'urgent',
            by: 'the agent',
          },
        ],
        leftOut: 3,
      })
    })
    const line = await within(dialog).findByRole('listitem')
    expect(line.textContent).toBe('Run git status2 files changedby the agentFinding')
    expect(dialog.textContent).toContain('3 more lines are not told: no room')
  })

  it('says why the lines of a run are not told, and lets them be asked for again', async () => {
    const hub = withBeats(2)
    await history(hub, 'm-laptop')
    await rows()
    fireEvent.click(screen.getByRole('button', { name: /^Open the run of repo-1/ }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Ask laptop for its lines' }))
    await within(dialog).findByText(/^Lines: asked/)
    hub.tell((it) => {
      it.asked = [{ ...it.asked[0]!, end: 'refused', text: 'Not allowed there.' }]
    })
    await within(dialog).findByText('Lines: Not allowed there.')
    expect(within(dialog).getByRole('button', { name: 'Ask again' })).toBeTruthy()
  })
})
