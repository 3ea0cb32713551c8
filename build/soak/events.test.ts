import { expect, it } from 'vitest'
import { playEventKills } from '../../electron/engine/testing/soak/event-kills.ts'
import { playStorm } from '../../electron/engine/testing/soak/wake-storm.ts'
import { withSoakProgram } from './program.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_000_007

it(
  'tells every accepted event once when the process is killed before its run has succeeded (10 rounds ' +
    'of the 500 of soak:events)',
  async () => {
    console.log(`event kill seed: ${seed}`)
    await withSoakProgram('events', async (again) => {
      const result = await playEventKills(10, seed, again)
      expect(result).toMatchObject({ rounds: 10, lost: [], twice: [], neverSeen: 0 })
      expect(result.accepted).toBeGreaterThan(0)
    })
  },
)

it(
  'makes one beat for each thread of a storm of wakes, with every reason (20,000 wakes of the million ' +
    'of bench:wakes)',
  async () => {
    console.log(`storm seed: ${seed}`)
    const result = await playStorm({ wakes: 20_000, targets: 40, seed })
    expect(result).toMatchObject({ notOneBeat: [], manual: { putOffMs: 0 } })
    expect(result.reasons.lost).toEqual([])
    expect(result.manual.asked).toBeGreaterThan(0)
  },
)
