import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { DecidedView } from '../../shared/contract/pollination.ts'
import { NODE_REPOSITORY } from '../../shared/pollination/testing/node-repository.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { choose } from '../testing/choose.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { command } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { Decided } from './decided.tsx'
import { PollinationPage } from './pollination.tsx'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n- [ ] Flag stale branches\n'

async function open(): Promise<WindowHost> {
  const host = await openHost()
  const files = [{ file: 'package.json', line: 1, text: 'x', cut: 0, aside: false }]
  host.commands = () => [{ ...command('npm run lint'), files }]
  for (const [name, list] of [
    ['api', `${LIST}- [ ] Run \`npm run lint\`\n`],
    ['web', LIST],
  ] as const) {
    host.states.set(`/${name}`, NODE_REPOSITORY)
    host.add(name, { playbook: list })
  }
  show(<PollinationPage />, host)
  return host
}

it('shows where a line would stand, as a difference that follows what is typed, and writes nothing', async () => {
  const host = await open()
  fireEvent.click(
    await screen.findByRole('button', { name: 'Where Run `npm run lint` would stand in the list of web' }),
  )
  const place = await screen.findByRole('figure')
  const comes = (): readonly (string | null)[] =>
    within(place)
      .getAllByRole('insertion')
      .map((line) => line.textContent)
  expect(comes()).toEqual(['+ - [ ] Run `npm run lint`'])
  expect(place.textContent).toMatch(/ {2}## Daily Tasks {2}- \[ \] Flag stale branches\+ - \[ \] Run/)
  fireEvent.change(screen.getByRole('textbox', { name: 'Line for web' }), {
    target: { value: 'Run `npm run lint -- -q`' },
  })
  expect(comes()).toEqual(['+ - [ ] Run `npm run lint -- -q`'])
  await choose('Tier for web', 'Quick Tasks')
  expect(place.textContent).toMatch(/git status`\+ - \[ \] Run `npm run lint -- -q`/)
  fireEvent.change(screen.getByRole('textbox', { name: 'Line for web' }), {
    target: { value: 'Run `git status`' },
  })
  expect(screen.getByText(/^It cannot be written: /)).toBeTruthy()
  expect(host.files.get('/web')).toBe(LIST)
})

it('found by a user: shows no place in a list that is not there', async () => {
  const host = await open()
  const button = { name: 'Where Run `npm run lint` would stand in the list of web' }
  await screen.findByRole('button', button)
  host.files.delete('/web')
  fireEvent.click(screen.getByRole('button', button))
  expect(await screen.findByText('web has no HEARTBEAT.md yet: its first beat writes one.')).toBeTruthy()
  expect(screen.queryByRole('figure')).toBeNull()
})

const decided = (number: number, change: Partial<DecidedView>): DecidedView => ({
  number,
  threadId: 't' as ThreadId,
  threadName: 'api',
  threadNumber: 1,
  origin: 'lists',
  offered: null,
  replaces: null,
  proposed: null,
  pattern: 'lint',
  tier: 'daily',
  text: 'Run `npm run lint`',
  because: '',
  sources: [],
  state: 'accepted',
  by: 'person',
  reason: '',
  proposedAt: 1,
  at: 2,
  mayUndo: false,
  title: 'Lint',
  from: null,
  scopes: [],
  outcome: null,
  ...change,
})

it('finds what was decided by thread, words and decision', async () => {
  const host = await openHost()
  const all = [
    decided(1, {}),
    decided(2, { threadName: 'web', state: 'declined', reason: 'the editor does it', from: 'you on desk' }),
    ...[3, 4, 5, 6].map((n) => decided(n, { text: 'Run `make test`', by: 'agent' })),
  ]
  show(<Decided decided={all} path="/d" />, host)
  const filter = screen.getByRole('searchbox', { name: 'Filter what was decided' })
  const rows = (words: string): number => {
    fireEvent.change(filter, { target: { value: words } })
    return screen.queryAllByRole('listitem').length
  }
  expect([rows('web'), rows('editor declined'), rows('by its agent'), rows('api lint'), rows('')]).toEqual([
    1, 1, 4, 1, 6,
  ])
  expect(screen.getByText(/from you on desk/)).toBeTruthy()
  expect(rows('nowhere')).toBe(0)
  expect(screen.getByText('Nothing that was decided has this.')).toBeTruthy()
})
