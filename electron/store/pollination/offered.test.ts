import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { loadDriver } from '../connection/driver.ts'
import { openDatabase } from '../connection/open.ts'
import { SUGGESTED_BY_MACHINE_SCHEMA } from '../schema/pollination.ts'
import { MIGRATIONS } from '../schema/schema.ts'

it('keeps what was suggested before there were other machines, number by number', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tb-offered-'))
  const file = path.join(folder, 'history.db')
  const opened = (migrations: readonly string[]) => {
    const database = openDatabase(file, loadDriver(), migrations)
    if (!database.ok) throw new Error(database.error.message)
    return database.value.db
  }
  const insert = (number: number, origin: string, proposed: string): string =>
    `INSERT INTO suggestions (number, thread_number, thread_name, pattern, state, tier, text, because, sources, reason,
        by, proposed_at, at, origin, proposed)
      VALUES (${number}, 2, 'api', 'lint', 'adapted', 'daily', 'x', 'y', '[]', 'z', 'person', 5, 6, '${origin}', ${proposed})`
  const before = opened(MIGRATIONS.slice(0, MIGRATIONS.indexOf(SUGGESTED_BY_MACHINE_SCHEMA)))
  before.exec(insert(3, 'lists', `'{"tier":"daily","text":"w"}'`))
  before.exec(insert(7, 'person', 'NULL'))
  const rows = before.prepare('SELECT * FROM suggestions ORDER BY number').all()
  before.close()
  const after = opened(MIGRATIONS)
  expect(after.prepare('SELECT * FROM suggestions ORDER BY number').all()).toEqual(
    rows.map((row) => ({ ...row, offered: null, replaces: null })),
  )
  expect(() => after.exec(insert(8, 'machine', 'NULL')), 'of which machine is known').toThrow(/CHECK/)
  after.close()
  rmSync(folder, { recursive: true })
})
