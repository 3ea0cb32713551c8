import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { MINUTE } from '../../shared/base/time.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { costs } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { addAgent, cli, quietHost } from '../testing/threads.ts'
import { addBlocked } from './testing/blocked-run.ts'
import { RunPage } from './run.tsx'

/** The page of the newest run of a thread. */
async function open(host: WindowHost, name: string): Promise<WindowHost> {
  const { id } = host.runs(host.id(name)).at(-1)!
  show(<RunPage id={id} />, host)
  await screen.findByRole('heading', { level: 1 })
  return host
}
async function blocked(): Promise<WindowHost> {
  const host = await openHost()
  await addBlocked(host, 'checkout-web')
  return open(host, 'checkout-web')
}
async function planned(): Promise<WindowHost> {
  const host = await openHost()
  addAgent(host, 'auth-lib', cli('claude', { billing: 'plan' }))
  host.does('auth-lib', costs(0.01))
  await host.beat('auth-lib')
  return open(host, 'auth-lib')
}
/** A beat of everything and two of the quick tasks by a command, each with forty lines of output. */
async function printed(): Promise<WindowHost> {
  const host = await openHost()
  addAgent(host, 'web-shop', { kind: 'command', argv: ['claude', '-p'], env: {} })
  await host.client.threads.change({ id: host.id('web-shop'), gate: 'always' })
  const lines = Array.from({ length: 40 }, (_, i) => `a line ${i + 1}\n`).join('')
  host.does('web-shop', () => ({ output: `${lines}done\n`, takesMs: 2000 }))
  await host.pass(25 * MINUTE)
  return open(host, 'web-shop')
}
const section = (name: string | RegExp): HTMLElement => screen.getByRole('region', { name })

