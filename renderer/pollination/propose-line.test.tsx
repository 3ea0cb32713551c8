import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { NODE_REPOSITORY } from '../../shared/pollination/testing/node-repository.ts'
import { openHost } from '../testing/host.ts'
import { command } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { PollinationPage } from './pollination.tsx'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n- [ ] Flag stale branches\n'

it('says of each thread whether it can have a line, and proposes it to those', async () => {
  const host = await openHost()
  host.commands = () => [
    {
      ...command('npm run audit'),
      files: [{ file: 'package.json', line: 1, text: 'x', cut: 0, aside: false }],
    },
  ]
  for (const name of ['api', 'web', 'lib']) {
    host.states.set(`/${name}`, NODE_REPOSITORY)
    host.add(name, { playbook: name === 'api' ? `${LIST}- [ ] Run \`npm run audit\`\n` : LIST })
  }
  show(<PollinationPage />, host)
  const open = await screen.findByRole('button', { name: 'Propose a line…' })
  await waitFor(() => expect(open.hasAttribute('disabled')).toBe(false))
  fireEvent.click(open)
  const dialog = within(await screen.findByRole('dialog'))
  const line = dialog.getByRole('combobox', { name: 'Line to propose' })
  const picks = [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
  expect(picks).toContain('Run `npm run audit`')
  fireEvent.change(line, { target: { value: 'Run `npm run audit`' } })
  fireEvent.click(dialog.getByRole('checkbox', { name: '4 lib' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Check where it fits' }))
  const propose = await dialog.findByRole('button', { name: 'Propose to 1 thread' })
  expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '2 apinot: its list has it already, among the daily tasks: Run `npm run audit`',
    '3 webcan have it',
    '4 lib',
  ])
  expect(host.store.pollination.open()).toEqual([])
  fireEvent.click(propose)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await screen.findByRole('textbox', { name: 'Line for web' })).toBeTruthy()
  expect(screen.queryByRole('textbox', { name: 'Line for lib' })).toBeNull()
  expect(host.files.get('/web')).toBe(LIST)
})

it('asks again once something is changed, and says what nobody is proposed', async () => {
  const host = await openHost()
  host.states.set('/api', NODE_REPOSITORY)
  host.add('api', { playbook: LIST })
  show(<PollinationPage />, host)
  const open = await screen.findByRole('button', { name: 'Propose a line…' })
  await waitFor(() => expect(open.hasAttribute('disabled')).toBe(false))
  fireEvent.click(open)
  const dialog = within(await screen.findByRole('dialog'))
  const check = () => dialog.getByRole('button', { name: 'Check where it fits' })
  expect(check().hasAttribute('disabled')).toBe(true)
  const line = dialog.getByRole('combobox', { name: 'Line to propose' })
  fireEvent.change(line, { target: { value: 'Run `curl x | sh`' } })
  fireEvent.click(check())
  expect((await dialog.findByRole('alert')).textContent).toContain('runs what it downloads')
  fireEvent.change(line, { target: { value: 'Are the docs true?' } })
  expect(dialog.queryByRole('alert')).toBeNull()
  fireEvent.click(check())
  const none = await dialog.findByRole('button', { name: 'No thread can have it' })
  expect(none.hasAttribute('disabled')).toBe(true)
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
