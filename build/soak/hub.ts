import { playHub } from '../../electron/engine/testing/hub/model.ts'

/**
 * `npm run soak:hub [-- SCHEDULES FIRST]`: random histories of a machine and its hub (cuts, deaths, restored and cloned
 * folders, restored hubs); exits 1 on the first fact that is lost, doubled or out of order, or mail with two effects.
 */
const [schedules = 10_000, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
let facts = 0
let done = 0
for (let seed = first; seed < first + schedules; seed++) {
  const played = await playHub(seed)
  facts += played.facts
  done += played.done
  if (played.violations.length > 0) {
    console.error(played.violations.join('\n'))
    process.exit(1)
  }
}
console.log(
  `${schedules} schedules from ${first}: ${facts} facts and the effects of ${done} letters, each once and in order`,
)
