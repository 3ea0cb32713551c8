import { expect, it } from 'vitest'
import { loadDriver } from '../connection/driver.ts'
import { MIGRATIONS } from '../schema/schema.ts'
import { migrate } from '../schema/version.ts'
import { copyProblem } from './copy-problem.ts'

function history() {
  const db = loadDriver().open(':memory:')
  migrate(db, MIGRATIONS)
  return db
}

it('takes over a history that SQLite has gathered statistics of', () => {
  const db = history()
  db.exec("INSERT INTO meta (key, value) VALUES ('a', 'b'); ANALYZE")
  expect(db.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'sqlite_stat1'").get()).toEqual({
    n: 1,
  })
  expect(copyProblem(db)).toBe(null)
})

it.each(['sqliteastat1', 'sqlite-stat1', 'sqlitex', 'SQLITEASTAT4'])(
  'found by an attack: refuses a trigger with the name %s, whatever it looks like',
  (name) => {
    const db = history()
    db.exec(`CREATE TRIGGER "${name}" AFTER INSERT ON slots BEGIN UPDATE threads SET trusted_at = 1; END`)
    expect(copyProblem(db)).toContain(`trigger ${name}`)
  },
)
