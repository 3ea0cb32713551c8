import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fault } from '../../shared/base/faults.ts'
import { HOUR } from '../../shared/base/time.ts'
import { DEFAULT_CAPS } from '../../shared/settings/settings.ts'
import type { Ports } from '../../electron/engine/ports/ports.ts'
import { TURN } from '../../electron/engine/testing/with-agent.ts'
import { navigate } from '../client/navigation.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { RUNNERS } from '../testing/runners.ts'
import { isLimited } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, cli } from '../testing/threads.ts'
import { AgentsPage } from './agents.tsx'

beforeEach(() => navigate('/agents'))

/** Claude Code answers a test, every other runner is signed out. */
const tested = (usual: Ports): Ports => ({
  ...usual,
  runners: {
    ...usual.runners,
    test: async (...asked) => {
      const failed = await usual.runners.test(...asked)
      const [agent] = asked
      return agent.kind !== 'cli' || agent.cli !== 'claude'
        ? { ...failed, fault: fault('agent.needs_login', 'Not logged in. Run codex login.') }
        : {
            ...failed,
            status: 'completed',
            fault: null,
            exitCode: 0,
            durationMs: 3412,
            text: 'Ready. I can see this folder and I changed nothing.',
            output: '{"type":"result"}\n',
            turn: {
              ...TURN,
              sessionId: '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
              model: 'claude-haiku-4-5',
              usage: { input: 3120, cached: 41_250, output: 842 },
              costUsd: 0.0131,
              malformedLines: 1,
            },
          }
    },
  },
})
const machine = (): Promise<WindowHost> => openHost({ machine: { runners: RUNNERS }, ports: tested })
const page = async () => show(<AgentsPage />, await machine())
/** Two starts of an agent that is paid for, at noon and an hour later, of $1.68 together. */
async function used(): Promise<WindowHost> {
  const host = await machine()
  addAgent(host, 'auth-lib', cli('claude', { billing: 'api' }))
  host.does('auth-lib', () => ({
    turn: { ...TURN, costUsd: 0.84, usage: { input: 30_000, cached: 15_000, output: 500 } },
  }))
  await host.client.threads.change({ id: host.id('auth-lib'), intervalMs: 0 })
  await host.beat('auth-lib')
  await host.pass(HOUR)
  await host.client.threads.change({ id: host.id('auth-lib'), gate: 'always' })
  await host.beat('auth-lib')
  return host
}
const pageOfUse = async () => show(<AgentsPage />, await used())
const card = async (name: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name })).closest('article')!

describe('the runners of this machine', () => {
  it('say of one that was not found who cannot start it: not a thread that names its program (found by hand)', async () => {
    const host = await openHost({ machine: { runners: RUNNERS.map((r) => ({ ...r, program: null })) } })
    addAgent(host, 'api', cli('claude', { program: '/opt/claude/claude' }))
    show(<AgentsPage />, host)
    const card = await screen.findByRole('article', { name: 'Claude Code' })
    expect(card.textContent).toContain('Not found')
    expect(card.textContent).not.toContain('cannot start it')
    expect(card.textContent).toContain('1 thread names its program, and does not need it found.')
    addAgent(host, 'docs', cli('claude'))
    fireEvent.click(screen.getByRole('button', { name: 'Rescan' }))
    await waitFor(() =>
      expect(card.textContent?.replaceAll('\u00a0', ' ')).toContain('1 thread cannot start it.'),
    )
  })
  it('say at once who uses them, wherever that was changed (found by hand)', async () => {
    const host = await openHost({ machine: { runners: RUNNERS.map((r) => ({ ...r, program: null })) } })
    addAgent(host, 'api', { kind: 'local' })
    const [id, agent] = [host.id('api'), cli('claude', { program: '/opt/claude/claude' })]
    show(<AgentsPage />, host)
    const card = await screen.findByRole('article', { name: 'Claude Code' })
    expect(card.textContent).not.toContain('names its program')
    await host.client.threads.setAgent({ id, agent, confirmed: true })
    await waitFor(() => expect(card.textContent).toContain('1 thread names its program'))
    await host.client.threads.setAgent({ id, agent: { kind: 'local' }, confirmed: true })
    await waitFor(() => expect(card.textContent).not.toContain('names its program'))
  })
  it('say where they were found, who is signed in, and how many threads use them', async () => {
    const host = await machine()
    for (const name of ['api', 'web', 'docs']) addAgent(host, name)
    show(<AgentsPage />, host)
    const claude = await card('Claude Code')
    for (const fact of [
      '~/.local/bin/claude',
      'found in your login shell’s PATH',
      '2.1.44',
      'Signed in',
      'ada@example.com',
      '3 threads',
    ])
      expect(claude.textContent).toContain(fact)
  })
  it('come with the command that signs in, or installs', async () => {
    await page()
    expect((await card('Codex')).textContent).toContain('codex login')
    expect((await card('GitHub Copilot')).textContent).toContain('npm install -g @github/copilot')
    expect(within(await card('GitHub Copilot')).queryByRole('button', { name: /Test/ })).toBeNull()
  })
  it('are looked for again', async () => {
    const { host } = await page()
    fireEvent.click(screen.getByRole('button', { name: 'Rescan' }))
    await waitFor(() => expect(host.calls).toEqual(['agents.rescan null']))
  })
  it('are tested only after a yes, and show every field that was read', async () => {
    const { host } = await page()
    fireEvent.click(within(await card('Claude Code')).getByRole('button', { name: /Test/ }))
    const question = await screen.findByRole('alertdialog')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: 'Run the test' }))
    const result = await screen.findByRole('dialog', { name: 'Test of Claude Code' })
    await within(result).findByText('Works')
    for (const field of [
      'Ready. I can see this folder',
      '7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
      'claude-haiku-4-5',
      '3,120 in · 41,250 cached · 842 out',
      '$0.0131',
      '3.4 s',
      '1 line, skipped',
    ])
      expect(result.textContent).toContain(field)
    expect(within(result).getByText('Raw output').closest('details')?.open).toBe(false)
    expect(host.calls[0]).toMatch(/^agents.test .*"cli":"claude".*"confirmed":true/)
  })
  it('say what failed and what to do', async () => {
    await page()
    fireEvent.click(within(await card('Codex')).getByRole('button', { name: /Test/ }))
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Run the test' }),
    )
    const result = await screen.findByRole('dialog')
    await within(result).findByText('Failed')
    expect(result.textContent).toContain('The runner is signed out. Sign in with the runner’s own command.')
  })
  it('that rest are tried again at once when a person says so', async () => {
    const host = await machine()
    addAgent(host, 'api', cli('copilot'))
    host.does('api', isLimited(host.clock.now() + 12 * HOUR))
    await host.beat('api')
    host.does('api', () => ({ turn: TURN })) // from now on
    show(<AgentsPage />, host)
    fireEvent.click(
      within(screen.getByRole('region', { name: 'GitHub Copilot is resting' })).getByRole('button', {
        name: 'Try again now',
      }),
    )
    await waitFor(() => expect(host.calls).toEqual(['agents.wake {"key":"copilot"}']))
    await screen.findByText(/It is tried again with the next beat\./)
    await host.beat('api')
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'GitHub Copilot is resting' })).toBeNull(),
    )
  })
})

