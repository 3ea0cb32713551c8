import type { Database } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'

/**
 * Makes a copy a profile of its own, in one transaction: threads move to other folders, trust and approvals
 * are taken away. Throws when two threads would share a folder.
 */
export function settlePlaces(
  db: Database,
  moved: ReadonlyMap<string, string>,
  distrusted: ReadonlySet<string>,
): void {
  atomically(db, () => {
    // By way of names that nobody has, so that two threads may change places.
    for (const id of moved.keys())
      db.prepare('UPDATE threads SET repo_path = ? WHERE id = ?').run(`moving ${id}`, id)
    for (const [id, path] of moved) db.prepare('UPDATE threads SET repo_path = ? WHERE id = ?').run(path, id)
    for (const id of distrusted) holdBack(db, id)
    // What runs under these marks belongs to the app that was exported, perhaps on this machine: it must
    // not be ended as our orphan (I10).
    db.exec("UPDATE runs SET marker = marker || '-exported' WHERE outcome IS NULL")
  })
}

/**
 * Nothing of the thread runs before a person says so again, and trusting it brings nothing back that was
 * allowed or scheduled before: neither beats nor jobs.
 */
export function holdBack(db: Database, id: string): void {
  db.prepare('UPDATE threads SET trusted_at = NULL WHERE id = ?').run(id)
  for (const table of ['approvals', 'permissions'])
    db.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(id)
  db.prepare(
    `UPDATE jobs SET pause = '{"by":"person","at":0}', next_due_at = NULL WHERE thread_id = ? AND pause IS NULL`,
  ).run(id)
  db.prepare(
    "UPDATE threads SET agent = json_set(agent, '$.bypassUntil', json('null')) WHERE id = ? AND " +
      "json_extract(agent, '$.bypassUntil') IS NOT NULL",
  ).run(id)
}

/** A command that may be run again is one that was run here: none comes out of a file. */
export function forgetCommands(db: Database): void {
  for (const table of ['alerts', 'queue_items', 'runs'])
    db.exec(`UPDATE ${table} SET again = NULL WHERE again IS NOT NULL`)
}
