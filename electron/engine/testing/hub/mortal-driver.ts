import { existsSync } from 'node:fs'
import { loadDriver, type Database, type Driver } from '../../../store/connection/driver.ts'
import { readyDriver } from '../../../store/testing/ready-in-memory.ts'

/** How long a process lives, in transactions. */
export interface Life {
  commitsLeft: number
  /** It dies here: what stands in its file now is what is left of it. */
  end(): void
}

/**
 * Of a process that dies right after a commit. The machine lives on, so nothing waits for its disk. `opened`: called with
 * each database that it opens.
 */
export function mortalDriver(life: Life, opened: (db: Database) => void): Driver {
  const usual = readyDriver(loadDriver(), (path) => !existsSync(path))
  return {
    ...usual,
    open(path, options) {
      const db = usual.open(path, options)
      opened(db)
      return {
        exec(sql) {
          db.exec(sql.replace(/synchronous = \w+/, 'synchronous = OFF'))
          if (sql === 'COMMIT' && --life.commitsLeft === 0) life.end()
        },
        prepare: (sql) => db.prepare(sql),
        function: (name, value) => db.function(name, value),
        close: () => db.close(),
      }
    },
  }
}
