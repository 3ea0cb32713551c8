import { cannotBeAlone, playAlone } from './network/alone.ts'

/**
 * `npm run soak:network [-- ROUNDS]`: the real `serve` in a network of its own with the loopback alone; each thread of
 * the demo's fleet beats ROUNDS times (60) in each tier. Exits 1 when anything but a configured remote was asked.
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
process.exit(quiet.outside + quiet.connections + quiet.datagrams + quiet.packets === 0 ? 0 : 1)
