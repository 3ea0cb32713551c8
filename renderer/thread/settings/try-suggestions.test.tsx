import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
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
