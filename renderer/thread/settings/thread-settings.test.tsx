import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { AgentConfig } from '../../../shared/agents/agent-config.ts'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { HOUR, MINUTE } from '../../../shared/base/time.ts'
import { useThread } from '../../client/live.ts'
import { choose } from '../../testing/choose.ts'
import { openHost, type WindowHost } from '../../testing/host.ts'
import { NOON } from '../../testing/noon.ts'
import { RUNNERS } from '../../testing/runners.ts'
import { command, isRefused } from '../../testing/scripts.ts'
import { show } from '../../testing/show.tsx'
import { addAgent, cli } from '../../testing/threads.ts'
import { readInterval } from './schedule.tsx'
import { ThreadSettings } from './thread-settings.tsx'

// Nothing waits for real time; asking for roles on this long page is slow on a busy machine.
function Settings({ id }: { id: ThreadId }) {
  const thread = useThread(id)
  return thread === undefined ? null : <ThreadSettings thread={thread} />
}

/** The settings of `api`, once their parts are known. */
async function open(host: WindowHost): Promise<{ host: WindowHost; id: ThreadId }> {
  const id = host.id('api')
  show(<Settings id={id} />, host)
  await screen.findByRole('heading', { name: 'Schedule' })
  return { host, id }
}

/** A thread, `api`, with this runner, on a machine with agents. */
async function withRunner(agent: AgentConfig): Promise<WindowHost> {
  const host = await openHost({ machine: { runners: RUNNERS } })
  addAgent(host, 'api', agent)
  return host
}

describe('approvals', () => {
  it('start unticked, show each command sign by sign, and ask before they count', async () => {
    const world = await openHost()
    world.add('api', { playbook: '## Quick Tasks\n- [ ] Run `npm test`\n- [ ] Run `./all.sh | tail -1`\n' })
    world.commands = () => [
      command('npm test'),
      {
        kind: 'shell',
        argv: [],
        text: './all.sh | tail -1',
        fileHash: 'e',
        files: [{ file: 'lib.sh', line: 1, text: 'true', cut: 0, aside: true }],
        limits: ['What it loads is not watched.'],
        hash: 'd'.repeat(64),
      },
    ]
    await world.beat('api')
    const { host, id } = await open(world)
    const box = await screen.findByRole('checkbox', { name: 'Choose npm test' })
    expect(box.getAttribute('aria-checked')).toBe('false')
    expect(screen.getByText('needs a shell')).toBeTruthy()
    expect(screen.getByText('Part of it as well: lib.sh')).toBeTruthy()
    expect(screen.getByText('What it loads is not watched.')).toBeTruthy()
    fireEvent.click(box)
    fireEvent.click(screen.getByRole('button', { name: 'Approve 1 command…' }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Approve' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `approvals.set {"id":"${id}","hashes":["${'a'.repeat(64)}"],"approved":true,"confirmed":true}`,
      ]),
    )
  })
})

