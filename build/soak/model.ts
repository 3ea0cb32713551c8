import { playModel } from '../../electron/engine/testing/model/model.ts'

/**
 * `npm run soak:model [-- SEEDS STEPS FIRST]`: random histories of the engine; exits 1 on the first broken
 * invariant.
 */
const [seeds = 300, steps = 120, first = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
let runs = 0
for (let seed = first; seed < first + seeds; seed++) {
  const result = await playModel(seed, steps)
  runs += result.runs
  if (result.violations.length > 0) {
    console.error(result.violations.join('\n'))
    process.exit(1)
  }
}
console.log(`${seeds} seeds from ${first}, ${steps} steps each, ${runs} runs: no invariant broken`)