describe('the use', () => {
  it('stands in numbers, by day and by thread', async () => {
    await pageOfUse()
    const table = await screen.findByRole('table', { name: 'Today by thread' })
    expect(within(table).getByRole('row', { name: /^auth-lib/ }).textContent).toBe('auth-lib2091 k$1.68')
    expect(screen.getByText('about 48 tomorrow at this pace')).toBeTruthy()
    expect(screen.getAllByText(/starts?, \d+ saved$/)).toHaveLength(14)
    fireEvent.click(screen.getByRole('button', { name: 'Money' }))
    expect(screen.getAllByText(/: \$\d/)).toHaveLength(14)
  })
  it('is empty without a word of trouble', async () => {
    await page()
    expect(await screen.findByText('No agent was started in the last 14 days.')).toBeTruthy()
  })
})

describe('budgets', () => {
  const saved = (host: WindowHost): unknown =>
    host.calls.map((call) => (JSON.parse(call.replace('settings.change ', '')) as { caps: unknown }).caps)
  it('are meters, with a note from four fifths on', async () => {
    await pageOfUse()
    const meter = await screen.findByRole('meter', { name: 'All threads together, $1.68 of $2.00 a day' })
    expect(meter.getAttribute('aria-valuenow')).toBe('84')
    expect(screen.getAllByText('84 % used').length).toBeGreaterThan(0)
  })
  it('are changed in place', async () => {
    const { host } = await pageOfUse()
    host.calls.length = 0
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Change the budget: All threads together, $1.68 of $2.00 a day',
      }),
    )
    const dialog = await screen.findByRole('dialog')
    const amount = within(dialog).getByRole('textbox', { name: 'At most' })
    fireEvent.change(amount, { target: { value: 'plenty' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByRole('alert').textContent).toBe(
      '“plenty” is not an amount. Write a number from 0.',
    )
    fireEvent.change(amount, { target: { value: '3,5' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(saved(host)).toEqual([DEFAULT_CAPS.with(0, { ...DEFAULT_CAPS[0]!, limit: 3.5 })]),
    )
  })
  it('are added, but not twice the same', async () => {
    const { host } = await pageOfUse()
    host.calls.length = 0
    fireEvent.click(screen.getByRole('button', { name: 'Add a budget' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByRole('textbox', { name: 'At most' }), { target: { value: '9' } })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByRole('alert').textContent).toBe(
      'There is a budget in dollars a day for this already. Change that one.',
    )
    fireEvent.click(within(dialog).getByRole('combobox', { name: 'Period' }))
    const month = await screen.findByRole('option', { name: 'a month' })
    fireEvent.pointerDown(month)
    fireEvent.click(month)
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(saved(host)).toEqual([
        [...DEFAULT_CAPS, { scope: 'fleet', of: null, period: 'month', unit: 'usd', limit: 9 }],
      ]),
    )
  })
  it('are removed', async () => {
    const { host } = await pageOfUse()
    host.calls.length = 0
    fireEvent.click(
      await screen.findByRole('button', {
        name: 'Remove the budget: All threads together, 2 of 300 starts a day',
      }),
    )
    await waitFor(() => expect(saved(host)).toEqual([DEFAULT_CAPS.toSpliced(2, 1)]))
  })
})
