import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleSnapshot } from '../../shared/testing/sample-snapshot.ts'
import { navigate } from '../navigation.ts'
import { show } from '../testing/show.tsx'
import { WallPage } from './wall.tsx'

beforeEach(() => navigate('/wall'))
afterEach(cleanup)

it('shows every thread by name, glyph and strip, worst first, and Escape leaves', () => {
  const snapshot = sampleSnapshot(Date.now())
  show(<WallPage />, snapshot)
  const tiles = within(screen.getByRole('list', { name: 'Wall' })).getAllByRole('listitem')
  expect(tiles).toHaveLength(snapshot.threads.length)
  expect(tiles[0]?.textContent).toContain('payments-api')
  expect(within(tiles[0]!).getByRole('img', { name: 'Urgent' })).toBeTruthy()
  expect(within(tiles[0]!).getByRole('slider').getAttribute('aria-label')).toContain('32 beats')
  fireEvent.keyDown(tiles[0]!, { key: 'Escape' })
  expect(location.hash).toBe('#/')
})
