import { agentConfigSchema } from '../../../shared/agents/agent-config.ts'
import type { Database } from '../connection/driver.ts'
import { atomically } from '../connection/transaction.ts'
import { parsed } from './contents.ts'

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
 * allowed or scheduled before: neither beats nor jobs, nor that other machines read its list.
 */
export function holdBack(db: Database, id: string): void {
  db.prepare('UPDATE threads SET trusted_at = NULL, shares_list = 0 WHERE id = ?').run(id)
  for (const table of ['approvals', 'permissions', 'trial_consents', 'suspect_lines'])
    db.prepare(`DELETE FROM ${table} WHERE thread_id = ?`).run(id)
  // Also one that seems to be paused: `null` in JSON is a pause for SQL, and none for the engine.
  db.prepare(
    `UPDATE jobs SET next_due_at = NULL, pause =
      CASE WHEN json_type(pause) = 'object' THEN pause ELSE '{"by":"person","at":0}' END WHERE thread_id = ?`,
  ).run(id)
  const agent = agentConfigSchema.safeParse(
    parsed(String(db.prepare('SELECT agent FROM threads WHERE id = ?').get(id)?.['agent'])),
  )
  if (!agent.success) throw new Error('the agent of a thread cannot be read')
  if (agent.data.kind !== 'cli') return
  db.prepare('UPDATE threads SET agent = ? WHERE id = ?').run(
    JSON.stringify({ ...agent.data, bypassUntil: null }),
    id,
  )
}

/** A command that may be run again is one that was run here: none comes out of a file. */
export function forgetCommands(db: Database): void {
  for (const table of ['alerts', 'queue_items', 'runs'])
    db.exec(`UPDATE ${table} SET again = NULL WHERE again IS NOT NULL`)
}
