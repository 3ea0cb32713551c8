import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ok } from '../../shared/base/result.ts'
import type { Tried } from '../../shared/pollination/backtest/tried.ts'
import { NODE_REPOSITORY } from '../../shared/pollination/testing/node-repository.ts'
import { openHost, type WindowHost } from '../testing/host.ts'
import { command } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { PollinationPage } from './pollination.tsx'

const LIST = '## Quick Tasks\n- [ ] Run `git status`\n\n## Daily Tasks\n'
const passed: Tried = { commit: 'a', at: 0, outcome: 'passed', cause: null, line: '', ms: 42_000 }
const TEXT = 'Would have failed on 1 of 2 commits tried of your last 9, 42 s, so: Hourly'

/** api has a linter in its list and its command approved; web lacks it. */
async function open(isAllowed: boolean): Promise<WindowHost> {
  const host = await openHost()
  const request = {
    ...command('npm run lint'),
    files: [{ file: 'package.json', line: 1, text: 'x', cut: 0, aside: false }],
  }
  host.commands = () => [request]
  host.trial = async () => ok({ commits: 9, isCut: false, tried: [passed, { ...passed, outcome: 'failed' }] })
  for (const name of ['api', 'web']) {
    host.states.set(`/${name}`, NODE_REPOSITORY)
    host.add(name, { playbook: name === 'api' ? `${LIST}- [ ] Run \`npm run lint\`\n` : LIST })
  }
  host.store.permissions.approve(host.id('api'), request, host.clock.now())
  if (isAllowed) host.store.backtests.allow(host.id('web'), host.clock.now())
  show(<PollinationPage />, host)
  return host
}

it('shows what trying it has shown, and proposes the tier that was measured', async () => {
  const host = await open(true)
  await screen.findByText(TEXT)
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Tier for web' }).textContent).toContain('Hourly Tasks'),
  )
  expect(host.tried).toHaveLength(1)
  fireEvent.click(screen.getByRole('button', { name: 'Accept Run `npm run lint` for web' }))
  await screen.findByText('Every list has what similar ones have')
  expect(host.files.get('/web')).toMatch(/## Hourly Tasks[^#]*- \[ \] Run `npm run lint`/)
})

it('tries nothing where nobody allowed it, and says that it could be', async () => {
  const host = await open(false)
  await screen.findByText('No command is tried out before you decide. A thread’s settings can allow it.')
  expect(host.tried).toEqual([])
})
