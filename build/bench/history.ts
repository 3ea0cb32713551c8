import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { exportRows } from '../../electron/engine/history/history-export.ts'
import { keptAt } from '../../electron/engine/history/clean-up.ts'
import { openDatabase } from '../../electron/store/connection/open.ts'
import { createStore } from '../../electron/store/store.ts'
import { settingsInMemory } from '../../electron/store/testing/settings-in-memory.ts'
import { manyRowAt, manyRowSummary, writeManyRuns } from '../../electron/store/testing/many-rows.ts'
import { randomId } from '../../electron/machine/clock/ids.ts'
import { longFiles } from '../../electron/machine/disk/long-file.ts'
import type { ThreadId } from '../../shared/base/ids.ts'
import { DAY, HOUR } from '../../shared/base/time.ts'
import { median } from './light/figure.ts'
import { tell, type Row } from './table/report.ts'

/**
 * `npm run bench:history [-- RUNS]`: a history of a million runs in the real schema; what each question
 * costs as a ratio to the first page, or to what SQLite alone needs for the same rows, which is the floor,
 * taken in turns with it. Exits 1 when a page costs more somewhere else, a row is not where it should be,
 * or a question holds everybody up.
 */
const runs = Number(process.argv[2] ?? 1_000_000)
const ROUNDS = 30
const folder = mkdtempSync(path.join(tmpdir(), 'bench-history-'))
const bad: string[] = []
const rows: Row[] = []
const expect = (what: string, holds: boolean): void => void (holds || bad.push(what))
const time = (work: () => unknown): number => {
  const began = performance.now()
  work()
  return performance.now() - began
}
/** Milliseconds of processor: what others do on the machine meanwhile does not count. */
const cost = (work: () => unknown): number => {
  const began = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1000
}
try {
  const opened = openDatabase(path.join(folder, 'threadbeat.db'))
  if (!opened.ok) throw new Error(opened.error.message)
  const { db } = opened.value
  const store = createStore(db, randomId, settingsInMemory())
  const ids = Array.from({ length: 43 }, (_, n) => `thr_${n}` as ThreadId)
  for (const id of ids)
    store.threads.add({ id, name: id, repoPath: `/${id}`, intervalMs: 480_000, trustedAt: 1, createdAt: 1 })
  const many = { runs, threads: ids, newestAt: Date.now() - 60_000, spanMs: 360 * DAY }
  console.log(
    `${runs} runs written in ${(time(() => writeManyRuns(db, many)) / 1000).toFixed(1)} s, ` +
      `${(statSync(path.join(folder, 'threadbeat.db')).size / 1e6).toFixed(0)} MB`,
  )

  store.history.prune(keptAt(store, Date.now())) // as each hour does; it finds nothing, and remembers how far it looked
  const index = store.history.index({})
  expect(`the index counts ${index.total} rows`, index.total === runs)
  const page = (row: number) => {
    let before = 0
    const [below, n] = index.days.find(([, n]) => (row < before + n ? true : ((before += n), false)))!
    return store.history.page({}, { below, skip: Math.min(n - 1, row - before), top: index.top! }, 200)
  }
  const NEWEST = { below: Number.MAX_SAFE_INTEGER, skip: 0 }
  const firstPage = (): unknown => store.history.page({}, NEWEST, 200)
  /**
   * The most a question may cost in first pages, or in what SQLite alone needs for the rows it has to look
   * at; null: told only.
   */
  const measure = (
    what: string,
    most: number | null,
    work: (round: number) => unknown,
    bare: (() => unknown) | null = null,
  ): void => {
    const [floor, own, waited]: [number[], number[], number[]] = [[], [], []]
    for (let i = 0; i < ROUNDS; i++) {
      floor.push(cost(bare ?? firstPage))
      own.push(cost(() => waited.push(time(() => work(i)))))
    }
    const ratio = median(own) / median(floor)
    rows.push({
      figure: what,
      against: bare === null ? 'the first page' : 'bare SQLite',
      ratios: own.map((ms, i) => ms / floor[i]!),
    })
    console.log(
      `${what}: ${median(own).toFixed(2)} ms, longest wait ${Math.max(...waited).toFixed(1)} ms; ` +
        `ratio to ${bare === null ? 'the first page' : `bare SQLite, ${median(floor).toFixed(2)} ms,`} ` +
        `${ratio.toFixed(2)}${most === null ? '' : ` (at most ${most})`}`,
    )
    if (most !== null) expect(`${what}: ratio ${ratio.toFixed(2)}`, ratio <= most)
  }
  const rowOf = (round: number): number => Math.floor((runs - 201) * ((round * 0.61803) % 1))
  measure('page anywhere, by its number', 3, (i) => page(rowOf(i)))
  measure('page behind a row anywhere', 3, (i) =>
    store.history.page({}, { after: `${manyRowAt(many, rowOf(i))}/0` }, 200),
  )
  measure('page of one thread anywhere', 3, (i) =>
    store.history.page({ threads: [ids[i % 43]!] }, { below: manyRowAt(many, rowOf(i)), skip: 0 }, 200),
  )
  measure('page of three outcomes anywhere', 5, (i) =>
    store.history.page(
      { outcomes: ['alert', 'urgent', 'broken'] },
      { below: manyRowAt(many, rowOf(i)), skip: 0 },
      200,
    ),
  )
  measure('page of a trigger and five threads', 8, (i) =>
    store.history.page(
      { reasons: ['manual'], threads: ids.slice(0, 5) },
      { below: manyRowAt(many, rowOf(i)), skip: 0 },
      200,
    ),
  )
  measure('search of a word in a thousand', 8, () => store.history.page({ text: 'red since' }, NEWEST, 200))
  measure('search of a word in every row', 8, () => store.history.page({ text: 'checks ' }, NEWEST, 200))
  // All words that begin so are brought together first, by the index itself: the dearest question there is.
  const beginning = db.prepare(
    `SELECT rowid FROM history_words WHERE history_words MATCH '"check"*' ORDER BY rowid DESC LIMIT 201`,
  )
  measure(
    'search of the beginning of such a word',
    2,
    () => store.history.page({ text: 'check' }, NEWEST, 200),
    () => beginning.all(),
  )
  measure('search of one row', 8, (i) => store.history.page({ text: `"run ${rowOf(i)}"` }, NEWEST, 200))
  measure('search with filters', null, () =>
    store.history.page({ text: 'red', outcomes: ['alert'], threads: [ids[7]!] }, NEWEST, 200),
  )
  // A step of a search goes by what its word alone costs the index, whatever it then finds.
  const word = db.prepare(
    `SELECT rowid FROM history_words WHERE history_words MATCH '"checks"' AND rowid > ? ORDER BY rowid DESC`,
  )
  const scattered = { text: 'checks', outcomes: ['urgent' as const], threads: [ids[7]!] }
  measure(
    'one step of a search that finds next to nothing',
    3,
    () => store.history.page(scattered, NEWEST, 200),
    () => word.all(runs - 20_000),
  )
  measure('jump to an instant', 5, (i) => {
    const at = manyRowAt(many, rowOf(i))
    store.history.index({})
    store.history.rowsIn({}, at, at + DAY)
  })
  measure('index of all days', 5, () => store.history.index({}))
  measure('index of three outcomes', 5, () =>
    store.history.index({ outcomes: ['alert', 'urgent', 'broken'] }),
  )
  measure('counts for the filters', null, () => store.history.counts({}))
  // Its cells as they lie, each read once and handed over: what a chart is made of.
  const cells = (table: string, key: string) =>
    db.prepare(`SELECT * FROM ${table} WHERE thread = 0 AND ${key} >= ?`)
  const [days, hours] = [cells('history_days', 'day'), cells('history_hours', 'hour')]
  measure(
    'figures of a year by day',
    3,
    () => store.history.figures({}, 'day'),
    () => days.all(0),
  )
  measure(
    'figures of a week by hour',
    3,
    () => store.history.figures({ from: Date.now() - 7 * DAY }, 'hour'),
    () => hours.all(Math.floor((Date.now() - 7 * DAY) / HOUR)),
  )
  measure('what is kept', null, () => store.history.size(keptAt(store, Date.now())))
  for (const i of [0, 1, Math.floor(runs / 2), runs - 1])
    expect(`row ${i} is not where it should be`, page(runs - 1 - i).rows[0]?.summary === manyRowSummary(i))

  const target = path.join(folder, 'all.csv')
  let longest = 0
  let last = performance.now()
  const began = last
  let written = 0
  for await (const step of exportRows({
    store,
    files: longFiles,
    filter: {},
    format: 'csv',
    path: target,
    limit: 200,
    of: runs,
    signal: undefined,
    breath: () =>
      new Promise((resolve) =>
        setImmediate(() => {
          longest = Math.max(longest, performance.now() - last)
          last = performance.now()
          resolve()
        }),
      ),
  }))
    if (step.kind === 'done') written = step.rows
  const seconds = (performance.now() - began) / 1000
  console.log(
    `export: ${written} rows in ${seconds.toFixed(1)} s, ${Math.round(written / seconds)} a second, ` +
      `${(statSync(target).size / 1e6).toFixed(0)} MB; longest without a breath ${longest.toFixed(0)} ms`,
  )
  expect('the export lacks rows', written === runs)
  console.log(`one day counted anew: ${time(() => store.history.rebuildFigures(null)).toFixed(1)} ms`)
  store.close()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (bad.length > 0) console.log(`NOT AS IT SHOULD BE: ${bad.join('; ')}`)
tell({ rows, bad })
process.exitCode = bad.length > 0 ? 1 : 0
