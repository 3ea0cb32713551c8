import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { OfferedThere } from '../../shared/hub/offered.ts'
import { openHost } from '../testing/host.ts'
import { show } from '../testing/show.tsx'
import { Offered } from './offered.tsx'

const offered = (number: number, change: Partial<OfferedThere>): OfferedThere => ({
  machine: 'm',
  machineName: 'desk',
  number,
  thread: 'api',
  tier: 'daily',
  text: 'Run `npm test`',
  replaces: null,
  state: 'proposed',
  reason: '',
  toldAt: 1,
  ...change,
})

it('says of each line that was offered elsewhere where it went and how it stands there', async () => {
  const all = [
    offered(1, {}),
    offered(2, { state: 'declined', reason: 'biome does it' }),
    offered(3, { state: 'expired' }),
  ]
  show(<Offered offered={all} />, await openHost())
  const region = within(screen.getByRole('region', { name: /^Offered to other machines/ }))
  expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'api on deskwaits for a decisionRun npm test',
    'api on deskdeclinedRun npm test · biome does it',
    'api on deskexpiredRun npm test',
  ])
})
