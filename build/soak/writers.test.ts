import { expect, it } from 'vitest'
import { playWriters } from '../../electron/engine/testing/soak/two-writers.ts'
import { withSoakProgram } from './program.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_003

it(
  'loses no line of an editor, an agent and another tool that write one file and are killed (6 rounds ' +
    'of the 300 of soak:writers)',
  async () => {
    console.log(`writers seed: ${seed}`)
    await withSoakProgram('writers', async (again) => {
      const result = await playWriters(6, seed, again)
      expect(result).toMatchObject({ rounds: 6, lost: [] })
      expect(Math.min(...Object.values(result.written))).toBeGreaterThan(0)
    })
  },
)
