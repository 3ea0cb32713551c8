import { expect, it } from 'vitest'
import { playHub } from '../testing/hub/model.ts'

/** Seeds that once failed stay here by number. */
const KEPT_SEEDS: readonly number[] = [951237131]
/** `npm run soak:hub` plays as many as one likes. */
const SCHEDULES = 40

const first = Math.floor(performance.timeOrigin) % 1_000_000_007
const newSeeds = Array.from({ length: SCHEDULES }, (_, n) => first + n)

it.each([KEPT_SEEDS, newSeeds])(
  'loses, doubles and reorders no fact, and no mail has two effects, whatever is cut off, killed, restored or copied: seeds from %i',
  async (...seeds) => {
    let [facts, done] = [0, 0]
    for (const seed of seeds) {
      const played = await playHub(seed)
      expect(played.violations).toEqual([])
      facts += played.facts
      done += played.done
    }
    // So many are ever played together that something has happened in them.
    expect(facts).toBeGreaterThan(10 * seeds.length)
    if (seeds.length === SCHEDULES) expect(done).toBeGreaterThan(0)
  },
)
