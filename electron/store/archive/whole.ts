import { FIGURES_ANEW, PAST, THREAD_GONE } from '../history/clear.ts'
import type { Database } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { forgetCommands, holdBack } from './hold-back.ts'
import type { MergeChoice } from './merge.ts'
import { switchOffWebhooks } from './stranger.ts'

/**
 * An archive that becomes the whole history: without what is to be left out, and without trust nothing of
 * it acts, sends or can be spoken to by who wrote it.
 */
export function takeWhole(
  db: Database,
  choices: Readonly<Record<string, MergeChoice>>,
  keepTrust: boolean,
): void {
  db.exec('PRAGMA foreign_keys = ON')
  atomically(db, () => {
    for (const row of db.prepare('SELECT id FROM threads').all()) {
      const id = String(row['id'])
      if (choices[id] === 'mine') for (const statement of THREAD_GONE) db.prepare(statement).run(id)
      else if (!keepTrust) holdBack(db, id)
    }
    db.exec('UPDATE threads SET remove_at = NULL') // it was being removed there, and could be taken back
    forgetCommands(db)
    if (keepTrust) return
    switchOffWebhooks(db)
    db.exec("DELETE FROM meta WHERE key = 'webhook_token'")
  })
}

export const hasThreads = (db: Database): boolean => db.prepare('SELECT 1 FROM threads').get() !== undefined

/**
 * The history of all threads goes. Threads, their settings, stamps and what was spent stay. The database
 * has the newest schema.
 */
export function clearHistory(db: Database): void {
  atomically(db, () => {
    for (const statement of [...PAST('true'), ...FIGURES_ANEW]) db.exec(statement)
    // Deleted words stay in the indexes of a search until their parts are merged.
    for (const index of ['knowledge', 'history_words'])
      db.exec(`INSERT INTO ${index} (${index}) VALUES ('optimize')`)
  })
  db.exec('VACUUM')
}
