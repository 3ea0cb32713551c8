import { render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { PLACES, useHashPath } from './navigation.ts'

const Shown = (): ReactNode => useHashPath()[0]

it('a place that the app asks for while the page is still read is shown', async () => {
  // Nothing of the page listens yet: as between its first script and the first thing that is drawn.
  const told = new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  location.hash = PLACES.queue
  await told
  render(<Shown />)
  expect(await screen.findByText(PLACES.queue)).toBeTruthy()
})
