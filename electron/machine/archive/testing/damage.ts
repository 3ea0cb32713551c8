import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { loadDriver } from '../../../store/connection/driver.ts'

/** Bytes in the middle of a database, as a bad disk would write them. */
export function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xa5, 4096, Math.min(bytes.length, 40_960))
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  writeFileSync(file, bytes)
}

/** The last of many pages of a table, where neither the schema nor the beginning of a table is. */
export function damageInside(file: string): void {
  const db = loadDriver().open(file)
  const add = db.prepare("INSERT INTO meta (key, value) VALUES ('z' || ?, printf('%.500c', 'x'))")
  for (let n = 1000; n < 1200; n++) add.run(n)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const size = Number(db.prepare('PRAGMA page_size').get()!['page_size'])
  db.close()
  const bytes = readFileSync(file)
  bytes.fill(0xa5, bytes.length - size)
  writeFileSync(file, bytes)
}
