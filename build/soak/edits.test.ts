import { expect, it } from 'vitest'
import { playEdits } from '../../electron/engine/testing/soak/edits.ts'

const seed = Math.floor(performance.timeOrigin) % 1_000_003

it(
  'comes to show what HEARTBEAT.md says after each edit from outside, under the real serve (20 edits of ' +
    'the 1,000 of soak:edits)',
  async () => {
    console.log(`edits seed: ${seed}`)
    const { waitsMs, wrong } = await playEdits(20, seed)
    expect(wrong).toEqual([])
    expect(waitsMs.length).toBeGreaterThan(0)
  },
)
