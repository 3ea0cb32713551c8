import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Toaster } from 'sonner'
import { expect, it, onTestFinished } from 'vitest'
import { NODE_REPOSITORY } from '../../shared/pollination/testing/node-repository.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { command } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { PollinationPage } from './pollination.tsx'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n'

async function open(...lists: readonly string[]): Promise<WindowHost> {
  const host = await openHost()
  host.commands = () => [
    {
      ...command('npm run lint'),
      files: [{ file: 'package.json', line: 1, text: 'x', cut: 0, aside: false }],
    },
  ]
  for (const [i, list] of lists.entries()) {
    const name = ['api', 'web', 'lib'][i]!
    host.states.set(`/${name}`, NODE_REPOSITORY)
    host.add(name, { playbook: list })
  }
  show(
    <>
      <PollinationPage />
      <Toaster />
    </>,
    host,
  )
  return host
}

it('shows a line with its reason, and writes it as a person made it', async () => {
  const host = await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST)
  const line = await screen.findByRole('textbox', { name: 'Line for web' })
  expect((line as HTMLInputElement).value).toBe('Run `npm run lint`')
  expect(
    screen.getByText(/^1 of 1 thread like it has this in its list \(2 api\); no finding of it/),
  ).toBeTruthy()
  fireEvent.change(line, { target: { value: 'Run `npm run lint -- --quiet`' } })
  fireEvent.click(screen.getByRole('button', { name: 'Accept Run `npm run lint` for web' }))
  await screen.findByText('Every list has what similar ones have')
  expect(host.files.get('/web')).toContain('- [ ] Run `npm run lint -- --quiet`')
  const decided = await screen.findByRole('region', { name: 'Decided' })
  expect(within(decided).getByText('accepted, changed')).toBeTruthy()
})

it('keeps a no with its reason, and writes nothing', async () => {
  const host = await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST)
  fireEvent.click(await screen.findByRole('button', { name: 'Decline Run `npm run lint` for web…' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'the editor does it' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await screen.findByText('Every list has what similar ones have')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByText(/the editor does it/)).toBeTruthy()
  expect(host.files.get('/web')).toBe(LIST)
})

it('says where an agent decides, what it decided, and where nothing is suggested', async () => {
  const host = await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST, LIST)
  const agent = { kind: 'command' as const, argv: ['agent'], env: {} }
  host.store.threads.change(host.id('web'), { agent, suggestions: 'agent' })
  host.store.threads.change(host.id('lib'), { suggestions: 'ignore' })
  fireEvent.click(await screen.findByRole('button', { name: 'Compare again' }))
  expect(await screen.findByText('Its agent decides at its next beat; you may before that')).toBeTruthy()
  expect(screen.getByText('Nothing is suggested to 4 lib, as you set it.')).toBeTruthy()
  host.does('web', async ({ runId }) => {
    await host
      .toolsOf(runId)
      .decideSuggestion({ suggestion: 1, decision: 'decline', reason: 'biome does it' })
    return { text: 'HEARTBEAT_OK' }
  })
  await host.beat('web')
  fireEvent.click(screen.getByRole('button', { name: 'Compare again' }))
  expect(await screen.findByText('declined by its agent')).toBeTruthy()
})

it('takes back what was accepted from the toast, and what was declined from the log', async () => {
  const host = await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST)
  fireEvent.click(await screen.findByRole('button', { name: 'Accept Run `npm run lint` for web' }))
  await screen.findByText('Every list has what similar ones have')
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByRole('textbox', { name: 'Line for web' })
  expect(host.files.get('/web')).not.toContain('lint')
  fireEvent.click(screen.getByRole('button', { name: 'Decline Run `npm run lint` for web…' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Undo suggestion 1' }))
  await screen.findByRole('textbox', { name: 'Line for web' })
  expect(screen.queryByRole('region', { name: 'Decided' })).toBeNull()
})

it('makes a no for a while one for good, from the log', async () => {
  await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST)
  fireEvent.click(await screen.findByRole('button', { name: 'Decline Run `npm run lint` for web…' }))
  const no = await screen.findByRole('dialog')
  fireEvent.change(within(no).getByRole('textbox'), { target: { value: 'not now' } })
  fireEvent.click(within(no).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(await screen.findByRole('button', { name: 'Make a rule of suggestion 1…' }))
  const dialog = await screen.findByRole('dialog')
  expect((within(dialog).getByRole('textbox') as HTMLInputElement).value).toBe('not now')
  await choose('Not suggested', 'to any repository, for good')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make it a rule' }))
  const rules = within(await screen.findByRole('region', { name: 'Kept away' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rules.getByText('not now')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make a rule of suggestion 1…' })).toBeNull()
})

it('says that it takes two repositories to compare', async () => {
  await open(LIST)
  expect(await screen.findByText('Nothing to compare yet')).toBeTruthy()
  expect(screen.getByText('1 thread could be read. It takes two.')).toBeTruthy()
})

it('a no for all of its kind is a rule, which can be made wider and removed', async () => {
  await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST, LIST)
  fireEvent.click(await screen.findByRole('button', { name: 'Decline Run `npm run lint` for web…' }))
  const dialog = await screen.findByRole('dialog')
  await choose('Not suggested', 'to TypeScript repositories, for good')
  fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'biome does it' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Decline' }))
  const rules = within(await screen.findByRole('region', { name: 'Kept away' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryAllByRole('textbox', { name: /^Line for/ })).toEqual([])
  expect(rules.getByText('biome does it')).toBeTruthy()
  await choose('Where not: A linter reads the code', 'any repository')
  fireEvent.click(
    await screen.findByRole('button', {
      name: 'Remove the rule about “A linter reads the code” for any repository',
    }),
  )
  await screen.findByRole('textbox', { name: 'Line for lib' })
  expect(screen.queryByRole('region', { name: 'Kept away' })).toBeNull()
})

/** Of each element, for this test: nothing is laid out here, and what is out of sight is not drawn. */
function withSizes(): () => void {
  const { prototype } = HTMLElement
  const before = ['clientWidth', 'clientHeight'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(prototype, name)!] as const,
  )
  for (const [name] of before) Object.defineProperty(prototype, name, { configurable: true, get: () => 800 })
  return () => {
    for (const [name, descriptor] of before) Object.defineProperty(prototype, name, descriptor)
  }
}

it('shows which list has which check, with what could be had and what was declined', async () => {
  onTestFinished(withSizes())
  await open(`${LIST}- [ ] Run \`make lint\`\n`, LIST, LIST)
  fireEvent.click(await screen.findByRole('button', { name: 'Decline Run `npm run lint` for web…' }))
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const table = within(await screen.findByRole('table', { name: 'Who has what' }))
  await waitFor(() =>
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Check',
      '2 api',
      '3 web',
      '4 lib',
    ]),
  )
  await waitFor(() =>
    expect(
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) =>
          within(row)
            .getAllByRole('cell')
            .map((c) => c.title),
        ),
    ).toEqual([
      ['in its list', 'in its list', 'in its list'],
      ['in its list', 'declined', 'not in its list, has a script'],
    ]),
  )
})
