import { countUntilKilled, playAttemptKills } from '../../electron/engine/testing/soak/attempt-kills.ts'

/**
 * `npm run soak:attempts [-- KILLS SEED]`: SIGKILL of a process that counts attempts and hands over interventions,
 * just before one of its writes; exits 1 when an attempt or an intervention was lost or doubled.
 */
const [first = '1000', ...rest] = process.argv.slice(2)
if (first === 'child') {
  const [folder = '', runs, dieAt] = rest
  countUntilKilled(folder, Number(runs), Number(dieAt))
} else {
  const seed = Number(rest[0] ?? Date.now() % 1_000_000)
  const { killed, problems } = await playAttemptKills(Number(first), seed, [
    process.execPath,
    process.argv[1]!,
    'child',
  ])
  console.log(`seed ${seed}: ${killed} kills, ${problems.length} problems`)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
