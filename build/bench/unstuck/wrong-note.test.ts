import { expect, it } from 'vitest'
import type { Landscape } from './landscape.ts'
import { play } from './play.ts'
import { POLICIES } from './policies.ts'

const family = (id: string, wall: number) => ({ id, start: 2 * wall, wall, rate: 0.5, jitter: 0.05 })
const LANDSCAPE: Landscape = {
  name: 'wrong note',
  direction: 'lower',
  target: 1050,
  runs: 40,
  noiseSd: 0,
  families: [family('first', 4000), family('vector', 2000), family('vector-scheduled', 1000)],
  creep: 0,
  wrongNote: { family: 'vector-scheduled', claim: 'vector-scheduled does not work' },
  meterEdits: null,
}
const played = (name: string) => play(LANDSCAPE, POLICIES.find((policy) => policy.name === name)!, 1)

it('a wrong note of one voice keeps nobody from the target, but where one note binds', async () => {
  const { note, runsToTarget } = await played('ours')
  expect(note).toBe('claimed')
  expect(runsToTarget).not.toBeNull()
  expect((await played('strict rule')).runsToTarget).toBeNull()
})
