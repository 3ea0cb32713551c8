import { expect, it } from 'vitest'
import { loadDriver, type Database, type Driver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { readyInMemory } from './ready-in-memory.ts'

function open(driver: Driver): Database {
  const opened = openDatabase(':memory:', driver)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.value.db
}

it('is what the steps of the schema come to, with the rows that they write', () => {
  const [stepped, ready] = [loadDriver(), readyInMemory()].map(open) as [Database, Database]
  const schema = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name'
  expect(ready.prepare(schema).all()).toEqual(stepped.prepare(schema).all())
  for (const pragma of [
    'user_version',
    'application_id',
    'foreign_keys',
    'foreign_key_check',
    'integrity_check',
  ])
    expect([pragma, ready.prepare(`PRAGMA ${pragma}`).all()]).toEqual([
      pragma,
      stepped.prepare(`PRAGMA ${pragma}`).all(),
    ])
  const tables = stepped.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
  expect(tables.length).toBeGreaterThan(40)
  for (const { name } of tables) {
    const rows = `SELECT * FROM "${String(name)}"`
    expect([name, ready.prepare(rows).all()]).toEqual([name, stepped.prepare(rows).all()])
  }
})
