import type { Database } from '../connection/driver.ts'
import { tablesOf, quoted } from './catalog.ts'

/**
 * What a machine tells others, and what they asked of it, is in no archive: another machine that takes one over would
 * tell it as its own, or do it once more.
 */
export function withoutHub(db: Database): void {
  for (const table of tablesOf(db).filter((name) => name.startsWith('hub_')))
    db.exec(`DELETE FROM ${quoted(table)}`)
}
