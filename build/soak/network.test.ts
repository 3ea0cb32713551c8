import { expect, it } from 'vitest'
import { playAlone } from './network/alone.ts'
import { playDay } from './network/day.ts'
import { cannotBeAlone } from './network/own-network.ts'

const ROUNDS = 1 // of the 60 of `npm run soak:network`
const why = cannotBeAlone()

it.skipIf(why !== null)(
  `asks nobody on a network but the remote that a person configured${why === null ? '' : ` (${why})`}`,
  async () => {
    const { beats, outcomes, quiet, withRemote } = await playAlone(ROUNDS)
    expect(quiet).toEqual({ outside: 0, connections: 0, datagrams: 0, packets: 0 })
    expect(beats).toBeGreaterThanOrEqual(30)
    expect(outcomes['alert'] ?? 0).toBeGreaterThan(0)
    // What is counted is noticed: git asked for the remote, and nobody asked anything else.
    expect(withRemote.outside).toBeGreaterThan(0)
    expect(withRemote).toMatchObject({ connections: 0, datagrams: 0, packets: 0 })
  },
)

const HOURS = 0.4 // of the 24 of `npm run soak:network`

it.skipIf(why !== null)(
  `asks nobody while its fleet beats by itself${why === null ? '' : ` (${why})`}`,
  async () => {
    const { beats, outcomes, asked } = await playDay(HOURS)
    expect(asked).toEqual({ outside: 0, connections: 0, datagrams: 0, packets: 0 })
    expect(beats).toBeGreaterThan(20)
    expect(outcomes['alert'] ?? 0).toBeGreaterThan(0)
  },
)
