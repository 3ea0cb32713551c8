import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { choose } from '../../testing/choose.ts'
import { openHost } from '../../testing/host.ts'
import { show } from '../../testing/show.tsx'
import { TrySuggestions } from './try-suggestions.tsx'

it('is off until a person has read what it does here, and said yes', async () => {
  const host = await openHost()
  host.add('web')
  const allowed = () => host.store.backtests.allowed().has(host.id('web'))
  show(<TrySuggestions thread={host.thread('web')} />, host)
  const control = await screen.findByRole('switch', { name: 'Try suggestions' })
  await waitFor(() => expect(control.hasAttribute('data-disabled')).toBe(false))
  expect(control.getAttribute('aria-checked')).toBe('false')
  fireEvent.click(control)
  const asked = await screen.findByRole('alertdialog')
  expect(asked.textContent).toContain('is run in throw-away copies of this one')
  expect(asked.textContent).toContain('It has no network')
  fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(allowed()).toBe(false)

  fireEvent.click(control)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Allow' }))
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('true'))
  expect(allowed()).toBe(true)
  fireEvent.click(control)
  await waitFor(() => expect(control.getAttribute('aria-checked')).toBe('false'))
  expect(allowed()).toBe(false)
})

it('says who decides, and offers the agent only where there is one', async () => {
  const host = await openHost()
  host.add('web')
  show(<TrySuggestions thread={host.thread('web')} />, host)
  expect(await screen.findByText('Local checks cannot decide, so you do.')).toBeTruthy()
  fireEvent.click(screen.getByRole('combobox', { name: 'Who decides' }))
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
    'I decide',
    'Ignore suggestions',
  ])
  fireEvent.keyDown(screen.getByRole('listbox'), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  await choose('Who decides', 'Ignore suggestions')
  await waitFor(() => expect(host.thread('web').suggestions).toBe('ignore'))
})

it('lets the agent of a thread decide', async () => {
  const host = await openHost()
  host.add('web')
  host.store.threads.change(host.id('web'), { agent: { kind: 'command', argv: ['agent'], env: {} } })
  show(<TrySuggestions thread={host.thread('web')} />, host)
  await choose('Who decides', 'The agent, at its next beat')
  await waitFor(() => expect(host.thread('web').suggestions).toBe('agent'))
})

it('lets other machines read the list only where a person says so', async () => {
  const host = await openHost()
  host.add('web')
  show(<TrySuggestions thread={host.thread('web')} />, host)
  const control = await screen.findByRole('switch', { name: 'Other machines may read this list' })
  expect([control.getAttribute('aria-checked'), host.thread('web').sharesList]).toEqual(['false', false])
  fireEvent.click(control)
  await waitFor(() => expect(host.thread('web').sharesList).toBe(true))
})
