import { KINDS } from './faults/all.ts'
import { isBad, type Row } from '../../electron/cli/drill/board.ts'
import { playFaults } from './faults/play.ts'
import { tableOf } from '../../electron/cli/drill/table.ts'

/**
 * `npm run soak:faults [-- SEED PATTERN]`: every kind of fault, or those whose names match, over the real
 * `serve`; prints the board. Exits 1 when anything was lost, doubled, wedged, silent or let in.
 */
const seed = Number(process.argv[2] ?? Date.now() % 1_000_000)
const pattern = new RegExp(process.argv[3] ?? '', 'i')
const kinds = KINDS.filter((kind) => pattern.test(`${kind.group}: ${kind.name}`))
const begun = performance.now()
let done = 0
const onRow = (row: Row): void => {
  const state = isBad(row) ? 'NOT AS IT SHOULD BE' : (row.skipped ?? 'ok')
  console.error(`${++done}/${kinds.length} ${row.kind.name}: ${state}, ${(row.ms / 1000).toFixed(1)} s`)
}
const rows = await playFaults(kinds, { seed, lanes: 3, isShare: false, onRow })
console.log(tableOf(rows))
console.log(`seed ${seed}, ${((performance.now() - begun) / 1000).toFixed(0)} s`)
process.exit(rows.some(isBad) ? 1 : 0)
