import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { openHost, type WindowHost } from './host.ts'
import { addAlert } from './threads.ts'

/** The rows of the inbox, as soon as there are so many. */
export async function rows(count: number): Promise<HTMLElement[]> {
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(count))
  return screen.queryAllByRole('article')
}

/** A key where the focus is. */
export const press = (key: string): void =>
  void fireEvent.keyDown(document.activeElement ?? document.body, { key })

/** Two threads whose beats found something. */
export async function inboxHost(): Promise<WindowHost> {
  const host = await openHost()
  await addAlert(host, 'payments-api', 'main is red since a1b2c3d', 'urgent')
  await addAlert(host, 'search-svc', 'feat/rank conflicts with main in 2 files')
  return host
}