describe('the runner', () => {
  it('shows the exact argument list before it counts', async () => {
    const { host, id } = await open(
      await withRunner({ kind: 'command', argv: ['claude', '--print'], env: {} } as AgentConfig),
    )
    fireEvent.change(screen.getByRole('textbox', { name: 'Argument 1' }), {
      target: { value: '--print "a b"' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
    const question = await screen.findByRole('alertdialog')
    expect(
      within(question)
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['0claude', '1--print "a b"'])
    fireEvent.click(within(question).getByRole('button', { name: 'Use this command' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `threads.setAgent {"id":"${id}","agent":{"kind":"command","argv":["claude","--print \\"a b\\""],"env":{}},"confirmed":true}`,
      ]),
    )
  })
})

describe('an agent', () => {
  const AGENT = {
    kind: 'cli',
    cli: 'claude',
    env: {},
    models: {},
    fallbackModels: [],
    efforts: {},
    profiles: {},
    bypassUntil: null,
  }
  const setAgent = (id: string, more: object): string =>
    `threads.setAgent ${JSON.stringify({ id, agent: { ...AGENT, ...more }, confirmed: true })}`

  it('is shown word by word before it counts, and leaves out what is as usual', async () => {
    const { host, id } = await open(await withRunner({ kind: 'local' }))
    await choose('Runner', 'Claude Code')
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Model for quick beats' }).placeholder).toBe(
      'haiku',
    )
    expect(screen.getAllByText('small: the cheapest')).toHaveLength(3)
    fireEvent.change(screen.getByRole('textbox', { name: 'Model for messages' }), {
      target: { value: 'opus' },
    })
    expect(screen.getByText('large: the dearest')).toBeTruthy()
    await choose('Effort for daily beats', 'High')
    await choose('What daily beats may do', 'Full')
    fireEvent.change(screen.getByRole('textbox', { name: 'Other models' }), {
      target: { value: 'sonnet, haiku' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
    const question = await screen.findByRole('alertdialog')
    for (const part of [
      '/home/ada/.local/bin/claude',
      'Messagesopus',
      'Daily beatshaikuhigh',
      'Run any program as you',
      'sonnet, haiku',
    ])
      expect(question.textContent).toContain(part)
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Use Claude Code' }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        setAgent(id, {
          models: { message: 'opus' },
          fallbackModels: ['sonnet', 'haiku'],
          efforts: { daily: 'high' },
          profiles: { daily: 'full' },
        }),
      ]),
    )
  })
  it('does not take a model that would read as an option', async () => {
    const { host } = await open(await withRunner(cli('claude')))
    fireEvent.change(screen.getByRole('textbox', { name: 'Model for quick beats' }), {
      target: { value: '--dangerous' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Review and use…' }))
    expect(screen.getByText('A model’s name begins with a letter or a digit and has no spaces.')).toBeTruthy()
    expect(host.calls).toEqual([])
  })
  it('loses its checks only for a time, after all of it is spelled out', async () => {
    const { host } = await open(await withRunner(cli('claude')))
    fireEvent.click(screen.getByText('No checks, for a while…'))
    const before = Date.now()
    fireEvent.click(screen.getByRole('button', { name: 'For 4 h…' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('read keys and passwords')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Switch off for 4 h' }))
    await waitFor(() => expect(host.calls).toHaveLength(1))
    const until = Number(/"bypassUntil":(\d+)/.exec(host.calls[0]!)?.[1])
    expect(until - before).toBeGreaterThanOrEqual(4 * HOUR)
    expect(until - before).toBeLessThan(4 * HOUR + MINUTE)
    expect(await screen.findByText(/^The checks of Claude Code are off/)).toBeTruthy()
  })
  it('has its checks back with one click', async () => {
    const { host, id } = await open(await withRunner(cli('codex', { bypassUntil: NOON + HOUR })))
    fireEvent.click(screen.getByRole('button', { name: 'Switch it off' }))
    await waitFor(() => expect(host.calls).toEqual([setAgent(id, { cli: 'codex' })]))
  })
  it('starts only when something changed, or always; at once, for nothing else is executed', async () => {
    const { host, id } = await open(await withRunner(cli('claude')))
    await choose('An agent starts', 'At each beat')
    await choose('Conversation', 'Fresh each time')
    await waitFor(() =>
      expect(host.calls).toEqual([
        `threads.change {"id":"${id}","gate":"always"}`,
        `threads.change {"id":"${id}","session":"oneshot"}`,
      ]),
    )
  })
  it('lists what it was refused, with what was decided', async () => {
    const world = await withRunner(cli('claude'))
    const rule = 'Bash(git fetch:*)'
    world.does('api', isRefused({ rule, label: 'run `git fetch`', allowable: true }))
    await world.beat('api')
    const { id } = await open(world)
    await world.client.permissions.decide({ id, rule, decision: 'always', confirmed: true })
    const list = await screen.findByRole('region', { name: 'Calls its agent was refused' })
    await waitFor(() => expect(list.textContent).toContain('Bash(git fetch:*)Allowed for this thread'))
  })
})

describe('an interval', () => {
  it.each([
    ['12', 12 * MINUTE],
    ['12 min', 12 * MINUTE],
    ['1h 30m', 90 * MINUTE],
    ['1 h 30 min', 90 * MINUTE],
    ['0', 0],
  ])('is read from "%s"', (text, ms) => expect(readInterval(text)).toBe(ms))
  it.each([
    ['soon', 'is not a length of time'],
    ['30 s', 'must be 1 min to 24 h'],
    ['2 d', 'must be 1 min to 24 h'],
  ])('says what is wrong with "%s"', (text, why) => expect(readInterval(text)).toContain(why))
})
