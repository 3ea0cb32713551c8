import { expect, it } from 'vitest'
import { playModel } from '../testing/model/model.ts'

/** Seeds that once failed stay here by number. */
const KEPT_SEEDS: readonly number[] = [559003859, 81532276]
const SHARE = 6 // of the 300 that `npm run soak:model` plays

const fresh = Math.floor(performance.timeOrigin) % 1_000_000_007
const seeds = [...KEPT_SEEDS, ...Array.from({ length: SHARE }, (_, i) => fresh + i)]

it.each(seeds)(
  'keeps every invariant through random wakes, messages, sleeps, clock jumps and deaths, seed %i',
  async (seed) => expect((await playModel(seed, 120)).violations).toEqual([]),
)
