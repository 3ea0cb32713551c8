import { playAlone } from './network/alone.ts'
import { playDay } from './network/day.ts'
import { cannotBeAlone } from './network/own-network.ts'

/**
 * `npm run soak:network [-- ROUNDS]`: the real `serve` in a network of its own with the loopback alone; each thread of
 * the demo's fleet beats ROUNDS times (60) in each tier, and then the engine does for a day of pretended time. Exits 1
 * when anything but a configured remote was asked.
 */
const why = cannotBeAlone()
if (why !== null) {
  console.error(`Not run: ${why}.`)
  process.exit(1)
}
const begun = performance.now()
const { beats, outcomes, quiet, withRemote } = await playAlone(Number(process.argv[2] ?? 60))
console.log(`${beats} beats in ${((performance.now() - begun) / 1000).toFixed(0)} s:`, outcomes)
console.log('asked for:', quiet)
console.log('with a beat of a thread whose remote is on the internet:', withRemote)
const day = await playDay(24)
console.log(`a day: ${day.beats} beats:`, day.outcomes)
console.log('asked for:', day.asked)
const inAll = [quiet, day.asked].flatMap((counted) => Object.values(counted))
process.exit(inAll.every((count) => count === 0) ? 0 : 1)
