import { spawnSync } from 'node:child_process'
import { playAll, type Found } from './peers/one-process.ts'
import { tell, type Row } from './table/report.ts'
import { rowText } from './table/table.ts'

/**
 * `npm run bench:peers [-- PROCESSES]`: what decides when a cron job is due, the queue and the reader of HEARTBEAT.md,
 * each beside libraries for the same. In each of many processes what both give is compared first; what is the same is
 * timed in turns, and the median of its ratios is the ratio of that process. One process after the other, since how a
 * process happens to be compiled and laid out in memory moves all times in it.
 */
const [first = '15'] = process.argv.slice(2)

if (first === 'one') console.log(JSON.stringify(await playAll()))
else main(Number(first))

function main(processes: number): void {
  if (!Number.isInteger(processes) || processes < 1)
    throw new Error('usage: npm run bench:peers -- PROCESSES')
  const all = Array.from({ length: processes }, (_, n) => oneProcess(`${n + 1} of ${processes}`))
  const rows = rowsOf(all)
  for (const row of rows) console.log(rowText(row))
  const notes = [...new Set(all.at(-1)!.flatMap(({ difference }) => difference ?? []))]
  for (const note of notes) console.log(note)
  tell({ rows, notes, bad: [] })
}

function oneProcess(which: string): readonly Found[] {
  console.log(`process ${which}`)
  const { status, stdout } = spawnSync(process.execPath, ['--enable-source-maps', process.argv[1]!, 'one'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (status !== 0) throw new Error(`a process of the benchmark ended with ${status}`)
  return JSON.parse(stdout) as Found[]
}

/** One row for each contest in which anything could be compared. */
function rowsOf(all: readonly (readonly Found[])[]): readonly Row[] {
  return all[0]!.flatMap(({ figure, peer }, i) => {
    const ratios = all.flatMap((found) => found[i]?.ratio ?? [])
    return ratios.length === 0 ? [] : [{ figure, against: peer, ratios }]
  })
}
