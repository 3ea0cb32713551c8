import { loadDriver, type Driver } from '../../../store/connection/driver.ts'

/** How long a process lives, in transactions. */
export interface Life {
  commitsLeft: number
  /** It dies here: what stands in its file now is what is left of it. */
  end(): void
}

/** The usual driver, of a process that dies right after a commit. */
export function mortalDriver(life: Life): Driver {
  const usual = loadDriver()
  return {
    ...usual,
    open(path, options) {
      const db = usual.open(path, options)
      return {
        exec(sql) {
          db.exec(sql)
          if (sql === 'COMMIT' && --life.commitsLeft === 0) life.end()
        },
        prepare: (sql) => db.prepare(sql),
        function: (name, value) => db.function(name, value),
        close: () => db.close(),
      }
    },
  }
}
