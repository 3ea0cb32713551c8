import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { loadDriver } from '../connection/driver.ts'
import { salvage } from './salvage.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'threadbeat-salvage-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ROWS = 6_000
const PAGE = 4096

it.each([
  ['one leaf', (leaves: number) => [Math.floor(leaves / 2)]],
  ['the first leaf', () => [0]],
  ['the last leaf', (leaves: number) => [leaves - 1]],
  ['leaves apart', (leaves: number) => [3, 5, 9, leaves - 4]],
  [
    'many beside each other',
    (leaves: number) => Array.from({ length: 40 }, (_, i) => Math.floor(leaves / 3) + i),
  ],
])(
  'found by review: a damaged history is read to its end, and every row beside the damage is saved: %s',
  (_name, damage) => {
    const file = path.join(mkdtempSync(`${folder}-`), 'a.db')
    const driver = loadDriver()
    const db = driver.open(file)
    db.exec(`PRAGMA page_size = ${PAGE}; CREATE TABLE runs (n INTEGER PRIMARY KEY, text TEXT);
    INSERT INTO runs WITH RECURSIVE i (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM i WHERE n < ${ROWS}) SELECT n * 3, printf('row %d %s', n * 3, hex(zeroblob(n % 60))) FROM i`)
    db.close()
    const bytes = readFileSync(file)
    // A leaf of a table begins with 13, then two bytes, then the number of its cells; a cell begins with
    // its length and its row's number.
    const leaves = Array.from({ length: bytes.length / PAGE }, (_, i) => i)
      .slice(1)
      .filter((i) => bytes[i * PAGE] === 13)
      .map((i) => ({ at: i * PAGE, rows: rowsOn(bytes.subarray(i * PAGE, (i + 1) * PAGE)) }))
      .sort((a, b) => a.rows[0]! - b.rows[0]!)
    expect(leaves.reduce((sum, l) => sum + l.rows.length, 0)).toBe(ROWS)
    const damaged = damage(leaves.length).map((i) => leaves[i]!)
    for (const { at } of damaged) bytes.fill(0xa5, at, at + PAGE)
    writeFileSync(file, bytes)
    const target = `${file}.jsonl`
    const done = salvage(file, target, driver)
    const gone = new Set(damaged.flatMap((l) => l.rows))
    const saved = readFileSync(target, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as { row: { n: number } }).row.n)
    expect([done.damaged, saved.length, new Set(saved).size]).toEqual([
      ['runs'],
      ROWS - gone.size,
      ROWS - gone.size,
    ])
    expect(saved.some((n) => gone.has(n))).toBe(false)
    rmSync(path.dirname(file), { recursive: true })
  },
)

function rowsOn(page: Buffer): number[] {
  const varint = (at: number): [number, number] => {
    let value = 0
    for (let i = 0; ; i++) {
      value = value * 128 + (page[at + i]! & 0x7f)
      if (page[at + i]! < 0x80) return [value, at + i + 1]
    }
  }
  return Array.from(
    { length: page.readUInt16BE(3) },
    (_, i) => varint(varint(page.readUInt16BE(8 + 2 * i))[1])[0],
  )
}
