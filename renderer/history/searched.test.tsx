import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { navigate } from '../client/navigation.ts'
import type { WindowHost } from '../testing/host.ts'
import { finds } from '../testing/scripts.ts'
import { show } from '../testing/show.tsx'
import { quietHost } from '../testing/threads.ts'
import { HistoryPage } from './history.tsx'

beforeEach(() => navigate('/history'))

const choice = (word: string): string | null | undefined =>
  screen.queryByRole('button', { name: new RegExp(`^${word}`) })?.textContent

async function mixed(): Promise<WindowHost> {
  const host = await quietHost('web', 'api')
  host.does('web', finds('main is red'))
  await host.beat('web')
  return host
}

it('found by a user: a search counts what it found beside the filters, not what there is', async () => {
  const host = await mixed()
  navigate('/history?q=red')
  show(<HistoryPage />, host)
  await screen.findByText('1 found, all there are')
  await waitFor(() => expect([choice('Alert'), choice('Quiet')]).toEqual(['Alert1', undefined]))
  expect([choice('web'), choice('api')]).toEqual(['web1', undefined])
})

it('of a list that is filtered by nothing is counted while one searches, and all its choices stand there', async () => {
  const host = await mixed()
  navigate('/history?q=red&outcomes=quiet')
  show(<HistoryPage />, host)
  await screen.findByText('Nothing was found for “red”.')
  await waitFor(() => expect([choice('✓ Quiet'), choice('Alert')]).toEqual(['✓ Quiet', 'Alert']))
})

it('found by a user: a search that finds nothing says that the filters may be why, and clears them alone', async () => {
  const host = await mixed()
  navigate('/history?q=red&outcomes=quiet')
  show(<HistoryPage />, host)
  await screen.findByText('Only what fits the filters was searched.')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(location.hash).toBe('#/history?q=red'))
  expect(await screen.findByText('1 found, all there are')).toBeTruthy()
})
