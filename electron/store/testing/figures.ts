import type { Store } from '../../engine/ports/store.ts'
import type { Database } from '../connection/driver.ts'

export const figuresOf = (db: Database): unknown =>
  ['history_days', 'history_hours'].map((t) =>
    db
      .prepare(`SELECT * FROM ${t} ORDER BY 1, 2, 3`)
      .all()
      .map((r) => Object.values(r).join(' ')),
  )
export const rebuild = (store: Store): void => {
  for (let day = store.history.rebuildFigures(null); day !== null; day = store.history.rebuildFigures(day));
}
export const wordsAreWhole = (db: Database): void =>
  db.exec("INSERT INTO history_words (history_words, rank) VALUES ('integrity-check', 1)")
