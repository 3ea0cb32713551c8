import { beKilled, playKills } from '../../electron/engine/testing/soak/kill.ts'

/**
 * `npm run soak:kill [-- ROUNDS SEED]`: SIGKILL of the real process at random moments; exits 1 when
 * anything was lost or doubled.
 */
const [first = '200', second] = process.argv.slice(2)
if (first === 'child') await beKilled(second!)
const seed = Number(second ?? Date.now() % 1_000_000)
const result = await playKills(Number(first), seed, [process.execPath, process.argv[1]!, 'child'])
console.log(
  `seed ${seed}: ${result.rounds} kills, ${result.accepted} messages accepted, ${result.interrupted} ` +
    `runs interrupted; lost ${result.lost.length}, doubled ${result.doubled.length}, not queued again ` +
    `${result.notRequeued.length}`,
)
for (const list of [result.lost, result.doubled, result.notRequeued])
  if (list.length > 0) console.log(list.join('\n'))
process.exitCode = result.lost.length + result.doubled.length + result.notRequeued.length > 0 ? 1 : 0
