import { playEdits } from '../../electron/engine/testing/soak/edits.ts'

/**
 * `npm run soak:edits [-- EDITS SEED]`: random edits of HEARTBEAT.md from outside under the real `serve`;
 * exits 1 when what is shown does not come to equal what a file says.
 */
const edits = Number(process.argv[2] ?? 1000)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
const { waitsMs, byWay, wrong } = await playEdits(edits, seed)
const spread = (times: readonly number[]): string => {
  const sorted = [...times].sort((a, b) => a - b)
  const at = (share: number): string =>
    (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(0)
  return `median ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${at(1)} ms`
}
console.log(`seed ${seed}: ${waitsMs.length} edits, shown in ${spread(waitsMs)}; wrong ${wrong.length}`)
for (const [way, times] of Object.entries(byWay)) console.log(`  ${way} (${times.length}): ${spread(times)}`)
if (wrong.length > 0) console.log(wrong.join('\n'))
process.exitCode = wrong.length > 0 ? 1 : 0
