import { beWriters, playWriters } from '../../electron/engine/testing/soak/two-writers.ts'

/**
 * `npm run soak:writers [-- ROUNDS SEED]`: editor, agent and another tool on one HEARTBEAT.md, killed again
 * and again; exits 1 when a line is lost.
 */
const [first = '300', second, third] = process.argv.slice(2)
if (first === 'child') await beWriters(second!, Number(third))
const seed = Number(second ?? Date.now() % 1_000_000)
const { rounds, written, conflicts, merges, lost } = await playWriters(Number(first), seed, [
  process.execPath,
  process.argv[1]!,
  'child',
])
console.log(
  `seed ${seed}: ${rounds} kills; lines written by the editor ${written.editor}, an agent ` +
    `${written.agent}, another tool ${written.tool}; ${merges} merges, ${conflicts} conflicts; lost ` +
    `${lost.length}`,
)
if (lost.length > 0) console.log(lost.join('\n'))
process.exitCode = lost.length > 0 ? 1 : 0
