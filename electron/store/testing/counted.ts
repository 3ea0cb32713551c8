import type { Database } from '../connection/driver.ts'

/** The same database; the text of each statement is noted when it is carried out. */
export function counted(db: Database): {
  readonly db: Database
  /** What was asked since the last time. */
  readonly asked: { take(): readonly string[] }
} {
  let texts: string[] = []
  const noted: Database = {
    exec(sql) {
      texts.push(sql)
      db.exec(sql)
    },
    prepare(sql) {
      const statement = db.prepare(sql)
      return {
        run: (...values) => (texts.push(sql), statement.run(...values)),
        get: (...values) => (texts.push(sql), statement.get(...values)),
        all: (...values) => (texts.push(sql), statement.all(...values)),
      }
    },
    function: (name, value) => db.function(name, value),
    close: () => db.close(),
  }
  const take = (): readonly string[] => {
    const taken = texts
    texts = []
    return taken
  }
  return { db: noted, asked: { take } }
}
