import { playAgentDay } from '../../electron/engine/testing/soak/agent-day.ts'
import { tell } from './table/report.ts'

/**
 * `npm run bench:agent-day [-- REPOSITORIES HOURS SEED]`: a day of a fleet with an agent CLI at eight minutes, by the
 * app's template, in pretended time over the real engine: how often the agent is started, where the app works the lines
 * it knows and where the agent gets all lines once something changed. Exits 1 when a planted finding is missed, or
 * starts are more than the bound.
 */
const [repositories = 50, hours = 24, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const MOST = 0.3

console.log(`seed ${seed}: ${repositories} repositories, ${hours} hours, a tenth of them changing each hour`)
const day = { repositories, hours, seed }
const say = async (what: string, gate: 'needed' | 'changes') => {
  const result = await playAgentDay({ ...day, gate })
  console.log(
    `${what}: ${result.beats} beats, ${result.starts} starts, ${result.promptChars} characters of prompts, ` +
      `${result.missed} of ${result.planted} findings missed`,
  )
  return result
}
const pair = await say('the app works what it knows', 'needed')
const whole = await say('the agent works all lines once something changed', 'changes')
const ratio = pair.starts / whole.starts
console.log(`starts: ratio ${ratio.toFixed(2)} (at most ${MOST})`)
tell({
  rows: [
    { figure: 'starts of an agent in a day', against: 'all lines once something changed', ratios: [ratio] },
  ],
  bad: [
    ...(pair.missed > 0 ? [`${pair.missed} findings were missed`] : []),
    ...(ratio > MOST ? [`starts: ratio ${ratio.toFixed(2)}, at most ${MOST}`] : []),
  ],
})
process.exitCode = pair.missed > 0 || ratio > MOST ? 1 : 0