describe('a run by an agent', () => {
  it('shows what was said, called, reported and changed', async () => {
    await blocked()
    expect(section('What the agent said').textContent).toContain('3 changed files')
    expect(within(section('What the agent called')).getAllByRole('listitem')).toHaveLength(5)
    expect(section('What the agent called').textContent).toContain('git status --porcelain=v2 --branchexit 0')
    expect(section('Its report').textContent).toContain('3 files differ: 2 changed, 1 untracked.')
    expect(section('What it changed').textContent).toContain(
      'It was to look only, and the repository is not as it was.',
    )
    expect(screen.getByText('What was done').closest('section')?.textContent).toContain(
      'No call shows it, only the agent’s word',
    )
  })
  it('says of a program of one’s own that nothing restricts it', async () => {
    const host = await openHost()
    addAgent(host, 'web-shop', { kind: 'command', argv: ['my-agent'], env: {} })
    host.does('web-shop', () => {
      const here = { index: '', branches: {}, stashes: [], files: {}, config: '' }
      host.looks.set('/web-shop', { ...here, head: 'moved' })
      return { turn: null, text: 'HEARTBEAT_OK' }
    })
    await host.beat('web-shop')
    await open(host, 'web-shop')
    expect(section('What it changed').textContent).toContain('Nothing restricts this program')
  })
  it('tells model, tokens, cost, permissions and what could not be read', async () => {
    await blocked()
    const fact = (name: string) => screen.getByText(name).nextElementSibling?.textContent
    expect(fact('Model')).toBe('claude-haiku-4-5 (asked for haiku), effort low')
    expect(fact('Tokens')).toBe('3,120 in · 41,250 cached · 842 out')
    expect(fact('Cost')).toBe('$0.0131')
    expect(fact('Permissions')).toBe('Look only')
    expect(fact('Worth knowing')).toBe('2 lines of its output could not be read')
  })
  it('shows the exact prompt, folded, and the command that goes on', async () => {
    await blocked()
    expect(screen.getByText('The prompt that was sent').closest('details')?.open).toBe(false)
    expect(section('Continue in a terminal').textContent).toContain(
      '&& claude --resume 7f3c9a52-1f0e-4c1b-9d5e-2f6f0f1f9c11',
    )
  })
  it.each([
    ['Allow once', 'once', 'Allow once'],
    ['For this thread', 'always', 'Allow for this thread'],
    ['Never', 'never', 'Never'],
  ])('asks before a refusal is decided: %s', async (button, decision, yes) => {
    const host = await blocked()
    fireEvent.click(
      within(within(section('Refused')).getByRole('group', { name: 'run `npm test`' })).getByRole('button', {
        name: button,
      }),
    )
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('Bash(npm test)')
    expect(host.calls).toEqual([])
    fireEvent.click(within(question).getByRole('button', { name: yes }))
    await waitFor(() =>
      expect(host.calls).toEqual([
        `permissions.decide {"id":"${host.id('checkout-web')}","rule":"Bash(npm test)","decision":"${decision}","confirmed":true}`,
      ]),
    )
  })
  it.each([
    ['claude', 'It is passed to the runner as one of its rules, exactly so.'],
    ['opencode', 'Threadbeat says yes where the runner asks for exactly this, and for nothing besides.'],
  ] as const)('says who keeps to a rule: %s', async (name, words) => {
    const host = await openHost()
    await addBlocked(host, 'checkout-web')
    const id = host.id('checkout-web')
    await host.client.threads.setAgent({ id, agent: cli(name), confirmed: true })
    await open(host, 'checkout-web')
    fireEvent.click(screen.getAllByRole('button', { name: 'For this thread' })[0]!)
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain(words)
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
  it('takes a note, shows it, and lets it be changed', async () => {
    const host = await planned()
    const { id } = host.runs()[0]!
    fireEvent.click(await screen.findByRole('button', { name: 'Add a note…' }))
    const dialog = await screen.findByRole('dialog', { name: 'Add a note' })
    fireEvent.change(within(dialog).getByLabelText('Note'), { target: { value: ' Known flake ' } })
    fireEvent.submit(dialog.querySelector('form')!)
    expect((await screen.findByText('Known flake')).textContent).toBe('Note: Known flake')
    expect(host.calls.filter((c) => c.startsWith('notes.'))).toEqual([
      `notes.save {"runId":"${id}","text":"Known flake"}`,
    ])
    fireEvent.click(screen.getByRole('button', { name: 'Edit note…' }))
    expect(
      within(await screen.findByRole('dialog', { name: 'Edit the note' })).getByLabelText<HTMLInputElement>(
        'Note',
      ).value,
    ).toBe('Known flake')
  })
  it('says that a plan covers it', async () => {
    await planned()
    expect(screen.getByText('Cost').nextElementSibling?.textContent).toBe('covered by the plan')
  })
})

it('explains a skip over budget, and leads to the budgets', async () => {
  const host = await openHost({
    settings: { caps: [{ scope: 'thread', of: null, period: 'day', unit: 'usd', limit: 0.5 }] },
  })
  addAgent(host, 'price-feed', cli('claude', { billing: 'api' }))
  await host.client.threads.change({ id: host.id('price-feed'), gate: 'always' })
  host.does('price-feed', costs(0.5))
  await host.beat('price-feed')
  await host.pass(9 * MINUTE)
  await open(host, 'price-feed')
  expect(screen.getByText(/A budget is used up, so no agent was started/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Budgets' }))
  expect(location.hash).toBe('#/agents')
})

it('goes on in a terminal with the session of the run', async () => {
  const host = await blocked()
  const part = section('Continue in a terminal')
  expect(part.textContent).toContain('--resume 7f3c9a52')
  fireEvent.click(within(part).getByRole('button', { name: 'Open terminal' }))
  await waitFor(() => expect(host.calls).toEqual([`runs.resume {"id":"${host.runs()[0]!.id}"}`]))
})

it('tells its times in order, with how long it usually takes, and has a link', async () => {
  await printed()
  const timeline = screen.getByRole('list', { name: 'Timeline' })
  expect(
    within(timeline)
      .getAllByRole('listitem')
      .map((l) => /due|queued|started|ended/.exec(l.textContent ?? '')?.[0]),
  ).toEqual(['due', 'queued', 'started', 'ended'])
  await waitFor(() => expect(timeline.textContent).toMatch(/\(.+, usually .+\)/))
  expect(screen.getByRole('button', { name: 'Copy link' })).toBeTruthy()
})

it('stands beside another run of its thread: what differs is marked, by a sign too', async () => {
  const host = await openHost()
  await addBlocked(host, 'checkout-web')
  host.does('checkout-web', () => ({ text: 'HEARTBEAT_OK' }))
  await host.pass(MINUTE)
  await host.beat('checkout-web')
  await open(host, 'checkout-web')
  fireEvent.click(screen.getByRole('button', { name: 'Compare…' }))
  fireEvent.click((await screen.findAllByRole('menuitem', { name: /·/ }))[0]!)
  await waitFor(() => expect(location.hash).toMatch(/^#\/run\/run_\d+\?with=run_\d+$/))
  expect(await screen.findByRole('heading', { level: 1, name: 'Two runs side by side' })).toBeTruthy()
  expect(screen.getAllByRole('columnheader')).toHaveLength(2)
  const differing = screen.getAllByRole('rowheader').filter((h) => h.textContent?.includes('≠'))
  expect(differing.length).toBeGreaterThan(0)
  for (const head of differing)
    expect(
      new Set(
        within(head.closest('tr')!)
          .getAllByRole('cell')
          .map((c) => c.textContent),
      ).size,
    ).toBe(2)
  expect(host.calls).toEqual([])
})

it('found by a user: what each command printed stands at its task, and is folded below', async () => {
  const host = await quietHost('web')
  host.does('web', () => ({
    output: 'Run `npm test`\n\nxo: not found\n',
    tasks: [
      {
        key: 'quick:run npm test',
        tier: 'quick',
        text: 'Run `npm test`',
        status: 'finding',
        severity: 'warning',
        note: 'it failed',
        command: ['npm', 'test'],
        exitCode: 127,
        durationMs: 9,
        output: 'xo: not found\n',
      },
    ],
  }))
  await host.beat('web')
  await open(host, 'web')
  expect(screen.getByText('What the runner printed').closest('details')!.open).toBe(false)
  expect(screen.queryByRole('region', { name: 'Output' })).toBeNull()
  expect(section('What was done').textContent).toContain('xo: not found')
})

it('searches its output', async () => {
  await printed()
  const search = screen.getByRole('textbox', { name: 'Search the output' })
  fireEvent.change(search, { target: { value: 'DONE' } })
  expect(screen.getByText('1 of 1')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'a line' } })
  fireEvent.keyDown(search, { key: 'Enter' })
  expect(screen.getByText('2 of 40')).toBeTruthy()
  fireEvent.change(search, { target: { value: 'nowhere' } })
  expect(screen.getByText('not found')).toBeTruthy()
})
