import { workUntilKilled } from '../../electron/engine/testing/soak/attempts/killed.ts'
import { playAttemptKills } from '../../electron/engine/testing/soak/attempts/play.ts'

/**
 * `npm run soak:attempts [-- KILLS SEED]`: SIGKILL of a process that counts attempts and dropped results, hands over
 * interventions, strikes scores, keeps limits and takes dead ends, at one of its writes; exits 1 when the history that
 * it leaves is not what it had answered, with or without the step that was under way.
 */
const [first = '1000', ...rest] = process.argv.slice(2)
if (first === 'child') {
  const [folder = '', dieAt, when] = rest
  await workUntilKilled(folder, Number(dieAt), when === 'after')
} else {
  const seed = Number(rest[0] ?? Date.now() % 1_000_000)
  const { killed, steps, unanswered, problems } = await playAttemptKills(Number(first), seed, [
    process.execPath,
    process.argv[1]!,
    'child',
  ])
  const done = [...steps].map(([what, count]) => `${count} ${what}`).join(', ')
  console.log(`seed ${seed}: ${killed} kills, ${problems.length} problems; ${done}`)
  console.log(`${unanswered} steps stood there wholly without an answer`)
  for (const problem of problems) console.log(problem)
  process.exitCode = problems.length > 0 ? 1 : 0
}
